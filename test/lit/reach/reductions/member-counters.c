// Counters that are members of a struct: a subscript stays in the array that C
// declares, so each array has its own copy and the other members are apart.
// Beside them members that may be longer than declared, and addresses behind an
// array's end.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t
// | %FileCheck %s
#include <string.h>
struct tally {
  int n;
  long status[6], hour[24], bytes;
  int kind[8];
};
union either {
  struct {
    long a[4], b[4];
  } parts;
  long all[8];
};

long value(const char *at);

static long digits(const char *at, int n) {
  long v = 0;
  for (int i = 0; i < n; i++)
    v = v * 10 + (at[i] - '0');
  return v;
}

struct tally local(const char *log, long lines) {
  struct tally t;
  memset(&t, 0, sizeof t);
  // CHECK: [[#@LINE+5]]:3 local: reduction
  // CHECK-NEXT: reduction add 't.bytes' long place
  // CHECK-NEXT: reduction add 't.status[digits(log + 8 * i, 3) / 100]' long
  // copy of 6 CHECK-NEXT: reduction add 't.hour[log[8 * i + 4]]' long copy of
  // 24 CHECK-NEXT: reduction add 't.kind[log[8 * i]]' int copy of 8
  for (long i = 0; i < lines; i++) {
    t.status[digits(log + 8 * i, 3) / 100]++;
    t.hour[log[8 * i + 4]]++;
    t.kind[log[8 * i]] += 2;
    t.bytes += log[8 * i + 5];
  }
  return t;
}

void pointed(struct tally *t, const int *v, int n) {
  // CHECK: [[#@LINE+2]]:3 pointed: reduction {{.*}} if 't' and 'v' do not
  // overlap CHECK-NEXT: reduction add 't->hour[v[i]]' long copy of 24
  for (int i = 0; i < n; i++)
    t->hour[v[i]]++;
  // Between the two arrays nothing else: `hour` is read on the way.
  // CHECK: [[#@LINE+1]]:3 pointed: sequential
  for (int i = 0; i < n; i++) {
    t->hour[v[i]]++;
    t->bytes ^= t->hour[3];
  }
  // `&t->status[6]` is an address that a program may have, and steps from there
  // stay in the struct.
  // CHECK: [[#@LINE+2]]:3 pointed: reduction
  // CHECK-NEXT: reduction add '(&t->status[v[i]])[-1]' long copy of 7
  for (int i = 0; i < n; i++) {
    (&t->status[v[i]])[-1]++;
    t->hour[v[i] & 3] ^= 5;
  }
  // CHECK: [[#@LINE+1]]:3 pointed: sequential
  for (int i = 0; i < n; i++) {
    (&t->status[v[i]])[1]++;
    t->hour[v[i] & 3] ^= 5;
  }
  // CHECK: [[#@LINE+1]]:3 pointed: sequential
  for (int i = 0; i < n; i++) {
    long *at = &t->hour[v[i]];
    ++*at;
    t->bytes ^= 3;
  }
}

// The last member: as long as what was allocated.
void last(struct tally *t, const int *v, int n) {
  // CHECK: [[#@LINE+2]]:3 last: reduction
  // CHECK-NEXT: reduction add 't->kind[v[i]]' int copy allocated
  for (int i = 0; i < n; i++)
    t->kind[v[i]]++;
}

// Members of members of a union are in no array of their own.
void overlaid(union either *u, const int *v, int n) {
  // CHECK: [[#@LINE+1]]:3 overlaid: sequential
  for (int i = 0; i < n; i++) {
    u->all[v[i]]++;
    u->parts.a[v[i] & 1] *= 3;
  }
}
