/* Alternating direction implicit (Peaceman-Rachford) scheme for
 *   u_t = div(k grad u) - r u + s    on a rectangle, u = 0 outside,
 * with variable conductivity.          usage: adi [nx] [ny] [steps] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

typedef double real;

struct field {
    int nx, ny;                 /* nx rows of ny */
    real *a;
};

static struct field field_new(int nx, int ny)
{
    struct field f = { nx, ny, calloc((size_t)nx * ny, sizeof(real)) };
    if (f.a == NULL) {
        perror("field");
        exit(1);
    }
    return f;
}

static inline real *at(const struct field *f, int i, int j)
{
    return &f->a[(size_t)i * f->ny + j];
}

/* face conductivities: kx(i,j) between i-1 and i, ky(i,j) between j-1 and j */
static void faces(const struct field *k, struct field *kx, struct field *ky)
{
    for (int i = 0; i < k->nx; i++)
        for (int j = 0; j < k->ny; j++) {
            real c = *at(k, i, j);
            real up = i > 0 ? *at(k, i - 1, j) : c, left = j > 0 ? *at(k, i, j - 1) : c;
            *at(kx, i, j) = 2 * c * up / (c + up);
            *at(ky, i, j) = 2 * c * left / (c + left);
        }
}

enum { V = 8 };

/* explicit in x, implicit in y: V rows at once, transposed into a strip; the
 * strip holds right-hand sides and face conductivities one column per line */
static void half_y(const struct field *u, struct field *v, const struct field *kx,
                   const struct field *ky, const struct field *s, real h)
{
    int nx = u->nx, ny = u->ny;
#pragma omp parallel
    {
        real (*d)[V] = aligned_alloc(64, sizeof(real) * V * (ny + V));
        real (*kk)[V] = aligned_alloc(64, sizeof(real) * V * (ny + V));
        real (*cp)[V] = aligned_alloc(64, sizeof(real) * V * (ny + V));
        real *zero = calloc(ny, sizeof(real)), *tmp = malloc(sizeof(real) * ny);
        if (!d || !kk || !cp || !zero || !tmp)
            abort();
#pragma omp for schedule(static)
        for (int i0 = 0; i0 < nx; i0 += V) {
            int m = nx - i0 < V ? nx - i0 : V;
            for (int l = 0; l < V; l++) {
                int i = i0 + (l < m ? l : 0);
                const real *c = at(u, i, 0), *north = i > 0 ? at(u, i - 1, 0) : zero;
                const real *south = i < nx - 1 ? at(u, i + 1, 0) : zero, *sr = at(s, i, 0);
                const real *kn = at(kx, i, 0), *ks = i < nx - 1 ? at(kx, i + 1, 0) : kn;
                const real *kl = at(ky, i, 0);
#pragma omp simd
                for (int j = 0; j < ny; j++)
                    tmp[j] = c[j] + h * (ks[j] * (south[j] - c[j]) - kn[j] * (c[j] - north[j]))
                           + h * sr[j];
                for (int j = 0; j < ny; j++) {
                    d[j][l] = tmp[j];
                    kk[j][l] = kl[j];
                }
                kk[ny][l] = kl[ny - 1];
            }
            real x[V], c[V];
#pragma omp simd
            for (int l = 0; l < V; l++) {
                real diag = 1 + h * (kk[0][l] + kk[1][l] + 0.1);
                cp[0][l] = c[l] = -h * kk[1][l] / diag;
                d[0][l] = x[l] = d[0][l] / diag;
            }
            for (int j = 1; j < ny; j++)
#pragma omp simd
                for (int l = 0; l < V; l++) {
                    real kl = kk[j][l], kr = kk[j + 1][l], diag = 1 + h * (kl + kr + 0.1);
                    real mm = diag + h * kl * c[l];
                    cp[j][l] = c[l] = -h * kr / mm;
                    d[j][l] = x[l] = (d[j][l] + h * kl * x[l]) / mm;
                }
            for (int j = ny - 2; j >= 0; j--)
#pragma omp simd
                for (int l = 0; l < V; l++)
                    d[j][l] = x[l] = d[j][l] - cp[j][l] * x[l];
            for (int l = 0; l < m; l++) {
                real *o = at(v, i0 + l, 0);
                for (int j = 0; j < ny; j++)
                    o[j] = d[j][l];
            }
        }
        free(d);
        free(kk);
        free(cp);
        free(zero);
        free(tmp);
    }
}

