/* traffic: microscopic simulation of a city ring network.
 *
 * Every road has three lanes; a lane is a doubly linked list of cars sorted
 * front to back.  Cars follow the Intelligent Driver Model, change lanes with
 * a MOBIL-like rule and move on to another road when they pass the stop line
 * on green.
 *
 *   traffic [roads] [cars per road] [steps] [seed]
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LANES 3
#define DT 0.25
#define CYCLE 50.0
#define GREEN 30.0

typedef struct Car {
    struct Car *ahead, *behind;
    double x, v, acc;
    double wish, gapTime, accMax, brake, twoRootAB, length;
    double travelled, waited;
    uint32_t rng;
    int cooldown, roadsDone;
} Car;

typedef struct { Car *front, *back; int count; } Lane;

typedef struct Road {
    Lane lane[LANES];
    double length, limit, phase;
    struct Road *exits[3];
    double speedSum, detector;
    long samples, passed, refused, laneChanges, hardBrakes;
} Road;

static double now;

static uint32_t next32(uint32_t *s)
{
    uint32_t x = *s;
    x ^= x << 13; x ^= x >> 17; x ^= x << 5;
    return *s = x;
}

static double uniform(uint32_t *s) { return next32(s) * (1.0 / 4294967296.0); }

static bool isGreen(const Road *r) { return fmod(now + r->phase, CYCLE) < GREEN; }

static void unlinkCar(Lane *l, Car *c)
{
    if (c->ahead) c->ahead->behind = c->behind; else l->front = c->behind;
    if (c->behind) c->behind->ahead = c->ahead; else l->back = c->ahead;
    l->count--;
}

static void linkBehind(Lane *l, Car *lead, Car *c)      /* lead == NULL: becomes first */
{
    c->ahead = lead;
    c->behind = lead ? lead->behind : l->front;
    if (c->behind) c->behind->ahead = c; else l->back = c;
    if (lead) lead->behind = c; else l->front = c;
    l->count++;
}

static double idm(const Car *c, double gap, double closing, double limit)
{
    double v0 = c->wish < limit ? c->wish : limit;
    double q = c->v / v0, q2 = q * q;
    double free = 1.0 - q2 * q2;
    if (gap > 250.0) return c->accMax * free;
    if (gap < 0.3) gap = 0.3;
    double want = 2.0 + c->v * c->gapTime + c->v * closing / c->twoRootAB;
    if (want < 2.0) want = 2.0;
    double s = want / gap;
    return fmax(c->accMax * (free - s * s), -9.0);
}

static double follow(const Car *c, const Car *lead, const Road *r, bool green)
{
    if (lead) return idm(c, lead->x - lead->length - c->x, c->v - lead->v, r->limit);
    double toLine = r->length - c->x;
    if (!green && toLine > c->v * c->v / 14.0) return idm(c, toLine, c->v, r->limit);
    return idm(c, 1e9, 0.0, r->limit);
}

static void accelerations(Road *r, bool green)
{
    for (int k = 0; k < LANES; k++)
        for (Car *c = r->lane[k].front; c; c = c->behind) {
            c->acc = follow(c, c->ahead, r, green);
            if ((next32(&c->rng) & 63) == 0) c->acc -= 0.8 * uniform(&c->rng);   /* dawdle */
            if (c->acc < -4.0) r->hardBrakes++;
        }
}

static bool worthwhile(const Car *c, const Car *lead, const Car *lag, const Road *r, bool green)
{
    if (lead && lead->x - lead->length - c->x < 2.0) return false;
    if (lag) {
        if (c->x - c->length - lag->x < 2.0) return false;
        if (idm(lag, c->x - c->length - lag->x, lag->v - c->v, r->limit) < -2.5) return false;
    }
    return follow(c, lead, r, green) > c->acc + 0.3;
}

static void changeLanes(Road *r, int from, int to, bool green)
{
    Lane *src = &r->lane[from], *dst = &r->lane[to];
    Car *lead = NULL, *lag = dst->front, *c = src->front;
    while (c) {
        Car *following = c->behind;
        for (; lag && lag->x > c->x; lag = lag->behind) lead = lag;
        if (c->cooldown > 0) {
            c->cooldown--;
        } else if (c->v > 1.0 && worthwhile(c, lead, lag, r, green)) {
            unlinkCar(src, c);
            linkBehind(dst, lead, c);
            lead = c;
            c->cooldown = 24;
            r->laneChanges++;
        }
        c = following;
    }
}

static void move(Road *r)
{
    for (int k = 0; k < LANES; k++)
        for (Car *c = r->lane[k].front; c; c = c->behind) {
            double old = c->x, v = fmax(c->v + c->acc * DT, 0.0);
            c->x += 0.5 * (c->v + v) * DT;
            c->v = v;
            if (c->ahead && c->x > c->ahead->x - c->ahead->length - 0.2) {
                c->x = fmax(old, c->ahead->x - c->ahead->length - 0.2);
                c->v = fmin(c->v, c->ahead->v);
            }
            c->travelled += c->x - old;
            if (c->v < 0.1) c->waited += DT;
            if (old < r->detector && c->x >= r->detector) r->passed++;
            r->speedSum += c->v;
            r->samples++;
        }
}

