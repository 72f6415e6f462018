// Totals and extremes in members of structs that data chooses.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
struct Bin {
  long count, sum;
  int low, high;
};
static struct Bin bins[97];

void byName(const int *keys, const int *values, int n) {
  // CHECK: [[#@LINE+1]]:3 byName: reduction
  for (int i = 0; i < n; i++) {
    bins[keys[i]].count++;
    bins[keys[i]].sum += values[i];
    if (values[i] < bins[keys[i]].low)
      bins[keys[i]].low = values[i];
  }
}
void byPointer(const int *keys, const int *values, int n) {
  // CHECK: [[#@LINE+6]]:3 byPointer: reduction
  // CHECK: private 'g' local
  // CHECK: reduction add 'g->count' long
  // CHECK: reduction add 'g->sum' long
  // CHECK: reduction min 'g->low' int
  // CHECK: reduction max 'g->high' int
  for (int i = 0; i < n; i++) {
    struct Bin *g = &bins[keys[i]];
    g->count++;
    g->sum += values[i];
    if (values[i] < g->low)
      g->low = values[i];
    if (values[i] > g->high)
      g->high = values[i];
  }
}
void byParameter(struct Bin *out, const int *keys, const int *values, int n) {
  // CHECK: [[#@LINE+1]]:3 byParameter: reduction
  for (int i = 0; i < n; i++) {
    struct Bin *g = &out[keys[i]];
    g->count++;
    if (values[i] < g->low)
      g->low = values[i];
  }
}
long otherMember(const int *keys, int n) {
  long seen = 0;
  // CHECK: [[#@LINE+1]]:3 otherMember: reduction
  for (int i = 0; i < n; i++) {
    bins[keys[i]].count++;
    seen += bins[keys[i]].sum;
  }
  return seen;
}
long sameMember(const int *keys, const int *other, int n) {
  long seen = 0;
  // CHECK: [[#@LINE+1]]:3 sameMember: sequential
  for (int i = 0; i < n; i++) {
    bins[keys[i]].count++;
    seen += bins[other[i]].count;
  }
  return seen;
}
void kept(const int *keys, const int *values, int n) {
  struct Bin *g = &bins[0];
  // CHECK: [[#@LINE+1]]:3 kept: sequential
  for (int i = 0; i < n; i++) {
    if (values[i] & 1)
      g = &bins[keys[i]];
    g->count++;
  }
}
