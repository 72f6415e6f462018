/*
 * epidemic - agent based SEIR(D) simulation on a torus grid.
 *
 * Agents walk around their home cell, infectious agents load the cells they
 * stand on, and susceptible agents are exposed with a probability that depends
 * on the load in their neighbourhood, their age group and vaccination.
 *
 * usage: epidemic [agents [grid [days [seed]]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>
#include <omp.h>

typedef enum { SUSCEPTIBLE, EXPOSED, INFECTIOUS, RECOVERED, DEAD, N_STATES } health_t;
typedef enum { CHILD, ADULT, SENIOR, N_AGES } age_t;

typedef struct {
    uint32_t rng;
    int32_t x, y;
    int32_t home_x, home_y;
    uint8_t state, age, vaccinated, asymptomatic;
    uint16_t timer;         /* steps left in the current state */
    uint16_t infections;    /* times infected */
} agent_t;

typedef struct {
    int size;
    uint16_t *load;         /* infectious pressure per cell */
    uint32_t *visits;       /* total visits, for the heat map */
    int n_parts;            /* private grids, one per thread */
    uint16_t **part_load;
    uint32_t **part_visits;
} grid_t;

typedef struct {
    int count[N_STATES];
    int new_exposed, new_dead;
    int by_age[N_AGES];     /* new exposures by age group */
} tally_t;

typedef struct {
    int n_agents, n_days;
    agent_t *agents;
    grid_t grid;
    tally_t *history;
} world_t;

static const char *state_names[N_STATES] = { "S", "E", "I", "R", "D" };
static const double susceptibility[N_AGES] = { 0.6, 1.0, 1.3 };
static const double fatality[N_AGES] = { 0.0002, 0.003, 0.06 };
static const int roaming[N_AGES] = { 6, 14, 4 };
enum { STEPS_PER_DAY = 8 };

static double exposure_prob[N_AGES][2][256];

static uint32_t next_u32(uint32_t *s)
{
    uint32_t x = *s;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *s = x;
}

static double next_double(uint32_t *s)
{
    return next_u32(s) * (1.0 / 4294967296.0);
}

static int next_range(uint32_t *s, int lo, int hi)
{
    return lo + (int)(next_u32(s) % (uint32_t)(hi - lo + 1));
}

static uint32_t scramble(uint32_t v)
{
    v ^= v >> 16;
    v *= 0x7feb352dU;
    v ^= v >> 15;
    v *= 0x846ca68bU;
    v ^= v >> 16;
    return v ? v : 1;
}

static void build_tables(void)
{
    for (int a = 0; a < N_AGES; a++)
        for (int v = 0; v < 2; v++)
            for (int k = 0; k < 256; k++)
                exposure_prob[a][v][k] = 1.0 - pow(1.0 - 0.0045 * susceptibility[a] * (v ? 0.3 : 1.0), k);
}

static void world_free(world_t *w)
{
    if (!w)
        return;
    free(w->agents);
    for (int p = 0; p < w->grid.n_parts; p++) {
        if (w->grid.part_load)
            free(w->grid.part_load[p]);
        if (w->grid.part_visits)
            free(w->grid.part_visits[p]);
    }
    free(w->grid.part_load);
    free(w->grid.part_visits);
    free(w->grid.load);
    free(w->grid.visits);
    free(w->history);
    free(w);
}

static world_t *world_new(int agents, int size, int days, uint32_t seed)
{
    world_t *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->n_agents = agents;
    w->n_days = days;
    w->grid.size = size;
    w->agents = calloc(agents, sizeof *w->agents);
    w->grid.load = calloc((size_t)size * size, sizeof *w->grid.load);
    w->grid.visits = calloc((size_t)size * size, sizeof *w->grid.visits);
    w->history = calloc(days, sizeof *w->history);
    if (!w->agents || !w->grid.load || !w->grid.visits || !w->history) {
        world_free(w);
        return NULL;
    }
    grid_t *g = &w->grid;
    int ok = 1;
    g->n_parts = omp_get_max_threads();
    g->part_load = calloc(g->n_parts, sizeof *g->part_load);
    g->part_visits = calloc(g->n_parts, sizeof *g->part_visits);
    for (int p = 0; p < g->n_parts && g->part_load && g->part_visits; p++) {
        g->part_load[p] = calloc((size_t)size * size, sizeof **g->part_load);
        g->part_visits[p] = calloc((size_t)size * size, sizeof **g->part_visits);
        ok &= g->part_load[p] && g->part_visits[p];
    }
    if (!ok || !g->part_load || !g->part_visits) {
        world_free(w);
        return NULL;
    }
#pragma omp parallel for schedule(static)
    for (int i = 0; i < agents; i++) {
        agent_t *a = &w->agents[i];
        a->rng = scramble(seed * 2654435761u + (uint32_t)i);
        a->home_x = a->x = next_range(&a->rng, 0, size - 1);
        a->home_y = a->y = next_range(&a->rng, 0, size - 1);
        double u = next_double(&a->rng);
        a->age = u < 0.2 ? CHILD : u < 0.8 ? ADULT : SENIOR;
        a->vaccinated = next_double(&a->rng) < (a->age == SENIOR ? 0.5 : 0.15);
        a->state = SUSCEPTIBLE;
        if (i % 2000 == 7) {
            a->state = INFECTIOUS;
            a->timer = 5 * STEPS_PER_DAY;
        }
    }
    return w;
}

