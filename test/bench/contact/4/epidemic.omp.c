// SPDX-License-Identifier: Apache-2.0
/* epidemic.c: agent based SEIR epidemic on a contact network of households,
 * work groups and random acquaintances, with vaccination and a lockdown
 * that is switched by the number of hospital patients.
 *
 * usage: epidemic [persons] [days] [seed]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum state { SUSCEPTIBLE, EXPOSED, INFECTIOUS, HOSPITAL, RECOVERED, DEAD, NSTATES };
enum kind { HOME, WORK, CASUAL };
#define AGES 8

typedef struct {
    int age;
    int household;
    int vaccinated;
    int infected_by;
    int infected_on;
    int secondary;      /* number of people this one infected */
} Person;

typedef struct {
    int to;
    int kind;
} Contact;

typedef struct {
    int n;
    Person *person;
    int *first;         /* contacts of i: first[i] .. first[i+1]-1 */
    Contact *contact;
    uint8_t *now, *next;
    int16_t *timer;     /* days left in the present state */
    uint64_t seed;
} City;

typedef struct {
    int count[NSTATES];
    int new_cases, by_kind[3];
    int cases_by_age[AGES], deaths_by_age[AGES];
} Day;

/* one random number per (who, when, what) */
static uint32_t draw(uint64_t seed, uint32_t who, uint32_t when, uint32_t what)
{
    uint64_t z = seed ^ ((uint64_t)who << 32 | when << 12 | what);
    z = (z ^ z >> 33) * 0xff51afd7ed558ccdu;
    z = (z ^ z >> 33) * 0xc4ceb9fe1a85ec53u;
    return (uint32_t)(z ^ z >> 33);
}

static uint32_t chance(double p)
{
    return (uint32_t)(p * 4294967295.0);
}

