/* shallow.c
 *
 * Finite volume solver for the 2-D shallow water equations on an
 * unstructured triangular mesh (dam break in a basin with walls).
 * First order, HLL fluxes over the faces, explicit Euler in time.
 *
 * usage: shallow [nx ny steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define GRAV 9.81
#define CFL  0.45
#define HMIN 1e-6

struct mesh {
    int nnode, ncell, nface;
    double *xn, *yn;            /* node coordinates             */
    int    *tri;                /* 3 nodes per cell             */
    int    *left, *right;       /* cells of a face, right=-1: wall */
    double *nx, *ny, *len;      /* unit normal (left->right), length */
    double *area;
    double *perim;
    double *cx, *cy;
};

struct state { double *h, *hu, *hv; };

static void *xmalloc(size_t n)
{
    void *p = calloc(n ? n : 1, 1);
    if (p == NULL) {
        fprintf(stderr, "out of memory (%zu bytes)\n", n);
        exit(EXIT_FAILURE);
    }
    return p;
}

static unsigned long long seed = 88172645463325252ULL;
static double uniform(void)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(seed >> 11) / 9007199254740992.0;
}

/* faces are found with the help of a list per lowest node */
struct fnode { int hi, face; struct fnode *next; };

static void add_edge(struct mesh *m, struct fnode **heads, int cell, int a, int b)
{
    int lo = a < b ? a : b, hi = a < b ? b : a;
    for (struct fnode *f = heads[lo]; f; f = f->next)
        if (f->hi == hi) {
            m->right[f->face] = cell;
            return;
        }
    struct fnode *f = xmalloc(sizeof *f);
    int k = m->nface++;
    f->hi = hi;
    f->face = k;
    f->next = heads[lo];
    heads[lo] = f;
    double dx = m->xn[b] - m->xn[a], dy = m->yn[b] - m->yn[a];
    m->left[k] = cell;
    m->right[k] = -1;
    m->len[k] = sqrt(dx * dx + dy * dy);
    m->nx[k] = dy / m->len[k];          /* cells are counter-clockwise */
    m->ny[k] = -dx / m->len[k];
}

static void build_mesh(struct mesh *m, int nx, int ny, double lx, double ly)
{
    m->nnode = (nx + 1) * (ny + 1);
    m->ncell = 2 * nx * ny;
    int maxface = 3 * nx * ny + nx + ny;
    m->xn = xmalloc(m->nnode * sizeof(double));
    m->yn = xmalloc(m->nnode * sizeof(double));
    m->tri = xmalloc(3 * (size_t)m->ncell * sizeof(int));
    m->left = xmalloc(maxface * sizeof(int));
    m->right = xmalloc(maxface * sizeof(int));
    m->nx = xmalloc(maxface * sizeof(double));
    m->ny = xmalloc(maxface * sizeof(double));
    m->len = xmalloc(maxface * sizeof(double));
    m->area = xmalloc(m->ncell * sizeof(double));
    m->perim = xmalloc(m->ncell * sizeof(double));
    m->cx = xmalloc(m->ncell * sizeof(double));
    m->cy = xmalloc(m->ncell * sizeof(double));
    m->nface = 0;

    double dx = lx / nx, dy = ly / ny;
    for (int j = 0; j <= ny; j++)
        for (int i = 0; i <= nx; i++) {
            int n = j * (nx + 1) + i;
            m->xn[n] = i * dx;
            m->yn[n] = j * dy;
            if (i > 0 && i < nx && j > 0 && j < ny) {
                m->xn[n] += 0.3 * dx * (uniform() - 0.5);
                m->yn[n] += 0.3 * dy * (uniform() - 0.5);
            }
        }
    int c = 0;
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            int a = j * (nx + 1) + i, b = a + 1, d = a + nx + 1, e = d + 1;
            int t[6] = { a, b, e, a, e, d };
            int u[6] = { a, b, d, b, e, d };
            memcpy(m->tri + 3 * c, (i + j) & 1 ? t : u, sizeof t);
            c += 2;
        }
    struct fnode **heads = xmalloc(m->nnode * sizeof *heads);
    for (c = 0; c < m->ncell; c++) {
        int *t = m->tri + 3 * c;
        double ax = m->xn[t[0]], ay = m->yn[t[0]];
        double bx = m->xn[t[1]], by = m->yn[t[1]];
        double ex = m->xn[t[2]], ey = m->yn[t[2]];
        m->area[c] = 0.5 * ((bx - ax) * (ey - ay) - (ex - ax) * (by - ay));
        m->cx[c] = (ax + bx + ex) / 3;
        m->cy[c] = (ay + by + ey) / 3;
        for (int k = 0; k < 3; k++)
            add_edge(m, heads, c, t[k], t[(k + 1) % 3]);
    }
    for (int k = 0; k < m->nface; k++) {
        m->perim[m->left[k]] += m->len[k];
        if (m->right[k] >= 0)
            m->perim[m->right[k]] += m->len[k];
    }
    for (int n = 0; n < m->nnode; n++)
        while (heads[n]) {
            struct fnode *f = heads[n];
            heads[n] = f->next;
            free(f);
        }
    free(heads);
}