static int wrap(int v, int size)
{
    return v < 0 ? v + size : v >= size ? v - size : v;
}

static void move_agent(agent_t *a, int size)
{
    int r = roaming[a->age];
    if (a->state == DEAD)
        return;
    if (a->state == INFECTIOUS && !a->asymptomatic)
        r = 1;
    if (next_u32(&a->rng) % 8 == 0) {       /* go home */
        a->x = a->home_x;
        a->y = a->home_y;
        return;
    }
    a->x = wrap(a->x + next_range(&a->rng, -r / 2, r / 2), size);
    a->y = wrap(a->y + next_range(&a->rng, -r / 2, r / 2), size);
}

static void deposit(uint16_t *load, uint32_t *visits, int size, const agent_t *a)
{
    size_t c = (size_t)a->y * size + a->x;
    if (a->state == DEAD)
        return;
    visits[c]++;
    if (a->state == INFECTIOUS)
        load[c] += a->asymptomatic ? 2 : 4;
}

/* add up the private loads of cells [c0, c1) and clear them for the next step */
static void collect_loads(grid_t *g, int parts, size_t c0, size_t c1)
{
    memcpy(g->load + c0, g->part_load[0] + c0, (c1 - c0) * sizeof *g->load);
    memset(g->part_load[0] + c0, 0, (c1 - c0) * sizeof *g->load);
    for (int p = 1; p < parts; p++) {
        uint16_t *restrict sum = g->load, *restrict add = g->part_load[p];
        for (size_t c = c0; c < c1; c++) {
            sum[c] += add[c];
            add[c] = 0;
        }
    }
}

static void collect_visits(grid_t *g)
{
    size_t cells = (size_t)g->size * g->size;
#pragma omp parallel for schedule(static)
    for (size_t c = 0; c < cells; c++)
        for (int p = 0; p < g->n_parts; p++)
            g->visits[c] += g->part_visits[p][c];
}

static int pressure(const grid_t *g, int x, int y)
{
    int sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int v = g->load[(size_t)wrap(y + dy, g->size) * g->size + wrap(x + dx, g->size)];
            sum += dx == 0 && dy == 0 ? 2 * v : v;
        }
    return sum > 255 ? 255 : sum;
}

static void progress(agent_t *a, const grid_t *g, tally_t *t)
{
    switch (a->state) {
    case SUSCEPTIBLE: {
        int p = pressure(g, a->x, a->y);
        if (p && next_double(&a->rng) < exposure_prob[a->age][a->vaccinated][p]) {
            a->state = EXPOSED;
            a->timer = (uint16_t)next_range(&a->rng, 2 * STEPS_PER_DAY, 5 * STEPS_PER_DAY);
            a->infections++;
            t->new_exposed++;
            t->by_age[a->age]++;
        }
        break;
    }
    case EXPOSED:
        if (--a->timer == 0) {
            a->state = INFECTIOUS;
            a->asymptomatic = next_double(&a->rng) < 0.35;
            a->timer = (uint16_t)next_range(&a->rng, 4 * STEPS_PER_DAY, 9 * STEPS_PER_DAY);
        }
        break;
    case INFECTIOUS:
        if (--a->timer == 0) {
            double risk = fatality[a->age] * (a->vaccinated ? 0.2 : 1.0);
            if (!a->asymptomatic && next_double(&a->rng) < risk) {
                a->state = DEAD;
                t->new_dead++;
            } else {
                a->state = RECOVERED;
                a->timer = (uint16_t)next_range(&a->rng, 20 * STEPS_PER_DAY, 60 * STEPS_PER_DAY);
            }
        }
        break;
    case RECOVERED:
        if (--a->timer == 0)
            a->state = SUSCEPTIBLE;
        break;
    default:
        break;
    }
}

