// A work structure of the function: of `w.row[k]` with any k it is known that
// it is in `row`, which each iteration fills before.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
struct work {
  int used, row[64], more[64];
};

// CHECK: struct-members.c:[[#@LINE+3]]:3 filled: doall [loop-doall]
static void filled(int *out, const unsigned *pick, int n) {
  struct work w;
  for (int i = 0; i < n; i++) {
    w.used = i;
    for (int k = 0; k < 64; k++)
      w.row[k] = i + k;
    unsigned at = pick[i];
    for (int q = 0; q < 100; q++) {
      at = at * 69069u + 1u;
      int t = w.row[at >> 26];
      w.row[at >> 26] = w.row[at & 63];
      w.row[at & 63] = t;
    }
    out[i] = w.row[5] + w.used;
  }
}

// CHECK: struct-members.c:[[#@LINE+3]]:3 less: sequential
static void less(int *out, const unsigned *pick, int n) {
  struct work w = {0};
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 63; k++)
      w.row[k] = i + k;
    unsigned at = pick[i];
    for (int q = 0; q < 100; q++) {
      at = at * 69069u + 1u;
      w.row[at >> 26]++;
    }
    out[i] = w.row[5];
  }
}

// CHECK: struct-members.c:[[#@LINE+3]]:3 beside: sequential
static void beside(int *out, const unsigned *pick, int n) {
  struct work w = {0};
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 64; k++)
      w.row[k] = i + k;
    unsigned at = pick[i];
    for (int q = 0; q < 100; q++) {
      at = at * 69069u + 1u;
      w.more[at & 63] += w.row[at >> 26];
    }
    out[i] = w.more[5];
  }
}

union both {
  int row[64];
  short half[128];
};

// CHECK: struct-members.c:[[#@LINE+3]]:3 halves: sequential
static void halves(int *out, const unsigned *pick, int n) {
  union both w = {{0}};
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 32; k++)
      w.row[k] = i + k;
    unsigned at = pick[i];
    for (int q = 0; q < 100; q++) {
      at = at * 69069u + 1u;
      w.half[at >> 25]++;
    }
    out[i] = w.row[5];
  }
}

int main(int argc, char **argv) {
  (void)argv;
  static int out[1000];
  static unsigned pick[1000];
  filled(out, pick, argc);
  less(out, pick, argc);
  beside(out, pick, argc);
  halves(out, pick, argc);
  return out[3];
}
