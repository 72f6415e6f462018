// flock.c : schooling fish and hunting pikes in a periodic tank.
// Cell lists for the neighbour search, each fish is a small state machine.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELL 4.0f
#define NPIKE 6

typedef struct { float x, y; } vec;
typedef enum { SCHOOL, FLEE, REST, NSTATES } mood;

typedef struct {
    vec pos, vel;
    float energy;
    mood state;
    int timer;
} fish;

typedef struct {
    vec pos, vel;
    int meals;
    int digest;
} pike;

typedef struct {
    float size;
    int ncell;
    int nfish;
    fish *now, *next;
    int *head, *link;       // cell lists over 'now'
    pike pikes[NPIKE];
    long encounters;
} tank;

static unsigned rs = 5u;
static float rndf(void)
{
    rs = rs * 1664525u + 1013904223u;
    return (rs >> 8) * (1.0f / 16777216.0f);
}

static float wrap(float d, float size)
{
    if (d > 0.5f * size) return d - size;
    if (d < -0.5f * size) return d + size;
    return d;
}

static float into(float x, float size)
{
    if (x < 0) x += size;
    if (x >= size) x -= size;
    return x >= size || x < 0 ? 0 : x;
}

static bool tank_open(tank *t, int n, float size)
{
    memset(t, 0, sizeof *t);
    t->ncell = (int)(size / CELL);
    t->size = t->ncell * CELL;
    t->nfish = n;
    t->now = malloc(n * sizeof(fish));
    t->next = malloc(n * sizeof(fish));
    t->link = malloc(n * sizeof(int));
    t->head = malloc(t->ncell * t->ncell * sizeof(int));
    if (!t->now || !t->next || !t->link || !t->head) return false;
    for (int i = 0; i < n; i++) {
        fish *f = &t->now[i];
        f->pos.x = into(t->size * rndf(), t->size);
        f->pos.y = into(t->size * rndf(), t->size);
        float a = 6.2831853f * rndf();
        f->vel = (vec){ cosf(a), sinf(a) };
        f->energy = 0.5f + 0.5f * rndf();
        f->state = SCHOOL;
        f->timer = 0;
    }
    for (int k = 0; k < NPIKE; k++) {
        t->pikes[k].pos = (vec){ into(t->size * rndf(), t->size), into(t->size * rndf(), t->size) };
        t->pikes[k].vel = (vec){ 0.5f, 0.2f };
    }
    return true;
}

static int cell_of(const tank *t, vec p)
{
    int cx = (int)(p.x / CELL), cy = (int)(p.y / CELL);
    if (cx >= t->ncell) cx = t->ncell - 1;
    if (cy >= t->ncell) cy = t->ncell - 1;
    return cy * t->ncell + cx;
}

static void build_cells(tank *t)
{
    for (int c = 0; c < t->ncell * t->ncell; c++) t->head[c] = -1;
    for (int i = t->nfish - 1; i >= 0; i--) {
        int c = cell_of(t, t->now[i].pos);
        t->link[i] = t->head[c];
        t->head[c] = i;
    }
}

typedef struct { vec centre, align, apart; int n; } senses;

static senses look_around(const tank *t, int i)
{
    const fish *f = &t->now[i];
    senses s = { 0 };
    int c = cell_of(t, f->pos), cx = c % t->ncell, cy = c / t->ncell;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int xx = (cx + dx + t->ncell) % t->ncell, yy = (cy + dy + t->ncell) % t->ncell;
            for (int j = t->head[yy * t->ncell + xx]; j >= 0; j = t->link[j]) {
                if (j == i) continue;
                float rx = wrap(t->now[j].pos.x - f->pos.x, t->size);
                float ry = wrap(t->now[j].pos.y - f->pos.y, t->size);
                float d2 = rx * rx + ry * ry;
                if (d2 > CELL * CELL) continue;
                s.n++;
                s.centre.x += rx; s.centre.y += ry;
                s.align.x += t->now[j].vel.x; s.align.y += t->now[j].vel.y;
                if (d2 < 1.0f) {
                    float w = 1.0f / (d2 + 0.01f);
                    s.apart.x -= rx * w; s.apart.y -= ry * w;
                }
            }
        }
    return s;
}

