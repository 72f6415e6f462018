// SPDX-License-Identifier: Apache-2.0
/*
 * All tilings of a w x h rectangle by the 12 pentominoes, each used once,
 * by Knuth's dancing links (exact cover, smallest column first).
 *
 * usage: pentomino [width] [height]     (width * height == 60)
 *        pentomino 5 5 uses pieces 0..4, 5 4 pieces 0..3 and so on
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXCOL 72
#define MAXDEPTH 12
#define SPLIT 3

typedef struct {
    int left, right, up, down;
    int col;
    int row;
} Node;

typedef struct {
    int ncol, nnode, nrow;
    Node *node;
    int size[MAXCOL + 1];
    char *label;                /* piece letter of each row */
    uint64_t *cells;            /* board cells of each row */
    int choice[MAXDEPTH];
    long solutions;
    long visited[MAXDEPTH + 1];
    long updates;
    uint64_t check;
    int first[MAXDEPTH];
} Cover;

/* a partial solution of SPLIT rows, to be finished by some thread */
typedef struct {
    int node[SPLIT];
} Prefix;

typedef struct {
    Prefix *v;
    int n, cap;
} Prefixes;

static const char *names = "FILNPTUVWXYZ";
static const int shapes[12][5][2] = {
    {{0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 1}},   /* F */
    {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}},   /* I */
    {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}},   /* L */
    {{0, 0}, {1, 0}, {1, 1}, {2, 1}, {3, 1}},   /* N */
    {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}},   /* P */
    {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 1}},   /* T */
    {{0, 0}, {0, 2}, {1, 0}, {1, 1}, {1, 2}},   /* U */
    {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}},   /* V */
    {{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}},   /* W */
    {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}},   /* X */
    {{0, 1}, {1, 0}, {1, 1}, {2, 1}, {3, 1}},   /* Y */
    {{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 2}},   /* Z */
};

static void cover_init(Cover *c, int ncol, int maxrow)
{
    memset(c, 0, sizeof *c);
    c->ncol = ncol;
    c->node = malloc((ncol + 1 + (size_t)maxrow * 6) * sizeof(Node));
    c->label = malloc(maxrow);
    c->cells = malloc(maxrow * sizeof(uint64_t));
    for (int i = 0; i <= ncol; i++) {
        Node h = { i ? i - 1 : ncol, i < ncol ? i + 1 : 0, i, i, i, -1 };
        c->node[i] = h;
    }
    c->nnode = ncol + 1;
}

static void add_row(Cover *c, const int *cols, int n, char label, uint64_t cells)
{
    int first = c->nnode;
    for (int k = 0; k < n; k++) {
        int id = c->nnode++, h = cols[k];
        Node *x = &c->node[id];
        x->col = h;
        x->row = c->nrow;
        x->up = c->node[h].up;
        x->down = h;
        c->node[x->up].down = id;
        c->node[h].up = id;
        x->left = k ? id - 1 : first + n - 1;
        x->right = k < n - 1 ? id + 1 : first;
        c->size[h]++;
    }
    c->label[c->nrow] = label;
    c->cells[c->nrow++] = cells;
}

static void cover(Cover *c, int col)
{
    Node *nd = c->node;
    nd[nd[col].right].left = nd[col].left;
    nd[nd[col].left].right = nd[col].right;
    for (int i = nd[col].down; i != col; i = nd[i].down)
        for (int j = nd[i].right; j != i; j = nd[j].right) {
            nd[nd[j].down].up = nd[j].up;
            nd[nd[j].up].down = nd[j].down;
            c->size[nd[j].col]--;
            c->updates++;
        }
}

static void uncover(Cover *c, int col)
{
    Node *nd = c->node;
    for (int i = nd[col].up; i != col; i = nd[i].up)
        for (int j = nd[i].left; j != i; j = nd[j].left) {
            c->size[nd[j].col]++;
            nd[nd[j].down].up = j;
            nd[nd[j].up].down = j;
        }
    nd[nd[col].right].left = col;
    nd[nd[col].left].right = col;
}

static int pick_column(const Cover *c)
{
    int best = c->node[0].right;
    for (int j = c->node[best].right; j != 0; j = c->node[j].right)
        if (c->size[j] < c->size[best])
            best = j;
    return best;
}

static void record(Cover *c, int depth)
{
    uint64_t h = 0;
    for (int k = 0; k < depth; k++) {
        uint64_t m = c->cells[c->choice[k]] * 0x9E3779B97F4A7C15u + c->label[c->choice[k]];
        h += (m ^ m >> 29) * 0xBF58476D1CE4E5B9u;
    }
    c->check += h ^ h >> 32;
    if (c->solutions++ == 0)
        memcpy(c->first, c->choice, depth * sizeof(int));
}

static void search(Cover *c, int depth)
{
    c->visited[depth]++;
    if (c->node[0].right == 0) {
        record(c, depth);
        return;
    }
    int col = pick_column(c);
    if (c->size[col] == 0)
        return;
    cover(c, col);
    for (int r = c->node[col].down; r != col; r = c->node[r].down) {
        c->choice[depth] = c->node[r].row;
        for (int j = c->node[r].right; j != r; j = c->node[j].right)
            cover(c, c->node[j].col);
        search(c, depth + 1);
        for (int j = c->node[r].left; j != r; j = c->node[j].left)
            uncover(c, c->node[j].col);
    }
    uncover(c, col);
}

