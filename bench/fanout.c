// fanout: publishes to many listeners on one channel, to dflockd (listen/signal) or to a NATS server (SUB/PUB), so that
// both are measured in one run by one client: single-threaded, epoll.
//   gcc -O2 -o fanout fanout.c && ./fanout -p 6388 -m dflockd -l 10 -t 5 -P $(pgrep -of dflockd)
//   -l listeners   connections that listen, each hears every message     -c publishers   connections that publish
//   -W window      messages on their way at most                         -s bytes        size of a payload, at least 16
// NATS answers nothing to a publisher, so it is the deliveries that pace both: messages are published in batches of half
// a window, each one when every listener has heard the batch before the last. No server has to drop a slow consumer.
// Prints one line: what, listeners, publishers, window, size, delivered messages/s, latency from publishing to delivery
// p50/p99/max in microseconds, and, with -P PID, the server's CPU microseconds per delivered message.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { DFLOCKD, NATS, MODES };
static const char *NAMES[] = {"dflockd", "nats"};
#define SIZE 262144
#define LEAST 16  // bytes of a payload: the time at which it was published, in hex
#define MOST 200  // what fits dflockd's line
typedef struct {
  int fd, listens, length, in_message;  // in_message: the header of a NATS message was read, its payload comes next
  uint64_t heard;
  char in[SIZE];
} Conn;

static int mode = DFLOCKD, port = 6388, listeners = 1, publishers = 1, window = 64, size = LEAST, seconds = 5, server_pid;
static double warmup = 2;
static Conn **conns;  // the publishers, then the listeners
static char *out;
static int batch, complete;               // messages of a batch; listeners that have heard the whole oldest batch
static uint64_t published, heard_by_all;  // messages, whole batches only
static uint64_t delivered, count[64][64], worst;