/* returns the number of pikes seen */
static int update_fish(tank *t, int i)
{
    const fish *f = &t->now[i];
    fish *g = &t->next[i];
    senses s = look_around(t, i);
    vec acc = { 0, 0 }, danger = { 0, 0 };
    bool threatened = false;
    int seen = 0;

    *g = *f;
    for (int k = 0; k < NPIKE; k++) {
        float rx = wrap(f->pos.x - t->pikes[k].pos.x, t->size), ry = wrap(f->pos.y - t->pikes[k].pos.y, t->size);
        float d2 = rx * rx + ry * ry;
        if (d2 < 100.0f) {
            threatened = true;
            danger.x += rx / (d2 + 0.1f);
            danger.y += ry / (d2 + 0.1f);
            seen++;
        }
    }
    switch (f->state) {
    case SCHOOL:
        if (threatened) { g->state = FLEE; g->timer = 15; }
        else if (f->energy < 0.1f) { g->state = REST; g->timer = 40; }
        break;
    case FLEE:
        if (!threatened && --g->timer <= 0) g->state = SCHOOL;
        break;
    default:
        if (threatened || --g->timer <= 0) g->state = threatened ? FLEE : SCHOOL;
    }
    float top = g->state == FLEE ? 2.0f : g->state == REST ? 0.2f : 1.0f;
    if (g->state == FLEE) {
        acc.x += 3.0f * danger.x; acc.y += 3.0f * danger.y;
    }
    if (s.n > 0 && g->state != REST) {
        acc.x += 0.04f * s.centre.x / s.n + 0.3f * (s.align.x / s.n - f->vel.x);
        acc.y += 0.04f * s.centre.y / s.n + 0.3f * (s.align.y / s.n - f->vel.y);
    }
    acc.x += 0.05f * s.apart.x; acc.y += 0.05f * s.apart.y;
    g->vel.x += 0.1f * acc.x;
    g->vel.y += 0.1f * acc.y;
    float v = sqrtf(g->vel.x * g->vel.x + g->vel.y * g->vel.y);
    if (v > top) { g->vel.x *= top / v; g->vel.y *= top / v; }
    g->energy += g->state == REST ? 0.01f : g->state == FLEE ? -0.006f : 0.0005f * (float)(s.n - 8);
    if (g->energy < 0) g->energy = 0;
    if (g->energy > 1) g->energy = 1;
    g->pos.x = into(f->pos.x + 0.1f * g->vel.x, t->size);
    g->pos.y = into(f->pos.y + 0.1f * g->vel.y, t->size);
    return seen;
}

static void update_pike(tank *t, pike *p)
{
    int best = -1;
    float bd = 1e30f;
    if (p->digest > 0) { p->digest--; return; }
    for (int i = 0; i < t->nfish; i++) {
        float rx = wrap(t->now[i].pos.x - p->pos.x, t->size), ry = wrap(t->now[i].pos.y - p->pos.y, t->size);
        float d2 = rx * rx + ry * ry;
        if (d2 < bd) { bd = d2; best = i; }
    }
    fish *f = &t->now[best];
    float d = sqrtf(bd) + 1e-3f;
    p->vel.x = 0.8f * p->vel.x + 0.35f * wrap(f->pos.x - p->pos.x, t->size) / d;
    p->vel.y = 0.8f * p->vel.y + 0.35f * wrap(f->pos.y - p->pos.y, t->size) / d;
    p->pos.x = into(p->pos.x + 0.1f * p->vel.x, t->size);
    p->pos.y = into(p->pos.y + 0.1f * p->vel.y, t->size);
    if (bd < 0.04f) {           // eaten: a fresh fish enters elsewhere
        p->meals++;
        p->digest = 20;
        f->pos = (vec){ into(t->size * rndf(), t->size), into(t->size * rndf(), t->size) };
        f->energy = 1;
    }
}

static void tank_step(tank *t)
{
    build_cells(t);
    long seen = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : seen)
    for (int i = 0; i < t->nfish; i++) seen += update_fish(t, i);
    t->encounters += seen;
    fish *tmp = t->now;
    t->now = t->next;
    t->next = tmp;
    for (int k = 0; k < NPIKE; k++) update_pike(t, &t->pikes[k]);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6000, steps = argc > 2 ? atoi(argv[2]) : 150;
    tank t;
    if (n < 1 || !tank_open(&t, n, 110)) { fprintf(stderr, "flock: setup failed\n"); return 1; }
    for (int s = 1; s <= steps; s++) {
        tank_step(&t);
        if (s % 50 && s != steps) continue;
        int count[NSTATES] = { 0 }, meals = 0;
        double vx = 0, vy = 0, e = 0;
        for (int i = 0; i < n; i++) {
            count[t.now[i].state]++;
            vx += t.now[i].vel.x; vy += t.now[i].vel.y; e += t.now[i].energy;
        }
        for (int k = 0; k < NPIKE; k++) meals += t.pikes[k].meals;
        printf("step %d school %d flee %d rest %d meals %d order %.9f energy %.9f seen %ld\n", s, count[SCHOOL], count[FLEE],
               count[REST], meals, sqrt(vx * vx + vy * vy) / n, e / n, t.encounters);
    }
    free(t.now); free(t.next); free(t.link); free(t.head);
    return 0;
}
