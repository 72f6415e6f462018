// SPDX-License-Identifier: Apache-2.0
/*
 * A flock in a periodic square: separation, alignment, cohesion, and a few
 * hawks that chase the birds.  Neighbours are found through a grid of linked
 * cells that is rebuilt in every step.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE   200.0f
#define RADIUS 2.5f
#define CELLS  80
#define HAWKS  6

struct bird
{
    float x, y;
    float vx, vy;
    int next;           /* next bird in the same cell, -1 = none */
    int scared;
};

struct hawk
{
    float x, y, vx, vy;
    int prey;
};

static struct bird *now, *then;
static int count;
static int cell_head[CELLS][CELLS];
static struct hawk hawks[HAWKS];
static unsigned int seed = 1u;

static float frand(void)
{
    seed = seed * 69069u + 1u;
    return (float)(seed >> 8) / 16777216.0f;
}

static float wrap(float v)
{
    if (v < 0)
        return v + SIDE;
    if (v >= SIDE)
        return v - SIDE;
    return v;
}

static float shortest(float d)
{
    if (d > SIDE / 2)
        return d - SIDE;
    if (d < -SIDE / 2)
        return d + SIDE;
    return d;
}

static int cell_of(float v)
{
    int c = (int)(v * (CELLS / SIDE));
    return c >= CELLS ? CELLS - 1 : c < 0 ? 0 : c;
}

static void populate(void)
{
    int i;
    for (i = 0; i < count; i++)
    {
        float a = 6.2831853f * frand();
        now[i].x = SIDE * frand() * 0.999f;
        now[i].y = SIDE * frand() * 0.999f;
        now[i].vx = cosf(a);
        now[i].vy = sinf(a);
        now[i].scared = 0;
    }
    for (i = 0; i < HAWKS; i++)
    {
        hawks[i].x = SIDE * frand() * 0.999f;
        hawks[i].y = SIDE * frand() * 0.999f;
        hawks[i].vx = hawks[i].vy = 0;
        hawks[i].prey = -1;
    }
}

static void build_cells(void)
{
    int i, j;
    for (i = 0; i < CELLS; i++)
        for (j = 0; j < CELLS; j++)
            cell_head[i][j] = -1;
    for (i = 0; i < count; i++)
    {
        int *head = &cell_head[cell_of(now[i].y)][cell_of(now[i].x)];
        now[i].next = *head;
        *head = i;
    }
}

static void steer(const struct bird *b, struct bird *out, int self)
{
    int cx = cell_of(b->x), cy = cell_of(b->y);
    int dx, dy, h, n = 0;
    float sx = 0, sy = 0, mx = 0, my = 0, ax = 0, ay = 0;

    for (dy = -1; dy <= 1; dy++)
        for (dx = -1; dx <= 1; dx++)
        {
            int k = cell_head[(cy + dy + CELLS) % CELLS][(cx + dx + CELLS) % CELLS];
            for (; k >= 0; k = now[k].next)
            {
                float ex = shortest(now[k].x - b->x), ey = shortest(now[k].y - b->y);
                float d2 = ex * ex + ey * ey;
                if (k == self || d2 > RADIUS * RADIUS)
                    continue;
                if (d2 < 1.0f)
                {
                    float w = 1.0f / (0.05f + d2);
                    sx -= ex * w;
                    sy -= ey * w;
                }
                mx += ex;
                my += ey;
                ax += now[k].vx;
                ay += now[k].vy;
                n++;
            }
        }
    float fx = 0.02f * sx, fy = 0.02f * sy;
    if (n > 0)
    {
        fx += 0.03f * mx / n + 0.08f * (ax / n - b->vx);
        fy += 0.03f * my / n + 0.08f * (ay / n - b->vy);
    }
    out->scared = b->scared;
    for (h = 0; h < HAWKS; h++)
    {
        float ex = shortest(b->x - hawks[h].x), ey = shortest(b->y - hawks[h].y);
        float d2 = ex * ex + ey * ey;
        if (d2 < 100.0f)
        {
            fx += 0.6f * ex / (d2 + 0.5f);
            fy += 0.6f * ey / (d2 + 0.5f);
            out->scared++;
        }
    }
    out->vx = b->vx + fx;
    out->vy = b->vy + fy;
    float v = sqrtf(out->vx * out->vx + out->vy * out->vy);
    if (v > 1.5f || v < 0.5f)
    {
        float s = (v > 1.5f ? 1.5f : 0.5f) / (v + 1e-6f);
        out->vx *= s;
        out->vy *= s;
    }
    out->x = wrap(b->x + 0.2f * out->vx);
    out->y = wrap(b->y + 0.2f * out->vy);
}

static void hunt(struct hawk *h)
{
    float best = 1e30f;
    int i;
    for (i = 0; i < count; i++)
    {
        float ex = shortest(now[i].x - h->x), ey = shortest(now[i].y - h->y);
        float d2 = ex * ex + ey * ey;
        if (d2 < best)
        {
            best = d2;
            h->prey = i;
        }
    }
    float ex = shortest(now[h->prey].x - h->x), ey = shortest(now[h->prey].y - h->y);
    float d = sqrtf(ex * ex + ey * ey) + 1e-3f;
    h->vx = 0.9f * h->vx + 0.15f * ex / d;
    h->vy = 0.9f * h->vy + 0.15f * ey / d;
    h->x = wrap(h->x + 0.2f * h->vx);
    h->y = wrap(h->y + 0.2f * h->vy);
}

static void step(void)
{
    int i;
    build_cells();
    #pragma omp parallel
    {
        #pragma omp for schedule(dynamic, 64)
        for (i = 0; i < count; i++)
            steer(&now[i], &then[i], i);
        #pragma omp for
        for (i = 0; i < HAWKS; i++)
            hunt(&hawks[i]);
    }
    struct bird *t = now;
    now = then;
    then = t;
}

static void report(int t)
{
    double px = 0, py = 0;
    long scared = 0;
    int i;
    for (i = 0; i < count; i++)
    {
        px += now[i].vx;
        py += now[i].vy;
        scared += now[i].scared;
    }
    printf("%4d  order %.6f  scared %ld  bird 0 at %.4f %.4f  hawk 0 after %d\n", t,
           sqrt(px * px + py * py) / count, scared, now[0].x, now[0].y, hawks[0].prey);
}

int main(int argc, char **argv)
{
    int steps = 160, t;
    count = 12000;
    if (argc > 1)
        count = atoi(argv[1]);
    if (argc > 2)
        steps = atoi(argv[2]);
    now = malloc(count * sizeof *now);
    then = malloc(count * sizeof *then);
    if (count < 1 || now == NULL || then == NULL)
    {
        fprintf(stderr, "%s: cannot make %d birds\n", argv[0], count);
        return EXIT_FAILURE;
    }
    populate();
    for (t = 0; t < steps; t++)
    {
        if (t % 20 == 0)
            report(t);
        step();
    }
    report(steps);
    free(now);
    free(then);
    return EXIT_SUCCESS;
}
