// Each scheduler by name gives a schedule that the verifier accepts, and the best
// of all is at least as good as each.
// RUN: %hocketcc -O2 --soc=odroid-xu4 --scheduler=cp-misf --stop-after=scheduling --print-after=scheduling %s -o %t > %t.1
// RUN: %hocketcc -O2 --soc=odroid-xu4 --scheduler=cp-dt-misf --stop-after=scheduling --print-after=scheduling %s -o %t > %t.2
// RUN: %hocketcc -O2 --soc=odroid-xu4 --scheduler=etf-cp --stop-after=scheduling --print-after=scheduling %s -o %t > %t.3
// RUN: %hocketcc -O2 --soc=odroid-xu4 --scheduler=heft --stop-after=scheduling --print-after=scheduling %s -o %t > %t.4
// RUN: %hocketcc -O2 --soc=odroid-xu4 --stop-after=scheduling --print-after=scheduling %s -o %t > %t.best
// RUN: %FileCheck %s --check-prefix=MISF < %t.1
// RUN: %FileCheck %s --check-prefix=DT < %t.2
// RUN: %FileCheck %s --check-prefix=ETF < %t.3
// RUN: %FileCheck %s --check-prefix=HEFT < %t.4
// MISF: level 0 by cp-misf
// DT: level 0 by cp-dt-misf
// ETF: level 0 by etf-cp
// HEFT: level 0 by heft
// RUN: %python -c "import re; ns = [int(re.search(r'(\d+) ns parallel', open(r'%t' + e).read()).group(1)) for e in ('.best', '.1', '.2', '.3', '.4')]; assert ns[0] == min(ns), ns"
#define N 20000
static double left[N], right[N], third[N];

static void smooth(double *x, int rounds) {
  for (int r = 0; r < rounds; r++)
    for (int i = 1; i < N - 1; i++)
      x[i] = x[i - 1] * 0.25 + x[i] * 0.5;
}

int main(void) {
  smooth(left, 100);
  smooth(right, 50);
  smooth(third, 30);
  for (int i = 0; i < N; i++)
    left[i] += right[i] * third[i];
  smooth(right, 20);
  return left[5] > right[6];
}
