/* frame.c -- sizing of a braced 3D frame tower.
 *
 * Euler-Bernoulli beam elements with six degrees of freedom per node.  The
 * stiffness matrix is kept as 6x6 blocks at the nodes and solved for a set of
 * load cases with Jacobi preconditioned conjugate gradients.  After every pass
 * the members are resized by their worst utilisation.
 *
 *   frame [bays] [storeys] [design passes]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NCASE 10
#define MAXADJ 14
#define EMOD 210e9
#define GMOD 81e9
#define FYIELD 235e6

typedef double Mat12[12][12];
typedef struct {
    int n1, n2;
    double len, rot[3][3];          /* rows: local axes */
    double area, inertia, torsion, util;
} Beam;

typedef struct {
    double x, y, z;
    int nadj, adj[MAXADJ];          /* adj[0] is the node itself */
    double blk[MAXADJ][6][6];
} Node;
static Node *nodes;
static Beam *beams;
static int nnode, nbeam, nbase, ndof;
static double *work, *diag;         /* cg scratch, inverse diagonal */

static void *need(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (p == NULL)
        abort();
    return p;
}

static void set_section(Beam *b, double area)    /* square tube */
{
    b->area = area;
    b->inertia = 0.38 * area * area;
    b->torsion = 0.56 * area * area;
}

static void add_beam(int i, int j, double area)
{
    Beam *b = &beams[nbeam++];
    double dx = nodes[j].x - nodes[i].x, dy = nodes[j].y - nodes[i].y, dz = nodes[j].z - nodes[i].z;
    double h = sqrt(dx * dx + dy * dy);
    b->n1 = i;
    b->n2 = j;
    b->len = sqrt(h * h + dz * dz);
    double c[3] = { dx / b->len, dy / b->len, dz / b->len };
    double s[3] = { h > 1e-9 ? -dy / h : 0, h > 1e-9 ? dx / h : 1, 0 };
    double t[3] = { c[1] * s[2] - c[2] * s[1], c[2] * s[0] - c[0] * s[2], c[0] * s[1] - c[1] * s[0] };
    for (int k = 0; k < 3; k++)
        b->rot[0][k] = c[k], b->rot[1][k] = s[k], b->rot[2][k] = t[k];
    set_section(b, area);
    nodes[i].adj[nodes[i].nadj++] = j;
    nodes[j].adj[nodes[j].nadj++] = i;
}

static void build_tower(int bays, int storeys)
{
    int m = bays + 1;
    nbase = m * m;
    nnode = nbase * (storeys + 1);
    ndof = 6 * nnode;
    nodes = need(nnode, sizeof(Node));
    beams = need(nnode, 5 * sizeof(Beam));
    for (int k = 0, id = 0; k <= storeys; k++)
        for (int j = 0; j < m; j++)
            for (int i = 0; i < m; i++, id++) {
                double taper = 1.0 - 0.4 * k / storeys;
                double x = (i - bays / 2.0) * 6.0 * taper, y = (j - bays / 2.0) * 6.0 * taper;
                nodes[id] = (Node){ .x = x, .y = y, .z = 3.5 * k, .nadj = 1, .adj = { id } };
            }
    for (int k = 1; k <= storeys; k++)
        for (int j = 0; j < m; j++)
            for (int i = 0; i < m; i++) {
                int id = (k * m + j) * m + i;
                add_beam(id - nbase, id, 0.03);
                if (i) add_beam(id - 1, id, 0.01);
                if (j) add_beam(id - m, id, 0.01);
                if (i && (j == 0 || j == bays) && (i + k) % 2) add_beam(id - nbase - 1, id, 0.006);
                if (j && (i == 0 || i == bays) && (j + k) % 2) add_beam(id - nbase - m, id, 0.006);
            }
}

static void local_stiffness(const Beam *b, Mat12 k)
{
    double L = b->len, ea = EMOD * b->area / L, gj = GMOD * b->torsion / L, ei = EMOD * b->inertia;
    double a = 12 * ei / (L * L * L), c = 6 * ei / (L * L), d = 4 * ei / L, e = 2 * ei / L;
    memset(k, 0, sizeof(Mat12));
    k[0][0] = k[6][6] = ea;   k[0][6] = k[6][0] = -ea;
    k[3][3] = k[9][9] = gj;   k[3][9] = k[9][3] = -gj;
    for (int ax = 1; ax <= 2; ax++) {
        int v = ax, w = ax + 6, r = 6 - ax, q = 12 - ax;  /* v,w: shift  r,q: rotation */
        double s = ax == 1 ? c : -c;
        k[v][v] = k[w][w] = a;    k[v][w] = k[w][v] = -a;
        k[r][r] = k[q][q] = d;    k[r][q] = k[q][r] = e;
        k[v][r] = k[r][v] = k[v][q] = k[q][v] = s;
        k[w][r] = k[r][w] = k[w][q] = k[q][w] = -s;
    }
}

