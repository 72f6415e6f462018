/* outline - paint a generated map style sheet: polygons, discs and wide lines, with coverage and alpha.
 * The display list is a text file that is written to a temporary file and parsed again.
 * usage: outline [shapes] [width] [height]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define SUB 4
#define MAXPTS 40

typedef struct { double x, y; } pt;
typedef struct shape {
    int kind;                      /* index into painters[] */
    unsigned rgb;
    int alpha;
    int npts;
    pt *p;
    double width;
    double top, bottom;
    struct shape *next;
} shape;
typedef struct { int w, h; unsigned char *px; } canvas;
typedef struct { shape *first, *last; int count, skipped; } scene;

static int *cover;                 /* one row of coverage, in 1/16 */
static double *cross;
static long painted, spans;
#pragma omp threadprivate(cover, cross, painted, spans)
#define BAND 16

static unsigned lfsr = 0xbeefcafeu;
static double unit(void)
{
    for (int k = 0; k < 3; k++) lfsr = lfsr >> 1 ^ ((0u - (lfsr & 1u)) & 0xd0000001u);
    lfsr = lfsr * 69069u + 5;
    return (lfsr >> 8) / 16777216.0;
}

static void write_scene(FILE *f, int n, int w, int h)
{
    for (int i = 0; i < n; i++) {
        double cx = unit() * w, cy = unit() * h, r = 6 + unit() * unit() * h * 0.16;
        int kind = (int)(unit() * 10);
        unsigned rgb = (unsigned)(unit() * 16777215);
        int alpha = 60 + (int)(unit() * 195);
        if (i % 97 == 50) fprintf(f, "# layer %d\n", i / 97);
        if (kind < 5) {
            int m = 5 + (int)(unit() * 20);
            fprintf(f, "poly %06x %d %d", rgb, alpha, m);
            for (int k = 0; k < m; k++) {
                double a = 6.283185307179586 * k / m, q = r * (0.4 + 0.6 * unit());
                fprintf(f, " %.3f %.3f", cx + q * cos(a), cy + q * sin(a));
            }
            fputc('\n', f);
        } else if (kind < 8) fprintf(f, "disc %06x %d %.3f %.3f %.3f\n", rgb, alpha, cx, cy, r * 0.6);
        else fprintf(f, "line %06x %d %.3f %.3f %.3f %.3f %.2f\n", rgb, alpha, cx, cy, unit() * w, unit() * h, 1 + unit() * 5);
    }
}

static int read_scene(FILE *f, scene *sc)
{
    char word[16]; unsigned rgb; int alpha, c;
    while (fscanf(f, " %15s", word) == 1) {
        if (word[0] == '#') { while ((c = getc(f)) != '\n' && c != EOF) ; sc->skipped++; continue; }
        shape *s = calloc(1, sizeof *s);
        if (!s || fscanf(f, "%x %d", &rgb, &alpha) != 2) { free(s); return -1; }
        s->rgb = rgb; s->alpha = alpha;
        if (sc->last) sc->last->next = s; else sc->first = s;
        sc->last = s; sc->count++;
        if (!strcmp(word, "poly")) { s->kind = 0; if (fscanf(f, "%d", &s->npts) != 1 || s->npts < 3 || s->npts > MAXPTS) return -1; }
        else if (!strcmp(word, "disc")) { s->kind = 1; s->npts = 1; }
        else if (!strcmp(word, "line")) { s->kind = 2; s->npts = 2; }
        else return -1;
        if (!(s->p = malloc(sizeof *s->p * (size_t)s->npts))) return -1;
        for (int k = 0; k < s->npts; k++) if (fscanf(f, "%lf %lf", &s->p[k].x, &s->p[k].y) != 2) return -1;
        if (s->kind && fscanf(f, "%lf", &s->width) != 1) return -1;
        s->top = 1e9; s->bottom = -1e9;
        for (int k = 0; k < s->npts; k++) {
            s->top = fmin(s->top, s->p[k].y - s->width); s->bottom = fmax(s->bottom, s->p[k].y + s->width);
        }
    }
    return 0;
}

static void add_span(const canvas *c, double x0, double x1, int *lo, int *hi)
{
    int a = (int)floor(x0 * SUB + 0.5), b = (int)floor(x1 * SUB + 0.5);
    if (a < 0) a = 0;
    if (b > c->w * SUB) b = c->w * SUB;
    if (a >= b) return;
    spans++;
    if (a / SUB < *lo) *lo = a / SUB;
    if ((b - 1) / SUB > *hi) *hi = (b - 1) / SUB;
    for (; a < b && a % SUB; a++) cover[a / SUB]++;
    for (; a + SUB <= b; a += SUB) cover[a / SUB] += SUB;
    for (; a < b; a++) cover[a / SUB]++;
}

