// scale-probe: what one patient client feels, window by window. It locks and releases a key of its own, one request at
// a time, each -i microseconds after the one before was due (0: at once), and prints one line for every -s
// milliseconds in which an answer took longer than -f microseconds (0: for every window), then one for all.
// A late answer counts from when its request was due, so a stall is not hidden by the requests it kept from being sent.
//   gcc -O2 -o scale-probe scale-probe.c && ./scale-probe -p 6388 -i 1000 -t 20
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST 4000000
static float took[MOST];  // microseconds
static int port = 6388, interval = 1000, seconds = 10, window = 100, from = 0;

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}
static int compare(const void *a, const void *b) {
  float x = *(float *)a, y = *(float *)b;
  return (x > y) - (x < y);
}
static void print(const char *what, double at, int first, int end) {
  int n = end - first;
  if (n == 0) return;
  float *t = malloc(n * sizeof *t);
  memcpy(t, took + first, n * sizeof *t);
  qsort(t, n, sizeof *t, compare);
  if (t[n - 1] >= from || !strcmp(what, "all"))
    printf("%s %8.3f s  n=%-7d p50 %7.0f  p99 %7.0f  p99.9 %7.0f  max %8.0f us\n", what, at, n, t[n / 2],
           t[(int)(n * .99)], t[(int)(n * .999)], t[n - 1]);
  free(t);
}
int main(int argc, char **argv) {
  int o, one = 1, n = 0, first = 0;
  while ((o = getopt(argc, argv, "p:i:t:s:f:")) != -1) {
    if (o == 'p') port = atoi(optarg);
    if (o == 'i') interval = atoi(optarg);
    if (o == 't') seconds = atoi(optarg);
    if (o == 's') window = atoi(optarg);
    if (o == 'f') from = atoi(optarg);
  }
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (connect(fd, (void *)&a, sizeof a)) { perror("connect"); return 1; }
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  uint64_t start = now_ns(), stop = start + seconds * 1000000000ull, due = start, edge = start + window * 1000000ull;
  char token[64] = "", line[256], out[256];
  while (now_ns() < stop && n < MOST) {
    uint64_t t = now_ns();
    if (interval && due > t) {
      struct timespec until = {due / 1000000000, due % 1000000000};
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
      t = now_ns();
      if (t - due < 2000000) due = t;  // our own late waking is not the server's; a stall is
    }
    if (!interval) due = t;
    int len = *token ? sprintf(out, "r\nprobe.%d\n%s\n", n / 2 % 64, token) : sprintf(out, "l\nprobe.%d\n0\n", n / 2 % 64);
    if (write(fd, out, len) != len) { perror("write"); return 1; }
    int got = 0;
    while (got == 0 || line[got - 1] != '\n') {
      int r = read(fd, line + got, sizeof line - got);
      if (r <= 0) { fprintf(stderr, "closed by the server\n"); return 1; }
      got += r;
    }
    line[got] = 0;
    if (strncmp(line, "ok", 2)) { fprintf(stderr, "unexpected: %s", line); return 1; }
    if (*token) *token = 0;
    else sscanf(line + 3, "%63s", token);
    uint64_t done = now_ns();
    took[n++] = (done - due) / 1e3;
    due = interval ? due + interval * 1000ull : done;
    if (done >= edge) {
      print("at ", (edge - start) / 1e9, first, n);
      for (first = n; edge <= done; edge += window * 1000000ull) {}
    }
  }
  print("all", (now_ns() - start) / 1e9, 0, n);
  return 0;
}
