/* parsim - maximum parsimony scores of many phylogenetic trees.
 *
 * A DNA alignment is simulated along a hidden tree and packed into weighted
 * site patterns.  Each replicate builds a random tree and improves it by
 * nearest neighbour interchange until no swap shortens it any more; every
 * candidate is scored with Fitch's algorithm.
 *
 * usage: parsim [taxa] [sites] [replicates] [seed]
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char state;            /* bit set of A C G T */

struct tnode {
    struct tnode *up, *left, *right;
    int taxon;                          /* -1 for inner nodes */
    state *set;
};

struct alignment {
    int ntaxa, npat;
    state **row;                        /* row[taxon][pattern] */
    int *weight;
};

struct tree {
    struct tnode *node, *root;          /* 2n-1 nodes, the leaves first */
    int nnodes;
    state *pool;                        /* sets of the inner nodes */
};

struct result {
    int start, final, tried, swaps;
    unsigned shape;
    struct result *next;
};

static unsigned next_random(unsigned *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

static void *must(void *p)
{
    if (!p)
        abort();
    return p;
}

static void tree_init(struct tree *t, const struct alignment *al)
{
    int n = al->ntaxa;
    t->nnodes = 2 * n - 1;
    t->node = must(calloc(t->nnodes, sizeof *t->node));
    t->pool = must(malloc((size_t)n * (al->npat + 64)));
    for (int i = 0; i < t->nnodes; i++) {
        t->node[i].taxon = i < n ? i : -1;
        t->node[i].set = i < n ? al->row[i] : t->pool + (size_t)(i - n) * (al->npat + 64);
    }
}

/* put leaf x (with the fresh inner node p) on the branch above node b */
static void attach(struct tree *t, struct tnode *x, struct tnode *p, struct tnode *b)
{
    p->up = b->up;
    p->left = b;
    p->right = x;
    if (!b->up)
        t->root = p;
    else if (b->up->left == b)
        b->up->left = p;
    else
        b->up->right = p;
    b->up = x->up = p;
}

static void random_tree(struct tree *t, int n, unsigned *rng)
{
    t->root = &t->node[0];
    t->root->up = NULL;
    for (int i = 1; i < n; i++) {
        int k = next_random(rng) % (2 * i - 1);         /* i leaves, i-1 inner nodes so far */
        attach(t, &t->node[i], &t->node[n + i - 1], &t->node[k < i ? k : n + k - i]);
    }
}

/* Fitch's union/intersection step; returns the weighted number of changes */
static int join(const state *a, const state *b, state *out, const int *weight, int n)
{
    int changes = 0;
    for (int i = 0; i < n; i++) {
        state both = a[i] & b[i];
        out[i] = both;
        if (!both) {
            out[i] = a[i] | b[i];
            changes += weight[i];
        }
    }
    return changes;
}

/* Length of the subtree; gives up (any value >= limit) when it gets too long. */
static int length(const struct tnode *v, const struct alignment *al, int limit)
{
    if (v->taxon >= 0)
        return 0;
    int len = length(v->left, al, limit);
    if (len < limit)
        len += length(v->right, al, limit - len);
    if (len >= limit)
        return len;
    return len + join(v->left->set, v->right->set, v->set, al->weight, al->npat);
}

/* exchange the subtrees a and b, neither above the other */
static void exchange(struct tnode *a, struct tnode *b)
{
    struct tnode *pa = a->up, *pb = b->up;
    if (pa->left == a) pa->left = b; else pa->right = b;
    if (pb->left == b) pb->left = a; else pb->right = a;
    a->up = pb;
    b->up = pa;
}

/* Tries both interchanges around every inner branch, keeps improvements. */
static int climb(struct tree *t, const struct alignment *al, int best, struct result *res)
{
    int improved = 1;
    while (improved) {
        improved = 0;
        for (int i = al->ntaxa; i < t->nnodes; i++) {
            struct tnode *v = &t->node[i];
            if (!v->up)
                continue;
            for (int side = 0; side < 2; side++) {
                struct tnode *child = side ? v->right : v->left, *other = v->up->left == v ? v->up->right : v->up->left;
                exchange(child, other);
                int len = length(t->root, al, best);
                res->tried++;
                if (len < best) {
                    best = len;
                    res->swaps++;
                    improved = 1;
                    break;
                }
                exchange(other, child);
            }
        }
    }
    return best;
}

static unsigned shape_hash(const struct tnode *v)
{
    if (v->taxon >= 0)
        return 2654435761u * (v->taxon + 1);
    unsigned h = shape_hash(v->left) + shape_hash(v->right);
    h ^= h >> 15;
    return h * 2246822519u + 1;
}

/* evolve one site down the tree; sites[] gets the states of the leaves */
static void evolve(const struct tnode *v, int base, unsigned *rng, state *site)
{
    if (next_random(rng) % 100 < 2)
        base = (base + 1 + next_random(rng) % 3) % 4;
    if (v->taxon >= 0) {
        site[v->taxon] = 1 << base;
        return;
    }
    evolve(v->left, base, rng, site);
    evolve(v->right, base, rng, site);
}

static void simulate(struct alignment *al, int sites, unsigned *rng)
{
    struct tree t;
    int n = al->ntaxa;
    state *site = must(malloc(n));
    al->npat = 0;
    al->weight = must(calloc(sites, sizeof *al->weight));
    al->row = must(malloc(n * sizeof *al->row));
    for (int i = 0; i < n; i++)
        al->row[i] = must(malloc(sites));
    tree_init(&t, al);
    random_tree(&t, n, rng);
    for (int s = 0; s < sites; s++) {
        int p, k;
        evolve(t.root, next_random(rng) % 4, rng, site);
        for (p = 0; p < al->npat; p++) {        /* seen before? */
            for (k = 0; k < n && al->row[k][p] == site[k]; k++)
                ;
            if (k == n)
                break;
        }
        for (k = 0; p == al->npat && k < n; k++)
            al->row[k][p] = site[k];
        al->npat += p == al->npat;
        al->weight[p]++;
    }
    free(t.node);
    free(t.pool);
    free(site);
}

int main(int argc, char **argv)
{
    struct alignment al = { .ntaxa = argc > 1 ? atoi(argv[1]) : 48 };
    int sites = argc > 2 ? atoi(argv[2]) : 1600, reps = argc > 3 ? atoi(argv[3]) : 110;
    unsigned seed = argc > 4 ? (unsigned)atoi(argv[4]) : 9001, rng = seed;
    struct result *list = NULL, **tail = &list;
    struct tree t;
    simulate(&al, sites, &rng);
    tree_init(&t, &al);
    printf("%d taxa, %d sites, %d patterns\n", al.ntaxa, sites, al.npat);
    for (int r = 0; r < reps; r++) {
        struct result *res = must(calloc(1, sizeof *res));
        rng = seed + 7919u * (r + 1);
        random_tree(&t, al.ntaxa, &rng);
        res->start = length(t.root, &al, INT_MAX);
        res->final = climb(&t, &al, res->start, res);
        res->shape = shape_hash(t.root);
        *tail = res;
        tail = &res->next;
    }

    int best = INT_MAX, hits = 0, worst = 0;
    long tried = 0, swaps = 0;
    unsigned mix = 0;
    for (const struct result *p = list; p; p = p->next) {
        if (p->final < best) {
            best = p->final;
            hits = 0;
            printf("length %d -> %d, tree %08x\n", p->start, p->final, p->shape);
        }
        hits += p->final == best;
        worst = p->final > worst ? p->final : worst;
        tried += p->tried;
        swaps += p->swaps;
        mix = mix * 31 + p->shape;
    }
    printf("best %d (%d times), worst %d, %ld trees scored, %ld swaps, mix %08x\n", best, hits, worst, tried, swaps, mix);
    return 0;
}
