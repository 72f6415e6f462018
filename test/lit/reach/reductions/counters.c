// Counting into an array that data chooses the element of; beside it the array
// that is read on the way, sums that must stay in order, and an index of which
// nothing is known.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#define N 20000
int a[N], bins[256], columns[50], kept[N];
double weights[64];
struct {
  char tag;
  int count;
} cells[32];

void declared(void) {
  // CHECK: [[#@LINE+2]]:3 declared: reduction
  // CHECK-NEXT: reduction add 'bins[a[i] & 255]' int copy of 256
  for (int i = 0; i < N; i++)
    bins[a[i] & 255]++;
  // Whatever the index, it is in the array.
  // CHECK: [[#@LINE+2]]:3 declared: reduction
  // CHECK-NEXT: reduction max 'bins[a[i]]' int copy of 256
  for (int i = 0; i < N; i++)
    bins[a[i]] = bins[a[i]] < i ? i : bins[a[i]];
  // CHECK: [[#@LINE+2]]:3 declared: reduction
  // CHECK-NEXT: reduction add 'cells[a[i] & 31].count' int copy of 63
  for (int i = 0; i < N; i++)
    cells[a[i] & 31].count += i;
  // CHECK: [[#@LINE+2]]:3 declared: reduction
  // CHECK: reduction add 'columns[j]' int copy of 50
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 50; j++)
      columns[j] += a[i] >> j;
  // CHECK: [[#@LINE-2]]:5 declared: doall
  // CHECK: [[#@LINE+1]]:3 declared: sequential
  for (int i = 0; i < N; i++)
    kept[i] = bins[a[i] & 255]++;
  // CHECK: [[#@LINE+1]]:3 declared: sequential
  for (int i = 0; i < N; i++) {
    bins[a[i] & 255]++;
    kept[i] = bins[3];
  }
  // CHECK: [[#@LINE+1]]:3 declared: sequential
  for (int i = 0; i < N; i++) {
    bins[a[i] & 255]++;
    bins[a[i] & 15] *= 2;
  }
  // CHECK: [[#@LINE+1]]:3 declared: sequential  [float-reduction] {{.*}}'weights[a[i] & 63]'
  for (int i = 0; i < N; i++)
    weights[a[i] & 63] += 0.1 * i;
}

void pointed(int *count, const unsigned char *s, const int *index, int n) {
  // CHECK: [[#@LINE+2]]:3 pointed: reduction {{.*}} if 'count' and 's' do not overlap
  // CHECK-NEXT: reduction add 'count[s[i]]' int copy of 256
  for (int i = 0; i < n; i++)
    count[s[i]]++;
  // CHECK: [[#@LINE+2]]:3 pointed: reduction
  // CHECK-NEXT: reduction add 'count[(index[i] >> 2) % 10 + 9]' int copy of 19
  for (int i = 0; i < n; i++)
    count[(index[i] >> 2) % 10 + 9]++;
  // CHECK: [[#@LINE+1]]:3 pointed: sequential  [non-affine-access]
  for (int i = 0; i < n; i++)
    count[index[i / 2]]++;
}