/* explicit in y, implicit in x: blocks of W columns, recurrences in rows */
static void half_x(const struct field *u, struct field *v, const struct field *kx,
                   const struct field *ky, const struct field *s, real h)
{
    enum { W = 64 };
    int nx = u->nx, ny = u->ny;
#pragma omp parallel
    {
        real (*cp)[W] = aligned_alloc(64, sizeof(real) * W * nx);
        if (!cp)
            abort();
#pragma omp for schedule(static)
        for (int j0 = 0; j0 < ny; j0 += W) {
            int m = ny - j0 < W ? ny - j0 : W;
            real c0[W] = { 0 }, v0[W] = { 0 };
            for (int i = 0; i < nx; i++) {
                /* neighbours beyond the ends: 0, and the cell's own face */
                real e[W + 2], ke[W + 1];
                const real *c = at(u, i, j0);
                e[0] = j0 > 0 ? c[-1] : 0;
                memcpy(e + 1, c, sizeof(real) * m);
                e[m + 1] = j0 + m < ny ? c[m] : 0;
                memcpy(ke, at(ky, i, j0), sizeof(real) * m);
                ke[m] = j0 + m < ny ? at(ky, i, j0)[m] : ke[m - 1];
                const real *kn = at(kx, i, j0), *ks = i < nx - 1 ? kn + ny : kn;
                const real *sr = at(s, i, j0);
                real *o = at(v, i, j0), *cpi = cp[i];
                if (i == 0)
#pragma omp simd
                    for (int j = 0; j < m; j++) {
                        real c1 = e[j + 1];
                        real rhs = c1 + h * (ke[j + 1] * (e[j + 2] - c1) - ke[j] * (c1 - e[j])) + h * sr[j];
                        real diag = 1 + h * (kn[j] + ks[j] + 0.1);
                        cpi[j] = c0[j] = -h * ks[j] / diag;
                        o[j] = v0[j] = rhs / diag;
                    }
                else
#pragma omp simd
                    for (int j = 0; j < m; j++) {
                        real c1 = e[j + 1];
                        real rhs = c1 + h * (ke[j + 1] * (e[j + 2] - c1) - ke[j] * (c1 - e[j])) + h * sr[j];
                        real diag = 1 + h * (kn[j] + ks[j] + 0.1);
                        real mm = diag + h * kn[j] * c0[j];
                        cpi[j] = c0[j] = -h * ks[j] / mm;
                        o[j] = v0[j] = (rhs + h * kn[j] * v0[j]) / mm;
                    }
            }
            for (int i = nx - 2; i >= 0; i--) {
                real *o = at(v, i, j0);
#pragma omp simd
                for (int j = 0; j < m; j++)
                    o[j] = v0[j] = o[j] - cp[i][j] * v0[j];
            }
        }
        free(cp);
    }
}

static uint64_t checksum(const struct field *f, real *sum)
{
    uint64_t h = 0xcbf29ce484222325;
    size_t n = (size_t)f->nx * f->ny;
    const unsigned char *p = (const unsigned char *)f->a;
    *sum = 0;
    for (size_t i = 0; i < n; i++)
        *sum += f->a[i];
    for (size_t i = 0; i < n * sizeof(real); i++)
        h = (h ^ p[i]) * 0x100000001b3;
    return h;
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 400, ny = argc > 2 ? atoi(argv[2]) : 500;
    int steps = argc > 3 ? atoi(argv[3]) : 120;
    if (nx < 2 || ny < 2 || steps < 1)
        return 2;
    struct field u = field_new(nx, ny), v = field_new(nx, ny), k = field_new(nx, ny);
    struct field kx = field_new(nx, ny), ky = field_new(nx, ny), s = field_new(nx, ny);
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            *at(&k, i, j) = 1 + 0.5 * sin(0.07 * i) * cos(0.05 * j) + ((i / 16 + j / 16) % 3 == 0);
            *at(&s, i, j) = (i % 97 == 11 && j % 89 == 17) ? 5.0 : 0.0;
            *at(&u, i, j) = (i * 5 + j * 3) % 17 / 17.0;
        }
    faces(&k, &kx, &ky);
    for (int t = 0; t < steps; t++) {
        real h = 0.4 + 0.3 * (t % 4);
        half_y(&u, &v, &kx, &ky, &s, h);
        half_x(&v, &u, &kx, &ky, &s, h);
        if (t % 20 == 19 || t == steps - 1) {
            real su, sv;
            uint64_t hu = checksum(&u, &su), hv = checksum(&v, &sv);
            printf("step %d u %.17g %016llx v %.17g %016llx\n", t + 1, su,
                   (unsigned long long)hu, sv, (unsigned long long)hv);
        }
    }
    real *all[] = { u.a, v.a, k.a, kx.a, ky.a, s.a };
    for (int i = 0; i < 6; i++)
        free(all[i]);
    return 0;
}
