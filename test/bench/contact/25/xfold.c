/* xfold - secondary structure of a generated RNA strand (simplified stacking model).
 * usage: xfold [length] [seed]     environment: XFOLD_LOOP = smallest hairpin loop
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR 30000
enum { A, C, G, U };

typedef struct {
    int n, minloop;
    char *seq;
    int **v;        /* i,j paired */
    int **m;        /* best of anything in i..j */
    char *shape;
} fold;

static const int stack_e[4][4] = {   /* by closing pair kind and inner pair kind: AU CG GU UA-like */
    { -9, -22, -13, -11 }, { -21, -33, -24, -21 }, { -14, -25, -5, -14 }, { -13, -24, -10, -9 } };

static unsigned seed = 1;
static int draw(void)
{
    seed = seed * 69069u + 1u;
    return (int)(seed >> 30);
}

static int pair_kind(int a, int b)
{
    if ((a == C && b == G) || (a == G && b == C)) return 1;
    if (a == A && b == U) return 0;
    if (a == U && b == A) return 3;
    if ((a == G && b == U) || (a == U && b == G)) return 2;
    return -1;
}

static int loop_cost(int len)
{
    static const int small[10] = { FAR, FAR, FAR, 54, 56, 57, 54, 60, 61, 62 };
    if (len < 10) return small[len];
    int extra = 0;
    for (int l = len; l > 9; l = l * 4 / 5) extra += 2;
    return 62 + extra;
}

static int interior(const fold *f, int i, int j, int p, int q)
{
    int a = p - i - 1, b = j - q - 1;
    int outer = pair_kind(f->seq[i], f->seq[j]), inner = pair_kind(f->seq[p], f->seq[q]);
    if (!a && !b) return stack_e[outer][inner];
    if (!a || !b) return 18 + 4 * (a + b) + (a + b == 1 ? stack_e[outer][inner] : 0);
    return 6 + 3 * (a + b) + 3 * abs(a - b) + (outer != 1 ? 5 : 0) + (inner != 1 ? 5 : 0);
}

static int closed(const fold *f, int i, int j)
{
    int best, kind = pair_kind(f->seq[i], f->seq[j]);
    if (kind < 0 || j - i <= f->minloop) return FAR;
    best = loop_cost(j - i - 1) + (kind != 1 ? 5 : 0);
    for (int p = i + 1; p <= i + 9 && p < j - f->minloop; p++)
        for (int q = j - 1; q > p + f->minloop && (j - q - 1) + (p - i - 1) <= 8; q--) {
            if (f->v[p][q] >= FAR) continue;
            int e = f->v[p][q] + interior(f, i, j, p, q);
            if (e < best) best = e;
        }
    for (int k = i + f->minloop + 2; k < j - f->minloop - 1; k++) {
        int e = f->m[i + 1][k] + f->m[k + 1][j - 1] + 34;
        if (e < best) best = e;
    }
    return best;
}

static void fill(fold *f)
{
    for (int i = f->n - 1; i >= 0; i--) {
        for (int j = i; j < f->n; j++) {
            f->v[i][j] = closed(f, i, j);
            int best = j > i ? f->m[i][j - 1] : 0;
            if (j > i && f->m[i + 1][j] < best) best = f->m[i + 1][j];
            int end = f->v[i][j] + (pair_kind(f->seq[i], f->seq[j]) != 1 ? 5 : 0);
            if (f->v[i][j] < FAR && end < best) best = end;
            for (int k = i + f->minloop; k < j - f->minloop; k++) {
                int e = f->m[i][k] + f->m[k + 1][j];
                if (e < best) best = e;
            }
            f->m[i][j] = best;
        }
    }
}

