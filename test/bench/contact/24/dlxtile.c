/* dlxtile - counts tilings of a holed board with pentominoes (exact cover, dancing links).
 * usage: dlxtile [width] [height] [holes] [seed]
 * Each of the twelve pieces may be used at most once (secondary columns), so
 * boards of fewer than 60 squares can be explored too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define MAXCELL 64
#define MAXDEPTH 16
#define NPIECE 12

typedef struct Node {
    struct Node *l, *r, *u, *d, *col;
    int row, size;                      /* size: column headers only */
} Node;

typedef struct { signed char cell[5]; signed char piece; } Placement;

static const char *shape[NPIECE] = {    /* 5x5 pictures, row by row */
    "#####....................", "####.#...................", "####..#..................", "###..##..................",
    "###..#.#.................", "###...#....#.............", "#....#....###............", "##....##....#............",
    ".#...###...#.............", ".##..##....#.............", "##....#....##............", "##....###................",
};

static int W = 9, H = 6, cells;
static char hole[MAXCELL];

static Placement *rows;
static int nrows, caprows;

static Node *head, *pool;
static long long solutions, visited[MAXDEPTH], updates;
static uint64_t digest;
static long use[NPIECE];
static int choice[MAXDEPTH];
static int first_sol[MAXDEPTH], first_len;

static int cmp_char(const void *a, const void *b) { return *(const signed char *)a - *(const signed char *)b; }

static void add_placement(const int *x, const int *y, int ox, int oy, int piece)
{
    Placement p;
    for (int i = 0; i < 5; i++) {
        int cx = x[i] + ox, cy = y[i] + oy;
        if (cx < 0 || cy < 0 || cx >= W || cy >= H || hole[cy * W + cx]) return;
        p.cell[i] = (signed char)(cy * W + cx);
    }
    p.piece = (signed char)piece;
    qsort(p.cell, 5, 1, cmp_char);
    for (int i = nrows - 1; i >= 0 && rows[i].piece == piece; i--)
        if (!memcmp(&rows[i], &p, sizeof p)) return;
    if (nrows == caprows) {
        caprows = caprows ? caprows * 2 : 256;
        rows = realloc(rows, caprows * sizeof *rows);
        if (!rows) exit(1);
    }
    rows[nrows++] = p;
}

static void make_placements(void)
{
    for (int p = 0; p < NPIECE; p++) {
        int x[5], y[5], n = 0;
        for (int i = 0; i < 25; i++)
            if (shape[p][i] == '#') { x[n] = i % 5; y[n++] = i / 5; }
        for (int t = 0; t < 8; t++) {
            for (int i = 0; i < 5; i++) {
                int nx = -y[i], ny = x[i];                   /* rotate, and mirror half-way */
                if (t == 4) { nx = y[i]; ny = x[i]; }
                x[i] = nx; y[i] = ny;
            }
            for (int oy = -4; oy < H + 4; oy++)
                for (int ox = -4; ox < W + 4; ox++) add_placement(x, y, ox, oy, p);
        }
    }
}

static Node *build(void)
{
    int ncol = cells + NPIECE;
    Node *hd = pool = calloc(1 + ncol + (size_t)nrows * 6, sizeof *pool), *nx;
    if (!pool) exit(1);
    hd->l = hd->r = hd;
    for (int c = 1; c <= ncol; c++) {
        Node *h = hd + c;
        h->u = h->d = h->col = h;
        h->l = h->r = h;                                    /* secondary and hole columns stay apart */
        if (c <= cells && !hole[c - 1]) {
            h->l = hd->l; h->r = hd;
            hd->l->r = h; hd->l = h;
        }
    }
    nx = hd + ncol + 1;
    for (int i = 0; i < nrows; i++) {
        Node *first = nx;
        for (int k = 0; k < 6; k++, nx++) {
            Node *h = hd + 1 + (k < 5 ? rows[i].cell[k] : cells + rows[i].piece);
            nx->col = h; nx->row = i;
            nx->u = h->u; nx->d = h;
            h->u->d = nx; h->u = nx;
            h->size++;
            nx->l = k ? nx - 1 : first + 5;
            nx->r = k < 5 ? nx + 1 : first;
        }
    }
    return hd;
}

