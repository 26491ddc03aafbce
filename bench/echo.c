// echo: the least a server can do with dflockd's three lines, in C: it finds the end of each request and answers it with
// bytes of the same length as a lock server would, and knows nothing of locks. The socket's own limit, to measure against.
//   gcc -O2 -o echo echo.c && ./echo 7001
// An acquire (its first line is "l") is answered with a token, a lease and a fence, everything else with "ok".
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static const char GRANTED[] = "ok 00000000000000000000000000000000 33 1000000\n", DONE[] = "ok\n";
#define SIZE 65536
typedef struct {
  int fd, length, lines;
  char first, in[SIZE];
} Client;

static void die(const char *what) { perror(what); exit(1); }
static void send_all(int fd, const char *bytes, int length) {
  while (length > 0) {
    int sent = send(fd, bytes, length, MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno == EAGAIN) continue;
      return;
    }
    bytes += sent, length -= sent;
  }
}
static int answer(Client *client) {  // 0 when the client is gone
  static char out[SIZE * 8];
  int got = read(client->fd, client->in, SIZE), size = 0;
  if (got < 0 && errno == EAGAIN) return 1;
  if (got <= 0) return 0;
  for (char *at = client->in, *end = client->in + got, *newline; at < end; at = newline + 1) {
    if (client->lines == 0 && client->first == 0) client->first = *at;
    newline = memchr(at, '\n', end - at);
    if (!newline) break;
    if (++client->lines < 3) continue;
    const char *line = client->first == 'l' ? GRANTED : DONE;
    int length = client->first == 'l' ? sizeof GRANTED - 1 : sizeof DONE - 1;
    memcpy(out + size, line, length);
    size += length;
    client->lines = client->first = 0;
  }
  send_all(client->fd, out, size);
  return 1;
}
int main(int argc, char **argv) {
  if (argc != 2) { fprintf(stderr, "usage: echo PORT\n"); return 2; }
  int one = 1, server = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), poll = epoll_create1(0);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(server, (void *)&address, sizeof address) || listen(server, 1024)) die("listen");
  struct epoll_event all = {.events = EPOLLIN, .data.ptr = NULL}, ready[1024];
  epoll_ctl(poll, EPOLL_CTL_ADD, server, &all);
  for (;;) {
    int count = epoll_wait(poll, ready, 1024, -1);
    for (int i = 0; i < count; i++) {
      Client *client = ready[i].data.ptr;
      if (client) {
        if (answer(client)) continue;
        close(client->fd);
        free(client);
        continue;
      }
      int fd = accept4(server, NULL, NULL, SOCK_NONBLOCK);
      if (fd < 0) continue;
      setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
      client = calloc(1, sizeof *client);
      client->fd = fd;
      struct epoll_event one_client = {.events = EPOLLIN, .data.ptr = client};
      epoll_ctl(poll, EPOLL_CTL_ADD, fd, &one_client);
    }
  }
}
