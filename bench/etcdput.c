// etcdput: a single-threaded epoll load generator for etcd's `Put`, in gRPC as its own clients speak it, so that etcd is
// measured by a client that costs as little as loadgen does.
//   gcc -O2 -o etcdput etcdput.c && ./etcdput -p 2379 -c 8 -s 16 -t 5 -P $(pidof etcd)
// There are -c connections with -s calls under way on each: so many clients wait for one answer each. Keys and values are
// those of `loadgen -m kset`. Prints the same line.
//
// Of HTTP/2 it knows what this takes. The windows are opened wide at the start. Headers are written out once for each
// connection and named by their place in its table from then on; those that come back are not read: a call that failed
// has no message, and that ends the program.
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

enum { DATA, HEADERS, RESET = 3, SETTINGS, PING = 6, GOAWAY, WINDOW = 8 };
enum { END_STREAM = 1, ACK = 1, END_HEADERS = 4, FRAME = 9, MAXCALLS = 1024 };
typedef struct {
  uint32_t stream;  // 0: none under way
  int id, answered;
  uint64_t sent_at, round;
} Call;
typedef struct {
  int fd, inlen, outlen;
  uint32_t next_stream;
  Call *calls;
  uint8_t in[1 << 17], out[1 << 17];
} Conn;

static int conns = 1, streams = 1, keys = 16, seconds = 5, port = 2379, server_pid = 0, counting;
static double warmup = 2;
static uint64_t ops, worst, count[64][64];

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}
static void die(const char *what) { perror(what); exit(1); }
static void give_up(const char *what) { fprintf(stderr, "etcdput: %s\n", what); exit(1); }
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
  unsigned long ut = 0, st = 0;
  sscanf(strrchr(buf, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &ut, &st);
  return (ut + st) * 1e6 / sysconf(_SC_CLK_TCK);
}

