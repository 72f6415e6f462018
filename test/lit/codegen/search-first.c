// A search that pays begins with the user's loop for a few iterations, since many
// end there: only then the entry looks at memory and goes parallel. What moves
// with the iterations is put back. Not where the region is more than the search.
// RUN: rm -rf %t && %hocketcc -O2 --always-parallel --soc=generic-4 --emit=%t %s -o %t.exe
// RUN: %FileCheck %s < %t/search-first.c
#define N 100000
int a[N], b[N], found;

// CHECK-LABEL: int moves(int key, int k) {
// CHECK: if (
// CHECK: long long hk_left = [[#]];
// CHECK: int hk_at_k;
// CHECK: hk_at_k = k;
// CHECK: for (i = 0; (i < 100000) && hk_left-- > 0; i++, k += 3)
// CHECK: found = 1;
// CHECK: hk_ran = hk_left >= 0;
// CHECK-NEXT: if (!hk_ran) {
// CHECK: k = hk_at_k;
// CHECK: if (!hk_ran) {
// CHECK: hk_ran = hk_moves_1_run(
int moves(int key, int k) {
  int i;
  for (i = 0; i < N; i++, k += 3)
    if (a[i] == key) {
      found = 1;
      break;
    }
  return i + k;
}

// CHECK-LABEL: int fills(int key) {
// CHECK-NOT: hk_left
// CHECK: hk_ran = hk_fills_2_run(
int fills(int key) {
  int i;
  for (i = 0; i < N; i++)
    b[i] = a[i] * key;
  for (i = 0; i < N; i++)
    if (b[i] == key)
      break;
  return i;
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    a[i] = i ^ argc;
  return moves(7, argc) + fills(argc + 9);
}
