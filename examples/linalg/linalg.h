/* SPDX-License-Identifier: Apache-2.0
 * Dense matrices, by rows, in flat arrays. */
#ifndef LINALG_H
#define LINALG_H

/* c = a b; a has rows x inner values, b inner x cols. c is none of the others.
 */
void multiply(int rows, int inner, int cols, const double *restrict a,
              const double *restrict b, double *restrict c);

/* Factors the n x n matrix `a` in place into L (unit diagonal) and U with its
 * rows swapped as `pivot` says. Returns 0, or -1 if it is singular. */
int lu_factor(int n, double *a, int *pivot);

/* Solves a x = b for a factored `a`; b becomes x. */
void lu_solve(int n, const double *a, const int *pivot, double *b);

/* Largest |b - a x|. */
double residual(int n, const double *a, const double *x, const double *b);

#endif
