/* Proper basis for a set of flow snapshots: modified Gram-Schmidt with
 * column dropping, then projection of new snapshots on the basis. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

/* snapshots are the columns of s[npts][nsnap] */
static void makeSnapshots(int npts, int nsnap, double (*s)[nsnap], double phase)
{
    unsigned r = 777u;
    for (int j = 0; j < nsnap; j++) {
        double pos = phase + 0.9 * j / nsnap, amp = 1.0 + 0.25 * (j % 7);
        for (int i = 0; i < npts; i++) {
            double x = (double)i / npts - pos;
            r = r * 69069u + 1u;
            double noise = ((r >> 12) & 1023) / 1024.0 - 0.5;
            s[i][j] = amp / (1.0 + 60.0 * x * x) + 0.05 * noise;
        }
    }
}

/* Orthonormalises the columns of a into q; r is upper triangular.
 * Returns the number of columns kept. */
static int gramSchmidt(int m, int n, double (*a)[n], double (*q)[n],
                       double (*r)[n], double tol)
{
    int kept = 0;

    for (int k = 0; k < n; k++) {
        double nrm = 0.0;
        for (int i = 0; i < m; i++)
            nrm += a[i][k] * a[i][k];
        nrm = sqrt(nrm);
        r[k][k] = nrm;
        if (nrm <= tol) {
            for (int i = 0; i < m; i++)
                q[i][k] = 0.0;
            for (int j = k + 1; j < n; j++)
                r[k][j] = 0.0;
            continue;
        }
        kept++;
        for (int i = 0; i < m; i++)
            q[i][k] = a[i][k] / nrm;
        for (int j = k + 1; j < n; j++) {
            r[k][j] = 0.0;
            for (int i = 0; i < m; i++)
                r[k][j] += q[i][k] * a[i][j];
            for (int i = 0; i < m; i++)
                a[i][j] -= q[i][k] * r[k][j];
        }
    }
    return kept;
}

/* c = q' s, returns the energy that is not represented */
static double project(int m, int n, int p, double (*q)[n], double (*s)[p],
                      double (*c)[p])
{
    for (int k = 0; k < n; k++)
        for (int j = 0; j < p; j++) {
            double sum = 0.0;
            for (int i = 0; i < m; i++)
                sum += q[i][k] * s[i][j];
            c[k][j] = sum;
        }

    double lost = 0.0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < p; j++) {
            double rec = 0.0;
            for (int k = 0; k < n; k++)
                rec += q[i][k] * c[k][j];
            double d = s[i][j] - rec;
            lost += d * d;
        }
    return lost;
}

static double orthogonality(int m, int n, double (*q)[n])
{
    double worst = 0.0;
    for (int j = 0; j < n; j += 1 + n / 10)
        for (int k = 0; k < j; k++) {
            double d = 0.0;
            for (int i = 0; i < m; i++)
                d += q[i][j] * q[i][k];
            if (fabs(d) > worst)
                worst = fabs(d);
        }
    return worst;
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 1300;
    int n = argc > 2 ? atoi(argv[2]) : 400;
    int p = argc > 3 ? atoi(argv[3]) : 64;

    if (m < 1 || n < 1 || p < 1) {
        fprintf(stderr, "usage: mgs points snapshots new\n");
        return 1;
    }

    double (*a)[n] = malloc(sizeof(double) * m * n);
    double (*q)[n] = malloc(sizeof(double) * m * n);
    double (*r)[n] = calloc((size_t)n * n, sizeof(double));
    double (*s)[p] = malloc(sizeof(double) * m * p);
    double (*c)[p] = malloc(sizeof(double) * n * p);
    if (!a || !q || !r || !s || !c) {
        fprintf(stderr, "not enough memory\n");
        return 1;
    }

    makeSnapshots(m, n, a, 0.0);
    makeSnapshots(m, p, s, 0.07);
    int kept = gramSchmidt(m, n, a, q, r, 1e-9);
    double lost = project(m, n, p, q, s, c);

    double trace = 0.0, off = 0.0, cn = 0.0;
    for (int k = 0; k < n; k++) {
        trace += r[k][k];
        for (int j = k + 1; j < n; j++)
            off += r[k][j] * r[k][j];
        for (int j = 0; j < p; j++)
            cn += c[k][j] * c[k][j];
    }
    printf("kept %d of %d\n", kept, n);
    printf("trace R %.10g  off diagonal %.10g\n", trace, off);
    printf("projected energy %.10g  lost %.10g\n", cn, lost);
    printf("r00 %.10g  r[last] %.10g\n", r[0][0], r[n - 1][n - 1]);
    printf("orthogonal to 1e-10: %s\n", orthogonality(m, n, q) < 1e-10 ? "yes" : "no");
    free(a); free(q); free(r); free(s); free(c);
    return 0;
}
