/* outbreak.c : agent based SEIR model with households, work places and random
 * encounters.  All random decisions come from a hash of (day, who, whom), so a
 * scenario can be rerun with and without measures on "the same" luck.
 *
 * usage: outbreak [agents] [days]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>

#define WORK_SIZE   16
#define ENCOUNTERS  6
#define NO_ONE      (-1)

typedef enum { SUSC, EXPO, INFE, RECO, N_STATES } state_t;

typedef struct {
    uint8_t state, timer, age_group;
    int32_t home_first, home_last;      /* household is a range of agents */
    int32_t work;                       /* index of the work place or -1 */
    int32_t infector;
    int32_t secondary;                  /* how many did this agent infect */
} agent_t;

typedef struct {
    int       n, n_work, day;
    agent_t  *a;
    int32_t  *work_member;              /* WORK_SIZE per place, -1 = free */
    int32_t   count[N_STATES];
    uint64_t  meetings;
    uint64_t  by_setting[3];            /* infections at home, work, random */
    double    p_home, p_work, p_random;
    int       lockdown_at;              /* infectious count, 0 = never */
    int       lockdown;
} world_t;

static inline uint32_t hash3(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t h = a * 0x9E3779B1u ^ b * 0x85EBCA77u ^ c * 0xC2B2AE3Du;
    h ^= h >> 15; h *= 0x2C1B3C6Du;
    h ^= h >> 12; h *= 0x297A2D39u;
    return h ^ (h >> 15);
}

static inline double chance(uint32_t a, uint32_t b, uint32_t c)
{
    return hash3(a, b, c) * (1.0 / 4294967296.0);
}

static int build_world(world_t *w, int n)
{
    int i, j;
    memset(w, 0, sizeof *w);
    w->n = n;
    w->n_work = n / 2 / WORK_SIZE + 1;
    w->a = calloc(n, sizeof *w->a);
    w->work_member = malloc(sizeof(int32_t) * WORK_SIZE * w->n_work);
    if (!w->a || !w->work_member) return -1;
    for (i = 0; i < WORK_SIZE * w->n_work; i++) w->work_member[i] = NO_ONE;

    for (i = 0; i < n; i = j) {
        int size = 1 + hash3(1, i, 0) % 5;
        for (j = i; j < n && j < i + size; j++) {
            w->a[j].home_first = i;
            w->a[j].home_last = i + size < n ? i + size - 1 : n - 1;
        }
    }
    for (i = 0; i < n; i++) {
        agent_t *p = &w->a[i];
        p->infector = NO_ONE;
        p->work = -1;
        p->age_group = hash3(2, i, 0) % 4;
        if (p->age_group == 0 || p->age_group == 3) continue;   /* child, retired */
        /* try a few places near a random one */
        int place = hash3(3, i, 0) % w->n_work, tries;
        for (tries = 0; tries < 20 && p->work < 0; tries++, place = (place + 1) % w->n_work)
            for (j = 0; j < WORK_SIZE; j++)
                if (w->work_member[place * WORK_SIZE + j] == NO_ONE) {
                    w->work_member[place * WORK_SIZE + j] = i;
                    p->work = place;
                    break;
                }
    }
    return 0;
}

static void expose(world_t *w, int who, int by, int setting)
{
    agent_t *p = &w->a[who];
    p->state = EXPO;
    p->timer = 2 + hash3(5, who, 0) % 4;
    p->infector = by;
    w->count[SUSC]--;
    w->count[EXPO]++;
    if (by != NO_ONE) {
        w->a[by].secondary++;
        w->by_setting[setting]++;
    }
}

static void start(world_t *w, int seeds)
{
    int i;
    for (i = 0; i < w->n; i++) {
        w->a[i].state = SUSC;
        w->a[i].infector = NO_ONE;
        w->a[i].secondary = 0;
    }
    memset(w->count, 0, sizeof w->count);
    memset(w->by_setting, 0, sizeof w->by_setting);
    w->count[SUSC] = w->n;
    w->meetings = 0;
    w->lockdown = 0;
    for (i = 0; i < seeds; i++) {
        int who = hash3(6, i, 0) % w->n;
        if (w->a[who].state == SUSC) expose(w, who, NO_ONE, 0);
    }
}

