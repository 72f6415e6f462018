/* City traffic: ring roads with Nagel-Schreckenberg cars, exits between
 * neighbouring rings.  One shared LCG drives the random braking.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define VMAX 5
#define EMPTY (-1)

typedef struct {
    int pos;
    int8_t v;
    int8_t wants_exit;
} Car;

typedef struct {
    int length, ncars;
    short *cell;        /* index of the car on that cell or EMPTY */
    Car *car;
    long flow;          /* cars that passed cell 0 */
    long stopped;
} Road;

static uint64_t lcg = 42;

static inline unsigned rnd100_r(uint64_t *s)
{
    *s = *s * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)((*s >> 33) % 100);
}

static inline unsigned rnd100(void) { return rnd100_r(&lcg); }

/* state after n more draws (square and multiply on the affine map) */
static uint64_t lcg_skip(uint64_t s, unsigned n)
{
    uint64_t a = 6364136223846793005ULL, c = 1442695040888963407ULL, A = 1, C = 0;
    for (; n; n >>= 1) {
        if (n & 1) {
            A *= a;
            C = C * a + c;
        }
        c *= a + 1;
        a *= a;
    }
    return s * A + C;
}

static void road_init(Road *r, int length, int density)
{
    r->length = length;
    r->cell = malloc(length * sizeof(short));
    r->car = malloc(length * sizeof(Car));
    r->ncars = 0;
    r->flow = r->stopped = 0;
    for (int i = 0; i < length; i++) {
        r->cell[i] = EMPTY;
        if ((int)rnd100() < density) {
            Car *c = &r->car[r->ncars];
            c->pos = i;
            c->v = rnd100() % (VMAX + 1);
            c->wants_exit = 0;
            r->cell[i] = r->ncars++;
        }
    }
}

static int gap_ahead(const Road *r, int pos)
{
    for (int g = 0; g <= VMAX; g++) {
        int p = pos + g + 1;
        if (p >= r->length)
            p -= r->length;
        if (r->cell[p] != EMPTY)
            return g;
    }
    return VMAX + 1;
}

static void road_step(Road *r, int slow_prob, uint64_t rng)
{
    long stopped = 0;
    for (int i = 0; i < r->ncars; i++) {
        Car *c = &r->car[i];
        int gap = gap_ahead(r, c->pos);
        if (c->v < VMAX)
            c->v++;
        if (c->v > gap)
            c->v = gap;
        unsigned x = rnd100_r(&rng);
        if (c->v > 0 && (int)x < slow_prob)
            c->v--;
        c->wants_exit = x == 99;
        if (c->v == 0)
            stopped++;
    }
    r->stopped += stopped;
    for (int i = 0; i < r->ncars; i++)
        r->cell[r->car[i].pos] = EMPTY;
    for (int i = 0; i < r->ncars; i++) {
        Car *c = &r->car[i];
        c->pos += c->v;
        if (c->pos >= r->length) {
            c->pos -= r->length;
            r->flow++;
        }
        r->cell[c->pos] = i;
    }
}

/* Cars near the junction cells may swap to the next ring if there is room. */
static int exchange(Road *a, Road *b)
{
    int moved = 0;
    for (int i = 0; i < a->ncars; ) {
        Car *c = &a->car[i];
        int target = c->pos % b->length;
        if (c->wants_exit && c->pos % 50 < 10 && b->cell[target] == EMPTY && b->ncars < b->length) {
            Car n = { target, 0, 0 };
            b->car[b->ncars] = n;
            b->cell[target] = b->ncars++;
            a->cell[c->pos] = EMPTY;
            a->ncars--;
            if (i != a->ncars) {
                *c = a->car[a->ncars];
                a->cell[c->pos] = i;
            }
            moved++;
        } else {
            i++;
        }
    }
    return moved;
}

int main(int argc, char **argv)
{
    int nroads = argc > 1 ? atoi(argv[1]) : 48;
    int length = argc > 2 ? atoi(argv[2]) : 2000;
    int steps = argc > 3 ? atoi(argv[3]) : 4500;
    Road *road = malloc(nroads * sizeof(Road));
    uint64_t *start = malloc(nroads * sizeof(uint64_t));
    long moved = 0, cars = 0;

    for (int k = 0; k < nroads; k++)
        road_init(&road[k], length + 10 * (k % 7), 5 + k % 35);

    for (int t = 0; t < steps; t++) {
        /* one draw per car: every road's place in the random sequence is known */
        for (int k = 0; k < nroads; k++) {
            start[k] = lcg;
            lcg = lcg_skip(lcg, road[k].ncars);
        }
        #pragma omp parallel for schedule(dynamic, 4)
        for (int k = 0; k < nroads; k++)
            road_step(&road[k], 20, start[k]);
        if (t % 10 == 9)
            for (int k = 0; k < nroads; k++)
                moved += exchange(&road[k], &road[(k + 1) % nroads]);
    }

    printf("road  cells  cars  density   flow  stopped\n");
    for (int k = 0; k < nroads; k++) {
        Road *r = &road[k];
        long vsum = 0;
        for (int i = 0; i < r->ncars; i++)
            vsum += r->car[i].v;
        cars += r->ncars;
        if (k % 6 == 0)
            printf("%4d  %5d %5d  %7.4f  %.4f  %.4f  v %.3f\n", k, r->length, r->ncars,
                   (double)r->ncars / r->length, (double)r->flow / steps,
                   (double)r->stopped / steps, r->ncars ? (double)vsum / r->ncars : 0.0);
        free(r->cell);
        free(r->car);
    }
    printf("cars %ld, lane changes %ld, rng %016llx\n", cars, moved, (unsigned long long)lcg);
    free(start);
    free(road);
    return 0;
}