/* HLL flux in the direction of the normal */
static void hll(const double ql[3], const double qr[3], double nx, double ny, double f[3])
{
    double hl = ql[0], hr = qr[0];
    double ul = 0, vl = 0, ur = 0, vr = 0;
    if (hl > HMIN) { ul = ql[1] / hl; vl = ql[2] / hl; }
    if (hr > HMIN) { ur = qr[1] / hr; vr = qr[2] / hr; }
    double unl = ul * nx + vl * ny, unr = ur * nx + vr * ny;
    double cl = sqrt(GRAV * hl), cr = sqrt(GRAV * hr);
    double sl = fmin(unl - cl, unr - cr), sr = fmax(unl + cl, unr + cr);
    double fl[3], fr[3];
    fl[0] = hl * unl;
    fl[1] = hl * ul * unl + 0.5 * GRAV * hl * hl * nx;
    fl[2] = hl * vl * unl + 0.5 * GRAV * hl * hl * ny;
    fr[0] = hr * unr;
    fr[1] = hr * ur * unr + 0.5 * GRAV * hr * hr * nx;
    fr[2] = hr * vr * unr + 0.5 * GRAV * hr * hr * ny;
    if (sl >= 0) {
        for (int k = 0; k < 3; k++) f[k] = fl[k];
    } else if (sr <= 0) {
        for (int k = 0; k < 3; k++) f[k] = fr[k];
    } else {
        for (int k = 0; k < 3; k++)
            f[k] = (sr * fl[k] - sl * fr[k] + sl * sr * (qr[k] - ql[k])) / (sr - sl);
    }
}

static double time_step(const struct mesh *m, const struct state *s)
{
    double dt = 1e30;
    for (int c = 0; c < m->ncell; c++) {
        if (s->h[c] <= HMIN)
            continue;
        double u = s->hu[c] / s->h[c], v = s->hv[c] / s->h[c];
        double speed = sqrt(u * u + v * v) + sqrt(GRAV * s->h[c]);
        double d = CFL * 2 * m->area[c] / (m->perim[c] * speed);
        if (d < dt)
            dt = d;
    }
    return dt;
}

