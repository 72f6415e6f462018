/* lsys: grows L-systems and draws them with a turtle, anti-aliased (each
   pixel near a stroke is sampled at 4 x 4 points), blending stroke over stroke.
   usage: lsys [width] [height] [less] [seed]     less: iterations left out

   In parallel: the drawing.  Strokes overlap and the order of blending matters,
   so an expert collects the strokes and lets every thread draw all of them, in
   order, clipped to its own bands of rows.

   SMALL: 100 80 3 1 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

struct rgb { unsigned char c[3]; };
struct canvas { int w, h; struct rgb *pix; };
struct turtle { double x, y, dir, width, step; int depth; };
struct frame { struct turtle t; struct frame *below; };
struct stroke { float x0, y0, x1, y1, width; struct rgb col; };
typedef void (*pen_fn)(void *ctx, const struct stroke *s);

struct lsystem {
    const char *name, *axiom;
    struct { char sym; const char *to[2]; } rule[3];    /* second alternative: by chance */
    int iter;
    double angle, x, y, dir, step, shrink, width;
};

/* x, y and step are in units of the canvas' width or height */
static const struct lsystem gallery[] = {
    { "bush", "F", { { 'F', { "F[+F]F[-F]F", "F[+F]F[-F][F]" } } }, 6, 25.7, 0.25, 0.98, 90, 0.0016, 1.0, 3.5 },
    { "weed", "X", { { 'X', { "F[+X]F[-X]+X", "F[-X][+X]FX" } }, { 'F', { "FF", "FF" } } }, 8, 20, 0.7, 0.99, 90, 0.00115, 1.0, 3.0 },
    { "dragon", "X", { { 'X', { "X+YF+", 0 } }, { 'Y', { "-FX-Y", 0 } } }, 14, 90, 0.55, 0.45, 0, 0.0032, 1.0, 1.6 },
    { "snow", "F++F++F", { { 'F', { "F-F++F-F", 0 } } }, 6, 60, 0.05, 0.25, 0, 0.00042, 1.0, 1.2 },
    { "tree", "A", { { 'A', { "F[+A][-A]F[+A]A", "F[-A][+A]A" } } }, 9, 31, 0.5, 1.0, 90, 0.035, 0.8, 9.0 },
};

static unsigned long seed;

static double chance(void)
{
    seed = (seed * 25214903917UL + 11) & ((1UL << 48) - 1);
    return (double)seed / (double)(1UL << 48);
}

static char *grow(const struct lsystem *ls, int iter)
{
    size_t len = strlen(ls->axiom), cap = 1 << 12, n;
    char *cur = malloc(cap), *next, *p;
    if (!cur) abort();
    strcpy(cur, ls->axiom);
    while (iter-- > 0) {
        cap = len * 16 + 64;
        next = malloc(cap);
        if (!next) abort();
        n = 0;
        for (p = cur; *p; p++) {
            int r;
            for (r = 0; r < 3 && ls->rule[r].sym != *p; r++)
                ;
            if (r < 3) {
                const char *to = ls->rule[r].to[0];
                if (ls->rule[r].to[1] && chance() < 0.35) to = ls->rule[r].to[1];
                size_t l = strlen(to);
                memcpy(next + n, to, l);
                n += l;
            } else
                next[n++] = *p;
        }
        next[n] = 0;
        len = n;
        free(cur);
        cur = next;
    }
    return cur;
}

static struct rgb colour(int depth, int which)
{
    static const struct rgb base[] = { {{ 40, 90, 30 }}, {{ 90, 120, 20 }}, {{ 150, 30, 40 }}, {{ 60, 80, 200 }}, {{ 80, 55, 30 }} };
    struct rgb c = base[which % 5];
    for (int k = 0; k < 3; k++) {
        int v = c.c[k] + (k == 1 ? 14 : 5) * depth;
        c.c[k] = (unsigned char)(v > 255 ? 255 : v);
    }
    return c;
}

