/*
 * lifelike.c - Life-like cellular automata on a torus, several rules.
 *
 * Rules are given as birth/survival strings (B3/S23 etc.), with an optional
 * number of states (the "Generations" family: Brian's Brain and others).
 * For every rule the population, births, deaths and the busiest row are
 * recorded, and a run stops early when the pattern dies out or repeats.
 *
 * An expert would update the rows of one generation in parallel; all the
 * statistics are integers.
 *
 * SMALL: 64 48 20     (width height generations)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char cell;
typedef unsigned long long u64;

struct rule { const char *name, *b, *s; int states; };

static const struct rule rules[] = {
    { "Life",         "3",    "23",     2 },
    { "HighLife",     "36",   "23",     2 },
    { "Day&Night",    "3678", "34678",  2 },
    { "Seeds",        "2",    "",       2 },
    { "Maze",         "3",    "12345",  2 },
    { "BriansBrain",  "2",    "",       3 },
    { "StarWars",     "2",    "345",    4 },
    { "Anneal",       "4678", "35678",  2 },
};
#define NRULES ((int)(sizeof rules / sizeof rules[0]))

struct stats { long alive, born, died; int busiest; long busy; u64 hash; };

static int w = 800, h = 600, gens = 50;
static cell *cur, *nxt;
static long *row_act;
static u64 *row_hash;

static unsigned mask(const char *s)
{
    unsigned m = 0;
    while (*s)
        m |= 1u << (*s++ - '0');
    return m;
}

static void soup(unsigned seed, int percent)
{
    for (int i = 0; i < w * h; i++) {
        seed = seed * 69069u + 1u;
        cur[i] = (seed >> 16) % 100 < (unsigned)percent;
    }
}

static void generation(unsigned birth, unsigned survive, int states, struct stats *st)
{
    long alive = 0, nborn = 0, ndied = 0;
    memset(st, 0, sizeof *st);
    #pragma omp parallel for schedule(static) reduction(+:alive, nborn, ndied)
    for (int y = 0; y < h; y++) {
        const cell *up = cur + (size_t)(y == 0 ? h - 1 : y - 1) * w;
        const cell *me = cur + (size_t)y * w;
        const cell *dn = cur + (size_t)(y == h - 1 ? 0 : y + 1) * w;
        cell *out = nxt + (size_t)y * w;
        u64 hash = 1469598103934665603ULL;
        long act = 0;
        for (int x = 0; x < w; x++) {
            int l = x == 0 ? w - 1 : x - 1, r = x == w - 1 ? 0 : x + 1;
            int n = (up[l] == 1) + (up[x] == 1) + (up[r] == 1) + (me[l] == 1) + (me[r] == 1)
                  + (dn[l] == 1) + (dn[x] == 1) + (dn[r] == 1);
            cell c = me[x];
            switch (c) {
            case 0:
                if (birth >> n & 1) {
                    c = 1;
                    nborn++;
                    act++;
                }
                break;
            case 1:
                if (!(survive >> n & 1)) {
                    c = states > 2 ? 2 : 0;
                    ndied++;
                    act++;
                }
                break;
            default:
                c = c + 1 == states ? 0 : c + 1;
            }
            alive += c == 1;
            hash = (hash ^ c) * 1099511628211ULL;
            out[x] = c;
        }
        row_hash[y] = hash;
        row_act[y] = act;
    }
    st->alive = alive;
    st->born = nborn;
    st->died = ndied;
    for (int y = 0; y < h; y++) {
        st->hash = (st->hash << 7 | st->hash >> 57) ^ row_hash[y];
        if (row_act[y] > st->busy) {
            st->busy = row_act[y];
            st->busiest = y;
        }
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) w = atoi(argv[1]);
    if (argc > 2) h = atoi(argv[2]);
    if (argc > 3) gens = atoi(argv[3]);
    if (w < 3 || h < 3 || gens < 1 || w > 20000 || h > 20000) {
        fprintf(stderr, "usage: lifelike [width [height [generations]]]\n");
        return 1;
    }
    cur = malloc((size_t)w * h);
    nxt = malloc((size_t)w * h);
    row_act = malloc(h * sizeof *row_act);
    row_hash = malloc(h * sizeof *row_hash);
    if (!cur || !nxt || !row_act || !row_hash)
        return 1;

    for (int k = 0; k < NRULES; k++) {
        const struct rule *r = &rules[k];
        unsigned b = mask(r->b), s = mask(r->s);
        u64 seen[8] = { 0 };
        struct stats st;
        long born = 0, died = 0, peak = 0;
        int g = 0, peak_gen = 0, period = 0;

        soup(1000u + k, k == 7 ? 50 : k == 3 ? 8 : 30);
        do {
            generation(b, s, r->states, &st);
            cell *t = cur;
            cur = nxt;
            nxt = t;
            born += st.born;
            died += st.died;
            if (st.alive > peak) {
                peak = st.alive;
                peak_gen = g;
            }
            for (int p = 1; p <= 8 && !period; p++)
                if (p <= g && seen[(g - p) % 8] == st.hash)
                    period = p;
            seen[g % 8] = st.hash;
            g++;
        } while (g < gens && !period && st.alive > 0);

        printf("%-12s B%s/S%s/%d: %d generations%s", r->name, r->b, r->s, r->states, g,
               period ? "" : "\n");
        if (period)
            printf(" (period %d)\n", period);
        printf("    alive %ld born %ld died %ld peak %ld at %d, busiest row %d (%ld), hash %016llx\n",
               st.alive, born, died, peak, peak_gen, st.busiest, st.busy, st.hash);
    }
    free(cur); free(nxt); free(row_act); free(row_hash);
    return 0;
}
