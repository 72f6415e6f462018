// Sums into members of structures, and through pointers; beside each the loop
// where the target is also read on the way, or moves.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#define N 20000
struct stats {
  long total;
  int high;
  unsigned bits : 5;
  volatile int seen;
  union {
    int whole;
    char parts[4];
  } u;
};
struct node {
  struct stats *stats;
  int at;
};
int a[N], kept[N];

void member(struct stats *s) {
  // CHECK: [[#@LINE+2]]:3 member: reduction {{.*}} over 's->total' (+)
  // CHECK-NEXT: reduction add 's->total' long place
  for (int i = 0; i < N; i++)
    s->total += a[i];
  // CHECK: [[#@LINE+1]]:3 member: reduction {{.*}} over 's->high' (max)
  for (int i = 0; i < N; i++)
    if (a[i] > s->high)
      s->high = a[i];
  // CHECK: [[#@LINE+1]]:3 member: sequential {{.*}}the read of 's->total' depends on 's->total'
  for (int i = 0; i < N; i++) {
    s->total += a[i];
    kept[i] = (int)s->total;
  }
  // CHECK: [[#@LINE+1]]:3 member: sequential  [carried-dependence]
  for (int i = 0; i < N; i++) {
    s->total += a[i];
    s->total *= 3;
  }
  // The value that is added is the target's own.
  // CHECK: [[#@LINE+1]]:3 member: sequential  [carried-dependence]
  for (int i = 0; i < N; i++)
    s->total = s->total + (*s).total;
  // CHECK: [[#@LINE+1]]:3 member: sequential  [carried-dependence]
  for (int i = 0; i < N; i++)
    s->bits += a[i];
  // CHECK: [[#@LINE+1]]:3 member: sequential  [volatile-access]
  for (int i = 0; i < N; i++)
    s->seen += a[i];
  // CHECK: [[#@LINE+1]]:3 member: sequential  [carried-dependence]
  for (int i = 0; i < N; i++)
    s->u.whole += a[i];
}

void pointer_to_pointer(struct node *n) {
  // The target moves.
  // CHECK: [[#@LINE+1]]:3 pointer_to_pointer: sequential
  for (int i = 0; i < N; i++) {
    n->stats->total += a[i];
    n->stats += a[i] & 1;
  }
}
