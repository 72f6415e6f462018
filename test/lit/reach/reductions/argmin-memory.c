// The best so far and its companions are places in memory, the same in each
// iteration; beside it the loops where something else touches them, where they
// move, or where a plain pointer cannot reach them.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
// RUN: %hocketcc -O2 -ffast-math --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck --check-prefix=FAST %s
struct best {
  int value, at;
  int narrow : 20;
  union {
    int i;
    float f;
  } u;
  struct best *next;
};
struct rows {
  double hi[8];
  int where[8];
};
int trace[20000];

void find_max(const int *a, int n, int *max, int *pos) {
  // CHECK: [[#@LINE+2]]:3 find_max: reduction {{.*}} over '*max', '*pos' (max) if {{.*'max' and 'pos'.*}} do not overlap
  // CHECK-NEXT: selection max first '*max' place '*pos' place
  for (int i = 0; i < n; i++)
    if (a[i] > *max) {
      *max = a[i];
      *pos = i;
    }
}

void in_struct(struct best *s, const int *a, int n) {
  // CHECK: [[#@LINE+2]]:3 in_struct: reduction
  // CHECK-NEXT: selection min last 's->value' place 's->at' place
  for (int i = 0; i < n; i++)
    if (a[i] % 7 != 3)
      if (a[i] <= s->value) {
        s->at = i;
        s->value = a[i];
      }
  // CHECK: [[#@LINE+1]]:3 in_struct: sequential {{.*}}'s->value'
  for (int i = 0; i < n; i++) {
    if (a[i] < s->value) {
      s->value = a[i];
      s->at = i;
    }
    trace[i] = s->value;
  }
  // CHECK: [[#@LINE+1]]:3 in_struct: sequential {{.*}}'s->value'
  for (int i = 0; i < n; i++)
    if (a[i] < s->value) {
      s->at = s->value;
      s->value = a[i];
    }
  // The pair moves on.
  // CHECK: [[#@LINE+1]]:3 in_struct: sequential
  for (int i = 0; i < n; i++)
    if (a[i] < s->value) {
      s->value = a[i];
      s = s->next;
    }
}

// CHECK: [[#@LINE+3]]:3 in_array: reduction {{.*}}'r->hi[k]' and 'r->where[k]' lie apart
// CHECK-NEXT: selection max first 'r->hi[k]' place 'r->where[k]' place
void in_array(struct rows *r, const double *x, int n, int k) {
  for (int i = 0; i < n; i++)
    if (x[i] > r->hi[k]) {
      r->hi[k] = x[i];
      r->where[k] = i;
    }
  // A pair for each hundred.
  // CHECK: [[#@LINE+1]]:3 in_array: sequential
  for (int i = 0; i < n; i++)
    if (x[i] > r->hi[i / 100]) {
      r->hi[i / 100] = x[i];
      r->where[i / 100] = i;
    }
}

// A chunk that selects reads 'places[1]' where the loop itself does, too; but
// the entry, which does not know whether the loop selects, asks whether it can
// be read before it does for a test.
static double far_best = -1;
static int far_at, *places[2] = {0, &far_at};
// CHECK: [[#@LINE+3]]:3 behind: reduction
// CHECK-NEXT: selection max first 'far_best' 'places[1][0]' place
double behind(const double *x, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > far_best) {
      far_best = x[i];
      places[1][0] = i;
    }
  return far_best + far_at;
}
// CHECK: [[#@LINE+3]]:3 further: reduction
// CHECK: check @is_readable(at, 8LL, 16LL) && at[1] + [0LL, 4LL) apart from best
void further(double *best, int **at, const double *x, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > *best) {
      *best = x[i];
      *at[1] = i;
    }
}

// Variables, however they are written.
// CHECK: [[#@LINE+4]]:3 around: reduction
// CHECK-NEXT: selection max first 'best' 'at'{{$}}
int around(const int *a, int n) {
  int best = -1, at = -1;
  for (int i = 0; i < n; i++)
    if (a[i] > *(&best)) {
      *(&best) = a[i];
      *&at = i;
    }
  return best + at;
}

int mixed(const int *a, int n, int *where, int *low) {
  int best = -1, at = -1;
  // CHECK: [[#@LINE+2]]:3 mixed: reduction
  // CHECK-NEXT: selection max first 'best' '*where' place
  for (int i = 0; i < n; i++)
    if (a[i] > best) {
      best = a[i];
      *where = i;
    }
  // CHECK: [[#@LINE+2]]:3 mixed: reduction
  // CHECK-NEXT: selection min first '*low' place 'at'
  for (int i = 0; i < n; i++)
    if (a[i] < *low) {
      at = i;
      *low = a[i];
    }
  // What the place held before is needed.
  // CHECK: [[#@LINE+1]]:3 mixed: sequential {{.*}}'best'
  for (int i = 0; i < n; i++)
    if (a[i] > best) {
      best = a[i];
      *where += i;
    }
  return best + at;
}

// Without a companion, but the last of equal values: a selection even where
// extremes may be combined in any order.
// CHECK: [[#@LINE+5]]:3 last: reduction
// CHECK-NEXT: selection max last '*best' place
// FAST: last: reduction [loop-reduction] loop is a reduction over '*best' (max) if
// FAST-NEXT: selection max last '*best' place
void last(double *best, const double *x, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] >= *best)
      *best = x[i];
}

void unreachable(struct best *s, const int *a, int n) {
  // CHECK: [[#@LINE+1]]:3 unreachable: sequential
  for (int i = 0; i < n; i++)
    if (a[i] > s->narrow) {
      s->narrow = a[i];
      s->at = i;
    }
  // CHECK: [[#@LINE+1]]:3 unreachable: sequential
  for (int i = 0; i < n; i++)
    if (a[i] > s->u.i) {
      s->u.i = a[i];
      s->at = i;
    }
}

// A pair that starts anew in each iteration is private, whatever its branch.
// CHECK: [[#@LINE+3]]:3 anew: doall
void anew(int rows, const int *a, int *at) {
  struct best s;
  for (int i = 0; i < rows; i++) {
    s.value = 1 << 30;
    s.at = -1;
    for (int j = 0; j < 300; j++)
      if (a[i * 300 + j] < s.value) {
        s.value = a[i * 300 + j];
        s.at = j;
      }
    at[i] = s.at;
  }
}
