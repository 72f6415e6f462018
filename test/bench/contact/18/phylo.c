/* phylo.c - maximum likelihood branch lengths of a rooted binary tree
 * under HKY85 with gamma rates (Felsenstein pruning, recursive). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define NST 4
#define NCAT 4

typedef struct Node {
    struct Node *left, *right, *parent;
    int leaf;               /* taxon index or -1 */
    double len;
    double *clv;            /* nsites * NCAT * NST conditional likelihoods */
    double P[NCAT][NST][NST];
} Node;

static const double freq[NST] = { 0.32, 0.18, 0.21, 0.29 };
static const double rates[NCAT] = { 0.137, 0.477, 1.000, 2.386 };
static const double kappa = 2.7;

static int nsites, ntaxa;
static unsigned char **aln;     /* taxon x site */
static double *siteLnL;
static Node *pool;
static int npool;

static unsigned int lcg = 20240607u;
static double ran(void)
{
    lcg = lcg * 1664525u + 1013904223u;
    return (lcg >> 8) / 16777216.0;
}

/* HKY85 transition probabilities, closed form */
static void transition(double t, double P[NST][NST])
{
    double piR = freq[0] + freq[2], piY = freq[1] + freq[3];
    double beta = 0.5 / (piR * piY + kappa * (freq[0] * freq[2] + freq[1] * freq[3]));
    double e1 = exp(-beta * t);
    for (int i = 0; i < NST; i++)
        for (int j = 0; j < NST; j++) {
            double grp = (j % 2 == 0) ? piR : piY;
            double e2 = exp(-beta * t * (1 + grp * (kappa - 1)));
            if (i == j)
                P[i][j] = freq[j] + freq[j] * (1 / grp - 1) * e1 + (grp - freq[j]) / grp * e2;
            else if (i % 2 == j % 2)
                P[i][j] = freq[j] + freq[j] * (1 / grp - 1) * e1 - freq[j] / grp * e2;
            else
                P[i][j] = freq[j] * (1 - e1);
        }
}

static void setLength(Node *n, double len)
{
    n->len = len;
    for (int c = 0; c < NCAT; c++) transition(len * rates[c], n->P[c]);
}

static Node *newNode(int leaf)
{
    Node *n = &pool[npool++];
    n->leaf = leaf;
    n->clv = malloc(sizeof(double) * nsites * NCAT * NST);
    if (!n->clv) { fprintf(stderr, "phylo: memory\n"); exit(1); }
    setLength(n, 0.02 + 0.2 * ran());
    return n;
}

static Node *randomTree(int first, int count)
{
    if (count == 1) return newNode(first);
    int k = 1 + (int)(ran() * (count - 1));
    Node *n = newNode(-1);
    n->left = randomTree(first, k);
    n->right = randomTree(first + k, count - k);
    n->left->parent = n->right->parent = n;
    return n;
}

static int draw(const double *p)
{
    double u = ran();
    for (int s = 0; s < NST - 1; s++) {
        if (u < p[s]) return s;
        u -= p[s];
    }
    return NST - 1;
}

static void evolve(const Node *n, int site, int cat, int st)
{
    if (n->parent) st = draw(n->P[cat][st]);
    if (n->leaf >= 0) aln[n->leaf][site] = (unsigned char)st;
    else {
        evolve(n->left, site, cat, st);
        evolve(n->right, site, cat, st);
    }
}

static void prune(Node *n)
{
    if (n->leaf >= 0) return;
    for (int s = 0; s < nsites; s++) {
        double *out = n->clv + (size_t)s * NCAT * NST;
        const double *l = n->left->clv + (size_t)s * NCAT * NST;
        const double *r = n->right->clv + (size_t)s * NCAT * NST;
        for (int c = 0; c < NCAT; c++)
            for (int i = 0; i < NST; i++) {
                double a = 0, b = 0;
                for (int j = 0; j < NST; j++) {
                    a += n->left->P[c][i][j] * l[c * NST + j];
                    b += n->right->P[c][i][j] * r[c * NST + j];
                }
                out[c * NST + i] = a * b;
            }
    }
}

