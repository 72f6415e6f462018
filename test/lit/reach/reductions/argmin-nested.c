// A selection over all iterations of a nest; beside it the one that starts anew
// in each row and hands its place on.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
int m[300][300], at[300];

int nest(void) {
  int best = 1 << 30, r = 0, c = 0;
  // CHECK: [[#@LINE+2]]:3 nest: reduction
  // CHECK: selection min first 'best' 'r' 'c'
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 300; j++)
      if (m[i][j] < best) {
        best = m[i][j];
        r = i;
        c = j;
      }
  // CHECK: [[#@LINE+1]]:3 nest: sequential
  for (int i = 0; i < 300; i++) {
    for (int j = 0; j < 300; j++)
      if (m[i][j] < best) {
        best = m[i][j];
        c = j;
      }
    at[i] = c;
  }
  return best + r + c;
}
