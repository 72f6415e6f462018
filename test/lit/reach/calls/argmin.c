// An extreme and where it was are kept in places by a function that the loop
// calls: chunks call a version of it. Beside it the functions that do something
// else with the places, that keep them in variables of their own, or of which
// there can be no version.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
struct best {
  int value, at, count;
};
static void consider(struct best *s, int v, int i) {
  if (v < s->value) {
    s->value = v;
    s->at = i;
  }
}
static int counting(struct best *s, int v, int i) {
  if (v < s->value) {
    s->value = v;
    s->at = i;
  }
  return s->at;
}
static int low, low_at;
static void hidden(int v, int i) {
  if (v < low) {
    low = v;
    low_at = i;
  }
}
static void named(struct best *s, int v, int i) {
  if (v < s->value) {
    s->value = v;
    s->at = i;
    s->count = __func__[i & 3];
  }
}

int around(const int *a, int n, struct best *s, struct best *t) {
  struct best own = {1 << 30, -1, 0};
  // CHECK: [[#@LINE+2]]:3 around: reduction
  // CHECK-NEXT: selection min first 's->value' place 's->at' place
  for (int i = 0; i < n; i++)
    consider(&own, a[i], i);
  // One selection by two calls.
  // CHECK: [[#@LINE+3]]:3 around: reduction
  // CHECK-NEXT: selection min first 's->value' place 's->at' place
  // CHECK-NOT: selection
  for (int i = 0; i < n; i++) {
    consider(s, a[i], i);
    if (a[i] & 1)
      consider(s, a[i] - 8, -i);
  }
  // CHECK: [[#@LINE+1]]:3 around: reduction {{.*}} if 's' and 't' do not overlap
  for (int i = 0; i < n; i++) {
    consider(s, a[i] * 2, i);
    consider(t, -a[i], i);
  }
  // CHECK: [[#@LINE+1]]:3 around: sequential {{.*}}'s->at'
  for (int i = 0; i < n; i++)
    counting(s, a[i], i);
  // CHECK: [[#@LINE+1]]:3 around: sequential
  for (int i = 0; i < n; i++)
    hidden(a[i], i);
  // CHECK: [[#@LINE+1]]:3 around: sequential
  for (int i = 0; i < n; i++)
    named(s, a[i], i);
  // CHECK: [[#@LINE+1]]:3 around: sequential
  for (int i = 0; i < n; i++)
    consider(i & 1 ? s : t, a[i] * 3, i);
  return own.at + own.count + low_at;
}

int main(void) {
  static int a[5000];
  static struct best s[2];
  return around(a, 5000, s, s + 1) & around(a, 4000, s + 1, s + 1);
}
