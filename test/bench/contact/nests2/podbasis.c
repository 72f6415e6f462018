/* Orthonormal basis of a set of flow snapshots by modified Gram-Schmidt in
 * place.  Nearly dependent snapshots are dropped.  The matrix is a table of
 * row pointers: a[i][j] is grid point i of snapshot j.
 *
 *   usage: podbasis [points [snapshots]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double **new_matrix(int rows, int cols)
{
    double **a = malloc(rows * sizeof *a);
    if (!a)
        return NULL;
    for (int i = 0; i < rows; i++) {
        a[i] = malloc(cols * sizeof **a);
        if (!a[i])
            return NULL;
        memset(a[i], 0, cols * sizeof **a);
    }
    return a;
}

static void free_matrix(double **a, int rows)
{
    for (int i = 0; i < rows; i++)
        free(a[i]);
    free(a);
}

static double hash01(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x / 4294967296.0;
}

static void load_snapshots(double **a, int m, int n)
{
    for (int i = 0; i < m; i++) {
        double pos = (double)i / m;
        for (int j = 0; j < n; j++) {
            double wave = sin(20.0 * pos - 0.3 * j) + 0.5 * sin(47.0 * pos + 0.11 * j);
            a[i][j] = wave + 0.2 * (hash01(i * 7919u + j * 104729u) - 0.5);
        }
    }
    /* a few repeated frames, as the recorder writes them now and then */
    for (int j = 37; j < n; j += 53)
        for (int i = 0; i < m; i++)
            a[i][j] = a[i][j - 5];
}

/* returns the number of snapshots kept; r gets the triangular factor */
static int orthonormalise(double **a, double **r, int m, int n, double tol, char *dropped)
{
    int kept = 0;

    for (int k = 0; k < n; k++) {
        double nrm2 = 0.0;
        for (int i = 0; i < m; i++)
            nrm2 += a[i][k] * a[i][k];
        double nrm = sqrt(nrm2);
        r[k][k] = nrm;
        dropped[k] = nrm <= tol;
        if (dropped[k])
            continue;
        kept++;

        for (int i = 0; i < m; i++)
            a[i][k] /= nrm;

        for (int j = k + 1; j < n; j++) {
            double dot = 0.0;
            for (int i = 0; i < m; i++)
                dot += a[i][k] * a[i][j];
            r[k][j] = dot;
            for (int i = 0; i < m; i++)
                a[i][j] -= dot * a[i][k];
        }
    }
    return kept;
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 1800;
    int n = argc > 2 ? atoi(argv[2]) : 520;
    if (n < 1 || m < n) {
        fprintf(stderr, "usage: %s [points [snapshots]], points >= snapshots\n", argv[0]);
        return 2;
    }

    double **a = new_matrix(m, n);
    double **r = new_matrix(n, n);
    char *dropped = calloc(n, 1);
    if (!a || !r || !dropped) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    load_snapshots(a, m, n);

    int kept = orthonormalise(a, r, m, n, 1e-8, dropped);

    double diag = 0.0, off = 0.0, sum = 0.0;
    for (int k = 0; k < n; k++) {
        diag += dropped[k] ? 0.0 : log(r[k][k]);
        for (int j = k + 1; j < n; j++)
            off += r[k][j] * ((k + j) % 5 - 2);
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            if (!dropped[j])
                sum += a[i][j] * ((i + 3 * j) % 7 - 3);
    printf("kept %d of %d\n", kept, n);
    printf("log volume %.12g, off-diagonal %.12g, basis %.12g\n", diag, off, sum);
    printf("first %.12g last %.12g r01 %.12g\n", a[0][0], dropped[n - 1] ? 0.0 : a[m - 1][n - 1],
           n > 1 ? r[0][1] : 0.0);

    free_matrix(a, m);
    free_matrix(r, n);
    free(dropped);
    return 0;
}
