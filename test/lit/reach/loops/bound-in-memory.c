// A bound that is loaded anew for each test, and that the loop leaves alone.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
struct list {
  int n;
  double *x;
  int *count;
};

static void stays(struct list *s) {
  // CHECK: [[#@LINE+1]]:3 stays: doall
  for (int i = 0; i < s->n; i++)
    s->x[i] = 2;
  int i = 0;
  // CHECK: [[#@LINE+1]]:3 stays: doall
  while (i < s->n) {
    s->x[i] = i;
    i++;
  }
}

static void mayChange(struct list *s) {
  // An int that the loop writes might be the bound: tested on entry.
  // CHECK: [[#@LINE+1]]:3 mayChange: doall {{.*}} do not overlap
  for (int i = 0; i < s->n; i++)
    s->count[i] = i;
  int i = 0;
  // CHECK: [[#@LINE+1]]:3 mayChange: sequential
  while (i < s->n) {
    if (s->x[i] < 0)
      s->n--;
    i++;
  }
}

static double values[4000];
static int counts[4000];
static struct list list;

int main(int argc, char **argv) {
  (void)argv;
  list.n = argc;
  list.x = values;
  list.count = argc > 5 ? &list.n : counts;
  stays(&list);
  mayChange(&list);
  return 0;
}
