/* phylo - maximum likelihood branch lengths of a fixed tree.
 * HKY85 with four discrete rate classes; Felsenstein pruning over compressed
 * site patterns; each branch is improved in turn by a golden section search.
 * The alignment is evolved along a random tree by the program itself.
 *     phylo [taxa] [sites] [rounds]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>

#define NCAT 4
#define KAPPA 2.5

typedef struct node {
    struct node *left, *right;
    int taxon;                      /* >= 0 for a leaf */
    double len, truelen;
    double P[NCAT][4][4];
    double (*clv)[NCAT][4];         /* one conditional vector per pattern */
    int *scaled;
    char *seq;
} node;

static const double freq[4] = { 0.32, 0.18, 0.22, 0.28 };       /* A C G T */
static const double rate[NCAT] = { 0.1369, 0.4767, 1.0000, 2.3864 };

static node **all;
static int nnodes, nsites, npat;
static char **pattern;              /* npat strings, one char per taxon */
static int *weight;
static long evals;

static uint64_t rs = 88172645463325252ULL;
static double rnd(void) {
    rs ^= rs << 13; rs ^= rs >> 7; rs ^= rs << 17;
    return (double)(rs >> 11) / 9007199254740992.0;
}

static void *get(size_t n) {
    void *p = calloc(1, n);
    if (!p) { fputs("phylo: no memory\n", stderr); exit(3); }
    return p;
}

static void transition(double t, double P[4][4]) {
    double py = freq[1] + freq[3], pu = freq[0] + freq[2];
    double beta = 1.0 / (2 * pu * py + 2 * KAPPA * (freq[0] * freq[2] + freq[1] * freq[3]));
    double e1 = exp(-beta * t);
    for (int j = 0; j < 4; j++) {
        double grp = (j & 1) ? py : pu;
        double e2 = exp(-beta * t * (1 + grp * (KAPPA - 1)));
        for (int i = 0; i < 4; i++) {
            if (i == j)
                P[i][j] = freq[j] + freq[j] * (1 / grp - 1) * e1 + (grp - freq[j]) / grp * e2;
            else if ((i & 1) == (j & 1))
                P[i][j] = freq[j] + freq[j] * (1 / grp - 1) * e1 - freq[j] / grp * e2;
            else P[i][j] = freq[j] * (1 - e1);
        }
    }
}

static node *random_tree(int from, int to) {
    node *n = get(sizeof *n);
    n->truelen = 0.02 + 0.25 * rnd() * rnd();
    n->len = 0.1;
    n->taxon = -1;
    if (to - from == 1) n->taxon = from;
    else {
        int mid = from + 1 + (int)(rnd() * (to - from - 1));
        n->left = random_tree(from, mid);
        n->right = random_tree(mid, to);
    }
    all[nnodes++] = n;
    return n;
}

static int draw_state(const double *p) {
    double u = rnd();
    int s = 0;
    while (s < 3 && u >= p[s]) u -= p[s++];
    return s;
}

static void evolve(node *n, const char *from, const int *cat) {
    n->seq = get(nsites);
    for (int k = 0; k < NCAT; k++) transition(n->truelen * rate[k], n->P[k]);
    for (int s = 0; s < nsites; s++) n->seq[s] = (char)draw_state(n->P[cat[s]][(int)from[s]]);
    if (n->taxon < 0) {
        evolve(n->left, n->seq, cat);
        evolve(n->right, n->seq, cat);
    }
}

static int ntaxa;
static int cmp_column(const void *a, const void *b) {
    return memcmp(*(char *const *)a, *(char *const *)b, ntaxa);
}

static void compress(void) {
    pattern = get(nsites * sizeof *pattern);
    weight = get(nsites * sizeof *weight);
    for (int s = 0; s < nsites; s++) {
        pattern[s] = get(ntaxa);
        for (int i = 0; i < nnodes; i++)
            if (all[i]->taxon >= 0) pattern[s][all[i]->taxon] = all[i]->seq[s];
    }
    qsort(pattern, nsites, sizeof *pattern, cmp_column);
    for (int s = 0; s < nsites; s++) {
        if (npat && cmp_column(&pattern[npat - 1], &pattern[s]) == 0) free(pattern[s]);
        else pattern[npat++] = pattern[s];
        weight[npat - 1]++;
    }
}

/* sum over the states below a branch */
static double below(const node *c, int p, int k, int i) {
    if (c->taxon >= 0) return c->P[k][i][(int)pattern[p][c->taxon]];
    const double *v = c->clv[p][k];
    double s = 0;
    for (int j = 0; j < 4; j++) s += c->P[k][i][j] * v[j];
    return s;
}