static void assemble(void)
{
    Mat12 k, kt, kg;
    for (Node *p = nodes; p < nodes + nnode; p++)
        memset(p->blk, 0, sizeof p->blk);
    for (const Beam *b = beams; b < beams + nbeam; b++) {
        local_stiffness(b, k);
        for (int i = 0; i < 12; i++)
            for (int j = 0, o; o = j / 3 * 3, j < 12; j++)
                kt[i][j] = k[i][o] * b->rot[0][j % 3] + k[i][o + 1] * b->rot[1][j % 3] + k[i][o + 2] * b->rot[2][j % 3];
        for (int i = 0, o; o = i / 3 * 3, i < 12; i++)
            for (int j = 0; j < 12; j++)
                kg[i][j] = b->rot[0][i % 3] * kt[o][j] + b->rot[1][i % 3] * kt[o + 1][j] + b->rot[2][i % 3] * kt[o + 2][j];
        for (int q = 0; q < 4; q++) {
            Node *p = &nodes[q / 2 ? b->n2 : b->n1];
            int a = 0, other = q % 2 ? b->n2 : b->n1;
            while (p->adj[a] != other)
                a++;
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < 6; j++)
                    p->blk[a][i][j] += kg[q / 2 * 6 + i][q % 2 * 6 + j];
        }
    }
    for (int i = 0; i < ndof; i++) {
        if (i < 6 * nbase)
            nodes[i / 6].blk[0][i % 6][i % 6] += 1e15;      /* clamped base */
        diag[i] = 1 / nodes[i / 6].blk[0][i % 6][i % 6];
    }
}

static double dot(int n, const double *a, const double *b)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

static void multiply(const double *x, double *y)
{
    for (const Node *p = nodes; p < nodes + nnode; p++, y += 6) {
        memset(y, 0, 6 * sizeof *y);
        for (int a = 0; a < p->nadj; a++)
            for (int i = 0; i < 6; i++)
                y[i] += dot(6, p->blk[a][i], x + 6 * p->adj[a]);
    }
}

/* u holds the start vector on entry; returns the iteration count */
static int solve(const double *f, double *u)
{
    double *r = work, *p = r + ndof, *q = p + ndof, rz = 0, limit = 1e-14 * dot(ndof, f, f);
    int it;
    multiply(u, r);
    for (int i = 0; i < ndof; i++) {
        r[i] = f[i] - r[i];
        p[i] = diag[i] * r[i];
        rz += r[i] * p[i];
    }
    for (it = 0; it < 4 * ndof; it++) {
        multiply(p, q);
        double alpha = rz / dot(ndof, p, q), rz1 = 0;
        for (int i = 0; i < ndof; i++) {
            u[i] += alpha * p[i];
            r[i] -= alpha * q[i];
            rz1 += r[i] * r[i] * diag[i];
        }
        if (dot(ndof, r, r) < limit)
            break;
        for (int i = 0; i < ndof; i++)
            p[i] = diag[i] * r[i] + rz1 / rz * p[i];
        rz = rz1;
    }
    return it;
}

static void load_case(int c, double *f)
{
    memset(f, 0, ndof * sizeof(double));
    for (int i = nbase; i < nnode; i++) {
        double h = nodes[i].z, wind = 900 * pow(h / 10, 0.3), ang = c * 6.283185307179586 / (NCASE - 1);
        f[6 * i + 2] = -9000 - (c == 0 ? 15000 : 0);
        f[6 * i] = c ? wind * cos(ang) : 0;
        f[6 * i + 1] = c ? wind * sin(ang) : 0;
    }
}

/* end forces in local axes, utilisation = combined stress over yield */
static double utilisation(const Beam *b, const double *u)
{
    Mat12 k;
    double ul[12], s[12];
    local_stiffness(b, k);
    for (int i = 0; i < 12; i++) {
        const double *g = u + 6 * (i < 6 ? b->n1 : b->n2) + i % 6 / 3 * 3;
        ul[i] = b->rot[i % 3][0] * g[0] + b->rot[i % 3][1] * g[1] + b->rot[i % 3][2] * g[2];
    }
    for (int i = 0; i < 12; i++)
        s[i] = dot(12, k[i], ul);
    double w = 0.9 * b->inertia / sqrt(b->area);     /* section modulus */
    return (fabs(s[6]) / b->area + fmax(hypot(s[4], s[5]), hypot(s[10], s[11])) / w) / FYIELD;
}

int main(int argc, char **argv)
{
    int bays = argc > 1 ? atoi(argv[1]) : 4, storeys = argc > 2 ? atoi(argv[2]) : 16;
    int passes = argc > 3 ? atoi(argv[3]) : 3;
    build_tower(bays, storeys);
    double *u = need(NCASE * ndof, sizeof *u), *f = need(ndof, sizeof *f);
    work = need(3 * ndof, sizeof *work);
    diag = need(ndof, sizeof *diag);
    printf("%d nodes, %d beams, %d equations\n", nnode, nbeam, ndof);

    for (int pass = 0; pass < passes; pass++) {
        double weight = 0, worst = 0;
        assemble();
        for (int c = 0; c < NCASE; c++) {
            double *uc = u + c * ndof, sway = 0;
            load_case(c, f);
            int it = solve(f, uc);
            for (int i = nbase; i < nnode; i++)
                sway = fmax(sway, hypot(uc[6 * i], uc[6 * i + 1]));
            for (int e = 0; e < nbeam; e++)
                beams[e].util = fmax(beams[e].util, utilisation(&beams[e], uc));
            printf("pass %d case %d: %4d iterations, sway %8.3f mm, energy %10.4f J\n", pass, c, it, 1e3 * sway, 0.5 * dot(ndof, f, uc));
        }
        for (Beam *b = beams; b < beams + nbeam; b++) {
            weight += 7850 * b->area * b->len;
            worst = fmax(worst, b->util);
            set_section(b, b->area * fmin(1.5, fmax(0.7, sqrt(b->util / 0.6))));
            b->util = 0;
        }
        printf("pass %d: weight %.3f t, worst utilisation %.4f\n", pass, weight / 1e3, worst);
    }
    return 0;
}
