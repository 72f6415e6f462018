/*
 * hpfold.c - HP lattice model of protein folding, Monte Carlo with annealing,
 * in independent replicas.
 *
 * A chain of H and P residues lives on the square lattice.  Moves: end flip,
 * corner flip and pivot; energy = -1 per H-H contact between
 * non-neighbours.  Every replica starts stretched with its own random numbers.
 *
 * An expert would run the replicas in parallel; each needs its own occupancy
 * grid.  The best one is looked for afterwards (lowest number wins).
 *
 * SMALL: 6 3000       (replicas steps)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define GRID    256
#define MAXLEN  100
#define MAXREP  1024
#define MASK    (GRID - 1)

typedef struct { short x, y; } P2;

typedef struct {
    P2 c[MAXLEN], best[MAXLEN];
    int energy, best_e;
    long tried, accepted, best_step;
    unsigned long long rng;
} Replica;

static const char *seqs[] = {
    "HPHPPHHPHPPHPHHPPHPH",
    "HHPPHPPHPPHPPHPPHPPHPPHH",
    "PPHPPHHPPPPHHPPPPHHPPPPHH",
    "PPHPPHHPPHHPPPPPHHHHHHHHHHPPPPPPHHPPHHPPHPPHHHHH",
    "HHPHPHPHPHHHHPHPPPHPPPHPPPPHPPPHPPPHPHHHHPHPHPHPHH",
};
#define NSEQ ((int)(sizeof seqs / sizeof *seqs))

static Replica rep[MAXREP];
static signed char occ[GRID][GRID];         /* 0 empty, i + 1 = residue i */
#pragma omp threadprivate(occ)
static const char *seq;
static int len;

static const int DX[4] = { 1, 0, -1, 0 }, DY[4] = { 0, 1, 0, -1 };

#define OCC(x, y) occ[(y) & MASK][(x) & MASK]

static unsigned rnd(Replica *r, unsigned n)
{
    r->rng = r->rng * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)((r->rng >> 33) % n);
}

static double rnd01(Replica *r) { return rnd(r, 1u << 30) / (double)(1u << 30); }

static int contacts(const P2 *c, int i)
{
    int n = 0;
    if (seq[i] != 'H') return 0;
    for (int d = 0; d < 4; d++) {
        int j = OCC(c[i].x + DX[d], c[i].y + DY[d]) - 1;
        if (j >= 0 && seq[j] == 'H' && j != i - 1 && j != i + 1) n++;
    }
    return n;
}

static int full_energy(const P2 *c)
{
    int e = 0;
    for (int i = 0; i < len; i++) e -= contacts(c, i);
    return e / 2;
}

static int metropolis(Replica *r, int de, double temp)
{
    return de <= 0 || rnd01(r) < exp(-de / temp);
}

/* single bead to (x, y) */
static int try_bead(Replica *r, int i, int x, int y, double temp)
{
    P2 old = r->c[i];
    int e0, e1;
    if (OCC(x, y)) return 0;
    e0 = contacts(r->c, i);
    OCC(old.x, old.y) = 0;
    OCC(x, y) = (signed char)(i + 1);
    r->c[i].x = (short)x, r->c[i].y = (short)y;
    e1 = contacts(r->c, i);
    if (metropolis(r, e0 - e1, temp)) {
        r->energy += e0 - e1;
        return 1;
    }
    OCC(x, y) = 0;
    OCC(old.x, old.y) = (signed char)(i + 1);
    r->c[i] = old;
    return 0;
}

