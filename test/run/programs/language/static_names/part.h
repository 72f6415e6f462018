// SPDX-License-Identifier: Apache-2.0
#define N 40000
int part_one(void);
int part_two(void);
