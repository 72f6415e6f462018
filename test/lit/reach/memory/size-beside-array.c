// The size of an array beside it, of the same type: no element of the array is
// the size, whatever the subscript.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
struct list {
  int n, sum;
  int a[100], m;
};
struct box {
  struct list *in;
  int h[64];
};

// CHECK: size-beside-array.c:[[#@LINE+2]]:3 counts: reduction [loop-reduction]
static void counts(struct list *p, const unsigned char *d) {
  for (int i = 0; i < p->n; i++)
    p->a[d[i] % 100] += i;
}

// CHECK: size-beside-array.c:[[#@LINE+2]]:3 fills: doall [loop-doall]
static void fills(struct list *p, const unsigned char *d) {
  for (int i = 0; i < p->n; i++)
    p->a[i] = d[i];
}

// CHECK: size-beside-array.c:[[#@LINE+2]]:3 through: reduction [loop-reduction]
static void through(struct box *t, const unsigned char *d) {
  for (int i = 0; i < t->in->n; i++)
    t->h[d[i] & 63]++;
}

// By a pointer it may be any of the struct's.
// CHECK: size-beside-array.c:[[#@LINE+3]]:3 by_pointer: reduction [loop-reduction]
// CHECK-SAME: if 'p' and 'q' do not overlap
static void by_pointer(struct list *p, int *q, const unsigned char *d) {
  for (int i = 0; i < p->n; i++)
    q[d[i] % 100] += i;
}

int main(int argc, char **argv) {
  static struct list list;
  static struct box box;
  const unsigned char *d = (const unsigned char *)argv[0];
  list.n = argc;
  box.in = &list;
  counts(&list, d);
  fills(&list, d);
  through(&box, d);
  by_pointer(&list, &list.n + argc - 1, d);
  return list.a[argc] + box.h[argc] + list.m;
}