static int pivot(Replica *r, double temp)
{
    P2 save[MAXLEN];
    int k = 1 + (int)rnd(r, len - 2), how = (int)rnd(r, 3), i, e, ok = 1;
    P2 o = r->c[k];
    memcpy(save, r->c, sizeof save);
    for (i = k + 1; i < len; i++)
        OCC(save[i].x, save[i].y) = 0;
    for (i = k + 1; i < len; i++) {
        int dx = save[i].x - o.x, dy = save[i].y - o.y;
        switch (how) {
        case 0:  r->c[i].x = (short)(o.x - dy); r->c[i].y = (short)(o.y + dx); break;
        case 1:  r->c[i].x = (short)(o.x + dy); r->c[i].y = (short)(o.y - dx); break;
        default: r->c[i].x = (short)(o.x + dy); r->c[i].y = (short)(o.y + dx); break;
        }
        if (OCC(r->c[i].x, r->c[i].y)) { ok = 0; break; }
        OCC(r->c[i].x, r->c[i].y) = (signed char)(i + 1);
    }
    if (ok) {
        e = full_energy(r->c);
        if (metropolis(r, e - r->energy, temp)) {
            r->energy = e;
            return 1;
        }
    }
    while (--i > k)
        OCC(r->c[i].x, r->c[i].y) = 0;
    memcpy(r->c, save, sizeof save);
    for (i = k + 1; i < len; i++)
        OCC(save[i].x, save[i].y) = (signed char)(i + 1);
    return 0;
}

static void run_replica(Replica *r, int id, long steps)
{
    memset(r, 0, sizeof *r);
    memset(occ, 0, sizeof occ);
    r->rng = 0x1234567ULL + 0x9e3779b97f4a7c15ULL * (unsigned)(id + 1);
    for (int i = 0; i < len; i++) {
        r->c[i].x = (short)(GRID / 2 + i);
        r->c[i].y = GRID / 2;
        OCC(r->c[i].x, r->c[i].y) = (signed char)(i + 1);
    }
    for (long s = 0; s < steps; s++) {
        double temp = 0.25 + 1.2 * (double)(steps - s) / steps;
        int i = (int)rnd(r, len);
        P2 *c = r->c;
        r->tried++;
        if (rnd(r, 20) == 0) {
            r->accepted += pivot(r, temp);
        } else if (i == 0 || i == len - 1) {
            int nb = i == 0 ? 1 : len - 2, d = (int)rnd(r, 4);
            r->accepted += try_bead(r, i, c[nb].x + DX[d], c[nb].y + DY[d], temp);
        } else {                                        /* corner flip */
            int x = c[i - 1].x + c[i + 1].x - c[i].x, y = c[i - 1].y + c[i + 1].y - c[i].y;
            if (c[i - 1].x != c[i + 1].x && c[i - 1].y != c[i + 1].y)
                r->accepted += try_bead(r, i, x, y, temp);
        }
        if (r->energy < r->best_e) {
            r->best_e = r->energy;
            r->best_step = s;
            memcpy(r->best, c, sizeof r->best);
        }
    }
}

int main(int argc, char **argv)
{
    int nrep = argc > 1 ? atoi(argv[1]) : 48;
    long steps = argc > 2 ? atol(argv[2]) : 110000;
    if (nrep < 1 || nrep > MAXREP || steps < 1) return 1;
    for (int q = 0; q < NSEQ; q++) {
        int b = 0, hist[4] = { 0 };
        long acc = 0;
        double mean = 0.0;
        seq = seqs[q], len = (int)strlen(seq);
        #pragma omp parallel for schedule(dynamic)
        for (int k = 0; k < nrep; k++)
            run_replica(&rep[k], k + 100 * q, steps);
        for (int k = 0; k < nrep; k++) {
            if (rep[k].best_e < rep[b].best_e) b = k;
            mean += rep[k].best_e;
            acc += rep[k].accepted;
        }
        for (int k = 0; k < nrep; k++) {
            int d = rep[k].best_e - rep[b].best_e;
            hist[d < 3 ? d : 3]++;
        }
        printf("sequence %d (%d): best %d in replica %d at step %ld, mean %.4f, accepted %.4f\n", q, len,
               rep[b].best_e, b, rep[b].best_step, mean / nrep, (double)acc / ((double)nrep * steps));
        printf("  +0:%d +1:%d +2:%d more:%d  fold ", hist[0], hist[1], hist[2], hist[3]);
        for (int i = 1; i < len; i++) {
            int dx = rep[b].best[i].x - rep[b].best[i - 1].x, dy = rep[b].best[i].y - rep[b].best[i - 1].y;
            putchar(dx > 0 ? 'R' : dx < 0 ? 'L' : dy > 0 ? 'U' : 'D');
        }
        putchar('\n');
    }
    return 0;
}
