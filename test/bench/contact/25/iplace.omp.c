/* iplace - place modules on a board so that weighted wire length is short.
 * Netlist is read from a (temporary) text file; best-exchange descent with kicks.
 * usage: iplace [modules] [kicks]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct pin { int peer, w; struct pin *next; } pin;
typedef struct { char name[16]; pin *pins; int npins; int x, y; int fixed; } module;
typedef struct { module *m; int n, cols; } board;

static unsigned long long seed = 88172645463325252ULL;
static int pick(int n)
{
    seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17;
    return (int)((seed >> 11) % (unsigned long long)n);
}

static void write_netlist(FILE *f, int n)
{
    fprintf(f, "# generated netlist\nmodules %d\n", n);
    for (int i = 0; i < n; i++) if (i % 37 == 5) fprintf(f, "fix m%d\n", i);
    for (int i = 0; i < n; i++) {
        int deg = 3 + pick(6);
        for (int k = 0; k < deg; k++) {
            int j = pick(3) ? (i + 1 + pick(12)) % n : pick(n);
            if (j != i) fprintf(f, "net m%d m%d %d\n", i, j, 1 + pick(9));
        }
    }
}

static void join(board *b, int i, int j, int w)
{
    pin *p;
    for (p = b->m[i].pins; p; p = p->next) if (p->peer == j) { p->w += w; return; }
    p = malloc(sizeof *p);
    if (!p) { perror("iplace"); exit(1); }
    p->peer = j; p->w = w; p->next = b->m[i].pins;
    b->m[i].pins = p; b->m[i].npins++;
}

static int read_netlist(FILE *f, board *b)
{
    char line[128]; int i, j, w, no = 0;
    while (fgets(line, sizeof line, f)) {
        no++;
        if (line[0] == '#') continue;
        if (sscanf(line, "modules %d", &i) == 1) {
            b->n = i;
            b->m = calloc((size_t)i, sizeof *b->m);
            if (!b->m) return -1;
            for (j = 0; j < i; j++) snprintf(b->m[j].name, sizeof b->m[j].name, "m%d", j);
        } else if (sscanf(line, "net m%d m%d %d", &i, &j, &w) == 3) {
            if (!b->m || i >= b->n || j >= b->n || i < 0 || j < 0) return -no;
            join(b, i, j, w); join(b, j, i, w);
        } else if (sscanf(line, "fix m%d", &i) == 1 && b->m && i < b->n) b->m[i].fixed = 1;
        else return -no;
    }
    return b->m ? 0 : -1;
}

static long wirelength(const board *b)
{
    long s = 0;
    for (int i = 0; i < b->n; i++)
        for (const pin *p = b->m[i].pins; p; p = p->next)
            if (p->peer > i)
                s += (long)p->w * (abs(b->m[i].x - b->m[p->peer].x) + abs(b->m[i].y - b->m[p->peer].y));
    return s;
}

/* change of wire length if modules i and j trade places */
static int exchange_gain(const board *b, int i, int j)
{
    const module *a = &b->m[i], *c = &b->m[j];
    int d = 0;
    for (const pin *p = a->pins; p; p = p->next) {
        const module *q = &b->m[p->peer];
        if (p->peer == j) continue;
        d += p->w * (abs(c->x - q->x) + abs(c->y - q->y) - abs(a->x - q->x) - abs(a->y - q->y));
    }
    for (const pin *p = c->pins; p; p = p->next) {
        const module *q = &b->m[p->peer];
        if (p->peer == i) continue;
        d += p->w * (abs(a->x - q->x) + abs(a->y - q->y) - abs(c->x - q->x) - abs(c->y - q->y));
    }
    return d;
}

static void exchange(board *b, int i, int j)
{
    int t = b->m[i].x; b->m[i].x = b->m[j].x; b->m[j].x = t;
    t = b->m[i].y; b->m[i].y = b->m[j].y; b->m[j].y = t;
}

static long descend(board *b, long cost, long *steps)
{
    int best = 0, bi = -1, bj = -1, done = 0;
    #pragma omp parallel
    while (!done) {
        int mine = 0, mi = -1, mj = -1;
        #pragma omp for schedule(dynamic, 4) nowait
        for (int i = 0; i < b->n; i++) {
            if (b->m[i].fixed) continue;
            for (int j = i + 1; j < b->n; j++) {
                if (b->m[j].fixed) continue;
                int d = exchange_gain(b, i, j);
                if (d < mine) { mine = d; mi = i; mj = j; }
            }
        }
        #pragma omp critical
        if (mi >= 0 && (mine < best || (mine == best && (mi < bi || (mi == bi && mj < bj))))) { best = mine; bi = mi; bj = mj; }
        #pragma omp barrier
        #pragma omp single
        {
            if (bi < 0) done = 1;
            else { exchange(b, bi, bj); cost += best; (*steps)++; }
            best = 0; bi = bj = -1;
        }
    }
    return cost;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 220, kicks = argc > 2 ? atoi(argv[2]) : 5;
    board b = { 0 };
    FILE *f = tmpfile();
    if (!f || n < 4) { fprintf(stderr, "iplace: cannot start\n"); return 1; }
    write_netlist(f, n);
    rewind(f);
    int rc = read_netlist(f, &b);
    fclose(f);
    if (rc) { fprintf(stderr, "iplace: netlist error at line %d\n", -rc); return 1; }

    while (b.cols * b.cols < n) b.cols++;
    for (int i = 0; i < n; i++) { int s = (int)((long)i * 7919 % n); b.m[i].x = s % b.cols; b.m[i].y = s / b.cols; }
    long steps = 0, first = wirelength(&b), cost = descend(&b, first, &steps), bestcost = cost;
    printf("modules %d start %ld first descent %ld after %ld steps\n", n, first, cost, steps);
    int *keep = malloc(sizeof *keep * 2 * (size_t)n);
    if (!keep) return 1;
    for (int i = 0; i < n; i++) { keep[2 * i] = b.m[i].x; keep[2 * i + 1] = b.m[i].y; }
    for (int k = 0; k < kicks; k++) {
        for (int t = 0; t < 45; t++) {
            int i = pick(n), j = pick(n);
            if (i == j || b.m[i].fixed || b.m[j].fixed) continue;
            cost += exchange_gain(&b, i, j);
            exchange(&b, i, j);
        }
        cost = descend(&b, cost, &steps);
        if (cost < bestcost) {
            printf("kick %2d: %ld\n", k, cost);
            bestcost = cost;
            for (int i = 0; i < n; i++) { keep[2 * i] = b.m[i].x; keep[2 * i + 1] = b.m[i].y; }
        } else {
            for (int i = 0; i < n; i++) { b.m[i].x = keep[2 * i]; b.m[i].y = keep[2 * i + 1]; }
            cost = bestcost;
        }
    }
    unsigned sum = 0; int longest = 0, li = 0;
    for (int i = 0; i < n; i++) {
        sum = sum * 31 + (unsigned)(b.m[i].x * 64 + b.m[i].y);
        for (pin *p = b.m[i].pins; p; p = p->next) {
            int d = abs(b.m[i].x - b.m[p->peer].x) + abs(b.m[i].y - b.m[p->peer].y);
            if (d > longest) { longest = d; li = i; }
        }
    }
    printf("final %ld (check %ld) steps %ld longest wire %d at %s layout %08x\n", bestcost, wirelength(&b), steps, longest, b.m[li].name, sum);
    for (int i = 0; i < n; i++) for (pin *p = b.m[i].pins, *q; p; p = q) { q = p->next; free(p); }
    free(b.m); free(keep);
    return 0;
}