static void cover(Node *c)
{
    c->r->l = c->l; c->l->r = c->r;
    for (Node *i = c->d; i != c; i = i->d)
        for (Node *j = i->r; j != i; j = j->r) {
            j->d->u = j->u; j->u->d = j->d;
            j->col->size--;
            updates++;
        }
}

static void uncover(Node *c)
{
    for (Node *i = c->u; i != c; i = i->u)
        for (Node *j = i->l; j != i; j = j->l) {
            j->col->size++;
            j->d->u = j; j->u->d = j;
        }
    c->r->l = c; c->l->r = c;
}

static Node *smallest(void)
{
    Node *best = NULL;
    for (Node *c = head->r; c != head; c = c->r)
        if (!best || c->size < best->size) best = c;
    return best;
}

static void found(int depth)
{
    uint64_t h = 0;
    for (int i = 0; i < depth; i++) {
        h += ((uint64_t)choice[i] + 1) * ((uint64_t)choice[i] * 40503u + 2654435761u);
        use[(int)rows[choice[i]].piece]++;
    }
    digest ^= h * 0x9E3779B97F4A7C15ull;
    if (!solutions++) { memcpy(first_sol, choice, sizeof choice); first_len = depth; }
}

static void search(int depth)
{
    visited[depth]++;
    if (head->r == head) { found(depth); return; }
    Node *c = smallest();
    if (c->size == 0) return;
    cover(c);
    for (Node *r = c->d; r != c; r = r->d) {
        choice[depth] = r->row;
        for (Node *j = r->r; j != r; j = j->r) cover(j->col);
        search(depth + 1);
        for (Node *j = r->l; j != r; j = j->l) uncover(j->col);
    }
    uncover(c);
}

int main(int argc, char **argv)
{
    int nh = 4;
    uint32_t seed = 31;
    if (argc > 1) W = atoi(argv[1]);
    if (argc > 2) H = atoi(argv[2]);
    if (argc > 3) nh = atoi(argv[3]);
    if (argc > 4) seed = (uint32_t)atoi(argv[4]);
    cells = W * H;
    if (W < 1 || H < 1 || cells > MAXCELL || nh < 0 || (cells - nh) % 5 || cells - nh > 60 || cells <= nh) {
        fprintf(stderr, "dlxtile: board must leave a multiple of 5 squares, at most 60\n");
        return 1;
    }
    for (int k = 0; k < nh; ) {
        seed = seed * 1103515245u + 12345u;
        int c = (int)((seed >> 16) % (uint32_t)cells);
        if (!hole[c]) { hole[c] = 1; k++; }
    }
    make_placements();
    head = build();
    search(0);

    printf("board %dx%d holes %d placements %d\nsolutions %lld digest %016llx updates %lld\n", W, H, nh, nrows, solutions,
           (unsigned long long)digest, updates);
    for (int i = 0; i < MAXDEPTH && visited[i]; i++) printf("depth %2d nodes %lld\n", i, visited[i]);
    for (int p = 0; p < NPIECE; p++) printf("%c:%ld ", "ILYPUVTWXFZS"[p], use[p]);
    putchar('\n');
    if (solutions) {
        char pic[MAXCELL + 1];
        memset(pic, ' ', sizeof pic);
        for (int i = 0; i < first_len; i++)
            for (int k = 0; k < 5; k++) pic[(int)rows[first_sol[i]].cell[k]] = (char)('a' + rows[first_sol[i]].piece);
        for (int y = 0; y < H; y++) printf("  %.*s\n", W, pic + y * W);
    }
    free(pool); free(rows);
    return 0;
}
