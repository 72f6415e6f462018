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

/* explicit in x, implicit in y: lines along a row */
static void half_y(const struct field *u, struct field *v, const struct field *kx,
                   const struct field *ky, const struct field *s, real h, real *cp)
{
    int nx = u->nx, ny = u->ny;
    for (int i = 0; i < nx; i++) {
        for (int j = 0; j < ny; j++) {
            real c = *at(u, i, j);
            real north = i > 0 ? *at(u, i - 1, j) : 0, south = i < nx - 1 ? *at(u, i + 1, j) : 0;
            real kn = *at(kx, i, j), ks = i < nx - 1 ? *at(kx, i + 1, j) : kn;
            real rhs = c + h * (ks * (south - c) - kn * (c - north)) + h * *at(s, i, j);
            real kl = *at(ky, i, j), kr = j < ny - 1 ? *at(ky, i, j + 1) : kl;
            real diag = 1 + h * (kl + kr + 0.1);
            if (j == 0) {
                cp[j] = -h * kr / diag;
                *at(v, i, j) = rhs / diag;
            } else {
                real m = diag + h * kl * cp[j - 1];
                cp[j] = -h * kr / m;
                *at(v, i, j) = (rhs + h * kl * *at(v, i, j - 1)) / m;
            }
        }
        for (int j = ny - 2; j >= 0; j--)
            *at(v, i, j) -= cp[j] * *at(v, i, j + 1);
    }
}

/* explicit in y, implicit in x: lines along a column */
static void half_x(const struct field *u, struct field *v, const struct field *kx,
                   const struct field *ky, const struct field *s, real h, real *cp)
{
    int nx = u->nx, ny = u->ny;
    for (int j = 0; j < ny; j++) {
        for (int i = 0; i < nx; i++) {
            real c = *at(u, i, j);
            real west = j > 0 ? *at(u, i, j - 1) : 0, east = j < ny - 1 ? *at(u, i, j + 1) : 0;
            real kw = *at(ky, i, j), ke = j < ny - 1 ? *at(ky, i, j + 1) : kw;
            real rhs = c + h * (ke * (east - c) - kw * (c - west)) + h * *at(s, i, j);
            real kn = *at(kx, i, j), ks = i < nx - 1 ? *at(kx, i + 1, j) : kn;
            real diag = 1 + h * (kn + ks + 0.1);
            if (i == 0) {
                cp[i] = -h * ks / diag;
                *at(v, i, j) = rhs / diag;
            } else {
                real m = diag + h * kn * cp[i - 1];
                cp[i] = -h * ks / m;
                *at(v, i, j) = (rhs + h * kn * *at(v, i - 1, j)) / m;
            }
        }
        for (int i = nx - 2; i >= 0; i--)
            *at(v, i, j) -= cp[i] * *at(v, i + 1, j);
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
    real *cp = malloc(sizeof(real) * (nx > ny ? nx : ny));
    if (!cp)
        return 1;
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            *at(&k, i, j) = 1 + 0.5 * sin(0.07 * i) * cos(0.05 * j) + ((i / 16 + j / 16) % 3 == 0);
            *at(&s, i, j) = (i % 97 == 11 && j % 89 == 17) ? 5.0 : 0.0;
            *at(&u, i, j) = (i * 5 + j * 3) % 17 / 17.0;
        }
    faces(&k, &kx, &ky);
    for (int t = 0; t < steps; t++) {
        real h = 0.4 + 0.3 * (t % 4);
        half_y(&u, &v, &kx, &ky, &s, h, cp);
        half_x(&v, &u, &kx, &ky, &s, h, cp);
        if (t % 20 == 19 || t == steps - 1) {
            real su, sv;
            uint64_t hu = checksum(&u, &su), hv = checksum(&v, &sv);
            printf("step %d u %.17g %016llx v %.17g %016llx\n", t + 1, su,
                   (unsigned long long)hu, sv, (unsigned long long)hv);
        }
    }
    real *all[] = { u.a, v.a, k.a, kx.a, ky.a, s.a, cp };
    for (int i = 0; i < 7; i++)
        free(all[i]);
    return 0;
}
