// A clone's loop whose places are known as it begins: where all have been
// touched before, it runs the user's text. Where an address is not linear in the
// iterator, all bytes are asked for that its subscripts may come to. Not where
// the loop moves what it starts from, and where looking could read what the
// program does not.
// RUN: rm -rf %t.d && %hocketcc -O2 --soc=generic-4 --cores=2 -ffp-contract=off --no-inlining --emit=%t.d %s
// RUN: %FileCheck %s --input-file=%t.d/covered-loops.c
#include <stdio.h>
#include <stdlib.h>

struct work {
  double *row, *other;
  int at[64], list[64], n;
};

static int table[9][16];

static double relax(struct work *w, int seed, double *part) {
  if (seed % 4)
    w->n = 40 + seed % 20;
  // CHECK: double hk_main_s1_relax({{.*}}){{$}}
  // CHECK: static struct hk_spec_cover hk_k1[2]; const long long hk_c1 = hk_trips(((int )(0)), w->n, 1);
  // CHECK-SAME: hk_spec_covers(&hk_k1[{{.}}], &(w->n), &(w->n), &(w->n), sizeof(w->n), hk_c1, 1)
  // CHECK-SAME: &(w->at[hk_f1]), &(w->at[hk_s1]), &(w->at[hk_f1]), sizeof(w->at[hk_f1]), hk_c1, 1)
  // CHECK: w->at[k] = seed ^ k; } else {
  for (int k = 0; k < w->n; k++)
    w->at[k] = seed ^ k;
  // From the end, two apart, and a neighbour.
  // CHECK: int hk_f2 = ((int )(58)), hk_s2 = (int )(hk_f2 + (-2LL));
  // CHECK-SAME: &(w->row[hk_f2 + 1]), &(w->row[hk_s2 + 1]), &(w->row[hk_f2 + 1])
  // CHECK: w->row[k] = 0.5 * w->row[k + 1]; } else {
  for (int k = 58; k >= 0; k -= 2)
    w->row[k] = 0.5 * w->row[k + 1];
  // Of a list of places the list, and all that they may be.
  // CHECK: hk_spec_covers({{[^,]*}}, &(w->at[hk_f3]),
  // CHECK-SAME: hk_spec_covers_all({{[^,]*}}, (const volatile char *)(w->list) + (0LL), 256ul)
  // CHECK: w->list[w->at[k] & 63] = k; } else {
  for (int k = 0; k < 60; k++)
    w->list[w->at[k] & 63] = k;
  // The row changes.
  // CHECK: hk_spec_covers({{[^,]*}}, &(w->row), &(w->row)
  // CHECK-NOT: , &(w->row[
  // CHECK: &(w->row[k]){{.*}}hk_spec_update
  for (int k = 0; k < 32; k++) {
    w->row[k] += k;
    double *t = w->row;
    w->row = w->other;
    w->other = t;
  }
  // Both loops at once, rows from their ends. The loop is one that is cut into
  // parts elsewhere.
  // CHECK: hk_spec_covers({{[^,]*}}, &(table[hk_f5][hk_f5_0]), &(table[hk_f5][hk_s5_0]), &(table[hk_s5][hk_f5_0]), sizeof(table[hk_f5][hk_f5_0]), hk_c5_0, hk_c5)
  // CHECK: for (int k = 0; k < seed % 9; k++) {
  // CHECK: table[k][0] = seed;
  for (int k = 0; k < seed % 9; k++) {
    table[k][0] = seed;
    for (int m = 15; m > 0; m--)
      table[k][m] = table[k][m - 1] + k;
  }
  // Not where the rows' lengths differ.
  // CHECK-NOT: hk_c6_0
  // CHECK: , &(table[k][hk_f6]),
  for (int k = 0; k < 9; k++)
    for (int m = 0; m < k + 7; m++)
      table[k][m] ^= table[3][2];
  // `part` may be null, and 1 + k zero in another program: nobody computes that
  // before it is due.
  // CHECK: double sum =
  // CHECK-NOT: hk_spec_covers(
  // CHECK: hk_spec_covers_all({{[^,]*}}, (const volatile char *)(w->list) + (0LL), 256ul)) {
  // CHECK-NOT: hk_spec_covers(
  // CHECK: return sum;
  double sum = w->row[seed % 32];
  for (int k = 0; k < 32; k++)
    if (part)
      sum += ((double **)part)[0][k] + w->list[seed % 16 / (1 + k)];
  return sum;
}

struct machine {
  int state, seen, pairs[16][2];
  unsigned char next[8][4], *tape;
};

static int run(struct machine *m, unsigned from) {
  const char *p = "abracadabra";
  m->next[from % 8][from % 3] = (unsigned char)from;
  if (from % 4)
    m->state = 0;
  // No header says how often: what stays where it is, and a table.
  // CHECK: int hk_main_s1_run({{.*}}){{$}}
  // CHECK: if (1 && hk_spec_covers_all({{[^,]*}}, (const volatile char *)&(m->state) + (0LL), 4ul)
  // CHECK-SAME: (const volatile char *)(m->next) + (0LL), 32ul)
  // CHECK: m->state = m->next[m->state & 7][*p++ & 3];
  while (*p)
    m->state = m->next[m->state & 7][*p++ & 3];
  // A subscript that is constant has no part in the address; what a pointer in
  // memory leads to is not looked at before anybody follows it.
  // CHECK-NOT: (m->pairs[k])
  // CHECK-NOT: (m->tape)
  // CHECK: return (*__extension__
  for (unsigned k = from; k % 16 < 12; k += 3) {
    m->pairs[k % 16][0] += m->pairs[k % 16][1] + 1;
    m->tape[k & 7]++;
  }
  return m->state;
}

int main(int argc, char **argv) {
  static double out[4000];
  struct machine m = {0};
  struct work *w = calloc(1, sizeof *w);
  if (!w)
    return 1;
  w->row = calloc(64, sizeof *w->row);
  w->other = calloc(64, sizeof *w->other);
  if (!w->row || !w->other)
    return 1;
  m.tape = malloc(8);
  if (!m.tape)
    return 1;
  for (int i = 0; i < 4000; i++)
    out[i] = relax(w, i, argc > 5 ? out : NULL) + run(&m, (unsigned)i);
  out[5] += relax(w, 3, NULL);
  printf("%g %s\n", out[17] + w->list[3], argv[0] ? "" : "?");
  return 0;
}
