// hold: makes a dflockd server hold things and keeps them until it is ended: leases, or connections alone.
//   gcc -O2 -o hold hold.c && ./hold -p 6388 -n 1000000 -c 10     a million leases of an hour, on ten connections
//                             ./hold -p 6388 -c 10000              ten thousand idle connections
// Prints "holding" when everything is there. Keys have 11 bytes.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BATCH 256
static int port = 6388, leases, conns = 1;

static void die(const char *what) { perror(what); exit(1); }
static void send_all(int fd, const char *bytes, int length) {
  while (length > 0) {
    int sent = write(fd, bytes, length);
    if (sent < 0) die("write");
    bytes += sent, length -= sent;
  }
}
static void read_grants(int fd, int wanted) {
  static char in[65536];
  int start_of_line = 1;
  while (wanted > 0) {
    int got = read(fd, in, sizeof in);
    if (got <= 0) { fprintf(stderr, "connection closed by server\n"); exit(1); }
    for (int i = 0; i < got; i++) {
      if (start_of_line && in[i] != 'o') { fprintf(stderr, "not granted: %.*s\n", got - i, in + i); exit(1); }
      start_of_line = in[i] == '\n';
      wanted -= start_of_line;
    }
  }
}
int main(int argc, char **argv) {
  int o;
  while ((o = getopt(argc, argv, "p:n:c:")) != -1) {
    if (o == '?') return 2;
    if (o == 'p') port = atoi(optarg);
    if (o == 'n') leases = atoi(optarg);
    if (o == 'c') conns = atoi(optarg);
  }
  int *fds = calloc(conns, sizeof *fds);
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  for (int i = 0; i < conns; i++) {
    fds[i] = socket(AF_INET, SOCK_STREAM, 0);
    if (fds[i] < 0) die("socket (see ulimit -n)");
    if (connect(fds[i], (void *)&a, sizeof a)) die("connect");
  }
  static char out[BATCH * 64];
  for (int from = 0, turn = 0; from < leases; from += BATCH, turn++) {
    int to = from + BATCH < leases ? from + BATCH : leases, n = 0, fd = fds[turn % conns];
    for (int i = from; i < to; i++) n += sprintf(out + n, "l\nheld%07d\n0 3600\n", i);
    send_all(fd, out, n);
    read_grants(fd, to - from);
  }
  send_all(fds[conns - 1], "ping\n_\n_\n", 9);  // answered when every connection before it has been accepted
  read_grants(fds[conns - 1], 1);
  printf("holding\n");
  fflush(stdout);
  pause();
  return 0;
}