static void try_infect(world_t *w, int from, int to, double p, int setting)
{
    w->meetings++;
    if (w->a[to].state != SUSC) return;
    if (w->a[to].age_group == 0) p *= 0.6;
    if (chance(w->day * 4 + setting + 16, from, to) < p) expose(w, to, from, setting);
}

static void spread(world_t *w)
{
    int i, j, k;
    for (i = 0; i < w->n; i++) {
        const agent_t *p = &w->a[i];
        if (p->state != INFE) continue;
        for (j = p->home_first; j <= p->home_last; j++)
            if (j != i) try_infect(w, i, j, w->p_home, 0);
        if (p->work >= 0 && !w->lockdown) {
            for (k = 0; k < WORK_SIZE; k++) {
                j = w->work_member[p->work * WORK_SIZE + k];
                if (j == NO_ONE) break;
                if (j != i) try_infect(w, i, j, w->p_work, 1);
            }
        }
        for (k = 0; k < (w->lockdown ? ENCOUNTERS / 3 : ENCOUNTERS); k++) {
            j = hash3(w->day * 8 + k, i, 99) % w->n;
            if (j != i) try_infect(w, i, j, w->p_random, 2);
        }
    }
}

static void progress(world_t *w)
{
    agent_t *p, *end = w->a + w->n;
    for (p = w->a; p < end; p++) {
        if (p->state == SUSC || p->state == RECO) continue;
        if (--p->timer > 0) continue;
        w->count[p->state]--;
        if (p->state == EXPO) {
            p->state = INFE;
            p->timer = 4 + hash3(7, p - w->a, 0) % 6;
        } else
            p->state = RECO;
        w->count[p->state]++;
    }
}

static void run(world_t *w, const char *name, int days)
{
    int i, peak = 0, peak_day = 0, closed = 0;
    uint64_t sum = 0;
    int hist[8] = { 0 };
    start(w, 20);
    for (w->day = 0; w->day < days && w->count[EXPO] + w->count[INFE] > 0; w->day++) {
        progress(w);
        spread(w);
        if (w->lockdown_at) {
            if (w->count[INFE] > w->lockdown_at) w->lockdown = 1;
            else if (w->count[INFE] < w->lockdown_at / 4) w->lockdown = 0;
        }
        closed += w->lockdown;
        if (w->count[INFE] > peak) { peak = w->count[INFE]; peak_day = w->day; }
        if (w->day % 20 == 0)
            printf("  day %3d S %7d E %6d I %6d R %7d%s\n", w->day, w->count[SUSC], w->count[EXPO],
                   w->count[INFE], w->count[RECO], w->lockdown ? " closed" : "");
    }
    for (i = 0; i < w->n; i++) {
        sum = sum * 1000003u + (uint32_t)(w->a[i].infector + 2);
        if (w->a[i].state == RECO) hist[w->a[i].secondary < 7 ? w->a[i].secondary : 7]++;
    }
    printf("%s: %d days, peak %d on day %d, %d days closed, %llu meetings\n", name, w->day, peak, peak_day,
           closed, (unsigned long long)w->meetings);
    printf("  home %llu work %llu random %llu; secondary cases", (unsigned long long)w->by_setting[0],
           (unsigned long long)w->by_setting[1], (unsigned long long)w->by_setting[2]);
    for (i = 0; i < 8; i++) printf(" %d", hist[i]);
    printf("; chain %016llx\n", (unsigned long long)sum);
}

int main(int argc, char **argv)
{
    world_t w;
    struct timespec t0, t1;
    int n = argc > 1 ? atoi(argv[1]) : 280000, days = argc > 2 ? atoi(argv[2]) : 140;
    if (n < 100 || days < 1) { fprintf(stderr, "usage: outbreak [agents >= 100] [days]\n"); return 1; }
    clock_gettime(CLOCK_MONOTONIC, &t0);
    if (build_world(&w, n)) { perror("outbreak"); return 1; }
    w.p_home = 0.08; w.p_work = 0.012; w.p_random = 0.018;
    run(&w, "free", days);
    w.lockdown_at = n / 100;
    run(&w, "closing", days);
    w.p_work *= 0.5; w.p_random *= 0.5;
    run(&w, "closing+masks", days);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    free(w.a); free(w.work_member);
    return 0;
}
