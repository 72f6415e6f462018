/*
 * Road network analysis: all-pairs shortest distances by repeated min-plus
 * squaring of the distance matrix, and the number of walks of a given length
 * between all pairs (modulo a prime) by repeated integer matrix products.
 *
 * usage: routes [towns] [walk length]
 */
#include <stdio.h>
#include <stdlib.h>

#define INF   1000000000
#define PRIME 1000003

typedef struct {
    int n;
    int *v;
} IntMatrix;

static IntMatrix new_matrix(int n)
{
    IntMatrix m = { n, malloc((size_t)n * n * sizeof(int)) };
    return m;
}

static void roads(IntMatrix *dist, IntMatrix *adj)
{
    int n = dist->n;
    unsigned int s = 17u;
    for (int i = 0; i < n * n; i++) {
        dist->v[i] = INF;
        adj->v[i] = 0;
    }
    for (int i = 0; i < n; i++) {
        dist->v[i * n + i] = 0;
        for (int e = 0; e < 3; e++) {
            s = s * 1664525u + 1013904223u;
            int j = e == 0 ? (i + 1) % n : (int)((s >> 10) % n);
            int d = 10 + (s >> 5) % 90;
            if (j == i)
                continue;
            dist->v[i * n + j] = d;
            dist->v[j * n + i] = d;
            adj->v[i * n + j] = 1;
            adj->v[j * n + i] = 1;
        }
    }
}

static void min_plus(IntMatrix *c, const IntMatrix *a, const IntMatrix *b)
{
    int n = c->n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            int best = INF;
            for (int k = 0; k < n; k++) {
                int d = a->v[i * n + k] + b->v[k * n + j];
                if (d < best)
                    best = d;
            }
            c->v[i * n + j] = best;
        }
    }
}

static void multiply_mod(IntMatrix *c, const IntMatrix *a, const IntMatrix *b)
{
    int n = c->n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            long long sum = 0;
            for (int k = 0; k < n; k++)
                sum = (sum + (long long)a->v[i * n + k] * b->v[k * n + j]) % PRIME;
            c->v[i * n + j] = (int)sum;
        }
    }
}

static void swap(IntMatrix *a, IntMatrix *b)
{
    IntMatrix t = *a;
    *a = *b;
    *b = t;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 360;
    int length = argc > 2 ? atoi(argv[2]) : 8;
    IntMatrix d = new_matrix(n), adj = new_matrix(n);
    IntMatrix tmp = new_matrix(n), walks = new_matrix(n);

    roads(&d, &adj);
    for (int i = 0; i < n * n; i++)
        walks.v[i] = adj.v[i];
    for (int hops = 1; hops < n; hops *= 2) {
        min_plus(&tmp, &d, &d);
        swap(&d, &tmp);
    }
    for (int l = 1; l < length; l *= 2) {
        multiply_mod(&tmp, &walks, &walks);
        swap(&walks, &tmp);
    }

    long long total = 0, ecc = 0, closed = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        int far = 0;
        for (int j = 0; j < n; j++) {
            total += d.v[i * n + j];
            sum += walks.v[i * n + j];
            if (d.v[i * n + j] > far)
                far = d.v[i * n + j];
        }
        if (far > ecc)
            ecc = far;
        closed += walks.v[i * n + i];
    }
    printf("towns %d: mean distance %.10f, diameter %lld\n", n,
           (double)total / ((double)n * n), ecc);
    printf("walks (mod %d): sum of residues %lld, closed %lld, 0->%d: %d\n",
           PRIME, sum, closed, n / 2, walks.v[n / 2]);
    free(d.v);
    free(adj.v);
    free(tmp.v);
    free(walks.v);
    return 0;
}