static void trace(fold *f, int i, int j, int paired)
{
    while (i < j) {
        if (paired) {
            int e = f->v[i][j], kind = pair_kind(f->seq[i], f->seq[j]);
            f->shape[i] = '('; f->shape[j] = ')';
            if (e == loop_cost(j - i - 1) + (kind != 1 ? 5 : 0)) return;
            for (int p = i + 1; p <= i + 9 && p < j - f->minloop; p++)
                for (int q = j - 1; q > p + f->minloop && (j - q - 1) + (p - i - 1) <= 8; q--)
                    if (f->v[p][q] < FAR && e == f->v[p][q] + interior(f, i, j, p, q)) { i = p; j = q; goto next; }
            for (int k = i + f->minloop + 2; k < j - f->minloop - 1; k++)
                if (e == f->m[i + 1][k] + f->m[k + 1][j - 1] + 34) {
                    trace(f, i + 1, k, 0);
                    i = k + 1; j = j - 1; paired = 0;
                    goto next;
                }
            return;
        } else {
            int e = f->m[i][j];
            if (e == f->m[i][j - 1]) { j--; continue; }
            if (e == f->m[i + 1][j]) { i++; continue; }
            if (f->v[i][j] < FAR && e == f->v[i][j] + (pair_kind(f->seq[i], f->seq[j]) != 1 ? 5 : 0)) { paired = 1; continue; }
            for (int k = i + f->minloop; k < j - f->minloop; k++)
                if (e == f->m[i][k] + f->m[k + 1][j]) {
                    trace(f, i, k, 0);
                    i = k + 1;
                    break;
                }
        }
    next:;
    }
}

static int **triangle(int n)
{
    int **t = malloc(sizeof *t * (size_t)(n + 1));
    int *cells = calloc((size_t)n * (size_t)n, sizeof *cells);
    if (!t || !cells) { free(t); free(cells); return NULL; }
    for (int i = 0; i < n; i++) t[i] = cells + (size_t)i * (size_t)n;
    return t;
}

int main(int argc, char **argv)
{
    fold f = { argc > 1 ? atoi(argv[1]) : 1360, 3, NULL, NULL, NULL, NULL };
    const char *env = getenv("XFOLD_LOOP");
    if (env && atoi(env) >= 3 && atoi(env) < 10) f.minloop = atoi(env);
    if (argc > 2) seed = (unsigned)atol(argv[2]);
    if (f.n < 8) { fprintf(stderr, "usage: xfold [length >= 8] [seed]\n"); return 2; }
    f.seq = malloc((size_t)f.n + 1); f.shape = malloc((size_t)f.n + 1);
    f.v = triangle(f.n); f.m = triangle(f.n);
    if (!f.seq || !f.shape || !f.v || !f.m) { perror("xfold"); return 1; }
    for (int i = 0; i < f.n; i++) {
        f.seq[i] = (char)draw();
        if (i > 60 && (i / 25) % 3 == 0) f.seq[i] = (char)(3 - f.seq[i - 2 * (i % 25) - 1]);       /* some real helices */
    }
    fill(&f);
    memset(f.shape, '.', (size_t)f.n); f.shape[f.n] = 0;
    trace(&f, 0, f.n - 1, 0);

    int pairs = 0, depth = 0, deepest = 0, kinds[4] = { 0 }, *open = malloc(sizeof *open * (size_t)f.n);
    unsigned sum = 0;
    if (!open) return 1;
    for (int i = 0; i < f.n; i++) {
        if (f.shape[i] == '(') { open[depth++] = i; if (depth > deepest) deepest = depth; }
        if (f.shape[i] == ')') { int o = open[--depth]; kinds[pair_kind(f.seq[o], f.seq[i])]++; pairs++; sum = sum * 131 + (unsigned)(i - o); }
    }
    printf("length %d energy %d pairs %d depth %d (AU %d GC %d GU %d UA %d) sum %08x\n", f.n, f.m[0][f.n - 1], pairs, deepest,
           kinds[0], kinds[1], kinds[2], kinds[3], sum);
    for (int i = 0; i < f.n && i < 160; i++) putchar("ACGU"[(int)f.seq[i]]);
    printf("\n%.160s\n", f.shape);
    free(open); free(f.v[0]); free(f.v); free(f.m[0]); free(f.m); free(f.seq); free(f.shape);
    return 0;
}
