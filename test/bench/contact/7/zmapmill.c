// SPDX-License-Identifier: Apache-2.0
// Three-axis milling simulation on a height map.  The tool path is a list of
// straight moves (roughing with a flat end mill, finishing with a ball nose);
// the stock is lowered along each move, and the result is compared with the
// designed surface to find gouges and leftover material.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum tool_kind { FLAT, BALL, BULL };

struct tool {
    enum tool_kind kind;
    float radius, corner;
    int cells;                  // half width of the stamp
    float *profile;             // height of the cutter above its tip, <0: outside
};

struct move {
    float x, y, z;
    const struct tool *tool;
    struct move *next;
};

struct path {
    struct move *head, *tail;
    int count;
};

static int N = 1000;
static float pitch = 0.1f;      // mm per cell
static float *stock;
static long long removed;       // in 1/1000 mm cells

static float design(float x, float y)
{
    float w = N * pitch, u = x / w - 0.5f, v = y / w - 0.5f;
    float r = sqrtf(u * u + v * v);
    float z = 6.0f * cosf(9.0f * r) * expf(-3.0f * r) + 1.5f * sinf(11.0f * u) * cosf(7.0f * v);
    if (fabsf(u) < 0.08f && v > 0.1f)
        z -= 2.0f;              // a slot
    return z;
}

static int tool_make(struct tool *t, enum tool_kind kind, float radius, float corner)
{
    t->kind = kind;
    t->radius = radius;
    t->corner = corner;
    t->cells = (int)(radius / pitch) + 1;
    int w = 2 * t->cells + 1;
    t->profile = malloc(sizeof(float) * w * w);
    if (!t->profile)
        return -1;
    for (int j = -t->cells; j <= t->cells; j++)
        for (int i = -t->cells; i <= t->cells; i++) {
            float d = pitch * sqrtf((float)(i * i + j * j)), h;
            if (d > radius)
                h = -1.0f;
            else if (kind == FLAT)
                h = 0.0f;
            else {
                float c = kind == BALL ? radius : corner, flat = radius - c;
                h = d <= flat ? 0.0f : c - sqrtf(c * c - (d - flat) * (d - flat));
            }
            t->profile[(j + t->cells) * w + i + t->cells] = h;
        }
    return 0;
}

static int path_add(struct path *p, float x, float y, float z, const struct tool *t)
{
    struct move *m = malloc(sizeof *m);
    if (!m)
        return -1;
    m->x = x;
    m->y = y;
    m->z = z;
    m->tool = t;
    m->next = NULL;
    if (p->tail)
        p->tail->next = m;
    else
        p->head = m;
    p->tail = m;
    p->count++;
    return 0;
}

// height at which the tool touches the designed surface
static float contact(const struct tool *t, float x, float y)
{
    float z = -1e9f;
    for (int k = 0; k < 24; k++)
        for (int r = 0; r <= 3; r++) {
            float d = t->radius * r / 3.0f, a = k * 0.2617994f;
            float c = t->kind == FLAT ? 0 : t->kind == BALL ? t->radius : t->corner;
            float flat = t->radius - c;
            float h = d <= flat ? 0 : c - sqrtf(fmaxf(0, c * c - (d - flat) * (d - flat)));
            float s = design(x + d * cosf(a), y + d * sinf(a)) - h;
            if (s > z)
                z = s;
        }
    return z;
}

static int plan_raster(struct path *p, const struct tool *t, float over, float along, float allowance, float level)
{
    float w = N * pitch;
    int rows = (int)(w / over) + 1, cols = (int)(w / along) + 1;
    for (int r = 0; r < rows; r++) {
        float y = r * over;
        for (int k = 0; k < cols; k++) {
            float x = (r & 1) ? (cols - 1 - k) * along : k * along;
            float z = contact(t, x, y) + allowance;
            if (z < level)
                z = level;
            if (path_add(p, x, y, z, t))
                return -1;
        }
    }
    return 0;
}

static void stamp(const struct tool *t, float x, float y, float z)
{
    int cx = (int)(x / pitch + 0.5f), cy = (int)(y / pitch + 0.5f), w = 2 * t->cells + 1;
    for (int j = -t->cells; j <= t->cells; j++) {
        int yy = cy + j;
        if (yy < 0 || yy >= N)
            continue;
        const float *prof = t->profile + (j + t->cells) * w + t->cells;
        float *row = stock + (size_t)yy * N;
        for (int i = -t->cells; i <= t->cells; i++) {
            int xx = cx + i;
            if (xx < 0 || xx >= N || prof[i] < 0)
                continue;
            float h = z + prof[i];
            if (row[xx] > h) {
                removed += (long long)((row[xx] - h) * 1000.0f);
                row[xx] = h;
            }
        }
    }
}

static void cut(const struct move *from, const struct move *to)
{
    float dx = to->x - from->x, dy = to->y - from->y, dz = to->z - from->z;
    float len = sqrtf(dx * dx + dy * dy + dz * dz);
    int steps = (int)(len / (4.0f * pitch)) + 1;
    for (int s = 1; s <= steps; s++) {
        float f = (float)s / steps;
        stamp(to->tool, from->x + f * dx, from->y + f * dy, from->z + f * dz);
    }
}

static void inspect(void)
{
    long gouged = 0, left = 0, hist[10] = { 0 };
    unsigned sum = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            float e = stock[(size_t)j * N + i] - design(i * pitch, j * pitch);
            if (e < -0.1f)
                gouged++;
            else if (e > 0.3f)
                left++;
            int b = (int)(e * 20 + 2);
            hist[b < 0 ? 0 : b > 9 ? 9 : b]++;
            sum = sum * 31 + (unsigned)(int)lrintf(stock[(size_t)j * N + i] * 1000);
        }
    printf("gouged %ld, left over %ld, checksum %08x\ndeviation", gouged, left, sum);
    for (int b = 0; b < 10; b++)
        printf(" %ld", hist[b]);
    printf("\n");
}

int main(int argc, char **argv)
{
    struct tool tools[3];
    struct path path = { 0 };
    if (argc > 1)
        N = atoi(argv[1]);
    stock = malloc(sizeof(float) * N * N);
    if (!stock || tool_make(&tools[0], FLAT, 5.0f, 0) || tool_make(&tools[1], BULL, 3.0f, 1.0f) ||
        tool_make(&tools[2], BALL, 2.0f, 0))
        goto nomem;
    for (long i = 0; i < (long)N * N; i++)
        stock[i] = 8.0f;
    for (int l = 4; l >= -4; l -= 4)
        if (plan_raster(&path, &tools[0], 4.0f, 3.0f, 0.5f, (float)l))
            goto nomem;
    if (plan_raster(&path, &tools[1], 1.5f, 1.2f, 0.2f, -20.0f) || plan_raster(&path, &tools[2], 0.5f, 0.8f, 0.0f, -20.0f))
        goto nomem;
    printf("%d moves\n", path.count);

    const struct tool *last = NULL;
    for (const struct move *m = path.head; m; m = m->next) {
        if (m->tool != last) {
            printf("tool radius %.1f, removed so far %lld\n", m->tool->radius, removed);
            last = m->tool;
        }
        if (m->next && m->next->tool == m->tool)
            cut(m, m->next);
    }
    printf("removed %lld\n", removed);
    inspect();
    return 0;
nomem:
    fprintf(stderr, "zmapmill: out of memory\n");
    return 1;
}