static int cmp_link(const void *a, const void *b)
{
    const int *p = a, *q = b;
    return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

static void link_pair(int (*link)[3], int *n, int a, int b, int kind)
{
    int fwd[3] = {a, b, kind}, rev[3] = {b, a, kind};
    if (a == b)
        return;
    memcpy(link[(*n)++], fwd, sizeof fwd);
    memcpy(link[(*n)++], rev, sizeof rev);
}

static City *city_create(int n, uint64_t seed)
{
    City *c = malloc(sizeof *c);
    int (*link)[3] = malloc((size_t)n * 24 * sizeof *link);
    int nlink = 0, house = 0;
    c->n = n;
    c->seed = seed;
    c->person = calloc(n, sizeof(Person));
    c->now = calloc(n, 1);
    c->next = calloc(n, 1);
    c->timer = calloc(n, sizeof(int16_t));
    for (int i = 0; i < n; house++) {
        int size = 1 + draw(seed, house, 0, 1) % 5;
        for (int k = 0; k < size && i < n; k++, i++) {
            c->person[i].household = house;
            c->person[i].age = draw(seed, i, 0, 2) % AGES;
            c->person[i].vaccinated = draw(seed, i, 0, 3) < chance(0.05 + 0.06 * c->person[i].age);
            c->person[i].infected_by = c->person[i].infected_on = -1;
            for (int m = 1; m <= k; m++)
                link_pair(link, &nlink, i, i - m, HOME);
        }
    }
    for (int i = 0; i < n; i++) {
        int group = 10 + i % 7, base = (int)(draw(seed, i / group, 1, 4) % n);
        for (int k = 0; k < 4; k++) {
            int j = (int)(((int64_t)base + draw(seed, i, k, 5) % (4 * group)) % n);
            if (k < 3)
                link_pair(link, &nlink, i, j, WORK);
            else
                link_pair(link, &nlink, i, draw(seed, i, k, 6) % n, CASUAL);
        }
    }
    qsort(link, nlink, sizeof *link, cmp_link);
    c->first = calloc(n + 1, sizeof(int));
    c->contact = malloc(nlink * sizeof(Contact));
    for (int k = 0; k < nlink; k++) {
        c->first[link[k][0] + 1]++;
        c->contact[k].to = link[k][1];
        c->contact[k].kind = link[k][2];
    }
    for (int i = 0; i < n; i++)
        c->first[i + 1] += c->first[i];
    free(link);
    return c;
}

static void city_free(City *c)
{
    free(c->person); free(c->first); free(c->contact);
    free(c->now); free(c->next); free(c->timer);
    free(c);
}

static void infect(City *c, int i, int by, int today)
{
    c->next[i] = EXPOSED;
    c->timer[i] = 2 + draw(c->seed, i, today, 7) % 4;
    c->person[i].infected_by = by;
    c->person[i].infected_on = today;
    if (by >= 0) {
#pragma omp atomic
        c->person[by].secondary++;
    }
}

static void expose(City *c, int i, int today, const uint32_t risk[3], Day *day)
{
    const Person *p = &c->person[i];
    for (int k = c->first[i]; k < c->first[i + 1]; k++) {
        const Contact *ct = &c->contact[k];
        if (c->now[ct->to] != INFECTIOUS)
            continue;
        uint32_t limit = risk[ct->kind];
        if (p->vaccinated)
            limit /= 4;
        if (draw(c->seed, i, today, 16 + (k - c->first[i])) < limit) {
            infect(c, i, ct->to, today);
            day->new_cases++;
            day->by_kind[ct->kind]++;
            day->cases_by_age[p->age]++;
            return;
        }
    }
}

static void progress(City *c, int i, int today, Day *day)
{
    const Person *p = &c->person[i];
    uint32_t r = draw(c->seed, i, today, 8);
    if (--c->timer[i] > 0)
        return;
    switch (c->now[i]) {
    case EXPOSED:
        c->next[i] = INFECTIOUS;
        c->timer[i] = 4 + r % 5;
        break;
    case INFECTIOUS:
        if (r < chance(0.004 * (1 + p->age * p->age) * (p->vaccinated ? 0.2 : 1.0))) {
            c->next[i] = HOSPITAL;
            c->timer[i] = 6 + r % 11;
        } else {
            c->next[i] = RECOVERED;
            c->timer[i] = 60 + r % 61;
        }
        break;
    case HOSPITAL:
        if (r < chance(0.15)) {
            c->next[i] = DEAD;
            day->deaths_by_age[p->age]++;
        } else {
            c->next[i] = RECOVERED;
            c->timer[i] = 120;
        }
        break;
    default:
        c->next[i] = SUSCEPTIBLE;       /* immunity lost */
    }
}

static void add_day(Day *sum, const Day *d)
{
    for (int k = 0; k < NSTATES; k++)
        sum->count[k] += d->count[k];
    sum->new_cases += d->new_cases;
    for (int k = 0; k < 3; k++)
        sum->by_kind[k] += d->by_kind[k];
    for (int a = 0; a < AGES; a++) {
        sum->cases_by_age[a] += d->cases_by_age[a];
        sum->deaths_by_age[a] += d->deaths_by_age[a];
    }
}

static void step(City *c, int today, int lockdown, Day *day)
{
    uint32_t risk[3] = { chance(0.07), chance(lockdown ? 0.008 : 0.035), chance(lockdown ? 0.004 : 0.02) };
    memset(day, 0, sizeof *day);
#pragma omp parallel
    {
        Day mine = {0};
#pragma omp for schedule(static) nowait
        for (int i = 0; i < c->n; i++) {
            c->next[i] = c->now[i];
            if (c->now[i] == SUSCEPTIBLE)
                expose(c, i, today, risk, &mine);
            else if (c->now[i] != DEAD)
                progress(c, i, today, &mine);
            mine.count[c->next[i]]++;
        }
#pragma omp critical
        add_day(day, &mine);
    }
    uint8_t *t = c->now;
    c->now = c->next;
    c->next = t;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 120000;
    int days = argc > 2 ? atoi(argv[2]) : 250;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 99;
    long cases = 0, kinds[3] = {0}, deaths[AGES] = {0}, ages[AGES] = {0};
    int lockdown = 0, lockdays = 0, peak = 0, peakday = 0;

    if (n < 100) {
        fprintf(stderr, "at least 100 persons\n");
        return 1;
    }
    City *c = city_create(n, seed);
    for (int k = 0; k < 20; k++) {
        int i = draw(seed, k, 0, 9) % n;
        infect(c, i, -1, 0);
        c->now[i] = EXPOSED;
    }
    for (int d = 1; d <= days; d++) {
        Day day;
        step(c, d, lockdown, &day);
        cases += day.new_cases;
        for (int k = 0; k < 3; k++)
            kinds[k] += day.by_kind[k];
        for (int a = 0; a < AGES; a++) {
            ages[a] += day.cases_by_age[a];
            deaths[a] += day.deaths_by_age[a];
        }
        if (day.count[INFECTIOUS] > peak) {
            peak = day.count[INFECTIOUS];
            peakday = d;
        }
        lockdays += lockdown;
        if (day.count[HOSPITAL] > n / 500)
            lockdown = 1;
        else if (day.count[HOSPITAL] < n / 2500)
            lockdown = 0;
        if (d % (days / 8 + 1) == 0)
            printf("day %3d: S %d E %d I %d H %d R %d D %d%s\n", d, day.count[0], day.count[1], day.count[2],
                   day.count[3], day.count[4], day.count[5], lockdown ? " lockdown" : "");
    }
    uint64_t check = 0;
    int spread = 0;
    for (int i = 0; i < n; i++) {
        const Person *p = &c->person[i];
        check = check * 1000003 + (uint64_t)(p->infected_by + 2) * 7 + p->infected_on + p->secondary;
        if (p->secondary > c->person[spread].secondary)
            spread = i;
    }
    printf("cases %ld (home %ld, work %ld, casual %ld), peak %d on day %d, %d days locked\n", cases, kinds[0],
           kinds[1], kinds[2], peak, peakday, lockdays);
    for (int a = 0; a < AGES; a++)
        printf("age %d: %ld cases, %ld deaths\n", a * 10, ages[a], deaths[a]);
    printf("top spreader %d with %d, check %016llx\n", spread, c->person[spread].secondary, (unsigned long long)check);
    city_free(c);
    return 0;
}