/* the calling thread's share of the agents, the same in every loop */
static void my_agents(const world_t *w, int *lo, int *hi)
{
    int nt = omp_get_num_threads(), me = omp_get_thread_num();
    *lo = (int)((int64_t)w->n_agents * me / nt);
    *hi = (int)((int64_t)w->n_agents * (me + 1) / nt);
}

static void add_tally(tally_t *t, const tally_t *u)
{
    t->new_exposed += u->new_exposed;
    t->new_dead += u->new_dead;
    for (int a = 0; a < N_AGES; a++)
        t->by_age[a] += u->by_age[a];
    for (int s = 0; s < N_STATES; s++)
        t->count[s] += u->count[s];
}

static void simulate_day(world_t *w, tally_t *t)
{
    grid_t *g = &w->grid;
    size_t cells = (size_t)g->size * g->size;

#pragma omp parallel num_threads(g->n_parts)
    {
        int nt = omp_get_num_threads(), me = omp_get_thread_num(), lo, hi;
        size_t c0 = cells * me / nt, c1 = cells * (me + 1) / nt;
        uint16_t *load = g->part_load[me];
        uint32_t *visits = g->part_visits[me];
        tally_t mine = { 0 };
        my_agents(w, &lo, &hi);
        for (int s = 0; s < STEPS_PER_DAY; s++) {
            for (int i = lo; i < hi; i++) {
                move_agent(&w->agents[i], g->size);
                deposit(load, visits, g->size, &w->agents[i]);
            }
#pragma omp barrier
            collect_loads(g, nt, c0, c1);
#pragma omp barrier
            for (int i = lo; i < hi; i++)
                progress(&w->agents[i], g, &mine);
        }
        for (int i = lo; i < hi; i++)
            mine.count[w->agents[i].state]++;
#pragma omp critical
        add_tally(t, &mine);
    }
}

static void print_report(const world_t *w)
{
    int peak = 0, exposed = 0, dead = 0, by_age[N_AGES] = { 0 };
    for (int d = 0; d < w->n_days; d++) {
        const tally_t *t = &w->history[d];
        if (t->count[INFECTIOUS] > w->history[peak].count[INFECTIOUS])
            peak = d;
        exposed += t->new_exposed;
        dead += t->new_dead;
        for (int a = 0; a < N_AGES; a++)
            by_age[a] += t->by_age[a];
        if (d % 5 == 0 || d == w->n_days - 1) {
            printf("day %3d", d + 1);
            for (int s = 0; s < N_STATES; s++)
                printf("  %s %6d", state_names[s], t->count[s]);
            printf("  new %d\n", t->new_exposed);
        }
    }
    uint32_t hash = 1, hottest = 0, again = 0;
    for (int i = 0; i < w->n_agents; i++) {
        const agent_t *a = &w->agents[i];
        hash = hash * 31 + (uint32_t)(a->x * 7 + a->y * 13 + a->state) + a->rng;
        again += a->infections > 1;
    }
    for (size_t c = 0; c < (size_t)w->grid.size * w->grid.size; c++)
        if (w->grid.visits[c] > w->grid.visits[hottest])
            hottest = (uint32_t)c;
    printf("peak day %d, exposures %d (%d/%d/%d), reinfected %u, deaths %d\n", peak + 1, exposed,
           by_age[CHILD], by_age[ADULT], by_age[SENIOR], again, dead);
    printf("hottest cell (%u,%u) visits %u, hash %08x\n", hottest % w->grid.size, hottest / w->grid.size,
           w->grid.visits[hottest], hash);
}

int main(int argc, char **argv)
{
    int agents = argc > 1 ? atoi(argv[1]) : 120000;
    int size = argc > 2 ? atoi(argv[2]) : 400;
    int days = argc > 3 ? atoi(argv[3]) : 30;
    unsigned seed = argc > 4 ? (unsigned)atoi(argv[4]) : 1;

    if (agents < 10 || size < 32 || size > 8000 || days < 1) {
        fprintf(stderr, "usage: epidemic [agents [grid [days [seed]]]]\n");
        return 1;
    }
    build_tables();
    world_t *w = world_new(agents, size, days, seed);
    if (!w) {
        fprintf(stderr, "epidemic: out of memory\n");
        return 1;
    }
    for (int d = 0; d < days; d++)
        simulate_day(w, &w->history[d]);
    collect_visits(&w->grid);
    print_report(w);
    world_free(w);
    return 0;
}
