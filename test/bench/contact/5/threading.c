// SPDX-License-Identifier: Apache-2.0
/* threading - thread a query sequence through a library of folds
 *
 * usage: threading [templates] [query length] [seed]
 *
 * Templates are compact random chains with contact maps.  The query is aligned
 * to each template with affine gaps, the environment scores being refined from
 * the previous alignment ("frozen partner" approximation).
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define MAXLEN 512
#define MAXPARTNER 24
#define NAA 20
#define CUTOFF 7.3
#define ROUNDS 3

typedef struct { double x, y, z; } vec3;

struct fold {
    int id, len, contacts;
    char seq[MAXLEN];
    vec3 ca[MAXLEN];
    unsigned char npart[MAXLEN];
    short part[MAXLEN][MAXPARTNER];
    double order;                       /* mean sequence separation of contacts */
};

struct hit { int id, len, aligned, matches; int score; double z; };

static int pair_pot[NAA][NAA];          /* contact potential, lower is better */
static int sub_mat[NAA][NAA];
static const double hydro[NAA] = { 1.8, -4.5, -3.5, -3.5, 2.5, -3.5, -3.5, -0.4, -3.2, 4.5,
                                   3.8, -3.9, 1.9, 2.8, -1.6, -0.8, -0.7, -0.9, -1.3, 4.2 };

/* dynamic programming scratch */
static int env[MAXLEN][NAA];
static int M[MAXLEN + 1][MAXLEN + 1], X[MAXLEN + 1][MAXLEN + 1], Y[MAXLEN + 1][MAXLEN + 1];
static short map_t[MAXLEN];             /* template position -> query position or -1 */

static double rnd(uint64_t *s)
{
    *s = *s * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(*s >> 33) / 2147483648.0;
}

static inline int max3(int a, int b, int c) { int m = a > b ? a : b; return m > c ? m : c; }
static void make_potentials(void)
{
    uint64_t s = 4711;
    for (int a = 0; a < NAA; a++)
        for (int b = 0; b <= a; b++) {
            double h = (hydro[a] + 4.5) * (hydro[b] + 4.5) / 81.0;
            pair_pot[a][b] = pair_pot[b][a] = (int)(-12.0 * h + 5.0 + 3.0 * (rnd(&s) - 0.5));
            sub_mat[a][b] = sub_mat[b][a] = a == b ? 6 : (int)(2.5 - fabs(hydro[a] - hydro[b]));
        }
}

static double dist2(const vec3 *a, const vec3 *b)
{
    double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
    return dx * dx + dy * dy + dz * dz;
}

/* random walk with 3.8 A steps that is pulled back to the centre */
static void build_fold(struct fold *f, int id, uint64_t seed)
{
    uint64_t s = seed * 7919u + (uint64_t)id * 104729u;
    f->id = id;
    f->len = 90 + (int)(rnd(&s) * (MAXLEN - 290));
    double radius = 2.7 * pow(f->len, 0.37);
    vec3 p = { 0, 0, 0 };
    for (int i = 0; i < f->len; i++) {
        f->seq[i] = (char)(rnd(&s) * NAA);
        vec3 best = p;
        double best_cost = 1e30;
        for (int k = 0; k < 6; k++) {           /* keep the least crowded of six trials */
            double z = 2 * rnd(&s) - 1, phi = 6.283185307179586 * rnd(&s), r = sqrt(1 - z * z);
            vec3 q = { p.x + 3.8 * r * cos(phi), p.y + 3.8 * r * sin(phi), p.z + 3.8 * z };
            double cost = sqrt(q.x * q.x + q.y * q.y + q.z * q.z) > radius ? 5 : 0;
            for (int j = 0; j < i; j++) {
                double d = dist2(&q, &f->ca[j]);
                if (d < 20.0)
                    cost += 20.0 - d;
            }
            if (cost < best_cost) { best_cost = cost; best = q; }
        }
        p = f->ca[i] = best;
    }
}

static void contact_map(struct fold *f)
{
    long sep = 0;
    f->contacts = 0;
    memset(f->npart, 0, sizeof f->npart);
    for (int i = 0; i < f->len; i++)
        for (int j = i + 3; j < f->len; j++) {
            if (dist2(&f->ca[i], &f->ca[j]) >= CUTOFF * CUTOFF)
                continue;
            f->contacts++; sep += j - i;
            if (f->npart[i] < MAXPARTNER) f->part[i][f->npart[i]++] = (short)j;
            if (f->npart[j] < MAXPARTNER) f->part[j][f->npart[j]++] = (short)i;
        }
    f->order = f->contacts ? (double)sep / f->contacts : 0;
}

