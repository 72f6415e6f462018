/* Internal forces of a linear elastic body meshed with 8-node bricks: the
 * stiffness of every element is integrated, multiplied with the element's
 * displacements and scattered; the diagonal is kept for a preconditioner.
 *
 *   usage: bricks [elements-per-side]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    double x[3], u[3];
    double force[3], diag[3];
};

struct element {
    int node[8];
    int material;
    double volume;
};

struct mesh {
    int nnodes, nelems;
    struct node *node;
    struct element *elem;
};

static const double corner[8][3] = { { -1, -1, -1 }, { 1, -1, -1 }, { 1, 1, -1 }, { -1, 1, -1 },
                                     { -1, -1, 1 },  { 1, -1, 1 },  { 1, 1, 1 },  { -1, 1, 1 } };
static double elasticity[2][6][6];

static double jitter(unsigned i)
{
    i = (i ^ 61u) ^ (i >> 16);
    i *= 9u;
    i ^= i >> 4;
    i *= 0x27d4eb2du;
    i ^= i >> 15;
    return (double)(i & 0xffffu) / 65536.0 - 0.5;
}

static int build(struct mesh *m, int n)
{
    int s = n + 1;
    m->nnodes = s * s * s;
    m->nelems = n * n * n;
    m->node = calloc(m->nnodes, sizeof *m->node);
    m->elem = calloc(m->nelems, sizeof *m->elem);
    if (!m->node || !m->elem)
        return -1;
    for (int i = 0; i < m->nnodes; i++) {
        int g[3] = { i % s, i / s % s, i / (s * s) };
        for (int c = 0; c < 3; c++) {
            m->node[i].x[c] = g[c] + 0.15 * jitter(3u * i + c);
            m->node[i].u[c] = 1e-3 * (g[(c + 1) % 3] + jitter(7u * i + c));
        }
    }
    for (int e = 0; e < m->nelems; e++) {
        int x = e % n, y = e / n % n, z = e / (n * n);
        int b = (z * s + y) * s + x;
        int list[8] = { b, b + 1, b + s + 1, b + s, b + s * s, b + s * s + 1, b + s * s + s + 1,
                        b + s * s + s };
        memcpy(m->elem[e].node, list, sizeof list);
        m->elem[e].material = (x + 2 * y + 3 * z) % 5 == 0;
    }
    return 0;
}

static void materials(void)
{
    const double young[2] = { 1.0, 3.5 }, poisson[2] = { 0.3, 0.2 };
    for (int k = 0; k < 2; k++) {
        double f = young[k] / ((1 + poisson[k]) * (1 - 2 * poisson[k]));
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                elasticity[k][i][j] = f * (i == j ? 1 - poisson[k] : poisson[k]);
        for (int i = 3; i < 6; i++)
            elasticity[k][i][i] = f * 0.5 * (1 - 2 * poisson[k]);
    }
}

/* strain-displacement matrix at a Gauss point; returns det J */
static double strain_matrix(const double xe[8][3], const double p[3], double b[6][24])
{
    double dn[8][3], jac[3][3] = { { 0 } }, inv[3][3], det;

    for (int a = 0; a < 8; a++)
        for (int c = 0; c < 3; c++) {
            double f = 0.125 * corner[a][c];
            for (int o = 0; o < 3; o++)
                f *= o == c ? 1.0 : 1.0 + corner[a][o] * p[o];
            dn[a][c] = f;
            for (int d = 0; d < 3; d++)
                jac[c][d] += f * xe[a][d];
        }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            inv[j][i] = jac[i1][j1] * jac[i2][j2] - jac[i1][j2] * jac[i2][j1];
        }
    det = jac[0][0] * inv[0][0] + jac[0][1] * inv[1][0] + jac[0][2] * inv[2][0];
    memset(b, 0, 6 * sizeof b[0]);
    for (int a = 0; a < 8; a++) {
        double g[3];
        for (int i = 0; i < 3; i++)
            g[i] = (inv[i][0] * dn[a][0] + inv[i][1] * dn[a][1] + inv[i][2] * dn[a][2]) / det;
        for (int c = 0; c < 3; c++) {
            int o = (c + 1) % 3;
            b[c][3 * a + c] = g[c];
            b[3 + c][3 * a + c] = g[o];
            b[3 + c][3 * a + o] = g[c];
        }
    }
    return det;
}

static int internal_forces(struct mesh *m)
{
    const double gp = 1.0 / sqrt(3.0);

    for (int e = 0; e < m->nelems; e++) {
        struct element *el = &m->elem[e];
        const double(*d)[6] = elasticity[el->material];
        double xe[8][3], ke[24][24] = { { 0 } }, b[6][24], db[6][24];

        for (int a = 0; a < 8; a++)
            memcpy(xe[a], m->node[el->node[a]].x, sizeof xe[a]);
        el->volume = 0.0;
        for (int g = 0; g < 8; g++) {
            double p[3] = { gp * corner[g][0], gp * corner[g][1], gp * corner[g][2] };
            double det = strain_matrix((const double(*)[3])xe, p, b);
            if (det <= 0.0)
                return e + 1;
            el->volume += det;
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < 24; j++) {
                    double s = 0.0;
                    for (int k = 0; k < 6; k++)
                        s += d[i][k] * b[k][j];
                    db[i][j] = s;
                }
            for (int i = 0; i < 24; i++)
                for (int j = 0; j < 24; j++) {
                    double s = 0.0;
                    for (int k = 0; k < 6; k++)
                        s += b[k][i] * db[k][j];
                    ke[i][j] += s * det;
                }
        }
        for (int i = 0; i < 24; i++) {
            struct node *to = &m->node[el->node[i / 3]];
            double s = 0.0;
            for (int j = 0; j < 24; j++)
                s += ke[i][j] * m->node[el->node[j / 3]].u[j % 3];
            to->force[i % 3] += s;
            to->diag[i % 3] += ke[i][i];
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 36;
    struct mesh m;
    if (n < 1 || n > 400 || build(&m, n)) {
        fprintf(stderr, "bad size or out of memory\n");
        return 1;
    }
    materials();
    int bad = internal_forces(&m);
    if (bad) {
        fprintf(stderr, "element %d is inside out\n", bad - 1);
        return 1;
    }
    double vol = 0.0, work = 0.0, diag = 0.0;
    for (int e = 0; e < m.nelems; e++)
        vol += m.elem[e].volume;
    for (int i = 0; i < m.nnodes; i++)
        for (int c = 0; c < 3; c++) {
            work += 0.5 * m.node[i].u[c] * m.node[i].force[c];
            diag += m.node[i].diag[c] * ((i + c) % 3 + 1);
        }
    struct node *mid = &m.node[m.nnodes / 2];
    printf("volume %.12g, strain energy %.12g, diagonal %.12g\n", vol, work, diag);
    printf("force %.12g %.12g %.12g\n", mid->force[0], mid->force[1], mid->force[2]);
    free(m.node);
    free(m.elem);
    return 0;
}
