// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 1
//
// A child calls through pointers what other units define, and the names there
// are others than those of the same spelling here. What all units have from a
// header each has for itself.
#include "../../digest.h"
#include "shared.h"

enum { N = 300 };
static int factor = 7; /* another than the other unit's */
static int values[N];
static int (*chosen)(int) = here;

int here(int x) { return work(x) * factor; }

static void byPointer(void) {
  for (int i = 0; i < N; i++)
    values[i] += chosen(i % 50) + work(i % 30);
  show("by pointer", values, sizeof values);
}

/* This one can be called in a child. */
static void inThisUnit(void) {
  for (int i = 0; i < N; i++)
    values[i] += here(i % 60);
  show("in this unit", values, sizeof values);
}

static void byName(void) {
  for (int i = 0; i < N; i++)
    values[i] += there(i % 50) + work(i % 40);
  show("by name", values, sizeof values);
}

int main(void) {
  byPointer();
  chosen = far;
  byPointer();
  inThisUnit();
  byName();
  return 0;
}
