// hold: makes a dflockd server hold many of something, tells how long that took, and keeps it until it ends.
//   gcc -O2 -o hold hold.c && ./hold -p 6388 -m leases -n 1000000 -l 3600 -t 60
// Modes:
//   leases       -n locks with a lease of -l seconds, all taken by one pipelined connection
//   waiters      -n requests that wait -l seconds for one key, tagged, on one connection (see --max-inflight)
//   connections  -n connections that say nothing (see ulimit -n, --read-timeout)
//   readers      as waiters, but readers behind a writer, who goes after -t seconds: then all of them enter
//   pops         -n blocked pops of as many lists, tagged, on one connection
//   values       -n values that live for -l seconds
//   zeros        -n counters at zero, which a collection forgets (see --gc-interval, --gc-max-idle)
//   listeners    -n subscriptions of one connection
//   patterns     -n patterns that all match one name (a power of two), each with a group; after -t seconds a signal
//                that all of them get
// After -t seconds (0: when standard input ends) everything is closed at once. -x names the keys, so that several
// may run side by side. With -P PID the server's resident memory before and after is told as well.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int port = 6388, count = 1000, lease = 3600, seconds = 0, server_pid = 0;
static const char *mode = "leases", *prefix = "held";

static void die(const char *what) { perror(what); exit(1); }
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}
static long resident_kib(void) {
  char path[64], line[256];
  long kib = 0;
  snprintf(path, sizeof path, "/proc/%d/status", server_pid);
  FILE *f = server_pid ? fopen(path, "r") : NULL;
  while (f && fgets(line, sizeof line, f)) sscanf(line, "VmRSS: %ld", &kib);
  if (f) fclose(f);
  return kib;
}
static int dial(void) {
  int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (fd < 0 || connect(fd, (void *)&a, sizeof a)) die("connect");
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return fd;
}
static int is(const char *name) { return !strcmp(mode, name); }
static char begun[256];  // what the server said first
// A pattern of number i, or the name that all of them match: a token or a star for each bit.
static int pattern(char *out, const char *before, int i, const char *after) {
  int n = sprintf(out, "%s\n%s", before, prefix);
  for (int bits = count - 1; bits > 0; bits >>= 1, i >>= 1) n += sprintf(out + n, i & 1 ? ".*" : ".a");
  return n + sprintf(out + n, "\n%s\n", after);
}
// Request i of a connection. With waiters, the first takes the key and the others, tagged, queue up behind it.
static int request(char *out, int i) {
  if (is("leases")) return sprintf(out, "l\n%s.%d\n0 %d\n", prefix, i, lease);
  if (is("values")) return sprintf(out, "kset\n%s.%d\nv\t%d\n", prefix, i, lease);
  if (is("zeros")) return sprintf(out, "incr\n%s.%d\n0\n", prefix, i);
  if (is("listeners")) return sprintf(out, "listen\n%s.%d\n\n", prefix, i);
  if (is("patterns")) return pattern(out, "listen", i, "group");
  int n = i ? 0 : sprintf(out, "tag\n_\non\n");
  if (is("pops")) return n + sprintf(out + n, "%d blpop\n%s.%d\n%d\n", i, prefix, i, lease);
  if (i == 0) return n + sprintf(out + n, "0 %s\n%s\n0 %d\n", is("readers") ? "wl" : "l", prefix, lease);
  return sprintf(out, "%d %s\n%s\n%d %d\n", i, is("readers") ? "rl" : "l", prefix, lease, lease);
}
// How many lines say that everything is in place.
static int answers(void) { return is("waiters") || is("readers") ? 2 : is("pops") ? 1 : count; }
// What comes last, before everything is closed: it is answered by a line for each of -n.
static void finish(int fd) {
  char out[1024], in[1 << 16], token[64] = "";
  int n = 0, lines = 0;
  if (is("readers") && sscanf(begun, "ok 0 ok %63s", token) == 1) n = sprintf(out, "0 wr\n%s\n%s\n", prefix, token);
  if (is("patterns")) n = pattern(out, "signal", 0, "x");
  if (n == 0 || write(fd, out, n) != n) return;
  double start = now();
  while (lines < count && (n = read(fd, in, sizeof in)) > 0)
    for (int i = 0; i < n; i++) lines += in[i] == '\n';
  printf("%d lines in %.3f s\n", lines, now() - start);
}
// Sends all requests and reads as many lines as are answered at once, both as far as the socket allows.
static int fill(int expected) {
  static char out[1 << 16], in[1 << 16];
  int fd = dial(), next = 0, have = 0, sent = 0, lines = 0, bad = 0;
  char first = '\n';
  while (next < count || sent < have || lines < expected) {
    if (sent == have)
      for (sent = have = 0; next < count && have < (int)sizeof out - 512; next++) have += request(out + have, next);
    struct pollfd p = {fd, (sent < have ? POLLOUT : 0) | POLLIN, 0};
    poll(&p, 1, -1);
    if (p.revents & POLLOUT) {
      int n = send(fd, out + sent, have - sent, MSG_DONTWAIT);
      if (n > 0) sent += n;
    }
    if (p.revents & (POLLIN | POLLHUP)) {
      int n = recv(fd, in, sizeof in, MSG_DONTWAIT);
      if (n == 0) { fprintf(stderr, "the server closed the connection\n"); exit(1); }
      int known = strlen(begun);
      if (n > 0) snprintf(begun + known, sizeof begun - known, "%.*s", n, in);
      for (int i = 0; i < n; i++) {
        if (first == '\n' && in[i] == 'e') bad++;
        first = in[i];
        lines += in[i] == '\n';
      }
    }
  }
  if (bad) fprintf(stderr, "%d requests were refused\n", bad);
  return fd;
}
int main(int argc, char **argv) {
  int o;
  while ((o = getopt(argc, argv, "p:m:n:l:t:x:P:")) != -1) {
    if (o == 'p') port = atoi(optarg);
    if (o == 'm') mode = optarg;
    if (o == 'n') count = atoi(optarg);
    if (o == 'l') lease = atoi(optarg);
    if (o == 't') seconds = atoi(optarg);
    if (o == 'x') prefix = optarg;
    if (o == 'P') server_pid = atoi(optarg);
  }
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  long before = resident_kib();
  double start = now();
  int fd = -1;
  if (is("connections"))
    for (int i = 0; i < count; i++) dial();
  else
    fd = fill(answers());
  double took = now() - start;
  sleep(1);
  printf("%d %s in %.3f s, %.0f a second", count, mode, took, count / took);
  if (server_pid) printf("; resident %ld -> %ld KiB, %.0f bytes each", before, resident_kib(), (resident_kib() - before) * 1024.0 / count);
  printf("\n");
  fflush(stdout);
  char byte;
  if (seconds) sleep(seconds);
  else while (read(0, &byte, 1) > 0) {}
  finish(fd);
  return 0;
}
