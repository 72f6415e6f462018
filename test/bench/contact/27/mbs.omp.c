/* mbs: cash flows of a mortgage-backed security.
 *
 * A pool of level-payment loans is run month by month under several rate
 * scenarios (scheduled principal, prepayment with burnout, default, recovery
 * after a lag), then a sequential-pay waterfall with a reserve account
 * distributes the money to the tranches.  All money is in whole cents.
 *
 * mbs [loans] [scenarios]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

typedef int64_t cents;
#define TERM 360
#define LAG 9
#define HORIZON (TERM + LAG + 1)
#define NTRANCHE 4

struct loan {
    struct loan *next;
    int id, term, age;
    double coupon;              /* per annum */
    cents balance, payment;
    int ltv, score;
    char state[3];
};

struct month { cents interest, sched, prepaid, defaulted, recovered, alive; };

struct tranche {
    const char *name;
    double share, coupon;
    cents start, bal, interest, shortfall;
    double wal;
    int first, last;
};

static struct loan *pool;
static struct month flow[HORIZON];
static double mortgage_rate[TERM];
static int ever_prepaid, ever_defaulted, matured;
static const struct loan **by_id;        /* the list as an array */
static int nloans;

static uint64_t splitmix(uint64_t *s) {
    uint64_t z = *s += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static double unit(uint64_t *s) { return (double)(splitmix(s) >> 11) * 0x1p-53; }

static cents level_payment(cents balance, double yearly, int months) {
    double r = yearly / 12;
    return (cents)ceil((double)balance * r / (1 - pow(1 + r, -months)));
}

static cents make_pool(int n) {
    static const char states[][3] = { "CA", "TX", "NY", "FL", "OH", "WA" };
    struct loan **tail = &pool;
    uint64_t s = 4711;
    cents sum = 0;
    for (int i = 0; i < n; i++) {
        struct loan *l = malloc(sizeof *l);
        if (!l) { perror("mbs"); exit(1); }
        l->next = NULL;
        l->id = i;
        l->term = unit(&s) < 0.25 ? 180 : 360;
        l->age = (int)(unit(&s) * 48);
        l->coupon = 0.04 + 0.00125 * (int)(unit(&s) * 24);
        l->balance = 5000000 + (cents)(unit(&s) * 6000) * 10000;
        l->payment = level_payment(l->balance, l->coupon, l->term - l->age);
        l->ltv = 50 + (int)(unit(&s) * 48);
        l->score = 580 + (int)(unit(&s) * 250);
        strcpy(l->state, states[(int)(unit(&s) * 6)]);
        sum += l->balance;
        *tail = l;
        tail = &l->next;
    }
    return sum;
}

static void rate_path(int scenario) {
    uint64_t s = 1000 + (uint64_t)scenario;
    double r = 0.055;
    for (int m = 0; m < TERM; m++) {
        double shock = unit(&s) + unit(&s) + unit(&s) - 1.5;
        r += 0.02 * (0.05 + 0.004 * (scenario - 2) - r) + 0.0035 * shock;
        if (r < 0.01) r = 0.01;
        mortgage_rate[m] = r;
    }
}

/* chance in a month that the borrower refinances or moves */
static double prepay_chance(const struct loan *l, int month, double burnout) {
    static const double season[12] = { .94, .76, .74, .95, .98, .92, .98, 1.1, 1.18, 1.22, 1.23, .98 };
    double gain = l->coupon - mortgage_rate[month];
    double smm = 0.004 * season[month % 12];
    int age = l->age + month;
    if (gain > 0.005) smm += (gain > 0.03 ? 0.045 : 1.5 * gain) * burnout;
    if (age < 30) smm *= age / 30.0;
    return l->ltv > 90 ? smm * 0.7 : smm;
}

static double default_chance(const struct loan *l, int month) {
    int age = l->age + month;
    double base = 0.00004 + 0.000004 * (l->ltv - 50) + 0.000002 * (830 - l->score);
    if (!strcmp(l->state, "FL") || !strcmp(l->state, "OH")) base *= 1.35;
    return age < 60 ? base * age / 60 : age > 180 ? base * 0.3 : base;
}

/* how a loan ended */
enum fate { RUNNING, PREPAID, DEFAULTED, MATURED };

static enum fate run_loan(const struct loan *l, int scenario, struct month *flow) {
    uint64_t rng = (uint64_t)l->id * 2654435761u + (uint64_t)scenario * 97;
    cents bal = l->balance;
    double r = l->coupon / 12, burnout = 1.0;
    for (int m = 0; bal > 0 && m < TERM; m++) {
        cents interest = (cents)floor((double)bal * r + 0.5);
        cents principal = l->payment - interest;
        flow[m].alive++;
        if (unit(&rng) < default_chance(l, m)) {
            cents value = bal * 100 / l->ltv * (70 + (cents)(splitmix(&rng) % 25)) / 100;
            flow[m].defaulted += bal;
            flow[m + LAG].recovered += value < bal ? value : bal;
            return DEFAULTED;
        }
        flow[m].interest += interest;
        if (principal >= bal) {
            flow[m].sched += bal;
            return MATURED;
        }
        flow[m].sched += principal;
        bal -= principal;
        double smm = prepay_chance(l, m, burnout);
        double u = unit(&rng);
        if (u < smm) {
            flow[m].prepaid += bal;
            return PREPAID;
        }
        if (u < smm * 1.5) {                    /* curtailment */
            cents extra = bal / 20;
            flow[m].prepaid += extra;
            bal -= extra;
        }
        if (l->coupon - mortgage_rate[m] > 0.01) burnout *= 0.985;
    }
    return RUNNING;
}

static void run_pool(int scenario) {
    memset(flow, 0, sizeof flow);
    int count[4] = { 0 };
#pragma omp parallel reduction(+ : count)
    {
        struct month mine[HORIZON];     /* whole cents: the order of the sums is free */
        memset(mine, 0, sizeof mine);
#pragma omp for schedule(dynamic, 512)
        for (int i = 0; i < nloans; i++) count[run_loan(by_id[i], scenario, mine)]++;
#pragma omp critical
        for (int m = 0; m < HORIZON; m++) {
            flow[m].interest += mine[m].interest;
            flow[m].sched += mine[m].sched;
            flow[m].prepaid += mine[m].prepaid;
            flow[m].defaulted += mine[m].defaulted;
            flow[m].recovered += mine[m].recovered;
            flow[m].alive += mine[m].alive;
        }
    }
    ever_prepaid = count[PREPAID];
    ever_defaulted = count[DEFAULTED];
    matured = count[MATURED];
}

static cents waterfall(struct tranche *t, cents total) {
    cents reserve = 0, residual = 0;
    for (int k = 0; k < NTRANCHE; k++) {
        t[k].bal = t[k].start = (cents)((double)total * t[k].share);
        t[k].interest = t[k].shortfall = 0;
        t[k].wal = 0; t[k].first = -1; t[k].last = 0;
    }
    for (int m = 0; m < HORIZON; m++) {
        cents cash = reserve + flow[m].interest + flow[m].sched + flow[m].prepaid + flow[m].recovered;
        for (int k = 0; k < NTRANCHE; k++) {
            cents due = (cents)((double)t[k].bal * t[k].coupon / 12);
            cents paid = due < cash ? due : cash;
            t[k].interest += paid;
            t[k].shortfall += due - paid;
            cash -= paid;
        }
        for (int k = 0; k < NTRANCHE; k++) {
            cents paid = t[k].bal < cash ? t[k].bal : cash;
            if (paid <= 0) continue;
            t[k].bal -= paid;
            cash -= paid;
            t[k].wal += (double)paid / (double)t[k].start * (m + 1) / 12;
            if (t[k].first < 0) t[k].first = m;
            t[k].last = m;
        }
        reserve = cash < total / 200 ? cash : total / 200;
        residual += cash - reserve;
    }
    return residual + reserve;
}

int main(int argc, char **argv) {
    int loans = argc > 1 ? atoi(argv[1]) : 90000, scenarios = argc > 2 ? atoi(argv[2]) : 6;
    struct tranche t[NTRANCHE] = { { .name = "A1", .share = .45, .coupon = .046 }, { .name = "A2", .share = .30, .coupon = .049 },
                                   { .name = "M1", .share = .15, .coupon = .055 }, { .name = "B", .share = .08, .coupon = .072 } };
    if (loans < 1 || scenarios < 1) { fprintf(stderr, "usage: mbs [loans] [scenarios]\n"); return 1; }
    cents total = make_pool(loans);
    by_id = malloc(loans * sizeof *by_id);
    if (!by_id) { perror("mbs"); return 1; }
    for (const struct loan *l = pool; l; l = l->next) by_id[nloans++] = l;
    uint64_t digest = 0;
    for (int s = 0; s < scenarios; s++) {
        rate_path(s);
        run_pool(s);
        cents residual = waterfall(t, total);
        for (int m = 0; m < HORIZON; m++)
            digest = digest * 6364136223846793005ULL + (uint64_t)(flow[m].interest ^ flow[m].sched << 7 ^ flow[m].prepaid << 13 ^ flow[m].defaulted << 19 ^ flow[m].recovered << 23 ^ flow[m].alive);
        printf("scenario %d: prepaid %d defaulted %d matured %d residual %lld\n", s, ever_prepaid, ever_defaulted, matured, (long long)residual);
        for (int k = 0; k < NTRANCHE; k++)
            printf("  %-2s wal %.9f window %d-%d interest %lld short %lld lost %lld\n", t[k].name, t[k].wal, t[k].first,
                   t[k].last, (long long)t[k].interest, (long long)t[k].shortfall, (long long)t[k].bal);
    }
    printf("digest %016llx\n", (unsigned long long)digest);
    free(by_id);
    while (pool) { struct loan *n = pool->next; free(pool); pool = n; }
    return 0;
}
