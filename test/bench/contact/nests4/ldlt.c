/* LDL' factorisation of dense symmetric systems (row pointers, lower part) and solution
 * for a handful of load cases. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

struct symsys {
    int n;
    double **a;       /* lower triangle, full square rows */
    double *d;
};

static struct symsys *symsys_new(int n)
{
    struct symsys *s = malloc(sizeof(struct symsys));
    s->n = n;
    s->a = malloc(n * sizeof(double *));
    s->d = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        s->a[i] = calloc(n, sizeof(double));
    return s;
}

static void symsys_free(struct symsys *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->a[i]);
    free(s->a);
    free(s->d);
    free(s);
}

/* frame-like stiffness: decaying coupling plus noise, indefinite shift */
static void assemble(struct symsys *s, double shift)
{
    unsigned r = 4711;
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j <= i; j++) {
            r = r * 1664525u + 1013904223u;
            s->a[i][j] = ((r >> 12) & 1023) / 1024.0 / (1.0 + 0.05 * (i - j));
            if (i == j)
                s->a[i][j] += 2.0 * sqrt(s->n) + 4 - shift;
        }
}

static int factor(struct symsys *s)
{
    int neg = 0;
    for (int j = 0; j < s->n; j++) {
        double dj = s->a[j][j];
        for (int k = 0; k < j; k++)
            dj -= s->a[j][k] * s->a[j][k] * s->d[k];
        s->d[j] = dj;
        if (dj < 0)
            neg++;
        for (int i = j + 1; i < s->n; i++) {
            double v = s->a[i][j];
            for (int k = 0; k < j; k++)
                v -= s->a[i][k] * s->d[k] * s->a[j][k];
            s->a[i][j] = v / dj;
        }
        s->a[j][j] = 1.0;
    }
    return neg;
}

static void solve(const struct symsys *s, double *x)
{
    int n = s->n;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            x[i] -= s->a[i][k] * x[k];
    for (int i = 0; i < n; i++)
        x[i] /= s->d[i];
    for (int i = n - 1; i >= 0; i--)
        for (int k = i + 1; k < n; k++)
            x[i] -= s->a[k][i] * x[k];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1200;
    int cases = argc > 2 ? atoi(argv[2]) : 12;
    int shifts = argc > 3 ? atoi(argv[3]) : 4;
    struct symsys *s = symsys_new(n);
    double *x = malloc((size_t)n * cases * sizeof(double));

    for (int q = 0; q < shifts; q++) {
        double logdet = 0, sum = 0;
        int neg;
        assemble(s, 25.0 * q);
        neg = factor(s);
        for (int i = 0; i < n; i++)
            logdet += log(fabs(s->d[i]));
        for (int c = 0; c < cases; c++)
            for (int i = 0; i < n; i++)
                x[(size_t)c * n + i] = (i * (c + 1)) % 17 - 8;
        for (int c = 0; c < cases; c++)
            solve(s, x + (size_t)c * n);
        for (int i = 0; i < n * cases; i++)
            sum += x[i] * (i % 5);
        printf("shift %g: negative %d log|det| %.10g sum %.10g\n", 25.0 * q, neg, logdet, sum);
    }
    free(x);
    symsys_free(s);
    return 0;
}
