#include <math.h>
#include <pthread.h>
#include <stdio.h>

static void *work(void *x) { return x; }

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  printf("%.3f\n", sqrt(argc + 1.0));
  return 0;
}
