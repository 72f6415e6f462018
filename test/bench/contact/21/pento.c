// pento: count all packings of a rectangle with the twelve pentominoes
// (Knuth's dancing links).  pento [rows cols] with rows*cols == 60
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIECES 12
#define SQUARES 60
#define NCOL (PIECES + SQUARES)
#define MAXNODE 20000

struct column;
struct node {
    struct node *left, *right, *up, *down;
    struct column *col;
    int row;
};
struct column {
    struct node head;
    struct column *prev, *next;
    int size;
    int id;
};
struct placement {
    int piece;
    int sq[5];
};

static const char *shapes[PIECES] = {
    "F.XX/XX./.X.", "IXXXXX", "LXXXX/X...", "NXX../.XXX", "PXX/XX/X.", "TXXX/.X./.X.",
    "UX.X/XXX", "VX../X../XXX", "WX../XX./.XX", "X.X./XXX/.X.", "YXXXX/.X..", "ZXX./.X./.XX"
};

static struct column root, cols[NCOL];
static struct node pool[MAXNODE];
static int npool;
static struct placement place[MAXNODE / 6];
static int nplace;
static int nrows = 4, ncols = 15;

static int choice[PIECES];
static long nsol, updates, depth_nodes[PIECES + 1];
static uint64_t digest = 1469598103934665603ULL;
static char first[SQUARES + 1], last[SQUARES + 1];
static long corner_piece[PIECES];

static void init_columns(void)
{
    root.prev = root.next = &root;
    for (int i = 0; i < NCOL; i++) {
        struct column *c = &cols[i];
        c->head.up = c->head.down = &c->head;
        c->head.col = c;
        c->id = i;
        c->prev = root.prev;
        c->next = &root;
        root.prev->next = c;
        root.prev = c;
    }
}

static void add_row(int row, const int *items, int n)
{
    struct node *firstn = NULL;
    for (int k = 0; k < n; k++) {
        if (npool == MAXNODE) {
            fprintf(stderr, "pento: node pool exhausted\n");
            exit(1);
        }
        struct node *x = &pool[npool++];
        struct column *c = &cols[items[k]];
        x->col = c;
        x->row = row;
        x->up = c->head.up;
        x->down = &c->head;
        c->head.up->down = x;
        c->head.up = x;
        c->size++;
        if (!firstn) {
            firstn = x->left = x->right = x;
        } else {
            x->left = firstn->left;
            x->right = firstn;
            firstn->left->right = x;
            firstn->left = x;
        }
    }
}

static bool same_shape(int a[5][2], int b[5][2])
{
    return memcmp(a, b, sizeof(int[5][2])) == 0;
}

static void normalize(int c[5][2])
{
    int mr = 99, mc = 99;
    for (int i = 0; i < 5; i++) {
        if (c[i][0] < mr) mr = c[i][0];
        if (c[i][1] < mc) mc = c[i][1];
    }
    for (int i = 0; i < 5; i++)
        c[i][0] -= mr, c[i][1] -= mc;
    for (int i = 1; i < 5; i++)
        for (int j = i; j > 0; j--) {
            int *p = c[j - 1], *q = c[j];
            if (p[0] < q[0] || (p[0] == q[0] && p[1] < q[1]))
                break;
            int t0 = p[0], t1 = p[1];
            p[0] = q[0], p[1] = q[1];
            q[0] = t0, q[1] = t1;
        }
}

