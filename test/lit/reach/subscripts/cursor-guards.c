// Places that move by data, and conditions that keep them within a row, or
// seem to.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
enum { Rows = 100, Row = 200 };
static unsigned char text[Rows * Row], room[2 * Rows * Row];
static unsigned char other[2 * Row];
static int size[Rows], limit = Row;

static void step(int *k) { *k += 100; }

int main(int argc, char **argv) {
  long sum = 0;
  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int b = 0; b < Rows; b++) {
    unsigned char *out = room + b * Row, *in = text + b * Row;
    int k = 0, i = 0;
    for (;;) {
      if (k >= Row || i == Row)
        break;
      switch (in[i++]) {
      case ' ':
        continue;
      case 'a':
        if (k + 1 < Row)
          out[k++] = 'b';
        // falls through
      case 'c':
        if (k < Row)
          out[k++] = 'c';
        break;
      default:
        if (k > 0)
          k--;
      }
    }
    size[b] = k;
  }
  // Nothing keeps it from stepping back over the start.
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 1; b < Rows; b++) {
    unsigned char *out = room + b * Row, *in = text + b * Row;
    int k = 0;
    for (int i = 0; i < Row && k < Row; i++)
      if (in[i] == 8)
        k--;
      else
        out[k++] = in[i];
    size[b] = k;
  }
  // Down from the end, by pointer.
  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int b = 0; b < Rows; b++) {
    unsigned char *start = room + b * Row, *p = start + Row;
    unsigned rest = text[b] * 7919u;
    do
      *--p = (unsigned char)('0' + rest % 10);
    while ((rest /= 10) > 0 && p > start);
    size[b] = (int)(start + Row - p);
  }
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 1; b < Rows; b++) {
    unsigned char *start = room + b * Row, *p = start + Row;
    unsigned rest = text[b] * 7919u;
    do
      *--p = (unsigned char)('0' + rest % 10);
    while ((rest /= 10) > 0 && p >= start);
    size[b] = (int)(start + Row - p);
  }
  // The condition is asked before the place moves on.
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 0; b < Rows; b++) {
    int k = 0;
    while (k < Row && text[b * Row + k] > k) {
      k += 1 + (text[b * Row + k] & 3);
      room[b * Row + k] = 1;
    }
    size[b] = k;
  }
  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int b = 0; b < Rows - 1; b++) {
    int k = 0;
    while (k < Row - 4 && text[b * Row + k] > k) {
      k += 1 + (text[b * Row + k] & 3);
      room[b * Row + k] = 1;
    }
    size[b] = k;
  }
  // It starts anywhere.
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 0; b < Rows; b++) {
    int k = text[b] - 3;
    while (k < Row)
      room[b * Row + k++] = 1;
  }
  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int b = 0; b < Rows; b++) {
    int k = text[b];
    while (k < Row && text[b * Row + k])
      room[b * Row + k++] = 1;
  }
  // The limit moves.
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 0; b < Rows; b++) {
    int k = 0, n = Row;
    while (k < n) {
      room[b * Row + k++] = 1;
      if (text[b] == k)
        n++;
    }
  }
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[scalar-carried]
  for (int b = 0; b < Rows; b++) {
    int k = 0;
    while (k < limit) {
      room[b * Row + k++] = 1;
      if (text[b] == k)
        limit = argc;
    }
  }
  // Others move it.
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 0; b < Rows; b++) {
    int k = 0;
    while (k < Row) {
      step(&k);
      room[b * Row + k++] = 1;
    }
  }
  // Unsigned and narrow places come round again.
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 0; b < Rows; b++) {
    unsigned char k = 0;
    for (int i = 0; i < Row; i++)
      if (text[b * Row + i] > 9) {
        room[b * Row + k] = 1;
        k += 2;
      }
  }
  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int b = 0; b < Rows; b++) {
    unsigned char k = 0;
    for (int i = 0; i < 90; i++)
      if (text[b * Row + i] > 9) {
        room[b * Row + k] = 1;
        k += 2;
      }
  }
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 1; b < Rows; b++) {
    unsigned k = text[b];
    while (k < Row + 1) {
      room[b * Row + k - 1] = 1;
      k -= text[b];
    }
  }
  // The other variable grows on one path alone.
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 0; b < Rows; b++) {
    int k = 0;
    for (int i = 0; i < Row;) {
      room[b * Row + k++] = 1;
      if (text[b * Row + i] > 9)
        i++;
    }
  }
  // A pointer that may lead elsewhere.
  // CHECK: [[#@LINE+1]]:3 main: sequential{{ +}}[non-affine-access]
  for (int b = 1; b < Rows; b++) {
    unsigned char *start = room + b * Row, *p = start;
    int k = 0;
    if (text[b] == 3)
      p = other;
    while (p < start + Row && k < 99)
      k += *p++;
    other[b + 1] = (unsigned char)k;
  }
  // One that falls: together they stay the same.
  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int b = 0; b < Rows; b++) {
    unsigned char digits[Row];
    int n = 0, k = 0;
    while (n < Row && text[b * Row + n])
      digits[n] = text[b * Row + n], n++;
    while (n > 0)
      if (digits[--n] != ' ')
        room[b * Row + k++] = digits[n];
    size[b] = k;
  }
  for (int b = 0; b < Rows; b++)
    sum += size[b];
  printf("%ld %d %d %d\n", sum, room[argc], text[argc], other[argc]);
  return 0;
}
