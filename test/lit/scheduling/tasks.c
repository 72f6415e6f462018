// Unequal calls: the longest has a core for itself, the others share the other.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=scheduling --print-after=scheduling %s -o %t | %FileCheck %s
#define N 20000
static double one[N], two[N], three[N], four[N];

#define SMOOTH(x, rounds)                                                      \
  for (int r = 0; r < (rounds); r++)                                           \
    for (int i = 1; i < N - 1; i++)                                            \
      x[i] = x[i - 1] * 0.25 + x[i] * 0.5

static void longer(double *x) { SMOOTH(x, 300); }
static void shorter(double *x) { SMOOTH(x, 100); }

int main(void) {
  // CHECK-DAG: core {{[01]}}: {0 call tasks.c:[[#@LINE+2]]}{{$}}
  // CHECK-DAG: core {{[01]}}: {{({[123] call tasks.c:[0-9]+} ?){3}$}}
  longer(one);
  shorter(two);
  shorter(three);
  shorter(four);
  // CHECK-NOT: {{^ +wait }}
  return one[5] + two[6] + three[7] > four[8];
}