static void add_piece(int piece)
{
    int forms[8][5][2], nforms = 0, cell[5][2], k = 0, r = 0, c = 0;
    for (const char *s = shapes[piece] + 1; *s; s++) {
        if (*s == '/') {
            r++;
            c = 0;
            continue;
        }
        if (*s == 'X')
            cell[k][0] = r, cell[k][1] = c, k++;
        c++;
    }
    for (int o = 0; o < 8; o++) {
        for (int i = 0; i < 5; i++) {
            int a = cell[i][0], b = cell[i][1];
            cell[i][0] = b;
            cell[i][1] = o == 4 ? a : -a;   // mirror once, otherwise rotate
        }
        normalize(cell);
        bool dup = false;
        for (int f = 0; f < nforms && !dup; f++)
            dup = same_shape(forms[f], cell);
        if (!dup)
            memcpy(forms[nforms++], cell, sizeof cell);
    }
    for (int f = 0; f < nforms; f++)
        for (int dr = 0; dr < nrows; dr++)
            for (int dc = 0; dc < ncols; dc++) {
                int items[6] = { piece };
                bool ok = true;
                for (int i = 0; i < 5 && ok; i++) {
                    int y = forms[f][i][0] + dr, x = forms[f][i][1] + dc;
                    ok = y < nrows && x < ncols;
                    items[i + 1] = PIECES + y * ncols + x;
                }
                if (!ok)
                    continue;
                place[nplace].piece = piece;
                for (int i = 0; i < 5; i++)
                    place[nplace].sq[i] = items[i + 1] - PIECES;
                add_row(nplace++, items, 6);
            }
}

static void cover(struct column *c)
{
    c->prev->next = c->next;
    c->next->prev = c->prev;
    for (struct node *r = c->head.down; r != &c->head; r = r->down)
        for (struct node *x = r->right; x != r; x = x->right) {
            x->up->down = x->down;
            x->down->up = x->up;
            x->col->size--;
            updates++;
        }
}

static void uncover(struct column *c)
{
    for (struct node *r = c->head.up; r != &c->head; r = r->up)
        for (struct node *x = r->left; x != r; x = x->left) {
            x->col->size++;
            x->up->down = x;
            x->down->up = x;
        }
    c->prev->next = c;
    c->next->prev = c;
}

static void record(void)
{
    char board[SQUARES + 1];
    board[SQUARES] = 0;
    for (int i = 0; i < PIECES; i++) {
        const struct placement *p = &place[choice[i]];
        for (int k = 0; k < 5; k++)
            board[p->sq[k]] = shapes[p->piece][0];
    }
    for (int i = 0; i < SQUARES; i++)
        digest = (digest ^ (unsigned char)board[i]) * 1099511628211ULL;
    for (int i = 0; i < PIECES; i++)
        corner_piece[i] += shapes[i][0] == board[0];
    if (nsol++ == 0)
        memcpy(first, board, sizeof board);
    memcpy(last, board, sizeof board);
}

static void search(int depth)
{
    depth_nodes[depth]++;
    if (root.next == &root) {
        record();
        return;
    }
    struct column *best = root.next;
    for (struct column *c = best->next; c != &root; c = c->next)
        if (c->size < best->size)
            best = c;
    if (best->size == 0)
        return;
    cover(best);
    for (struct node *r = best->head.down; r != &best->head; r = r->down) {
        choice[depth] = r->row;
        for (struct node *x = r->right; x != r; x = x->right)
            cover(x->col);
        search(depth + 1);
        for (struct node *x = r->left; x != r; x = x->left)
            uncover(x->col);
    }
    uncover(best);
}

int main(int argc, char **argv)
{
    if (argc == 3)
        nrows = atoi(argv[1]), ncols = atoi(argv[2]);
    if (nrows * ncols != SQUARES || nrows < 3)
        return fprintf(stderr, "usage: pento rows cols (60 squares)\n"), 2;
    init_columns();
    for (int i = 0; i < PIECES; i++)
        add_piece(i);
    printf("%dx%d: %d placements, %d nodes\n", nrows, ncols, nplace, npool);
    search(0);
    printf("%ld solutions (%ld up to symmetry), %ld updates\n", nsol, nsol / 4, updates);
    for (int i = 0; i <= PIECES; i++)
        printf("  level %2d: %ld\n", i, depth_nodes[i]);
    for (int i = 0; i < PIECES; i++)
        printf("%c%s:%ld", i ? ' ' : '\n', (char[]){ shapes[i][0], 0 }, corner_piece[i]);
    printf("\nfirst %s\nlast  %s\ndigest %016llx\n", first, last, (unsigned long long)digest);
    return 0;
}
