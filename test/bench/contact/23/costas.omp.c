/* Costas arrays of order n by depth-first search on the difference triangle.
   Counts all arrays, classes under the dihedral group, singly periodic ones
   (Welch), and keeps a hash of the whole list.
   costas [n] [rows of the triangle used in the statistics]               */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 20

typedef unsigned int u;
typedef unsigned long long ull;

static int n, rows;
static int a[N];                 /* the permutation              */
static int inv[N], t[8][N];
static u   used;                 /* values taken                 */
static ull D[N];                 /* D[k]: differences at lag k   */
static ull nodes[N + 1];         /* nodes of the tree by depth   */
static ull count, canon, sym, welch, hash;
static ull stat[N][2 * N];       /* frequency of difference by lag */
static int first[N], last[N], have;
#pragma omp threadprivate(a, inv, t, used, D, nodes, count, canon, sym, welch, hash, stat, first, last, have)

/* the tree is cut at depth CUT; one job for each node there, in lexicographic order */
#define CUT 3
#define MULT 6364136223846793005ULL
typedef struct {
    int a[N];
    ull count, hash;
    int first[N], last[N];
} job;
static job *jobs;
static int njobs, maxjobs;

static struct {
    ull nodes[N + 1], count, canon, sym, welch, hash, stat[N][2 * N];
    int first[N], last[N], have;
} T;