static void prune(node *n) {
    if (n->taxon >= 0) return;
    prune(n->left);
    prune(n->right);
    for (int p = 0; p < npat; p++) {
        double big = 0;
        n->scaled[p] = (n->left->taxon < 0 ? n->left->scaled[p] : 0) +
                       (n->right->taxon < 0 ? n->right->scaled[p] : 0);
        for (int k = 0; k < NCAT; k++)
            for (int i = 0; i < 4; i++) {
                double v = below(n->left, p, k, i) * below(n->right, p, k, i);
                n->clv[p][k][i] = v;
                if (v > big) big = v;
            }
        if (big < 1e-30) {
            for (int k = 0; k < NCAT; k++)
                for (int i = 0; i < 4; i++) n->clv[p][k][i] *= 1e30;
            n->scaled[p]++;
        }
    }
}

static double site_log(const node *root, int p) {
    double like = 0;
    for (int k = 0; k < NCAT; k++)
        for (int i = 0; i < 4; i++) like += freq[i] * root->clv[p][k][i] / NCAT;
    return log(like) - root->scaled[p] * log(1e30);
}

static double likelihood(node *root) {
    double sum = 0;
    evals++;
    for (int i = 0; i < nnodes; i++)
        for (int k = 0; k < NCAT; k++) transition(all[i]->len * rate[k], all[i]->P[k]);
    prune(root);
    for (int p = 0; p < npat; p++) sum += weight[p] * site_log(root, p);
    return sum;
}

static double improve(node *root, node *n, double lo, double hi, int steps) {
    const double g = 0.6180339887498949;
    double x1 = hi - g * (hi - lo), x2 = lo + g * (hi - lo), f1, f2;
    n->len = x1; f1 = likelihood(root);
    n->len = x2; f2 = likelihood(root);
    while (steps-- > 0) {
        if (f1 > f2) {
            hi = x2; x2 = x1; f2 = f1;
            n->len = x1 = hi - g * (hi - lo);
            f1 = likelihood(root);
        } else {
            lo = x1; x1 = x2; f1 = f2;
            n->len = x2 = lo + g * (hi - lo);
            f2 = likelihood(root);
        }
    }
    n->len = f1 > f2 ? x1 : x2;
    return f1 > f2 ? f1 : f2;
}

int main(int argc, char **argv) {
    ntaxa = argc > 1 ? atoi(argv[1]) : 24;
    nsites = argc > 2 ? atoi(argv[2]) : 2200;
    int rounds = argc > 3 ? atoi(argv[3]) : 1;
    if (ntaxa < 3 || nsites < 1 || rounds < 1) { fputs("phylo [taxa>=3] [sites] [rounds]\n", stderr); return 1; }
    all = get((2 * ntaxa) * sizeof *all);
    node *root = random_tree(0, ntaxa);
    char *anc = get(nsites);
    int *cat = get(nsites * sizeof *cat);
    for (int s = 0; s < nsites; s++) { anc[s] = (char)draw_state(freq); cat[s] = (int)(rnd() * NCAT); }
    evolve(root, anc, cat);
    compress();
    for (int i = 0; i < nnodes; i++)
        if (all[i]->taxon < 0) {
            all[i]->clv = get(npat * sizeof *all[i]->clv);
            all[i]->scaled = get(npat * sizeof(int));
        }
    printf("taxa %d sites %d patterns %d start lnL %.9f\n", ntaxa, nsites, npat, likelihood(root));
    for (int r = 1; r <= rounds; r++) {
        double l = 0;
        for (int i = 0; i < nnodes - 1; i++)        /* the root branch is last and has no effect */
            l = improve(root, all[i], 1e-4, 0.8 / r, 7);
        printf("round %d lnL %.9f evaluations %ld\n", r, l, evals);
    }
    double len = 0, dev = 0;
    for (int i = 0; i < nnodes - 1; i++) {
        len += all[i]->len;
        dev += fabs(all[i]->len - all[i]->truelen);
    }
    printf("tree length %.15g mean deviation %.15g\n", len, dev / (nnodes - 1));
    for (int i = 0; i < nnodes; i++) { free(all[i]->clv); free(all[i]->scaled); free(all[i]->seq); free(all[i]); }
    for (int p = 0; p < npat; p++) free(pattern[p]);
    free(pattern); free(weight); free(all); free(anc); free(cat);
    return 0;
}
