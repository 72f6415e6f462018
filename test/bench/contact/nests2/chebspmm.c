/* Chebyshev filter for the low end of a graph Laplacian, applied to a block of
 * start vectors (spectral partitioning).  The job is described in a little
 * key = value file; without an argument the program writes itself one.
 *
 *   usage: chebspmm [jobfile]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    int nodes, degree, reach, vectors, order, rescale;
};

struct csr {
    int n;
    int *start;
    int *col;
    double *val;
};

/* block of vectors, one after the other */
struct block {
    int n, count;
    double *x;
};

static int read_job(FILE *f, struct job *j)
{
    char key[32];
    int value;

    while (fscanf(f, " %31[a-z] = %d", key, &value) == 2) {
        if (!strcmp(key, "nodes"))
            j->nodes = value;
        else if (!strcmp(key, "degree"))
            j->degree = value;
        else if (!strcmp(key, "reach"))
            j->reach = value;
        else if (!strcmp(key, "vectors"))
            j->vectors = value;
        else if (!strcmp(key, "order"))
            j->order = value;
        else if (!strcmp(key, "rescale"))
            j->rescale = value;
        else
            fprintf(stderr, "unknown key %s ignored\n", key);
    }
    return j->nodes < 4 || j->degree < 1 || j->reach < 1 || j->vectors < 1 || j->order < 1 ||
           j->rescale < 1;
}

static unsigned long long rng = 5;

static unsigned rnd(unsigned below)
{
    rng = rng * 2862933555777941757ULL + 3037000493ULL;
    return (unsigned)(rng >> 33) % below;
}

/* scaled to the spectrum [-1, 1]: (L - c I) / c with c above half the norm */
static int build(struct csr *a, const struct job *j)
{
    int cap = j->degree * 2 + 1;
    a->n = j->nodes;
    a->start = malloc((a->n + 1) * sizeof *a->start);
    a->col = malloc((size_t)a->n * cap * sizeof *a->col);
    a->val = malloc((size_t)a->n * cap * sizeof *a->val);
    if (!a->start || !a->col || !a->val)
        return -1;

    int p = 0;
    double c = 1.0;
    for (int i = 0; i < a->n; i++) {
        int deg = j->degree / 2 + (int)rnd(j->degree + 1), diag = p;
        double sum = 0.0;
        a->start[i] = p;
        a->col[p++] = i;
        if (i % 1000 == 999)
            deg = 0; /* isolated node */
        for (int k = 0; k < deg; k++) {
            int to = i + (int)rnd(2 * j->reach + 1) - j->reach;
            to = to < 0 ? to + a->n : to >= a->n ? to - a->n : to;
            if (to < 0 || to >= a->n || to == i)
                continue;
            a->col[p] = to;
            a->val[p] = -(0.5 + rnd(1000) / 1000.0);
            sum -= a->val[p++];
        }
        a->val[diag] = sum;
        c = sum > c ? sum : c;
    }
    a->start[a->n] = p;
    for (int i = 0; i < a->n; i++)
        for (int q = a->start[i]; q < a->start[i + 1]; q++)
            a->val[q] = (a->val[q] - (q == a->start[i] ? c : 0.0)) / c;
    return 0;
}

/* y = 2 A x - y, for all vectors of the block */
static void cheb_step(const struct csr *a, const struct block *x, struct block *y)
{
    for (int v = 0; v < x->count; v++) {
        const double *xv = x->x + (size_t)v * x->n;
        double *yv = y->x + (size_t)v * y->n;
        for (int i = 0; i < a->n; i++) {
            const int *col = a->col + a->start[i];
            const double *val = a->val + a->start[i];
            int len = a->start[i + 1] - a->start[i];
            double s = 0.0;
            while (len-- > 0)
                s += *val++ * xv[*col++];
            yv[i] = 2.0 * s - yv[i];
        }
    }
}

/* common scaling of both recurrence blocks, so that x has unit vectors */
static void rescale(struct block *x, struct block *y, double *norm)
{
    for (int v = 0; v < x->count; v++) {
        double *xv = x->x + (size_t)v * x->n, *yv = y->x + (size_t)v * y->n;
        double s = 0.0;
        for (int i = 0; i < x->n; i++)
            s += xv[i] * xv[i];
        s = sqrt(s);
        norm[v] += log(s > 1e-300 ? s : 1e-300);
        double f = s > 1e-300 ? 1.0 / s : 1.0;
        for (int i = 0; i < x->n; i++) {
            xv[i] *= f;
            yv[i] *= f;
        }
    }
}

int main(int argc, char **argv)
{
    struct job job = { 0 };
    FILE *f = argc > 1 ? fopen(argv[1], "r") : tmpfile();
    if (!f) {
        perror(argc > 1 ? argv[1] : "tmpfile");
        return 1;
    }
    if (argc <= 1) {
        fputs("nodes = 50000\ndegree = 10\nreach = 900\nvectors = 16\norder = 90\nrescale = 15\n", f);
        rewind(f);
    }
    if (read_job(f, &job)) {
        fprintf(stderr, "incomplete job\n");
        return 2;
    }
    fclose(f);

    struct csr a;
    size_t len = (size_t)job.nodes * job.vectors;
    struct block x = { job.nodes, job.vectors, malloc(len * sizeof(double)) }, y = x;
    y.x = malloc(len * sizeof(double));
    double *norm = calloc(job.vectors, sizeof *norm);
    if (!x.x || !y.x || !norm || build(&a, &job)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    for (size_t i = 0; i < len; i++) {
        x.x[i] = rnd(20001) / 10000.0 - 1.0;
        y.x[i] = 0.0;
    }

    for (int k = 0; k < job.order; k++) {
        cheb_step(&a, &x, &y);
        struct block t = x;
        x = y;
        y = t;
        if (k % job.rescale == job.rescale - 1)
            rescale(&x, &y, norm);
    }

    double check = 0.0;
    int above = 0;
    for (size_t i = 0; i < len; i++) {
        check += x.x[i] * (double)(i % 23);
        above += x.x[i] > 0.0;
    }
    printf("%d nodes, %d entries, %d vectors\n", a.n, a.start[a.n], x.count);
    printf("check %.12g, positive %d\n", check, above);
    printf("growth %.12g %.12g, x %.12g %.12g\n", norm[0], norm[x.count - 1], x.x[0], x.x[len - 1]);
    free(a.start);
    free(a.col);
    free(a.val);
    free(x.x);
    free(y.x);
    free(norm);
    return 0;
}
