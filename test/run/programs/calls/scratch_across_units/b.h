// SPDX-License-Identifier: Apache-2.0
void fill(int n, double seed, double *y);
double look(int k);
void keep(double *p, int k);
double peek(int k);
double via(int k);
void clear(int *c);
double total(const int *c);
void part(int n, int k, double *y);
