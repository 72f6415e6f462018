// A function with variable arguments touches its list, and what the arguments
// of its own calls lead to: nothing else is in the way of the loops around.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static long sum(int n, ...) {
  va_list list, again;
  long s = 0;
  va_start(list, n);
  va_copy(again, list);
  for (int i = 0; i < n; i++)
    s += va_arg(list, int) + va_arg(again, int);
  va_end(again);
  va_end(list);
  return s;
}
static void clear(int n, ...) {
  va_list list;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    *va_arg(list, long *) = 0;
  va_end(list);
}
static long *pick(va_list *list) { return va_arg(*list, long *); }
static long *first(int n, ...) {
  va_list list;
  va_start(list, n);
  long *p = pick(&list);
  va_end(list);
  return p;
}
static long *other(int n, ...) {
  va_list list;
  va_start(list, n);
  long *p = va_arg(list, long *);
  va_end(list);
  return p;
}
static int name(char *to, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(to, size, format, list);
  va_end(list);
  return n;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  long *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  char(*names)[16] = malloc(n * sizeof *names);
  if (!a || !b || !names)
    return 1;
  // CHECK: variable-arguments.c:[[#@LINE+1]]:3 main: doall [loop-doall]
  for (int i = 0; i < n; i++)
    a[i] = sum(3, i, i / 2, i / 3);
  // Which memory it clears, nobody says.
  // CHECK: variable-arguments.c:[[#@LINE+1]]:3 main: sequential
  for (int i = 0; i < n; i++)
    clear(2, &b[i], &b[i / 2]);
  // CHECK: variable-arguments.c:[[#@LINE+1]]:3 main: doall [loop-doall]
  for (int i = 0; i < n; i++)
    a[i] += b[i];
  // The one is read while the other is written.
  // CHECK: variable-arguments.c:[[#@LINE+1]]:3 main: doall [loop-doall]
  for (int i = 0; i < n; i++)
    a[i] += *first(1, &b[i / 2]);
  // CHECK: variable-arguments.c:[[#@LINE+1]]:3 main: sequential
  for (int i = 1; i < n; i++)
    a[i] += *other(1, &a[i - 1]);
  // The format may have %n.
  // CHECK: variable-arguments.c:[[#@LINE+1]]:3 main: sequential
  for (int i = 0; i < n; i++)
    a[i] += name(names[i], sizeof names[i], "%d%n", i, &n);
  printf("%ld %s\n", a[n - 1], names[n - 1]);
  return 0;
}