/* the same search down to the given depth, where it only notes the path */
static void enumerate(Cover *c, int depth, int target, Prefix *path, Prefixes *out)
{
    if (depth == target) {
        if (out->n == out->cap) {
            out->cap = out->cap ? 2 * out->cap : 64;
            out->v = realloc(out->v, out->cap * sizeof *out->v);
        }
        out->v[out->n++] = *path;
        return;
    }
    c->visited[depth]++;
    int col = pick_column(c);
    if (c->size[col] == 0)
        return;
    cover(c, col);
    for (int r = c->node[col].down; r != col; r = c->node[r].down) {
        path->node[depth] = r;
        for (int j = c->node[r].right; j != r; j = c->node[j].right)
            cover(c, c->node[j].col);
        enumerate(c, depth + 1, target, path, out);
        for (int j = c->node[r].left; j != r; j = c->node[j].left)
            uncover(c, c->node[j].col);
    }
    uncover(c, col);
}

static void run_prefix(Cover *c, const Prefix *p, int target)
{
    long updates = c->updates;
    for (int k = 0; k < target; k++) {
        int r = p->node[k];
        c->choice[k] = c->node[r].row;
        cover(c, c->node[r].col);
        for (int j = c->node[r].right; j != r; j = c->node[j].right)
            cover(c, c->node[j].col);
    }
    c->updates = updates;       /* these were counted by enumerate() */
    search(c, target);
    for (int k = target - 1; k >= 0; k--) {
        int r = p->node[k];
        for (int j = c->node[r].left; j != r; j = c->node[j].left)
            uncover(c, c->node[j].col);
        uncover(c, c->node[r].col);
    }
}

static void search_all(Cover *c, int npiece)
{
    int target = npiece > SPLIT ? SPLIT : 0, first_prefix = -1;
    Prefixes list = {0};
    Prefix path;

    memset(&path, 0, sizeof path);
    enumerate(c, 0, target, &path, &list);
    Cover start = *c;
    start.updates = 0;
    memset(start.visited, 0, sizeof start.visited);
#pragma omp parallel
    {
        Cover my = start;
        int my_first = -1;
        my.node = malloc(start.nnode * sizeof(Node));
        memcpy(my.node, start.node, start.nnode * sizeof(Node));
#pragma omp for schedule(dynamic)
        for (int i = 0; i < list.n; i++) {
            long before = my.solutions;
            run_prefix(&my, &list.v[i], target);
            if (before == 0 && my.solutions > 0)
                my_first = i;
        }
#pragma omp critical
        {
            c->solutions += my.solutions;
            c->updates += my.updates;
            c->check += my.check;
            for (int d = 0; d <= MAXDEPTH; d++)
                c->visited[d] += my.visited[d];
            if (my_first >= 0 && (first_prefix < 0 || my_first < first_prefix)) {
                first_prefix = my_first;
                memcpy(c->first, my.first, sizeof c->first);
            }
        }
        free(my.node);
    }
    free(list.v);
}

static int cmp_cell(const void *a, const void *b)
{
    const int *p = a, *q = b;
    return p[0] != q[0] ? p[0] - q[0] : p[1] - q[1];
}

static void orient(int piece, int t, int out[5][2])
{
    int mx = 99, my = 99;
    for (int k = 0; k < 5; k++) {
        int x = shapes[piece][k][0], y = shapes[piece][k][1];
        if (t & 1) x = -x;
        if (t & 2) y = -y;
        if (t & 4) { int s = x; x = y; y = s; }
        out[k][0] = x;
        out[k][1] = y;
        mx = x < mx ? x : mx;
        my = y < my ? y : my;
    }
    for (int k = 0; k < 5; k++) {
        out[k][0] -= mx;
        out[k][1] -= my;
    }
    qsort(out, 5, sizeof out[0], cmp_cell);
}

static void add_piece(Cover *c, int piece, int npiece, int w, int h)
{
    int seen[8][5][2], nseen = 0;
    for (int t = 0; t < 8; t++) {
        int o[5][2], dup = 0;
        orient(piece, t, o);
        for (int s = 0; s < nseen; s++)
            dup |= memcmp(seen[s], o, sizeof o) == 0;
        if (dup)
            continue;
        memcpy(seen[nseen++], o, sizeof o);
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                int cols[6] = { 1 + piece }, ok = 1;
                uint64_t cells = 0;
                for (int k = 0; k < 5; k++) {
                    int px = x + o[k][0], py = y + o[k][1];
                    if (px >= w || py >= h) {
                        ok = 0;
                        break;
                    }
                    cols[k + 1] = 1 + npiece + py * w + px;
                    cells |= (uint64_t)1 << (py * w + px);
                }
                if (ok)
                    add_row(c, cols, 6, names[piece], cells);
            }
    }
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 15, h = argc > 2 ? atoi(argv[2]) : 4;
    int npiece = w * h / 5;
    Cover c;
    if (w < 1 || h < 1 || w * h > 60 || w * h % 5) {
        fprintf(stderr, "the area must be a multiple of 5 and at most 60\n");
        return 1;
    }
    cover_init(&c, npiece + w * h, npiece * 8 * w * h);
    for (int p = 0; p < npiece; p++)
        add_piece(&c, p, npiece, w, h);
    search_all(&c, npiece);

    printf("%dx%d, %d rows: %ld tilings, %ld updates, check %016llx\n", w, h, c.nrow, c.solutions, c.updates,
           (unsigned long long)c.check);
    for (int d = 0; d <= npiece; d++)
        printf("depth %2d: %ld\n", d, c.visited[d]);
    for (int y = 0; c.solutions && y < h; y++) {
        for (int x = 0; x < w; x++)
            for (int k = 0; k < npiece; k++)
                if (c.cells[c.first[k]] >> (y * w + x) & 1)
                    putchar(c.label[c.first[k]]);
        putchar('\n');
    }
    free(c.node);
    free(c.label);
    free(c.cells);
    return 0;
}
