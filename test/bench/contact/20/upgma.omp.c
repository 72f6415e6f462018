/* upgma.c -- all against all protein alignment and UPGMA guide tree
   compile: gcc -O3 upgma.c -lm
   ./upgma [nseq] [length]                                               */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define MAXSEQ   400
#define MAXLEN   2000
#define NAA      20
#define GAP_OPEN 11
#define GAP_EXT  1
#define NEG      (-1000000)
#define MAX(a,b) ((a) > (b) ? (a) : (b))

static const char AA[] = "ARNDCQEGHILKMFPSTWYV";

int    nseq = 105, baselen = 260;
char  *seq[MAXSEQ];              /* residues as 0..19 */
int    len[MAXSEQ];
int    subst[NAA][NAA];
double dist[MAXSEQ][MAXSEQ];

unsigned int seed = 12345;
int myrand(int n)
{
    seed = seed * 1103515245u + 12345u;
    return (int)((seed >> 8) % (unsigned)n);
}

void make_matrix(void)
{
    int i, j;
    for (i = 0; i < NAA; i++)
        for (j = 0; j <= i; j++) {
            if (i == j) subst[i][j] = 4 + (i * 7) % 5;
            else        subst[i][j] = subst[j][i] = (i * j + 3 * i + 5 * j) % 6 - 4;
        }
}

/* child sequence = parent with substitutions and small indels */
void mutate(int parent, int child, int percent)
{
    int i, n = 0;
    char tmp[MAXLEN + 1];
    for (i = 0; i < len[parent] && n < MAXLEN - 6; i++) {
        int r = myrand(1000);
        if (r < 8) continue;                        /* deletion  */
        if (r < 16) {                               /* insertion */
            int k = 1 + myrand(4);
            while (k-- > 0) tmp[n++] = myrand(NAA);
        }
        tmp[n++] = myrand(100) < percent ? myrand(NAA) : seq[parent][i];
    }
    seq[child] = malloc(n + 1);
    memcpy(seq[child], tmp, n);
    len[child] = n;
}

void make_family(void)
{
    int i;
    seq[0] = malloc(baselen);
    len[0] = baselen;
    for (i = 0; i < baselen; i++) seq[0][i] = myrand(NAA);
    for (i = 1; i < nseq; i++)
        mutate(myrand(i), i, 5 + myrand(20));
}

/* Gotoh global alignment score, linear space, end gaps free in b */
int align(int a, int b)
{
    int i, j, diag, f, best = NEG;
    int la = len[a], lb = len[b];
    int H[MAXLEN + 1], E[MAXLEN + 1];   /* private to the call */

    for (j = 0; j <= lb; j++) {
        H[j] = 0;
        E[j] = NEG;
    }
    for (i = 1; i <= la; i++) {
        const int *sc = subst[(int)seq[a][i - 1]];
        diag = H[0];
        H[0] = -GAP_OPEN - GAP_EXT * i;
        f = NEG;
        for (j = 1; j <= lb; j++) {
            int h = diag + sc[(int)seq[b][j - 1]];
            E[j] = MAX(E[j] - GAP_EXT, H[j] - GAP_OPEN - GAP_EXT);
            f    = MAX(f - GAP_EXT, H[j - 1] - GAP_OPEN - GAP_EXT);
            h = MAX(h, E[j]);
            h = MAX(h, f);
            diag = H[j];
            H[j] = h;
        }
    }
    for (j = 0; j <= lb; j++) best = MAX(best, H[j]);
    return best;
}

void all_pairs(void)
{
    int k, npairs = nseq * (nseq - 1) / 2;
    int self[MAXSEQ];
    short (*pair)[2] = malloc(sizeof(*pair) * npairs);

    for (int i = k = 0; i < nseq; i++) {
        dist[i][i] = 0.0;
        for (int j = i + 1; j < nseq; j++, k++) { pair[k][0] = i; pair[k][1] = j; }
    }
    #pragma omp parallel
    {
        #pragma omp for schedule(dynamic)
        for (int i = 0; i < nseq; i++) self[i] = align(i, i);
        #pragma omp for schedule(dynamic, 4)
        for (int n = 0; n < npairs; n++) {
            int i = pair[n][0], j = pair[n][1];
            double s = align(i, j);
            double m = self[i] < self[j] ? self[i] : self[j];
            double d = s <= 0.0 ? 5.0 : -log(s / m);
            if (d < 0.0) d = 0.0;
            dist[i][j] = dist[j][i] = d;
        }
    }
    free(pair);
}

/* returns height of the root; prints the last few joins */
double upgma(void)
{
    static int size[MAXSEQ], alive[MAXSEQ];
    int i, j, step;
    double height = 0.0, total = 0.0;

    for (i = 0; i < nseq; i++) { size[i] = 1; alive[i] = 1; }
    for (step = 1; step < nseq; step++) {
        int bi = -1, bj = -1;
        for (i = 0; i < nseq; i++) {
            if (!alive[i]) continue;
            for (j = i + 1; j < nseq; j++)
                if (alive[j] && (bi < 0 || dist[i][j] < dist[bi][bj])) { bi = i; bj = j; }
        }
        height = dist[bi][bj] / 2;
        total += height;
        if (nseq - step <= 8)
            printf("join %3d (%3d) + %3d (%3d) at %.6f\n", bi, size[bi], bj, size[bj], height);
        for (j = 0; j < nseq; j++) {
            if (!alive[j] || j == bi || j == bj) continue;
            dist[bi][j] = dist[j][bi] =
                (dist[bi][j] * size[bi] + dist[bj][j] * size[bj]) / (size[bi] + size[bj]);
        }
        size[bi] += size[bj];
        alive[bj] = 0;
    }
    printf("sum of heights %.9f\n", total);
    return height;
}

int main(int argc, char **argv)
{
    struct timespec t0, t1;
    double mean = 0.0, far = 0.0;
    int i, j;

    if (argc > 1) nseq = atoi(argv[1]);
    if (argc > 2) baselen = atoi(argv[2]);
    if (nseq < 2 || nseq > MAXSEQ || baselen < 20 || baselen > MAXLEN / 2) {
        fprintf(stderr, "usage: upgma [2..%d] [20..%d]\n", MAXSEQ, MAXLEN / 2);
        return 1;
    }
    clock_gettime(CLOCK_MONOTONIC, &t0);
    make_matrix();
    make_family();
    all_pairs();
    for (i = 0; i < nseq; i++)
        for (j = 0; j < i; j++) {
            mean += dist[i][j];
            far = MAX(far, dist[i][j]);
        }
    printf("%d sequences, mean distance %.9f, max %.9f\n", nseq, mean / (nseq * (nseq - 1) / 2), far);
    printf("first sequence starts ");
    for (i = 0; i < 20; i++) putchar(AA[(int)seq[0][i]]);
    putchar('\n');
    printf("root height %.9f\n", upgma());
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f sec\n", t1.tv_sec - t0.tv_sec + (t1.tv_nsec - t0.tv_nsec) / 1e9);
    for (i = 0; i < nseq; i++) free(seq[i]);
    return 0;
}