static void residual(const struct mesh *m, const struct state *s, struct state *r)
{
    memset(r->h, 0, m->ncell * sizeof(double));
    memset(r->hu, 0, m->ncell * sizeof(double));
    memset(r->hv, 0, m->ncell * sizeof(double));
    for (int k = 0; k < m->nface; k++) {
        int a = m->left[k], b = m->right[k];
        double ql[3] = { s->h[a], s->hu[a], s->hv[a] }, qr[3], f[3];
        if (b >= 0) {
            qr[0] = s->h[b];
            qr[1] = s->hu[b];
            qr[2] = s->hv[b];
        } else {                /* reflecting wall */
            double mn = ql[1] * m->nx[k] + ql[2] * m->ny[k];
            qr[0] = ql[0];
            qr[1] = ql[1] - 2 * mn * m->nx[k];
            qr[2] = ql[2] - 2 * mn * m->ny[k];
        }
        hll(ql, qr, m->nx[k], m->ny[k], f);
        r->h[a] -= f[0] * m->len[k];
        r->hu[a] -= f[1] * m->len[k];
        r->hv[a] -= f[2] * m->len[k];
        if (b >= 0) {
            r->h[b] += f[0] * m->len[k];
            r->hu[b] += f[1] * m->len[k];
            r->hv[b] += f[2] * m->len[k];
        }
    }
}

static void update(const struct mesh *m, struct state *s, const struct state *r, double dt)
{
    const double manning2 = 0.0004;
    for (int c = 0; c < m->ncell; c++) {
        double k = dt / m->area[c];
        s->h[c] += k * r->h[c];
        s->hu[c] += k * r->hu[c];
        s->hv[c] += k * r->hv[c];
        if (s->h[c] < HMIN) {
            s->h[c] = fmax(s->h[c], 0);
            s->hu[c] = s->hv[c] = 0;
        } else {                /* bed friction, implicit */
            double h = s->h[c];
            double sp = sqrt(s->hu[c] * s->hu[c] + s->hv[c] * s->hv[c]) / h;
            double fr = 1 + dt * GRAV * manning2 * sp / (h * cbrt(h));
            s->hu[c] /= fr;
            s->hv[c] /= fr;
        }
    }
}

static void report(const struct mesh *m, const struct state *s, int step, double t)
{
    double vol = 0, ekin = 0, hmax = 0;
    for (int c = 0; c < m->ncell; c++) {
        vol += s->h[c] * m->area[c];
        if (s->h[c] > HMIN)
            ekin += 0.5 * (s->hu[c] * s->hu[c] + s->hv[c] * s->hv[c]) / s->h[c] * m->area[c];
        if (s->h[c] > hmax)
            hmax = s->h[c];
    }
    printf("step %5d t %9.5f volume %.9f kinetic %.9f hmax %.7f\n", step, t, vol, ekin, hmax);
}

int main(int argc, char *argv[])
{
    int nx = 180, ny = 100, steps = 650;
    if (argc == 4) {
        nx = atoi(argv[1]);
        ny = atoi(argv[2]);
        steps = atoi(argv[3]);
    }
    if (nx < 2 || ny < 2 || steps < 1 || nx > 5000 || ny > 5000) {
        fprintf(stderr, "usage: %s [nx ny steps]\n", argv[0]);
        return 1;
    }
    struct mesh m;
    struct state s, r;
    build_mesh(&m, nx, ny, 18.0, 10.0);
    s.h = xmalloc(m.ncell * sizeof(double));
    s.hu = xmalloc(m.ncell * sizeof(double));
    s.hv = xmalloc(m.ncell * sizeof(double));
    r.h = xmalloc(m.ncell * sizeof(double));
    r.hu = xmalloc(m.ncell * sizeof(double));
    r.hv = xmalloc(m.ncell * sizeof(double));
    for (int c = 0; c < m.ncell; c++) {
        double dx = m.cx[c] - 4, dy = m.cy[c] - 5.5;
        s.h[c] = dx * dx + dy * dy < 4 ? 2.0 : 0.5;
    }
    printf("%d cells, %d faces\n", m.ncell, m.nface);
    double t = 0;
    for (int n = 0; n < steps; n++) {
        if (n % (steps / 4 > 0 ? steps / 4 : 1) == 0)
            report(&m, &s, n, t);
        double dt = time_step(&m, &s);
        residual(&m, &s, &r);
        update(&m, &s, &r, dt);
        t += dt;
    }
    report(&m, &s, steps, t);
    return 0;
}