/* walks the word; the pen is called for every stroke */
static long walk(const struct lsystem *ls, const char *word, int which, const struct canvas *cv, double zoom, pen_fn pen, void *ctx)
{
    const double rad = 3.14159265358979323846 / 180;
    struct turtle t = { ls->x * cv->w, ls->y * cv->h, ls->dir * rad, ls->width, ls->step * cv->h * zoom, 0 };
    struct frame *stack = NULL, *f;
    long strokes = 0;
    for (; *word; word++)
        switch (*word) {
        case 'F': case 'A': {
            double nx = t.x + t.step * cos(t.dir), ny = t.y - t.step * sin(t.dir);
            struct stroke s = { (float)t.x, (float)t.y, (float)nx, (float)ny, (float)t.width, colour(t.depth, which) };
            pen(ctx, &s);
            strokes++;
            t.x = nx;
            t.y = ny;
            break;
        }
        case '+': t.dir += ls->angle * rad; break;
        case '-': t.dir -= ls->angle * rad; break;
        case '[':
            if (!(f = malloc(sizeof *f))) abort();
            f->t = t;
            f->below = stack;
            stack = f;
            t.depth++;
            t.width = t.width * 0.75 > 0.6 ? t.width * 0.75 : 0.6;
            t.step *= ls->shrink;
            break;
        case ']':
            if (!(f = stack)) abort();
            t = f->t;
            stack = f->below;
            free(f);
        }
    while ((f = stack)) { stack = f->below; free(f); }
    return strokes;
}

static int inside(const struct stroke *s, float px, float py)
{
    float dx = s->x1 - s->x0, dy = s->y1 - s->y0, l = dx * dx + dy * dy;
    float u = l > 0 ? ((px - s->x0) * dx + (py - s->y0) * dy) / l : 0;
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    dx = px - s->x0 - u * dx;
    dy = py - s->y0 - u * dy;
    return dx * dx + dy * dy <= s->width * s->width * 0.25f;
}

static void draw(void *ctx, const struct stroke *s)
{
    struct canvas *cv = ctx;
    float r = s->width * 0.5f;
    int xa = (int)floorf(fminf(s->x0, s->x1) - r), xb = (int)floorf(fmaxf(s->x0, s->x1) + r);
    int ya = (int)floorf(fminf(s->y0, s->y1) - r), yb = (int)floorf(fmaxf(s->y0, s->y1) + r);
    if (xa < 0) xa = 0;
    if (ya < 0) ya = 0;
    if (xb >= cv->w) xb = cv->w - 1;
    if (yb >= cv->h) yb = cv->h - 1;
    for (int y = ya; y <= yb; y++)
        for (int x = xa; x <= xb; x++) {
            int hit = 0;
            for (int j = 0; j < 16; j++)
                hit += inside(s, x + ((j & 3) + 0.5f) * 0.25f, y + ((j >> 2) + 0.5f) * 0.25f);
            if (!hit) continue;
            struct rgb *p = &cv->pix[(long)y * cv->w + x];
            for (int k = 0; k < 3; k++) p->c[k] = (unsigned char)((p->c[k] * (16 - hit) + s->col.c[k] * hit) / 16);
        }
}

static void preview(const struct canvas *cv)
{
    for (int j = 0; j < 20; j++) {
        char line[73] = "";
        for (int i = 0; i < 72; i++) {
            long sum = 0, n = 0;
            for (int y = j * cv->h / 20; y < (j + 1) * cv->h / 20; y++)
                for (int x = i * cv->w / 72; x < (i + 1) * cv->w / 72; x++, n++)
                    sum += cv->pix[(long)y * cv->w + x].c[2];
            long v = n ? sum / n : 235;
            line[i] = "#%*+=-:. "[v >= 235 ? 8 : v * 8 / 235];
        }
        printf("|%s|\n", line);
    }
}

int main(int argc, char **argv)
{
    struct canvas cv = { argc > 1 ? atoi(argv[1]) : 1400, argc > 2 ? atoi(argv[2]) : 1000, NULL };
    int less = argc > 3 ? atoi(argv[3]) : 0, n = sizeof gallery / sizeof *gallery;
    seed = argc > 4 ? strtoul(argv[4], NULL, 10) : 5;
    if (cv.w < 1 || cv.h < 1 || !(cv.pix = malloc((size_t)cv.w * cv.h * sizeof *cv.pix))) {
        fprintf(stderr, "lsys: bad size\n");
        return 1;
    }
    memset(cv.pix, 235, (size_t)cv.w * cv.h * sizeof *cv.pix);
    for (int i = 0; i < n; i++) {
        int iter = gallery[i].iter - less;
        char *word = grow(&gallery[i], iter);
        long strokes = walk(&gallery[i], word, i, &cv, 1.0 + 0.5 * less, draw, &cv);
        printf("%-7s %2d iterations, word of %zu, %ld strokes\n", gallery[i].name, iter, strlen(word), strokes);
        free(word);
    }
    preview(&cv);
    unsigned long long h = 14695981039346656037ULL;
    for (long i = 0; i < (long)cv.w * cv.h; i++)
        for (int k = 0; k < 3; k++) h = (h ^ cv.pix[i].c[k]) * 1099511628211ULL;
    printf("canvas %016llx\n", h);
    free(cv.pix);
    return 0;
}
