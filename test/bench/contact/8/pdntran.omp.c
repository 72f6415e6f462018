// SPDX-License-Identifier: Apache-2.0
// Transient simulation of a chip's power delivery network: a netlist of R-L
// branches, node capacitors, supply pads and clocked current loads.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int a, b;
    double r, l;
    double i;    /* current from a to b */
    double k, g; /* companion model: i' = k * i + g * (va - vb) */
} Branch;

typedef struct {
    double v, c, leak;
    double vmin, vmax;
    double peak, phase; /* load current and clock phase */
    int period, block, first, pad;
} Node;

typedef struct {
    int nnode, nbranch, nblock, npad;
    Node *node;
    Branch *branch;
    int *inc; /* branches at each node: ~b where the current flows in */
    int *pads;
    double *activity;
    double vdd, dt;
} Grid;

static uint32_t lfsr = 0xACE1u;

static double rnd(double lo, double hi)
{
    lfsr = lfsr * 1103515245u + 12345u;
    return lo + (hi - lo) * ((lfsr >> 4) / 268435456.0);
}

static void add_branch(Grid *g, int a, int b, double r, double l)
{
    Branch *br = &g->branch[g->nbranch++];
    *br = (Branch){.a = a, .b = b, .r = r, .l = l};
    br->k = l / g->dt / (l / g->dt + r);
    br->g = 1 / (l / g->dt + r);
}

static Grid build_grid(int w, int h)
{
    Grid g = {.nnode = w * h, .vdd = 1.0, .dt = 0.02};
    g.node = calloc(g.nnode, sizeof *g.node);
    g.branch = malloc(sizeof *g.branch * (2 * g.nnode + g.nnode / 4 + 4));
    g.pads = malloc(sizeof *g.pads * (g.nnode / 64 + 4));
    g.nblock = ((w + 15) / 16) * ((h + 15) / 16);
    g.activity = malloc(sizeof *g.activity * g.nblock);
    for (int i = 0; i < g.nblock; i++) g.activity[i] = 1;

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            Node *n = &g.node[y * w + x];
            n->v = n->vmin = n->vmax = g.vdd;
            n->c = rnd(0.8, 1.4) + (x % 16 == 0 ? 2.0 : 0);
            n->leak = rnd(0.0001, 0.0004);
            n->block = (y / 16) * ((w + 15) / 16) + x / 16;
            n->peak = rnd(0, 1) < 0.6 ? rnd(0.004, 0.05) : 0;
            n->period = 64 << (n->block % 3);
            n->phase = rnd(0, 6.28);
            if (x % 12 == 6 && y % 12 == 6) {
                n->pad = 1;
                g.pads[g.npad++] = y * w + x;
            }
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int n = y * w + x;
            if (x + 1 < w && rnd(0, 1) < 0.97) add_branch(&g, n, n + 1, rnd(0.02, 0.08), rnd(0.008, 0.02));
            if (y + 1 < h && rnd(0, 1) < 0.97) add_branch(&g, n, n + w, rnd(0.02, 0.08), rnd(0.008, 0.02));
            if (x + 8 < w && rnd(0, 1) < 0.05) add_branch(&g, n, n + 8, rnd(0.05, 0.1), rnd(0.03, 0.06));
        }

    /* incidence lists */
    g.inc = malloc(sizeof *g.inc * (2 * g.nbranch + 1));
    int *count = calloc(g.nnode + 1, sizeof *count);
    for (int b = 0; b < g.nbranch; b++) {
        count[g.branch[b].a]++;
        count[g.branch[b].b]++;
    }
    for (int n = 0, pos = 0; n < g.nnode; n++) {
        g.node[n].first = pos;
        pos += count[n];
        count[n] = g.node[n].first;
    }
    for (int b = 0; b < g.nbranch; b++) {
        g.inc[count[g.branch[b].a]++] = b;
        g.inc[count[g.branch[b].b]++] = ~b;
    }
    free(count);
    return g;
}