static uint8_t *frame(Conn *c, int type, int flags, uint32_t stream, int length) {
  uint8_t *f = c->out + c->outlen;
  if (c->outlen + FRAME + length > (int)sizeof c->out) give_up("the server does not read");
  f[0] = length >> 16, f[1] = length >> 8, f[2] = length, f[3] = type, f[4] = flags;
  uint32_t id = htonl(stream);
  memcpy(f + 5, &id, 4);
  c->outlen += FRAME + length;
  return f + FRAME;
}
static void flush_out(Conn *c) {
  int at = 0;
  while (at < c->outlen) {
    int w = write(c->fd, c->out + at, c->outlen - at);
    if (w > 0) at += w;
    else if (errno != EAGAIN) die("write");
  }
  c->outlen = 0;
}
static int literal(uint8_t *to, int name_index, const char *name, const char *value) {  // and into the table with it
  int n = 0, length;
  to[n++] = 0x40 | name_index;
  if (!name_index) {
    to[n++] = length = strlen(name);
    memcpy(to + n, name, length), n += length;
  }
  to[n++] = length = strlen(value);
  memcpy(to + n, value, length);
  return n + length;
}
static int headers_of(Conn *c, uint8_t *to) {
  int n = 0;
  to[n++] = 0x83, to[n++] = 0x86;  // POST, http
  if (c->next_stream > 1) {
    for (int index = 65; index >= 62; index--) to[n++] = 0x80 | index;
    return n;
  }
  n += literal(to + n, 4, "", "/etcdserverpb.KV/Put");
  n += literal(to + n, 1, "", "127.0.0.1");
  n += literal(to + n, 31, "", "application/grpc");
  return n + literal(to + n, 0, "te", "trailers");
}
static void put(Conn *c, Call *call) {
  uint8_t headers[128], message[128];
  int length = headers_of(c, headers), k = call->round++ % keys;
  char key[48], value[48];
  int kl = sprintf(key, "kset.%d.%d", call->id, k), vl = sprintf(value, "value-%d", k);
  call->stream = c->next_stream;
  call->answered = 0;
  c->next_stream += 2;
  memcpy(frame(c, HEADERS, END_HEADERS, call->stream, length), headers, length);
  int n = 0;
  message[n++] = 0, message[n++] = 0, message[n++] = 0, message[n++] = 0, message[n++] = 4 + kl + vl;
  message[n++] = 0x0a, message[n++] = kl, memcpy(message + n, key, kl), n += kl;
  message[n++] = 0x12, message[n++] = vl, memcpy(message + n, value, vl), n += vl;
  memcpy(frame(c, DATA, END_STREAM, call->stream, n), message, n);
  call->sent_at = now_ns();
}
static void begin(Conn *c) {
  static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  memcpy(c->out, preface, c->outlen = sizeof preface - 1);
  frame(c, SETTINGS, 0, 0, 0);
  uint32_t most = htonl(0x7fffffff - 65535);
  memcpy(frame(c, WINDOW, 0, 0, 4), &most, 4);
  for (int i = 0; i < streams; i++) put(c, &c->calls[i]);
  flush_out(c);
}
static void on_stream(Conn *c, int type, int flags, uint32_t stream) {
  for (int i = 0; i < streams; i++) {
    Call *call = &c->calls[i];
    if (call->stream != stream) continue;
    if (type == RESET) give_up("a call was reset");
    if (type == DATA) call->answered = 1;
    if (!(flags & END_STREAM)) return;
    if (!call->answered) give_up("a call has failed");
    if (counting) ops++, record(now_ns() - call->sent_at);
    put(c, call);
    return;
  }
}
static void on_frame(Conn *c, int type, int flags, uint32_t stream, const uint8_t *payload) {
  if (type == GOAWAY) give_up("the server closes the connection");
  if (type == SETTINGS && !(flags & ACK)) frame(c, SETTINGS, ACK, 0, 0);
  if (type == PING && !(flags & ACK)) memcpy(frame(c, PING, ACK, 0, 8), payload, 8);
  if (stream && (type == DATA || type == HEADERS || type == RESET)) on_stream(c, type, flags, stream);
}
static void on_readable(Conn *c) {
  int n = read(c->fd, c->in + c->inlen, sizeof c->in - c->inlen);
  if (n <= 0) {
    if (n < 0 && errno == EAGAIN) return;
    give_up("connection closed by server");
  }
  c->inlen += n;
  uint8_t *p = c->in, *end = c->in + c->inlen;
  while (end - p >= FRAME) {
    int length = p[0] << 16 | p[1] << 8 | p[2];
    if (end - p < FRAME + length) break;
    uint32_t stream;
    memcpy(&stream, p + 5, 4);
    on_frame(c, p[3], p[4], ntohl(stream) & 0x7fffffff, p + FRAME);
    p += FRAME + length;
  }
  c->inlen = end - p;
  memmove(c->in, p, c->inlen);
  flush_out(c);
}
int main(int argc, char **argv) {
  int o;
  while ((o = getopt(argc, argv, "p:c:s:k:t:w:P:")) != -1) {
    if (o == 'p') port = atoi(optarg);
    if (o == 'c') conns = atoi(optarg);
    if (o == 's') streams = atoi(optarg);
    if (o == 'k') keys = atoi(optarg);
    if (o == 't') seconds = atoi(optarg);
    if (o == 'w') warmup = atof(optarg);
    if (o == 'P') server_pid = atoi(optarg);
  }
  if (streams > MAXCALLS) streams = MAXCALLS;
  Conn **cs = calloc(conns, sizeof *cs);
  int ep = epoll_create1(0), one = 1;
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  for (int i = 0; i < conns; i++) {
    Conn *c = cs[i] = calloc(1, sizeof **cs);
    c->next_stream = 1;
    c->calls = calloc(streams, sizeof *c->calls);
    for (int s = 0; s < streams; s++) c->calls[s].id = i * streams + s;
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(c->fd, (void *)&a, sizeof a)) die("connect");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(ep, EPOLL_CTL_ADD, c->fd, &e);
  }
  for (int i = 0; i < conns; i++) begin(cs[i]);
  uint64_t start = now_ns(), from = start + (uint64_t)(warmup * 1e9), stop = from + seconds * 1000000000ull;
  double cpu0 = 0;
  struct epoll_event ev[1024];
  for (;;) {
    uint64_t t = now_ns();
    if (!counting && t >= from) counting = 1, cpu0 = server_pid ? cpu_us(server_pid) : 0, from = t;
    if (t >= stop) break;
    int n = epoll_wait(ep, ev, 1024, 100);
    for (int i = 0; i < n; i++) on_readable(ev[i].data.ptr);
  }
  double took = (now_ns() - from) / 1e9, cpu = server_pid ? cpu_us(server_pid) - cpu0 : 0;
  printf("%-8s c=%-4d s=%-3d %9.0f ops/s  p50 %7.0f us  p99 %7.0f us  max %8.0f us", "put", conns, streams, ops / took,
         quantile(.5), quantile(.99), worst / 1000.0);
  if (server_pid) printf("  cpu %6.2f us/op", ops ? cpu / ops : 0);
  printf("\n");
  return 0;
}