static void die(const char *what) { perror(what); exit(1); }
static void fail(const char *what, const char *line) { fprintf(stderr, "%s: %s\n", what, line); exit(1); }
static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}
static void record(uint64_t ns) {
  int e = ns < 64 ? 0 : 63 - __builtin_clzll(ns) - 5;
  count[e][(ns >> e) & 63]++;
  if (ns > worst) worst = ns;
}
static double quantile(double q) {
  uint64_t total = 0, seen = 0;
  for (int e = 0; e < 64; e++) for (int m = 0; m < 64; m++) total += count[e][m];
  for (int e = 0; e < 64; e++)
    for (int m = 0; m < 64; m++) {
      seen += count[e][m];
      if (count[e][m] && seen >= q * total) return ((uint64_t)m << e) / 1000.0;
    }
  return 0;
}
static double cpu_us(int pid) {  // user + system time of the whole process
  char path[64], buf[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  int fd = open(path, O_RDONLY);
  if (fd < 0) return 0;
  int n = read(fd, buf, sizeof buf - 1);
  close(fd);
  if (n <= 0) return 0;
  buf[n] = 0;
  unsigned long user = 0, system = 0;
  sscanf(strrchr(buf, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
  return (user + system) * 1e6 / sysconf(_SC_CLK_TCK);
}
static void send_all(int fd, const char *bytes, int length) {
  while (length > 0) {
    int sent = write(fd, bytes, length);
    if (sent < 0) {
      if (errno == EAGAIN) continue;
      die("write");
    }
    bytes += sent, length -= sent;
  }
}
static void await_line(Conn *c, const char *wanted) {  // blocking, while connecting; skips what else is said
  for (;;) {
    char *newline = memchr(c->in, '\n', c->length);
    if (!newline) {
      int got = read(c->fd, c->in + c->length, SIZE - 1 - c->length);
      if (got <= 0) fail("connection closed while waiting for", wanted);
      c->length += got;
      continue;
    }
    *newline = 0;
    int found = !strncmp(c->in, wanted, strlen(wanted));
    if (!found && (!strncmp(c->in, "-ERR", 4) || !strncmp(c->in, "error", 5))) fail("refused", c->in);
    c->length -= newline + 1 - c->in;
    memmove(c->in, newline + 1, c->length);
    if (found) return;
  }
}
static Conn *dial(int listens) {
  Conn *c = calloc(1, sizeof *c);
  int one = 1;
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  c->listens = listens;
  c->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(c->fd, (void *)&a, sizeof a)) die("connect");
  setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  char hello[256];
  if (mode == NATS) {
    await_line(c, "INFO");
    send_all(c->fd, hello, sprintf(hello, "CONNECT {\"verbose\":false,\"pedantic\":false}\r\n%sPING\r\n", listens ? "SUB fan 1\r\n" : ""));
    await_line(c, "PONG");
  } else if (listens) {
    send_all(c->fd, hello, sprintf(hello, "listen\nfan\n\n"));
    await_line(c, "ok");
  }
  fcntl(c->fd, F_SETFL, O_NONBLOCK);
  return c;
}
static void publish_batch(void) {  // the publishers share it
  for (int p = 0; p < publishers; p++) {
    int n = 0;
    uint64_t t = now_ns();
    for (int i = p; i < batch; i += publishers) {
      n += mode == NATS ? sprintf(out + n, "PUB fan %d\r\n", size) : sprintf(out + n, "signal\nfan\n");
      n += sprintf(out + n, "%016lx", (unsigned long)t);
      memset(out + n, 'x', size - LEAST);
      n += size - LEAST;
      n += sprintf(out + n, mode == NATS ? "\r\n" : "\n");
    }
    if (n) send_all(conns[p]->fd, out, n);
  }
  published += batch;
}
static void on_payload(Conn *c, const char *payload, uint64_t t, int counting) {
  uint64_t sent = 0;
  for (int i = 0; i < LEAST; i++) sent = sent << 4 | (payload[i] <= '9' ? payload[i] - '0' : payload[i] - 'a' + 10);
  if (counting) delivered++, record(t > sent ? t - sent : 0);
  if (++c->heard > published) fail("more came than was sent", payload);
  if (c->heard == heard_by_all + batch) complete++;
  if (complete == listeners) {
    heard_by_all += batch;
    complete = 0;
    for (int i = publishers; i < publishers + listeners; i++) complete += conns[i]->heard >= heard_by_all + batch;
    publish_batch();
  }
}
static void on_line(Conn *c, char *line, int length, uint64_t t, int counting) {
  if (mode == NATS) {
    if (c->in_message) {
      c->in_message = 0;
      on_payload(c, line, t, counting);
    } else if (!strncmp(line, "MSG ", 4)) c->in_message = 1;
    else if (!strncmp(line, "PING", 4)) send_all(c->fd, "PONG\r\n", 6);
    else if (line[0] == '-') fail("unexpected", line);
  } else if (c->listens) {
    if (strncmp(line, "sig fan ", 8) || length < 8 + LEAST) fail("unexpected", line);
    on_payload(c, line + 8, t, counting);
  } else if (strncmp(line, "ok ", 3) || atoi(line + 3) != listeners) fail("not every listener was reached", line);
}
static void on_readable(Conn *c, int counting) {
  int got = read(c->fd, c->in + c->length, SIZE - 1 - c->length);
  if (got < 0 && errno == EAGAIN) return;
  if (got <= 0) fail("connection closed by the server", c->listens ? "a listener" : "a publisher");
  c->length += got;
  uint64_t t = now_ns();
  char *at = c->in, *end = c->in + c->length, *newline;
  while ((newline = memchr(at, '\n', end - at))) {
    *newline = 0;
    on_line(c, at, newline - at, t, counting);
    at = newline + 1;
  }
  memmove(c->in, at, end - at);
  c->length = end - at;
}
int main(int argc, char **argv) {
  int o;
  while ((o = getopt(argc, argv, "p:m:l:c:W:s:t:w:P:")) != -1) {
    if (o == '?') return 2;
    if (o == 'p') port = atoi(optarg);
    if (o == 'l') listeners = atoi(optarg);
    if (o == 'c') publishers = atoi(optarg);
    if (o == 'W') window = atoi(optarg);
    if (o == 's') size = atoi(optarg);
    if (o == 't') seconds = atoi(optarg);
    if (o == 'w') warmup = atof(optarg);
    if (o == 'P') server_pid = atoi(optarg);
    if (o == 'm') {
      for (mode = 0; mode < MODES && strcmp(NAMES[mode], optarg); mode++) {}
      if (mode == MODES) { fprintf(stderr, "no such mode: %s\n", optarg); return 2; }
    }
  }
  if (listeners < 1 || publishers < 1 || window < 2 || size < LEAST || size > MOST) {
    fprintf(stderr, "needs a listener, a publisher, a window of 2 and a size of %d to %d\n", LEAST, MOST);
    return 2;
  }
  batch = window / 2;
  out = malloc((size_t)batch * (size + 64));
  conns = calloc(publishers + listeners, sizeof *conns);
  int poll = epoll_create1(0);
  for (int i = 0; i < publishers + listeners; i++) {
    conns[i] = dial(i >= publishers);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = conns[i]};
    epoll_ctl(poll, EPOLL_CTL_ADD, conns[i]->fd, &e);
  }
  publish_batch();
  publish_batch();
  uint64_t begin = now_ns() + (uint64_t)(warmup * 1e9), stop = begin + seconds * 1000000000ull;
  double cpu_before = 0;
  int counting = 0;
  struct epoll_event ready[1024];
  for (;;) {
    uint64_t t = now_ns();
    if (!counting && t >= begin) counting = 1, cpu_before = server_pid ? cpu_us(server_pid) : 0, begin = t;
    if (t >= stop) break;
    int n = epoll_wait(poll, ready, 1024, 100);
    for (int i = 0; i < n; i++) on_readable(ready[i].data.ptr, counting);
  }
  double took = (now_ns() - begin) / 1e9, cpu = server_pid ? cpu_us(server_pid) - cpu_before : 0;
  printf("%-8s l=%-4d c=%-3d W=%-4d s=%-4d %9.0f msg/s  p50 %7.0f us  p99 %7.0f us  max %8.0f us", NAMES[mode], listeners,
         publishers, window, size, delivered / took, quantile(.5), quantile(.99), worst / 1000.0);
  if (server_pid) printf("  cpu %6.2f us/msg", delivered ? cpu / delivered : 0);
  printf("\n");
  return 0;
}
