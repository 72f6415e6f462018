/*
 * SEIR epidemic on a small-world contact network, many replicates.
 *
 *   epinet [population] [replicates] [days]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SUSC, EXPO, INFE, RECO };

#define DEGREE 10
#define MAXDAYS 400

struct person {
    unsigned char state;
    unsigned char timer;
    short age;
};

struct stats {
    int peak, peak_day, attack, last_day;
    int daily[MAXDAYS];
};

static int npeople;
static int (*contacts)[DEGREE];
static struct person *people;
static int *active;             /* exposed or infectious people */
static unsigned rng;
#pragma omp threadprivate(people, active, rng)

static unsigned rnd(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 17;
    rng ^= rng << 5;
    return rng;
}

static double rnd01(void)
{
    return (rnd() >> 8) / 16777216.0;
}

static void build_network(double rewire)
{
    contacts = malloc(npeople * sizeof *contacts);
    for (int i = 0; i < npeople; i++)
        for (int k = 0; k < DEGREE; k++) {
            int d = k / 2 + 1;
            contacts[i][k] = k % 2 ? (i + d) % npeople : (i - d + npeople) % npeople;
            if (rnd01() < rewire)
                contacts[i][k] = rnd() % npeople;
        }
}

static double risk(const struct person *p)
{
    if (p->age < 18)
        return 0.6;
    if (p->age > 65)
        return 1.4;
    return 1.0;
}

static int draw_period(double mean)
{
    int d = 1 + (int)(-log(1.0 - rnd01()) * (mean - 1.0));
    return d > 60 ? 60 : d;
}

static void run_epidemic(struct stats *st, int days, double beta)
{
    int nactive = 0, infectious;

    memset(st, 0, sizeof *st);
    for (int i = 0; i < npeople; i++) {
        people[i].state = SUSC;
        people[i].timer = 0;
        people[i].age = rnd() % 90;
    }
    for (int k = 0; k < 5; k++) {
        int i = rnd() % npeople;
        if (people[i].state != SUSC)
            continue;
        people[i].state = INFE;
        people[i].timer = draw_period(6.0);
        active[nactive++] = i;
    }
    for (int day = 0; day < days && nactive > 0; day++) {
        int n = nactive;
        infectious = 0;
        for (int a = 0; a < n; a++) {
            struct person *p = &people[active[a]];
            if (p->state != INFE)
                continue;
            infectious++;
            for (int k = 0; k < DEGREE; k++) {
                int j = contacts[active[a]][k];
                struct person *q = &people[j];
                if (q->state == SUSC && rnd01() < beta * risk(q)) {
                    q->state = EXPO;
                    q->timer = draw_period(4.0);
                    active[nactive++] = j;
                }
            }
        }
        for (int a = 0; a < nactive; ) {
            struct person *p = &people[active[a]];
            if (--p->timer > 0) {
                a++;
            } else if (p->state == EXPO) {
                p->state = INFE;
                p->timer = draw_period(6.0);
                a++;
            } else {
                p->state = RECO;
                st->attack++;
                active[a] = active[--nactive];
            }
        }
        st->daily[day] = infectious;
        if (infectious > st->peak) {
            st->peak = infectious;
            st->peak_day = day;
        }
        st->last_day = day;
    }
}

int main(int argc, char **argv)
{
    npeople = argc > 1 ? atoi(argv[1]) : 40000;
    int nrep = argc > 2 ? atoi(argv[2]) : 60;
    int days = argc > 3 ? atoi(argv[3]) : 250;
    double curve[MAXDAYS] = {0}, peak = 0, pday = 0, att = 0, att2 = 0;
    int outbreaks = 0, longest = 0;
    struct timespec t0, t1;

    if (days > MAXDAYS)
        days = MAXDAYS;
    struct stats *all = malloc((nrep > 0 ? nrep : 1) * sizeof *all);
    rng = 1000003;
    build_network(0.05);

    clock_gettime(CLOCK_MONOTONIC, &t0);
    #pragma omp parallel
    {
        people = malloc(npeople * sizeof *people);
        active = malloc(npeople * sizeof *active);
        #pragma omp for schedule(dynamic, 1)
        for (int r = 0; r < nrep; r++) {
            rng = 7919u * (r + 1) + 17;
            run_epidemic(&all[r], days, 0.06);
        }
        free(people);
        free(active);
    }
    for (int r = 0; r < nrep; r++) {
        struct stats st = all[r];
        for (int d = 0; d < days; d++)
            curve[d] += (double)st.daily[d] / nrep;
        if (st.attack > npeople / 50) {
            outbreaks++;
            peak += st.peak;
            pday += st.peak_day;
            att += st.attack;
            att2 += (double)st.attack * st.attack;
        }
        if (st.last_day > longest)
            longest = st.last_day;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "replicates: %.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);

    printf("outbreaks %d of %d, longest %d days\n", outbreaks, nrep, longest);
    if (outbreaks) {
        double m = att / outbreaks;
        printf("peak %.1f on day %.1f, attack %.4f sd %.4f\n", peak / outbreaks, pday / outbreaks,
               m / npeople, sqrt(fmax(0, att2 / outbreaks - m * m)) / npeople);
    }
    for (int d = 0; d < days; d += 10)
        printf("%3d %9.2f\n", d, curve[d]);
    free(all);
    free(contacts);
    return 0;
}
