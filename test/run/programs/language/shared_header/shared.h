// SPDX-License-Identifier: Apache-2.0
#ifndef SHARED_H
#define SHARED_H

#define SIZE 30000

static int unit_count;
static const int weights[] = {3, 1, 4, 1, 5, 9, 2, 6};

static inline int weigh(int i) { return weights[i & 7] * i; }

static inline int count_of_unit(void) { return ++unit_count; }

int other(int *to);
int other_count(void);

#endif
