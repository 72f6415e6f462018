// flock.c -- boids + hawks sandbox, headless build of the thing I use for the fish tank level
// usage: flock [boids] [frames]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

typedef uint32_t u32;
typedef float    f32;
typedef struct { f32 x, y; } Vec2;

#define WORLD      512.0f
#define CELL       16.0f
#define GRID       32
#define NUM_HAWKS  12
#define DT         (1.0f / 30.0f)
#define SQ(x)      ((x) * (x))
#define CLAMP(v, lo, hi) ((v) < (lo) ? (lo) : (v) > (hi) ? (hi) : (v))
#define FORI(i, n) for (int i = 0; i < (n); ++i)

enum { B_ALIVE = 1, B_PANIC = 2 };

typedef struct {
    Vec2 pos, vel, acc;
    u32  flags;
    int  next;      // next boid in cell
    f32  stamina;
    int  deaths;
} Boid;

typedef struct { Vec2 pos, vel; int target, kills; f32 cooldown; } Hawk;

typedef struct {
    Boid *boids;
    int   count;
    Hawk  hawks[NUM_HAWKS];
    int   cell[GRID * GRID];
    u32   rng;
    long long pairs, panics, lonely;
} Game;

static Game g;

static u32 rnd(void) { g.rng ^= g.rng << 13; g.rng ^= g.rng >> 17; g.rng ^= g.rng << 5; return g.rng; }
static f32 frnd(f32 lo, f32 hi) { return lo + (hi - lo) * (f32)(rnd() >> 8) * (1.0f / 16777216.0f); }

static inline f32 wrap(f32 v) { return v < 0 ? v + WORLD : v >= WORLD ? v - WORLD : v; }
static inline f32 wrapd(f32 d) { return d > WORLD / 2 ? d - WORLD : d < -WORLD / 2 ? d + WORLD : d; }

static inline int cell_of(Vec2 p)
{
    int cx = (int)(p.x / CELL), cy = (int)(p.y / CELL);
    return CLAMP(cy, 0, GRID - 1) * GRID + CLAMP(cx, 0, GRID - 1);
}

static void spawn(Boid *b)
{
    b->pos = (Vec2){ frnd(0, WORLD), frnd(0, WORLD) };
    b->vel = (Vec2){ frnd(-30, 30), frnd(-30, 30) };
    b->flags = B_ALIVE;
    b->stamina = frnd(0.5f, 1.0f);
}

static void build_grid(void)
{
    memset(g.cell, 0xff, sizeof g.cell);
    FORI(i, g.count) {
        Boid *b = &g.boids[i];
        if (!(b->flags & B_ALIVE)) { if (rnd() % 64 == 0) spawn(b); else continue; }
        int c = cell_of(b->pos);
        b->next = g.cell[c];
        g.cell[c] = i;
    }
}

static void steer(int id)
{
    Boid *me = &g.boids[id];
    Vec2 sep = {0, 0}, ali = {0, 0}, coh = {0, 0}, flee = {0, 0};
    int n = 0;
    int cx = (int)(me->pos.x / CELL), cy = (int)(me->pos.y / CELL);

    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            int c = ((cy + dy) & (GRID - 1)) * GRID + ((cx + dx) & (GRID - 1));
            for (int j = g.cell[c]; j >= 0; j = g.boids[j].next) {
                if (j == id) continue;
                const Boid *o = &g.boids[j];
                f32 ox = wrapd(o->pos.x - me->pos.x), oy = wrapd(o->pos.y - me->pos.y);
                f32 d2 = ox * ox + oy * oy;
                g.pairs++;
                if (d2 > SQ(CELL)) continue;
                if (d2 < SQ(5.0f)) {
                    f32 k = 1.0f / (d2 + 0.1f);
                    sep.x -= ox * k; sep.y -= oy * k;
                }
                ali.x += o->vel.x; ali.y += o->vel.y;
                coh.x += ox; coh.y += oy;
                ++n;
            }
        }

    me->flags &= ~(u32)B_PANIC;
    FORI(h, NUM_HAWKS) {
        f32 ox = wrapd(g.hawks[h].pos.x - me->pos.x), oy = wrapd(g.hawks[h].pos.y - me->pos.y);
        f32 d2 = ox * ox + oy * oy;
        if (d2 < SQ(40.0f)) {
            f32 k = 400.0f / (d2 + 1.0f);
            flee.x -= ox * k; flee.y -= oy * k;
            me->flags |= B_PANIC;
        }
    }
    if (me->flags & B_PANIC) { g.panics++; me->stamina *= 0.995f; }
    else me->stamina = CLAMP(me->stamina + 0.002f, 0.1f, 1.0f);
    if (n == 0) {
        g.lonely++;
        me->acc = flee;
        return;
    }
    f32 inv = 1.0f / (f32)n;
    me->acc.x = sep.x * 60.0f + (ali.x * inv - me->vel.x) * 0.8f + coh.x * inv * 0.6f + flee.x;
    me->acc.y = sep.y * 60.0f + (ali.y * inv - me->vel.y) * 0.8f + coh.y * inv * 0.6f + flee.y;
}