static void poly_row(const shape *s, const canvas *c, double y, int *lo, int *hi)
{
    int n = 0;
    for (int k = 0; k < s->npts; k++) {
        const pt *a = &s->p[k], *b = &s->p[(k + 1) % s->npts];
        if ((a->y <= y) == (b->y <= y)) continue;
        double x = a->x + (y - a->y) * (b->x - a->x) / (b->y - a->y);
        int j = n++;
        for (; j > 0 && cross[j - 1] > x; j--) cross[j] = cross[j - 1];
        cross[j] = x;
    }
    for (int k = 0; k + 1 < n; k += 2) add_span(c, cross[k], cross[k + 1], lo, hi);
}

static void disc_row(const shape *s, const canvas *c, double y, int *lo, int *hi)
{
    double d = s->width * s->width - (y - s->p[0].y) * (y - s->p[0].y);
    if (d <= 0) return;
    d = sqrt(d);
    add_span(c, s->p[0].x - d, s->p[0].x + d, lo, hi);
}

static void line_row(const shape *s, const canvas *c, double y, int *lo, int *hi)
{
    double dx = s->p[1].x - s->p[0].x, dy = s->p[1].y - s->p[0].y, l = sqrt(dx * dx + dy * dy) + 1e-9;
    double nx = -dy / l * s->width / 2, ny = dx / l * s->width / 2;
    pt q[4] = { { s->p[0].x + nx, s->p[0].y + ny }, { s->p[1].x + nx, s->p[1].y + ny }, { s->p[1].x - nx, s->p[1].y - ny }, { s->p[0].x - nx, s->p[0].y - ny } };
    shape t = *s;
    t.npts = 4; t.p = q;
    poly_row(&t, c, y, lo, hi);
}

static void (*const painters[])(const shape *, const canvas *, double, int *, int *) = { poly_row, disc_row, line_row };

static void paint(canvas *c, const shape *s, int top, int bottom)
{
    int y0 = (int)floor(s->top), y1 = (int)ceil(s->bottom);
    if (y0 < top) y0 = top;
    if (y1 > bottom) y1 = bottom;
    for (int y = y0; y < y1; y++) {
        int lo = c->w, hi = -1;
        for (int k = 0; k < SUB; k++) painters[s->kind](s, c, y + (k + 0.5) / SUB, &lo, &hi);
        for (int x = lo; x <= hi; x++) {
            int a = s->alpha * cover[x] / (SUB * SUB);
            unsigned char *d = c->px + ((size_t)y * (size_t)c->w + (size_t)x) * 3;
            cover[x] = 0;
            if (!a) continue;
            d[0] = (unsigned char)((d[0] * (255 - a) + (int)(s->rgb >> 16 & 255) * a + 127) / 255);
            d[1] = (unsigned char)((d[1] * (255 - a) + (int)(s->rgb >> 8 & 255) * a + 127) / 255);
            d[2] = (unsigned char)((d[2] * (255 - a) + (int)(s->rgb & 255) * a + 127) / 255);
            painted++;
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 13000, rc = 1;
    canvas c = { argc > 2 ? atoi(argv[2]) : 1024, argc > 3 ? atoi(argv[3]) : 768, NULL };
    scene sc = { NULL, NULL, 0, 0 };
    FILE *f = tmpfile();
    if (n < 1 || c.w < 16 || c.h < 16 || !f) { fprintf(stderr, "usage: outline [shapes] [width] [height]\n"); return 2; }
    size_t bytes = (size_t)c.w * (size_t)c.h * 3;
    c.px = malloc(bytes);
    if (!c.px) goto end;
    memset(c.px, 245, bytes);
    write_scene(f, n, c.w, c.h);
    rewind(f);
    if (read_scene(f, &sc)) { fprintf(stderr, "outline: bad display list at shape %d\n", sc.count); goto end; }
    long npaint = 0, nspan = 0;
    #pragma omp parallel reduction(+ : npaint, nspan)
    {
        cover = calloc((size_t)c.w + 1, sizeof *cover); cross = malloc(sizeof *cross * MAXPTS);
        if (!cover || !cross) { fprintf(stderr, "outline: no memory\n"); exit(1); }
        #pragma omp for schedule(dynamic)
        for (int y = 0; y < c.h; y += BAND)
            for (const shape *s = sc.first; s; s = s->next) paint(&c, s, y, y + BAND < c.h ? y + BAND : c.h);
        free(cover); free(cross);
        npaint += painted; nspan += spans;
    }

    unsigned long hist[3][8] = { { 0 } }, sum = 0; double lum = 0;
    for (size_t i = 0; i < bytes; i++) {
        hist[i % 3][c.px[i] >> 5]++;
        sum = (sum * 33 + c.px[i]) & 0xffffffffffUL;
        lum += c.px[i] * (i % 3 == 1 ? 0.6 : 0.2);
    }
    printf("shapes %d comments %d spans %ld painted %ld\n", sc.count, sc.skipped, nspan, npaint);
    for (int k = 0; k < 3; k++) { printf("%c", "rgb"[k]); for (int b = 0; b < 8; b++) printf(" %lu", hist[k][b]); putchar('\n'); }
    printf("luminance %.6f image %010lx\n", lum / (double)(bytes / 3), sum);
    rc = 0;
end:
    for (shape *s = sc.first, *nx; s; s = nx) { nx = s->next; free(s->p); free(s); }
    free(c.px); fclose(f);
    return rc;
}