/* score of every amino acid at every template position */
static void environment(const struct fold *f, const char *query, int first)
{
    for (int i = 0; i < f->len; i++)
        for (int a = 0; a < NAA; a++) {
            int e = 2 * sub_mat[(int)f->seq[i]][a];
            for (int k = 0; k < f->npart[i]; k++) {
                int j = f->part[i][k];
                int b = first || map_t[j] < 0 ? f->seq[j] : query[map_t[j]];
                e -= pair_pot[a][b];
            }
            env[i][a] = e + (f->npart[i] > 8 ? (int)hydro[a] : 0);
        }
}

static int align(const struct fold *f, const char *query, int n, int open, int ext)
{
    int m = f->len, bi = 0, bj = 0, best = 0;
    for (int i = 0; i <= m; i++) { M[i][0] = 0; X[i][0] = Y[i][0] = -100000; }
    for (int j = 0; j <= n; j++) { M[0][j] = 0; X[0][j] = Y[0][j] = -100000; }
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= n; j++) {
            int d = max3(M[i - 1][j - 1], X[i - 1][j - 1], Y[i - 1][j - 1]);
            M[i][j] = (d > 0 ? d : 0) + env[i - 1][(int)query[j - 1]];
            X[i][j] = max3(M[i - 1][j] - open, X[i - 1][j] - ext, -100000);
            Y[i][j] = max3(M[i][j - 1] - open, Y[i][j - 1] - ext, -100000);
            if (M[i][j] > best) { best = M[i][j]; bi = i; bj = j; }
        }
    memset(map_t, -1, sizeof map_t);
    for (int i = bi, j = bj, state = 0; i > 0 && j > 0;) {
        if (state == 0) {
            int d = M[i][j] - env[i - 1][(int)query[j - 1]];
            map_t[--i] = (short)--j;
            if (d == 0)
                break;
            state = d == M[i][j] ? 0 : d == X[i][j] ? 1 : 2;
        } else if (state == 1) {
            state = X[i][j] == M[i - 1][j] - open ? 0 : 1;
            i--;
        } else {
            state = Y[i][j] == M[i][j - 1] - open ? 0 : 2;
            j--;
        }
    }
    return best;
}
static struct hit thread_one(const struct fold *f, const char *query, int n)
{
    struct hit h = { f->id, f->len, 0, 0, 0, 0 };
    for (int round = 0; round < ROUNDS; round++) {
        environment(f, query, round == 0);
        h.score = align(f, query, n, 24, 3);
    }
    for (int i = 0; i < f->len; i++) {
        h.aligned += map_t[i] >= 0;
        h.matches += map_t[i] >= 0 && query[map_t[i]] == f->seq[i];
    }
    return h;
}

static int by_z(const void *a, const void *b)
{
    const struct hit *x = a, *y = b;
    return x->z != y->z ? (x->z < y->z ? 1 : -1) : x->id - y->id;
}

int main(int argc, char **argv)
{
    int nt = argc > 1 ? atoi(argv[1]) : 640, n = argc > 2 ? atoi(argv[2]) : 220;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 3;
    if (nt < 3 || n < 10 || n > MAXLEN) { fputs("usage: threading [templates] [length<=512] [seed]\n", stderr); return 1; }
    struct fold *lib = malloc(sizeof *lib * (size_t)nt);
    struct hit *hits = malloc(sizeof *hits * (size_t)nt);
    char query[MAXLEN];
    if (!lib || !hits) { perror("threading"); return 1; }
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    make_potentials();
    for (int t = 0; t < nt; t++) {
        build_fold(&lib[t], t, seed);
        contact_map(&lib[t]);
    }
    uint64_t qs = seed + 17;            /* the query is a mutated piece of one template */
    const struct fold *src = &lib[nt / 3];
    for (int i = 0; i < n; i++)
        query[i] = i < src->len && rnd(&qs) < 0.4 ? src->seq[i] : (char)(rnd(&qs) * NAA);
    double sum = 0, sq = 0, order = 0;
    long contacts = 0;
    for (int t = 0; t < nt; t++) {
        hits[t] = thread_one(&lib[t], query, n);
        double s = hits[t].score / sqrt((double)lib[t].len * n);
        hits[t].z = s;
        sum += s; sq += s * s;
        contacts += lib[t].contacts; order += lib[t].order;
    }
    double mean = sum / nt, sd = sqrt(sq / nt - mean * mean);
    for (int t = 0; t < nt; t++)
        hits[t].z = (hits[t].z - mean) / sd;
    qsort(hits, (size_t)nt, sizeof *hits, by_z);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "search %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));

    printf("%d templates, %ld contacts, contact order %.6f, mean %.9f sd %.9f\n", nt, contacts, order / nt, mean, sd);
    for (int t = 0; t < nt && t < 10; t++)
        printf("%2d  fold %4d len %3d score %5d z %9.6f aligned %3d identical %3d%s\n", t + 1, hits[t].id, hits[t].len,
               hits[t].score, hits[t].z, hits[t].aligned, hits[t].matches, hits[t].id == nt / 3 ? "  <- parent" : "");
    free(lib); free(hits);
    return 0;
}
