// listening: waits until something listens on a port of this machine, as long as the process that is to do so lives.
//   gcc -O2 -o listening listening.c && ./listening 6388 $!
// Looks every millisecond and costs next to nothing, so that a start can be timed by it.
#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc != 3) { fprintf(stderr, "usage: listening PORT PID\n"); return 2; }
  struct sockaddr_in a = {
      .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  for (int tries = 0; tries < 60000 && !kill(atoi(argv[2]), 0); tries++) {
    int fd = socket(AF_INET, SOCK_STREAM, 0), refused = connect(fd, (void *)&a, sizeof a);
    close(fd);
    if (!refused) return 0;
    usleep(1000);
  }
  return 1;
}