/* Clock gating: blocks wake up and fall asleep at random. */
static void toggle_blocks(Grid *g)
{
    for (int i = 0; i < g->nblock; i++)
        if (rnd(0, 1) < 0.15) g->activity[i] = rnd(0, 1) < 0.5 ? 0.1 : rnd(0.6, 1.8);
}

static double load_current(const Grid *g, const Node *n, int step)
{
    if (n->peak == 0) return 0;
    double t = (double)(step % n->period) / n->period;
    double pulse = t < 0.25 ? t * 4 : t < 0.5 ? 2 - t * 4 : 0;
    double droop = n->v > 0.5 ? n->v : 0.5;
    return n->peak * g->activity[n->block] * (pulse + 0.2 + 0.1 * n->phase / 6.28) * droop;
}

static void update_branches(Grid *g)
{
#pragma omp parallel for schedule(static)
    for (int b = 0; b < g->nbranch; b++) {
        Branch *br = &g->branch[b];
        br->i = br->k * br->i + br->g * (g->node[br->a].v - g->node[br->b].v);
    }
}

static void update_nodes(Grid *g, int step)
{
    const double rpad = 0.05;
#pragma omp parallel for schedule(static)
    for (int n = 0; n < g->nnode; n++) {
        Node *nd = &g->node[n];
        int end = n + 1 < g->nnode ? g->node[n + 1].first : 2 * g->nbranch;
        double in = -load_current(g, nd, step), cdt = nd->c / g->dt, cond = cdt + nd->leak;
        for (int k = nd->first; k < end; k++) {
            int b = g->inc[k];
            if (b >= 0) in -= g->branch[b].i;
            else in += g->branch[~b].i;
        }
        if (nd->pad) {
            in += g->vdd / rpad;
            cond += 1 / rpad;
        }
        nd->v = (cdt * nd->v + in) / cond;
        if (nd->v < nd->vmin) nd->vmin = nd->v;
        if (nd->v > nd->vmax) nd->vmax = nd->v;
    }
}

static double supply_current(const Grid *g)
{
    double s = 0;
    for (int p = 0; p < g->npad; p++) s += (g->vdd - g->node[g->pads[p]].v) / 0.05;
    return s;
}

static void report(const Grid *g, int step)
{
    double lo = 10, hi = 0, energy = 0;
    int where = 0;
    for (int n = 0; n < g->nnode; n++) {
        if (g->node[n].v < lo) {
            lo = g->node[n].v;
            where = n;
        }
        if (g->node[n].v > hi) hi = g->node[n].v;
        energy += 0.5 * g->node[n].c * g->node[n].v * g->node[n].v;
    }
    for (int b = 0; b < g->nbranch; b++) energy += 0.5 * g->branch[b].l * g->branch[b].i * g->branch[b].i;
    printf("step %5d min %.12f (node %d) max %.12f energy %.9f\n", step, lo, where, hi, energy);
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 256, h = argc > 2 ? atoi(argv[2]) : 240;
    int steps = argc > 3 ? atoi(argv[3]) : 1000;
    Grid g = build_grid(w, h);
    double charge = 0, imax = 0;
    printf("%d nodes %d branches %d pads %d blocks\n", g.nnode, g.nbranch, g.npad, g.nblock);
    for (int s = 0; s < steps; s++) {
        if (s % 50 == 0) toggle_blocks(&g);
        update_branches(&g);
        update_nodes(&g, s);
        double i = supply_current(&g);
        charge += i * g.dt;
        if (i > imax) imax = i;
        if (s % 100 == 99) report(&g, s + 1);
    }

    int hist[16] = {0};
    double sum = 0;
    for (int n = 0; n < g.nnode; n++) {
        int k = (int)((g.vdd - g.node[n].vmin) / g.vdd * 200);
        hist[k < 0 ? 0 : k > 15 ? 15 : k]++;
        sum += g.node[n].vmax - g.node[n].vmin;
    }
    printf("charge %.12f peak current %.12f mean swing %.12f\n", charge, imax, sum / g.nnode);
    for (int k = 0; k < 16; k++) printf("%.1f%%:%d%c", 0.5 * k, hist[k], k == 15 ? '\n' : ' ');
    return 0;
}
