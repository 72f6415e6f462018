// Agent based epidemic on a household + workplace + random contact network.
// Double buffered state, counter-based random numbers so that runs are
// reproducible regardless of the order in which agents are visited.
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <stdbool.h>

enum { S = 0, E, I, R, D, NSTATE };

struct agent {
    uint8_t state, age, masked, timer;
    uint16_t infected_day;
    uint16_t children;          // people this agent infected
};

struct world {
    int n;
    int *first;                 // contact index, n+1 entries
    int *contact;
    float *weight;
    struct agent *cur, *next;
    int day;
    uint64_t seed;
    long exposures_tested;
};

struct daystat {
    int count[NSTATE];
    int newinf, deaths;
    long contacts;
};

static uint64_t hash64(uint64_t a, uint64_t b)
{
    uint64_t z = a * 0x9E3779B97F4A7C15ULL + (b ^ 0xD1B54A32D192ED03ULL);
    z = (z ^ z >> 32) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 29) * 0x94D049BB133111EBULL;
    return z ^ z >> 32;
}

static float unit(uint64_t h) { return (float)(h >> 40) * (1.0f / 16777216.0f); }

static bool world_init(struct world *w, int n)
{
    memset(w, 0, sizeof *w);
    w->n = n;
    w->seed = 20200301;
    w->first = malloc((n + 1) * sizeof(int));
    w->contact = malloc((size_t)n * 16 * sizeof(int));
    w->weight = malloc((size_t)n * 16 * sizeof(float));
    w->cur = calloc(n, sizeof(struct agent));
    w->next = calloc(n, sizeof(struct agent));
    if (!w->first || !w->contact || !w->weight || !w->cur || !w->next) return false;

    int m = 0;
    for (int i = 0; i < n; i++) {
        w->first[i] = m;
        int house = i / 4;
        for (int k = 0; k < 4; k++) {
            int j = house * 4 + k;
            if (j != i && j < n) { w->contact[m] = j; w->weight[m++] = 0.08f; }
        }
        int work = i / 800;
        int nw = 3 + (int)(hash64(i, 1) % 5);
        for (int k = 0; k < nw; k++) {
            int j = work * 800 + (int)(hash64(i, 100 + k) % 800);
            if (j != i && j < n) { w->contact[m] = j; w->weight[m++] = 0.025f; }
        }
        int nr = (int)(hash64(i, 2) % 4);
        for (int k = 0; k < nr; k++) {
            w->contact[m] = (int)(hash64(i, 200 + k) % n);
            w->weight[m++] = 0.01f;
        }
        w->cur[i].age = hash64(i, 3) % 90;
        w->cur[i].masked = hash64(i, 4) % 3 == 0;
    }
    w->first[n] = m;
    for (int k = 0; k < 40 && k < n; k++) {
        struct agent *a = &w->cur[hash64(k, 5) % n];
        a->state = I;
        a->timer = 6;
    }
    return true;
}

// One agent, one day. Looks at neighbours' state of today, writes tomorrow's.
static void agent_update(struct world *w, int i, struct daystat *ds)
{
    const struct agent *a = &w->cur[i];
    struct agent t = w->next[i];
    uint16_t kids = t.children;
    t = *a;
    t.children = kids;

    switch (a->state) {
    case S:
        for (int e = w->first[i]; e < w->first[i + 1]; e++) {
            const struct agent *b = &w->cur[w->contact[e]];
            ds->contacts++;
            if (b->state != I) continue;
            float p = w->weight[e];
            if (a->masked) p *= 0.6f;
            if (b->masked) p *= 0.5f;
            w->exposures_tested++;
            if (unit(hash64(w->seed + (uint64_t)w->day * 7919 + i, e)) < p) {
                t.state = E;
                t.timer = 2 + hash64(i, w->day) % 4;
                t.infected_day = (uint16_t)w->day;
                w->next[w->contact[e]].children++;
                ds->newinf++;
                break;
            }
        }
        break;
    case E:
        if (t.timer-- == 0) { t.state = I; t.timer = 4 + hash64(i, w->day + 7) % 6; }
        break;
    case I:
        if (t.timer-- == 0) {
            float ifr = a->age > 70 ? 0.05f : a->age > 50 ? 0.008f : 0.0005f;
            if (unit(hash64(i, w->day + 99)) < ifr) { t.state = D; ds->deaths++; }
            else { t.state = R; t.timer = 120; }
        }
        break;
    case R:
        if (t.timer-- == 0) t.state = S;
        break;
    default:
        break;
    }
    t.children = w->next[i].children;
    w->next[i] = t;
    ds->count[t.state]++;
}

static struct daystat world_day(struct world *w)
{
    struct daystat ds = { 0 };
    for (int i = 0; i < w->n; i++)
        w->next[i].children = w->cur[i].children;
    for (int i = 0; i < w->n; i++)
        agent_update(w, i, &ds);
    struct agent *t = w->cur;
    w->cur = w->next;
    w->next = t;
    w->day++;
    return ds;
}

int main(int argc, char **argv)
{
    struct world w;
    int n = argc > 1 ? atoi(argv[1]) : 400000;
    int days = argc > 2 ? atoi(argv[2]) : 90;
    if (n < 100 || days < 1 || !world_init(&w, n)) { fprintf(stderr, "setup failed\n"); return 1; }

    int peak = 0, peakday = 0;
    long totinf = 0, contacts = 0;
    for (int d = 0; d < days; d++) {
        struct daystat s = world_day(&w);
        totinf += s.newinf;
        contacts += s.contacts;
        if (s.count[I] > peak) { peak = s.count[I]; peakday = d; }
        if (d % 15 == 14)
            printf("day %3d S %d E %d I %d R %d D %d new %d\n", d + 1, s.count[S], s.count[E],
                   s.count[I], s.count[R], s.count[D], s.newinf);
        if (s.count[E] + s.count[I] == 0) { printf("extinct on day %d\n", d + 1); break; }
    }
    int hist[8] = { 0 }, super = 0;
    for (int i = 0; i < n; i++) {
        int c = w.cur[i].children;
        hist[c > 7 ? 7 : c]++;
        if (c > super) super = c;
    }
    printf("infections %ld contacts %ld tested %ld peak %d on %d max children %d\n",
           totinf, contacts, w.exposures_tested, peak, peakday, super);
    for (int k = 0; k < 8; k++) printf("%d%c", hist[k], k < 7 ? ' ' : '\n');
    free(w.first); free(w.contact); free(w.weight); free(w.cur); free(w.next);
    return 0;
}