static int cmp(const int *x, const int *y)
{
    int i;
    for (i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

/* the eight images of a; returns order of the stabilizer, 0 if not the least of the class */
static int classify(void)
{
    int i, j, s = 0, c;
    for (i = 0; i < n; i++) {
        inv[a[i]] = i;
    }
    for (i = 0; i < n; i++) {
        t[0][i] = a[i];
        t[1][i] = a[n - 1 - i];
        t[2][i] = n - 1 - a[i];
        t[3][i] = n - 1 - a[n - 1 - i];
        t[4][i] = inv[i];
        t[5][i] = inv[n - 1 - i];
        t[6][i] = n - 1 - inv[i];
        t[7][i] = n - 1 - inv[n - 1 - i];
    }
    for (j = 0; j < 8; j++) {
        c = cmp(t[j], a);
        if (c < 0)
            return 0;
        if (c == 0)
            s++;
    }
    return s;
}

/* is the array singly periodic, i.e. differences at every lag distinct mod n+1 */
static int periodic(void)
{
    int i, k, d;
    u m;
    for (k = 1; k < n; k++) {
        m = 0;
        for (i = 0; i < n; i++) {
            d = a[(i + k) % n] - a[i];
            if (d < 0)
                d += n + 1;
            if (m >> d & 1)
                return 0;
            m |= 1u << d;
        }
    }
    return 1;
}

static void found(void)
{
    int i, k, s;
    ull h = 1469598103934665603ULL;
    for (i = 0; i < n; i++)
        h = (h ^ (ull)a[i]) * 1099511628211ULL;
    hash = hash * MULT + h;
    count++;
    s = classify();
    if (s > 0) {
        canon++;
        if (s > 1)
            sym++;
    }
    if (periodic())
        welch++;
    for (k = 1; k <= rows && k < n; k++)
        for (i = k; i < n; i++)
            stat[k][a[i] - a[i - k] + n]++;
    if (!have) {
        memcpy(first, a, sizeof a);
        have = 1;
    }
    memcpy(last, a, sizeof a);
}

static void search(int p, int cut)
{
    int v, k;
    u free = ~used & ((1u << n) - 1);
    if (p == cut) {
        if (njobs == maxjobs) {
            maxjobs = 2 * maxjobs + 64;
            jobs = realloc(jobs, (size_t)maxjobs * sizeof *jobs);
            if (!jobs)
                exit(2);
        }
        memcpy(jobs[njobs++].a, a, sizeof a);
        return;
    }
    nodes[p]++;
    for (k = 1; k <= p; k++)
        free &= ~(u)(D[k] >> (n - a[p - k]));
    if (p == n) {
        found();
        return;
    }
    while (free) {
        v = __builtin_ctz(free);
        free &= free - 1;
        a[p] = v;
        used |= 1u << v;
        for (k = 1; k <= p; k++)
            D[k] |= 1ULL << (v - a[p - k] + n);
        search(p + 1, cut);
        for (k = 1; k <= p; k++)
            D[k] &= ~(1ULL << (v - a[p - k] + n));
        used &= ~(1u << v);
    }
}

static void run(job *j)
{
    int i, k, p;
    memcpy(a, j->a, sizeof a);
    memset(D, 0, sizeof D);
    p = n < CUT ? n : CUT;
    for (used = 0, i = 0; i < p; i++) {
        used |= 1u << a[i];
        for (k = 1; k <= i; k++)
            D[k] |= 1ULL << (a[i] - a[i - k] + n);
    }
    count = hash = 0;
    have = 0;
    search(p, -1);
    j->count = count;
    j->hash = hash;
    memcpy(j->first, first, sizeof first);
    memcpy(j->last, last, sizeof last);
}

/* add the totals of a thread */
static void collect(void)
{
    int i, k;
    for (i = 0; i <= N; i++)
        T.nodes[i] += nodes[i];
    T.canon += canon;
    T.sym += sym;
    T.welch += welch;
    for (k = 0; k < N; k++)
        for (i = 0; i < 2 * N; i++)
            T.stat[k][i] += stat[k][i];
}

/* lists one after the other: hash <- hash * MULT^count + hash of the next */
static void append(const job *j)
{
    ull m = 1, b = MULT, e;
    if (!j->count)
        return;
    for (e = j->count; e; e >>= 1) {
        if (e & 1)
            m *= b;
        b *= b;
    }
    T.hash = T.hash * m + j->hash;
    T.count += j->count;
    if (!T.have)
        memcpy(T.first, j->first, sizeof T.first);
    T.have = 1;
    memcpy(T.last, j->last, sizeof T.last);
}

/* Welch construction: g^i mod p, should be found again by the search */
static ull welch_expected(void)
{
    int p = n + 1, g, i, x, f;
    ull m = 0;
    for (i = 2; i * i <= p; i++)
        if (p % i == 0)
            return 0;
    for (g = 1; g < p; g++) {
        x = 1;
        f = 1;
        for (i = 1; i < p - 1; i++) {
            x = x * g % p;
            if (x == 1) {
                f = 0;
                break;
            }
        }
        m += f ? (ull)(p - 1) : 0;
    }
    return m;
}

static void show(const char *s, const int *x)
{
    int i;
    printf("%s", s);
    for (i = 0; i < n; i++)
        printf(" %d", x[i] + 1);
    printf("\n");
}

int main(int argc, char **argv)
{
    int i, k, d;
    ull tot = 0;

    n = argc > 1 ? atoi(argv[1]) : 13;
    rows = argc > 2 ? atoi(argv[2]) : 3;
    if (n < 2 || n > N - 1) {
        fprintf(stderr, "n out of range\n");
        return 1;
    }
    search(0, n < CUT ? n : CUT);
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 1)
        for (int j = 0; j < njobs; j++)
            run(&jobs[j]);
#pragma omp critical
        collect();
    }
    for (i = 0; i < njobs; i++)
        append(&jobs[i]);
    free(jobs);

    printf("order %d: C(n) = %llu, c(n) = %llu, with symmetry %llu\n", n, T.count, T.canon, T.sym);
    printf("singly periodic %llu, Welch construction gives %llu\n", T.welch, welch_expected());
    if (T.have) {
        show("first:", T.first);
        show("last: ", T.last);
    }
    for (i = 0; i <= n; i++) {
        printf("depth %2d: %llu\n", i, T.nodes[i]);
        tot += T.nodes[i];
    }
    printf("nodes %llu\n", tot);
    for (k = 1; k <= rows && k < n; k++) {
        printf("lag %d:", k);
        for (d = 1; d < n; d++)
            printf(" %llu", T.stat[k][n + d]);
        printf("\n");
    }
    printf("hash %016llx\n", T.hash);
    return 0;
}