static void pruneAll(Node *n)
{
    if (n->leaf >= 0) return;
    pruneAll(n->left);
    pruneAll(n->right);
    prune(n);
}

static double logLikelihood(const Node *root)
{
    double total = 0;
    for (int s = 0; s < nsites; s++) {
        const double *v = root->clv + (size_t)s * NCAT * NST;
        double p = 0;
        for (int c = 0; c < NCAT; c++)
            for (int i = 0; i < NST; i++) p += freq[i] * v[c * NST + i];
        siteLnL[s] = log(p / NCAT);
        total += siteLnL[s];
    }
    return total;
}

/* likelihood after changing one branch: only the path to the root is redone */
static double tryLength(Node *n, double len)
{
    Node *a = n;
    setLength(n, len);
    while (a->parent) {
        a = a->parent;
        prune(a);
    }
    return logLikelihood(a);
}

static double optimise(Node *n)
{
    const double g = 0.618033988749895;
    double a = 1e-4, b = 0.6;
    double x1 = b - g * (b - a), x2 = a + g * (b - a);
    double f1 = tryLength(n, x1), f2 = tryLength(n, x2);
    while (b - a > 5e-3) {
        if (f1 > f2) {
            b = x2; x2 = x1; f2 = f1;
            x1 = b - g * (b - a);
            f1 = tryLength(n, x1);
        } else {
            a = x1; x1 = x2; f1 = f2;
            x2 = a + g * (b - a);
            f2 = tryLength(n, x2);
        }
    }
    return tryLength(n, 0.5 * (a + b));
}

int main(int argc, char **argv)
{
    ntaxa = argc > 1 ? atoi(argv[1]) : 24;
    nsites = argc > 2 ? atoi(argv[2]) : 5000;
    if (ntaxa < 3 || nsites < 1) { fprintf(stderr, "usage: phylo [taxa] [sites]\n"); return 2; }
    pool = calloc(2 * ntaxa, sizeof *pool);
    aln = malloc(ntaxa * sizeof *aln);
    siteLnL = malloc(nsites * sizeof *siteLnL);
    if (!pool || !aln || !siteLnL) return 1;
    for (int t = 0; t < ntaxa; t++) aln[t] = malloc(nsites);

    Node *root = randomTree(0, ntaxa);
    for (int s = 0; s < nsites; s++) evolve(root, s, (int)(ran() * NCAT), draw(freq));
    double truth = 0, est = 0;
    for (int k = 0; k < npool; k++) {
        Node *n = &pool[k];
        if (n != root) truth += n->len;
        if (n->leaf < 0) continue;
        for (int s = 0; s < nsites; s++)
            for (int j = 0; j < NCAT * NST; j++)
                n->clv[(size_t)s * NCAT * NST + j] = (j % NST == aln[n->leaf][s]) ? 1.0 : 0.0;
    }
    pruneAll(root);
    printf("true tree lnL %.6f length %.6f\n", logLikelihood(root), truth);
    for (int k = 0; k < npool; k++) setLength(&pool[k], 0.1);
    pruneAll(root);
    printf("start     lnL %.6f\n", logLikelihood(root));
    double lnL = 0;
    for (int k = 0; k < npool; k++)
        if (&pool[k] != root) lnL = optimise(&pool[k]);
    for (int k = 0; k < npool; k++) if (&pool[k] != root) est += pool[k].len;
    printf("optimised lnL %.6f length %.6f\n", lnL, est);
    for (int s = 0; s < nsites; s += nsites / 4 + 1) printf("site %d lnL %.9f\n", s, siteLnL[s]);
    for (int k = 0; k < npool; k++) free(pool[k].clv);
    for (int t = 0; t < ntaxa; t++) free(aln[t]);
    free(pool); free(aln); free(siteLnL);
    return 0;
}