static void advanceRoad(Road *r, int step)
{
    bool green = isGreen(r);
    accelerations(r, green);
    if (step & 1)
        for (int k = 0; k + 1 < LANES; k++) changeLanes(r, k, k + 1, green);
    else
        for (int k = LANES - 1; k > 0; k--) changeLanes(r, k, k - 1, green);
    move(r);
}

/* cars beyond the stop line enter one of the exits, if there is room */
static void crossJunction(Road *r)
{
    for (int k = 0; k < LANES; k++) {
        Lane *l = &r->lane[k];
        while (l->front && l->front->x >= r->length) {
            Car *c = l->front;
            Road *to = r->exits[next32(&c->rng) % 3];
            Lane *dst = &to->lane[k];
            if (dst->back && dst->back->x - dst->back->length < c->x - r->length + 2.0) {
                r->refused++;
                c->x = r->length;
                c->v = 0.0;
                break;
            }
            unlinkCar(l, c);
            c->x -= r->length;
            c->roadsDone++;
            linkBehind(dst, dst->back, c);
        }
    }
}

static void populate(Road *r, Car *cars, int n, uint32_t *seed)
{
    double pitch = r->length / (n / LANES + 1);
    for (int i = 0; i < n; i++) {
        Car *c = &cars[i];
        bool truck = uniform(seed) < 0.12;
        c->rng = next32(seed) | 1u;
        c->x = r->length - pitch * (i / LANES + 0.3 + 0.3 * uniform(seed));
        c->wish = (truck ? 18.0 : 24.0) + 8.0 * uniform(seed);
        c->gapTime = 1.0 + 0.7 * uniform(seed);
        c->accMax = truck ? 0.8 : 1.2 + 0.8 * uniform(seed);
        c->brake = 1.8;
        c->twoRootAB = 2.0 * sqrt(c->accMax * c->brake);
        c->length = truck ? 12.0 : 4.5;
        c->v = 5.0;
        linkBehind(&r->lane[i % LANES], r->lane[i % LANES].back, c);
    }
}

int main(int argc, char **argv)
{
    int nroads = argc > 1 ? atoi(argv[1]) : 240, perRoad = argc > 2 ? atoi(argv[2]) : 180;
    int steps = argc > 3 ? atoi(argv[3]) : 700;
    uint32_t seed = argc > 4 ? (uint32_t)atoi(argv[4]) | 1u : 31337u;
    Road *roads = calloc((size_t)nroads, sizeof *roads);
    size_t ncars = (size_t)nroads * (size_t)perRoad;
    Car *cars = calloc(ncars, sizeof *cars);

    for (int i = 0; i < nroads; i++) {
        Road *r = &roads[i];
        r->length = 1500.0 + 1500.0 * uniform(&seed);
        r->limit = uniform(&seed) < 0.3 ? 14.0 : 25.0;
        r->phase = CYCLE * uniform(&seed);
        r->detector = 0.5 * r->length;
        r->exits[0] = r->exits[1] = &roads[(i + 1) % nroads];
        r->exits[2] = &roads[(int)(uniform(&seed) * nroads)];
        populate(r, cars + (size_t)i * (size_t)perRoad, perRoad, &seed);
    }

    for (int s = 1; s <= steps; s++, now += DT) {
        for (int i = 0; i < nroads; i++) advanceRoad(&roads[i], s);
        for (int i = 0; i < nroads; i++) crossJunction(&roads[i]);
        if (s % 100) continue;
        double sum = 0.0;
        long n = 0, passed = 0, refused = 0, lc = 0, hb = 0;
        for (Road *r = roads; r < roads + nroads; r++) {
            sum += r->speedSum; n += r->samples; passed += r->passed;
            refused += r->refused; lc += r->laneChanges; hb += r->hardBrakes;
        }
        printf("t=%7.2f  mean speed %.8f m/s  detector %ld  lane changes %ld  hard brakes %ld  refused %ld\n",
               s * DT, sum / n, passed, lc, hb, refused);
    }

    uint64_t h = 0;
    double travelled = 0.0, waited = 0.0;
    for (size_t i = 0; i < ncars; i++) {
        uint64_t bits;
        memcpy(&bits, &cars[i].x, sizeof bits);
        h = (h ^ bits) * 0x100000001b3ull + (uint64_t)cars[i].roadsDone;
        travelled += cars[i].travelled;
        waited += cars[i].waited;
    }
    for (int i = 0; i < nroads; i += nroads / 8 + 1)
        printf("road %3d: %3d cars  %5ld passed  mean %.6f\n", i, roads[i].lane[0].count + roads[i].lane[1].count + roads[i].lane[2].count, roads[i].passed, roads[i].speedSum / (roads[i].samples + 1));
    printf("travelled %.4f km, waited %.2f h, state %016llx\n", travelled / 1000, waited / 3600, (unsigned long long)h);
    return 0;
}
