// SPDX-License-Identifier: Apache-2.0
// Taubin smoothing of a noisy triangulated surface with irregular numbering:
// CSR vertex adjacency, inverse-length weights, normals, and mesh quality.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int nv, nt;
    double *x, *y, *z;
    double *nx, *ny, *nz; /* vertex normals */
    int (*tri)[3];
    unsigned char *border;
    /* vertex -> neighbouring vertices, and vertex -> incident triangles */
    int *vstart, *vadj;
    int *tstart, *tadj;
} Mesh;

static uint64_t rng = 0x1234567887654321ull;

static uint32_t rand32(void) {
    rng ^= rng << 7;
    rng ^= rng >> 9;
    return (uint32_t)(rng >> 16);
}

static double jitter(double amp) { return amp * ((double)rand32() / 4294967295.0 * 2.0 - 1.0); }

static void *grab(size_t n) {
    void *p = malloc(n ? n : 1);
    if (!p) {
        fprintf(stderr, "trismooth: out of memory\n");
        exit(1);
    }
    return p;
}

/* a bumpy sheet of cols x rows vertices, shuffled numbering, random diagonals */
static void mesh_generate(Mesh *m, int cols, int rows) {
    int nv = cols * rows;
    int *name = grab(sizeof *name * nv);
    m->nv = nv;
    m->nt = 0;
    double **coord[] = {&m->x, &m->y, &m->z, &m->nx, &m->ny, &m->nz};
    for (int c = 0; c < 6; c++)
        *coord[c] = grab(sizeof(double) * nv);
    m->tri = grab(sizeof *m->tri * 2 * (cols - 1) * (rows - 1));
    m->border = grab(nv);

    for (int i = 0; i < nv; i++)
        name[i] = i;
    /* shuffle locally, as a mesh generator working in patches would leave it */
    for (int i = 0; i < nv; i++) {
        int span = nv - i < 400 ? nv - i : 400;
        int j = i + (int)(rand32() % (uint32_t)span), t = name[i];
        name[i] = name[j];
        name[j] = t;
    }
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            int v = name[r * cols + c];
            double u = (double)c / (cols - 1), w = (double)r / (rows - 1);
            m->border[v] = r == 0 || c == 0 || r == rows - 1 || c == cols - 1;
            m->x[v] = 10 * u + (m->border[v] ? 0 : jitter(3.0 / cols));
            m->y[v] = 10 * w + (m->border[v] ? 0 : jitter(3.0 / rows));
            m->z[v] = sin(6 * u) * cos(5 * w) + 0.3 * sin(25 * u * w) + jitter(0.03);
        }
    for (int r = 0; r + 1 < rows; r++)
        for (int c = 0; c + 1 < cols; c++) {
            int a = name[r * cols + c], b = name[r * cols + c + 1];
            int d = name[(r + 1) * cols + c], e = name[(r + 1) * cols + c + 1];
            int flip = rand32() & 1;
            int t[2][3] = {{a, b, flip ? d : e}, {flip ? b : a, e, d}};
            memcpy(m->tri[m->nt], t, sizeof t);
            m->nt += 2;
        }
    free(name);
}

static int compare_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void mesh_adjacency(Mesh *m) {
    m->tstart = calloc((size_t)m->nv + 1, sizeof(int));
    m->vstart = calloc((size_t)m->nv + 1, sizeof(int));
    m->tadj = grab(sizeof(int) * 3 * m->nt);
    m->vadj = grab(sizeof(int) * 6 * m->nt);
    if (!m->tstart || !m->vstart)
        exit(1);
    for (int t = 0; t < m->nt; t++)
        for (int k = 0; k < 3; k++)
            m->tstart[m->tri[t][k] + 1]++;
    for (int v = 0; v < m->nv; v++)
        m->tstart[v + 1] += m->tstart[v];
    int *next = grab(sizeof(int) * m->nv);
    memcpy(next, m->tstart, sizeof(int) * m->nv);
    for (int t = 0; t < m->nt; t++)
        for (int k = 0; k < 3; k++)
            m->tadj[next[m->tri[t][k]]++] = t;
    free(next);

    int total = 0;
    for (int v = 0; v < m->nv; v++) {
        int ring[64], n = 0, kept = 0;
        for (int i = m->tstart[v]; i < m->tstart[v + 1]; i++)
            for (int k = 0; k < 3; k++)
                if (m->tri[m->tadj[i]][k] != v && n < 64)
                    ring[n++] = m->tri[m->tadj[i]][k];
        qsort(ring, (size_t)n, sizeof *ring, compare_int);
        for (int i = 0; i < n; i++)
            if (i == 0 || ring[i] != ring[i - 1])
                ring[kept++] = ring[i];
        memcpy(m->vadj + total, ring, sizeof(int) * kept);
        total += kept;
        m->vstart[v + 1] = total;
    }
}