static void move(Boid *b)
{
    b->vel.x += b->acc.x * DT; b->vel.y += b->acc.y * DT;
    f32 top = 20.0f + 40.0f * b->stamina, s2 = SQ(b->vel.x) + SQ(b->vel.y);
    if (s2 > top * top) { f32 k = top / sqrtf(s2); b->vel.x *= k; b->vel.y *= k; }
    b->pos.x = wrap(b->pos.x + b->vel.x * DT);
    b->pos.y = wrap(b->pos.y + b->vel.y * DT);
}

static void update_hawk(Hawk *h)
{
    if (h->cooldown > 0) h->cooldown -= DT;
    else {
        if (h->target < 0 || !(g.boids[h->target].flags & B_ALIVE)) h->target = (int)(rnd() % (u32)g.count);
        Boid *b = &g.boids[h->target];
        f32 ox = wrapd(b->pos.x - h->pos.x), oy = wrapd(b->pos.y - h->pos.y), d = sqrtf(ox * ox + oy * oy) + 0.01f;
        h->vel.x += (ox / d * 70.0f - h->vel.x) * 0.1f;
        h->vel.y += (oy / d * 70.0f - h->vel.y) * 0.1f;
        if (d < 4.0f && (b->flags & B_ALIVE)) {
            b->flags = 0; b->deaths++;
            h->kills++; h->target = -1; h->cooldown = 1.5f;
        }
    }
    h->pos.x = wrap(h->pos.x + h->vel.x * DT);
    h->pos.y = wrap(h->pos.y + h->vel.y * DT);
}

static u32 world_hash(void)
{
    u32 h = 2166136261u;
    FORI(i, g.count) {
        Boid *b = &g.boids[i];
        h = (h ^ (u32)(int)(b->pos.x * 1024.0f)) * 16777619u;
        h = (h ^ (u32)(int)(b->pos.y * 1024.0f)) * 16777619u;
        h = (h ^ b->flags ^ (u32)b->deaths << 8) * 16777619u;
    }
    return h;
}

int main(int argc, char **argv)
{
    int frames = argc > 2 ? atoi(argv[2]) : 64;
    g.count = argc > 1 ? atoi(argv[1]) : 10000;
    g.rng = 0xC0FFEEu;
    if (g.count < 1 || !(g.boids = calloc((size_t)g.count, sizeof(Boid)))) { puts("no boids"); return 1; }
    FORI(i, g.count) spawn(&g.boids[i]);
    FORI(i, NUM_HAWKS) { g.hawks[i].pos = (Vec2){ frnd(0, WORLD), frnd(0, WORLD) }; g.hawks[i].target = -1; }

    FORI(f, frames) {
        build_grid();
        FORI(i, g.count) if (g.boids[i].flags & B_ALIVE) steer(i);
        FORI(i, g.count) if (g.boids[i].flags & B_ALIVE) move(&g.boids[i]);
        FORI(i, NUM_HAWKS) update_hawk(&g.hawks[i]);
        if (f % 8 == 0) printf("frame %4d hash %08x\n", f, world_hash());
    }

    int kills = 0, alive = 0;
    FORI(i, NUM_HAWKS) kills += g.hawks[i].kills;
    FORI(i, g.count) alive += g.boids[i].flags & B_ALIVE;
    printf("pairs %lld panics %lld lonely %lld\n", g.pairs, g.panics, g.lonely);
    printf("alive %d kills %d hash %08x\n", alive, kills, world_hash());
    free(g.boids);
    return 0;
}
