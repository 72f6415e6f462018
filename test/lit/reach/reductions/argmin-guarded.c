// Extremes whose condition asks for more, and records assigned as a whole;
// beside each the nearest one that is no selection.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
typedef struct { int at; double gain; } Move;
double d[20000];
int w[20000];
char done[20000];

int guarded(int n, double *most) {
  double best = 1e300;
  int at = -1;
  // CHECK: [[#@LINE+2]]:3 guarded: reduction
  // CHECK-NEXT: selection min first 'best' 'at'
  for (int i = 0; i < n; i++)
    if (!done[i] && d[i] < best) { best = d[i]; at = i; }
  // What is asked behind is asked more often.
  // CHECK: [[#@LINE+2]]:3 guarded: reduction
  // CHECK-NEXT: selection max first 'best' 'at'
  for (int i = 0; i < 20000; i++)
    if (d[i] > best && !done[i]) { best = d[i]; at = i; }
  // CHECK: [[#@LINE+1]]:3 guarded: sequential
  for (int i = 0; i < n; i++)
    if (d[i] > best && !most[i]) { best = d[i]; at = i; }
  // The guard looks at what is kept.
  // CHECK: [[#@LINE+1]]:3 guarded: sequential
  for (int i = 0; i < n; i++)
    if (i - at > 2 && d[i] < best) { best = d[i]; at = i; }
  *most = best;
  return at;
}

int keyed(int n) {
  int at = 0;
  // CHECK: [[#@LINE+2]]:3 keyed: reduction
  // CHECK-NEXT: selection min first 'at'
  for (int i = 0; i < n; i++)
    if (!done[i] && w[i] < w[at]) at = i;
  // CHECK: [[#@LINE+2]]:3 keyed: reduction
  // CHECK-NEXT: selection min first 'at' or the first
  for (int i = 0; i < 20000; i++)
    if (at < 0 || w[i] < w[at]) at = i;
  // The key of what was taken alone may not be there to be read.
  // CHECK: [[#@LINE+1]]:3 keyed: sequential
  for (int i = 0; i < n; i++)
    if (at < 0 || w[i] < w[at]) at = i;
  return at;
}

int first(int n, int m) {
  int at = -1, odd = -1;
  double most = 0;
  // CHECK: [[#@LINE+2]]:3 first: reduction
  // CHECK-NEXT: selection min first 'm' 'at' or the first
  for (int i = 0; i < n; i++)
    if (at < 0 || w[i] < m) { m = w[i]; at = i; }
  // It may stay none.
  // CHECK: [[#@LINE+1]]:3 first: sequential
  for (int i = 0; i < n; i++)
    if (odd < 0 || w[i] < m) { m = w[i]; odd = i - 1; }
  // The first one may be a NaN.
  // CHECK: [[#@LINE+1]]:3 first: sequential
  for (int i = 0; i < n; i++)
    if (at < 0 || d[i] < most) { most = d[i]; at = i; }
  // Iterations behind have another value to beat.
  // CHECK: [[#@LINE+1]]:3 first: sequential
  for (int i = 0; i < n; i++)
    if (i == 4 || w[i] < m) { m = w[i]; at = i; }
  return at + odd + (int)most;
}

// What is asked behind, or where there is an alternative, has no effect.
int effects(int n, int *out) {
  int m = 1000, at = -1, t = 0;
  // CHECK: [[#@LINE+1]]:3 effects: sequential
  for (int i = 0; i < 20000; i++)
    if (w[i] < m && (t = done[i]) > 3) { m = w[i]; at = i; }
  // CHECK: [[#@LINE+1]]:3 effects: sequential
  for (int i = 0; i < n; i++)
    if (at < 0 || (t = w[i]) < m) { m = w[i]; at = i; }
  *out = t;
  return at;
}

Move whole(int n, Move *out) {
  Move best = {-1, 0};
  // CHECK: [[#@LINE+2]]:3 whole: reduction
  // CHECK: selection max first 'best' place by '.gain'
  for (int i = 0; i < n; i++)
    if (d[i] > best.gain) best = (Move){i, d[i]};
  // CHECK: [[#@LINE+2]]:3 whole: reduction
  // CHECK: selection max last '*out' place by '.gain'
  for (int i = 0; i < n; i++) {
    Move m = {i, d[i] * 2};
    if (m.gain >= (*out).gain) *out = m;
  }
  // CHECK: [[#@LINE+2]]:3 whole: reduction
  // CHECK: selection max first 'best' place by '.gain'
  for (int i = 0; i < n; i++) {
    double g;
    if ((g = d[i] - 3) > best.gain) best = (Move){i, g};
  }
  // CHECK: [[#@LINE+1]]:3 whole: sequential
  for (int i = 0; i < n; i++)
    if (d[i] > best.gain) best = (Move){best.at + 1, d[i]};
  // Another member than the one compared.
  // CHECK: [[#@LINE+1]]:3 whole: sequential
  for (int i = 0; i < n; i++)
    if (d[i] > best.at) best = (Move){i, d[i]};
  return best;
}