/* one umbrella step p += factor * (weighted neighbour mean - p) */
static double smooth_pass(Mesh *m, double factor, double *fresh[3]) {
    double *ox = fresh[0], *oy = fresh[1], *oz = fresh[2];
    double moved = 0;
#pragma omp parallel for schedule(static) reduction(max : moved)
    for (int v = 0; v < m->nv; v++) {
        double px = m->x[v], py = m->y[v], pz = m->z[v];
        if (m->border[v]) {
            ox[v] = px;
            oy[v] = py;
            oz[v] = pz;
            continue;
        }
        double sx = 0, sy = 0, sz = 0, sw = 0;
        for (int i = m->vstart[v]; i < m->vstart[v + 1]; i++) {
            int u = m->vadj[i];
            double dx = m->x[u] - px, dy = m->y[u] - py, dz = m->z[u] - pz;
            double w = 1.0 / sqrt(dx * dx + dy * dy + dz * dz + 1e-12);
            sx += w * dx;
            sy += w * dy;
            sz += w * dz;
            sw += w;
        }
        double dx = factor * sx / sw, dy = factor * sy / sw, dz = factor * sz / sw;
        ox[v] = px + dx;
        oy[v] = py + dy;
        oz[v] = pz + dz;
        moved = fmax(moved, dx * dx + dy * dy + dz * dz);
    }
    fresh[0] = m->x, fresh[1] = m->y, fresh[2] = m->z;
    m->x = ox, m->y = oy, m->z = oz;
    return sqrt(moved);
}

static void compute_normals(Mesh *m) {
#pragma omp parallel for schedule(static)
    for (int v = 0; v < m->nv; v++) {
        double n[3] = {0, 0, 0};
        for (int i = m->tstart[v]; i < m->tstart[v + 1]; i++) {
            const int *t = m->tri[m->tadj[i]];
            double ux = m->x[t[1]] - m->x[t[0]], uy = m->y[t[1]] - m->y[t[0]], uz = m->z[t[1]] - m->z[t[0]];
            double wx = m->x[t[2]] - m->x[t[0]], wy = m->y[t[2]] - m->y[t[0]], wz = m->z[t[2]] - m->z[t[0]];
            n[0] += uy * wz - uz * wy;
            n[1] += uz * wx - ux * wz;
            n[2] += ux * wy - uy * wx;
        }
        double len = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) + 1e-30;
        m->nx[v] = n[0] / len;
        m->ny[v] = n[1] / len;
        m->nz[v] = n[2] / len;
    }
}

static double edge_length(const Mesh *m, int a, int b) {
    double dx = m->x[a] - m->x[b], dy = m->y[a] - m->y[b], dz = m->z[a] - m->z[b];
    return sqrt(dx * dx + dy * dy + dz * dz);
}

/* 1 for an equilateral triangle, 0 for a sliver */
static double triangle_quality(const Mesh *m, const int *t, double *area) {
    double a = edge_length(m, t[0], t[1]), b = edge_length(m, t[1], t[2]), c = edge_length(m, t[2], t[0]);
    double s = 0.5 * (a + b + c), q = s * (s - a) * (s - b) * (s - c);
    *area = q > 0 ? sqrt(q) : 0;
    return 4 * sqrt(3.0) * *area / (a * a + b * b + c * c);
}

static void report(Mesh *m, int round, double moved) {
    double area = 0, bend = 0, worst = 1;
    int poor = 0;
    compute_normals(m);
    for (int t = 0; t < m->nt; t++) {
        double one, q = triangle_quality(m, m->tri[t], &one);
        area += one;
        worst = fmin(worst, q);
        poor += q < 0.4;
    }
    for (int v = 0; v < m->nv; v++)
        for (int i = m->vstart[v]; i < m->vstart[v + 1]; i++) {
            int u = m->vadj[i];
            bend += 1 - (m->nx[v] * m->nx[u] + m->ny[v] * m->ny[u] + m->nz[v] * m->nz[u]);
        }
    printf("round %3d  area %.9f  roughness %.9f  worst quality %.6f  poor %d  moved %.3e\n", round, area,
           bend / m->vstart[m->nv], worst, poor, moved);
}

int main(int argc, char **argv) {
    int cols = argc > 1 ? atoi(argv[1]) : 360;
    int rows = argc > 2 ? atoi(argv[2]) : 280;
    int rounds = argc > 3 ? atoi(argv[3]) : 180;
    Mesh m;
    mesh_generate(&m, cols, rows);
    mesh_adjacency(&m);
    double *work[3];
    for (int c = 0; c < 3; c++)
        work[c] = grab(sizeof(double) * m.nv);
    printf("%d vertices, %d triangles, %d adjacencies\n", m.nv, m.nt, m.vstart[m.nv]);
    report(&m, 0, 0);
    for (int r = 1; r <= rounds; r++) {
        smooth_pass(&m, 0.5, work);
        double moved = smooth_pass(&m, -0.52, work);
        if (r % 20 == 0)
            report(&m, r, moved);
    }
    double sum = 0;
    for (int v = 0; v < m.nv; v++)
        sum += m.x[v] * 0.25 + m.y[v] * 0.5 + m.z[v];
    printf("checksum %.12f\n", sum);
    free(m.x), free(m.y), free(m.z), free(m.nx), free(m.ny), free(m.nz);
    free(m.tri), free(m.border), free(m.vstart), free(m.vadj), free(m.tstart), free(m.tadj);
    free(work[0]), free(work[1]), free(work[2]);
    return 0;
}
