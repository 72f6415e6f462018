/* xmltok - tokenise an order book in XML, build element trees, report per customer.
 * usage: xmltok [orders]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <omp.h>

#define MAXATTR 6
#define NCUST 997
#define NTAG 64

typedef struct { const char *s; int n; } str;
typedef struct node { int tag, nattr; str key[MAXATTR], val[MAXATTR]; str text; struct node *parent, *child, *last, *sib; } node;
typedef struct { node *pool; int used, cap; } arena;
typedef struct { long orders, items, units; int64_t cents; int maxdepth; } account;

static const struct { const char *path, *attr, *want; } query[] = {
    { "order/item/colour", NULL, "red" }, { "order/item/gift/note", NULL, "love" }, { "order/item", "qty", "7" }, { "order", "prio", "2" },
    { "order/*/colour", NULL, "&amp;" }, { "*/item", "sku", "S11" }, { "order/item/back", NULL, NULL }, { "order/item/*/note", NULL, "care" },
    { "order/item", "price", "99" }, { "*/*/*/*", NULL, NULL } };
#define NQ ((int)(sizeof query / sizeof query[0]))

/* everything that one stretch of the document contributes */
typedef struct {
    struct { char name[16]; long uses; } tags[NTAG];
    int ntags;
    account acc[NCUST];
    long found[NQ], nodes, comments, entities, rejected;
    uint64_t *sig; long nsig, capsig;
    const char *from, *to, *stopped;
} part;
static part *cx;
#pragma omp threadprivate(cx)

#define GEN 2000
static void generate_some(FILE *f, int lo, int hi, unsigned r)
{
    static const char *const col[] = { "red", "blue &amp; white", "&lt;none&gt;", "green", "&quot;ivory&quot;" };
    for (int i = lo; i < hi; i++) {
        r = r * 1664525u + 1013904223u;
        unsigned q = r >> 8;
        if (q % 29 == 0) fprintf(f, "<!-- batch %u: <order> elements follow -->\n", q & 255);
        fprintf(f, "<order id=\"%d\" cust=\"%u\" prio='%u'>\n", i, q % NCUST, q % 3);
        for (unsigned k = 0; k < 1 + q % 7; k++) {
            r = r * 1664525u + 1013904223u;
            fprintf(f, "  <item sku=\"S%u\" qty=\"%u\" price=\"%u.%02u\"><colour>%s</colour>", r >> 20, 1 + (r >> 9) % 40, (r >> 12) % 300, (r >> 4) % 100, col[(r >> 13) % 5]);
            if (r >> 30 == 3) fputs("<gift wrap=\"yes\"><note>with love &amp; care</note></gift>", f);
            fputs(r >> 29 == 1 ? "<back/></item>\n" : "</item>\n", f);
        }
        if (q % 1013 == 5) fputs("  <void></wrong>\n", f);
        fputs("</order>\n", f);
    }
}

static void generate(FILE *f, int orders)
{
    int n = (orders + GEN - 1) / GEN;
    unsigned *state = malloc(sizeof *state * (size_t)n), r = 99;
    if (!state) { perror("xmltok"); exit(1); }
    for (int i = 0; i < orders; i++) {                    /* wind the generator forward without printing */
        if (i % GEN == 0) state[i / GEN] = r;
        r = r * 1664525u + 1013904223u;
        for (unsigned k = 1 + (r >> 8) % 7; k; k--) r = r * 1664525u + 1013904223u;
    }
    fputs("<?xml version=\"1.0\"?>\n<book>\n", f);
    #pragma omp parallel for ordered schedule(dynamic)
    for (int c = 0; c < n; c++) {
        char *text = NULL; size_t len = 0;
        FILE *m = open_memstream(&text, &len);
        if (!m) { perror("xmltok"); exit(1); }
        generate_some(m, c * GEN, (c + 1) * GEN < orders ? (c + 1) * GEN : orders, state[c]);
        fclose(m);
        #pragma omp ordered
        fwrite(text, 1, len, f);
        free(text);
    }
    free(state);
    fputs("</book>\n", f);
}

static int intern(const char *s, int n)
{
    for (int i = 0; i < cx->ntags; i++) if ((int)strlen(cx->tags[i].name) == n && !memcmp(cx->tags[i].name, s, (size_t)n)) { cx->tags[i].uses++; return i; }
    if (cx->ntags == NTAG || n > 15) return -1;
    memcpy(cx->tags[cx->ntags].name, s, (size_t)n);
    cx->tags[cx->ntags].uses = 1;
    return cx->ntags++;
}

static node *grab(arena *a)
{
    if (a->used == a->cap) return NULL;
    node *x = &a->pool[a->used++];
    memset(x, 0, sizeof *x);
    cx->nodes++;
    return x;
}

static int name_char(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'; }
static const char *skip_space(const char *p, const char *e) { while (p < e && (*p == ' ' || *p == '\n' || *p == '\t')) p++; return p; }

/* parse one element starting at '<'; returns the position after it, *root NULL if malformed */
static const char *element(const char *p, const char *e, arena *a, node **root)
{
    node *cur = NULL, *top = NULL;
    *root = NULL;
    while (p < e) {
        if (*p != '<') {
            const char *s = p;
            while (p < e && *p != '<') p++;
            if (cur) { cur->text.s = s; cur->text.n = (int)(p - s); }
        } else if (p[1] == '/') {
            const char *s = p += 2;
            while (p < e && name_char(*p)) p++;
            if (!cur || strncmp(cx->tags[cur->tag].name, s, (size_t)(p - s)) || cx->tags[cur->tag].name[p - s]) goto bad;
            p++;
            if (cur == top) { *root = top; return p; }
            cur = cur->parent;
        } else {
            const char *s = ++p;
            while (p < e && name_char(*p)) p++;
            node *x = grab(a);
            if (!x || (x->tag = intern(s, (int)(p - s))) < 0) goto bad;
            x->parent = cur;
            if (cur) { if (cur->last) cur->last->sib = x; else cur->child = x; cur->last = x; }
            else top = x;
            for (p = skip_space(p, e); p < e && *p != '>' && *p != '/'; p = skip_space(p, e)) {
                str k = { p, 0 }, v; char quote;
                while (p < e && name_char(*p)) p++;
                k.n = (int)(p - k.s);
                if (*p++ != '=' || (*p != '"' && *p != '\'')) goto bad;
                quote = *p++; v.s = p;
                while (p < e && *p != quote) p++;
                v.n = (int)(p++ - v.s);
                if (x->nattr < MAXATTR) { x->key[x->nattr] = k; x->val[x->nattr++] = v; }
            }
            if (*p == '/') { p += 2; if (x == top) { *root = top; return p; } }
            else { p++; cur = x; }
        }
    }
bad:
    while (p < e && strncmp(p, "</order>", 8)) p++;      /* resynchronise */
    return p < e ? p + 8 : e;
}

static const str *attr(const node *x, const char *key)
{
    for (int i = 0; i < x->nattr; i++) if (!strncmp(x->key[i].s, key, (size_t)x->key[i].n) && !key[x->key[i].n]) return &x->val[i];
    return NULL;
}

static long integer(const str *s) { return s ? strtol(s->s, NULL, 10) : 0; }

static uint64_t text_hash(str t)
{
    static const struct { const char *name; int c; } ent[] = { { "amp;", '&' }, { "lt;", '<' }, { "gt;", '>' }, { "quot;", '"' } };
    uint64_t h = 1469598103ULL;
    for (int i = 0; i < t.n; i++) {
        int c = t.s[i];
        if (c == '&')
            for (int k = 0; k < 4; k++) {
                int l = (int)strlen(ent[k].name);
                if (i + l < t.n + 1 && !memcmp(t.s + i + 1, ent[k].name, (size_t)l)) { c = ent[k].c; i += l; cx->entities++; break; }
            }
        h = (h ^ (uint64_t)c) * 1099511628211ULL;
    }
    return h;
}

static uint64_t digest(const node *x, int depth, int *maxdepth)
{
    uint64_t h = text_hash(x->text) + (uint64_t)x->nattr;
    if (depth > *maxdepth) *maxdepth = depth;
    for (const char *t = cx->tags[x->tag].name; *t; t++) h = h * 131 + (uint64_t)*t;
    for (int i = 0; i < x->nattr; i++) h = h * 33 ^ text_hash(x->val[i]);
    for (const node *c = x->child; c; c = c->sib) h = (h << 7 | h >> 57) ^ digest(c, depth + 1, maxdepth);
    return h;
}

static int has_text(const str *t, const char *w)
{
    int n = (int)strlen(w);
    for (int i = 0; i + n <= t->n; i++) if (!memcmp(t->s + i, w, (size_t)n)) return 1;
    return 0;
}

/* count nodes below x that fit the rest of a path; '*' stands for any one element */
static long select_path(const node *x, const char *path, const char *at, const char *want)
{
    const char *tag = cx->tags[x->tag].name; size_t n = strcspn(path, "/"); long c = 0;
    if (!(n == 1 && *path == '*') && (strncmp(tag, path, n) || tag[n])) return 0;
    if (path[n]) { for (const node *k = x->child; k; k = k->sib) c += select_path(k, path + n + 1, at, want); return c; }
    const str *v = at ? attr(x, at) : &x->text;
    return v && (!want || has_text(v, want));
}

static void account_order(const node *o)
{
    account *a = &cx->acc[(unsigned long)integer(attr(o, "cust")) % NCUST];
    a->orders++;
    for (int k = 0; k < NQ; k++) cx->found[k] += select_path(o, query[k].path, query[k].attr, query[k].want);
    for (const node *c = o->child; c; c = c->sib) {
        const str *p = attr(c, "price"), *q = attr(c, "qty"); char *end;
        if (!p || !q) continue;
        long whole = strtol(p->s, &end, 10), qty = integer(q);
        a->items++; a->units += qty;
        a->cents += qty * (whole * 100 + (*end == '.' ? strtol(end + 1, NULL, 10) : 0));
    }
    if (cx->nsig == cx->capsig) {
        cx->capsig = cx->capsig ? cx->capsig * 2 : 4096;
        cx->sig = realloc(cx->sig, sizeof *cx->sig * (size_t)cx->capsig);
        if (!cx->sig) { perror("xmltok"); exit(1); }
    }
    cx->sig[cx->nsig++] = digest(o, 1, &a->maxdepth);
}

/* read a stretch; e is the end of the whole document, so elements may run past the stretch */
static void read_part(part *pt, const char *e)
{
    const char *p = pt->from;
    arena a = { malloc(sizeof(node) * 256), 0, 256 };
    if (!a.pool) { perror("xmltok"); exit(1); }
    cx = pt;
    while (p < pt->to) {
        if (*p != '<') { p++; continue; }
        if (!strncmp(p, "<!--", 4)) { const char *q = strstr(p, "-->"); cx->comments++; p = q ? q + 3 : e; continue; }
        if (!strncmp(p, "<order ", 7)) {
            node *root;
            a.used = 0;
            p = element(p, e, &a, &root);
            if (root) account_order(root); else cx->rejected++;
            continue;
        }
        p++;
    }
    pt->stopped = p;
    free(a.pool);
}

static void fold_in(part *t, const part *o)
{
    cx = t;
    for (int i = 0; i < o->ntags; i++) {
        int k = intern(o->tags[i].name, (int)strlen(o->tags[i].name));
        if (k >= 0) t->tags[k].uses += o->tags[i].uses - 1;
    }
    for (int i = 0; i < NCUST; i++) {
        account *a = &t->acc[i]; const account *b = &o->acc[i];
        a->orders += b->orders; a->items += b->items; a->units += b->units; a->cents += b->cents;
        if (b->maxdepth > a->maxdepth) a->maxdepth = b->maxdepth;
    }
    for (int k = 0; k < NQ; k++) t->found[k] += o->found[k];
    t->nodes += o->nodes; t->comments += o->comments; t->entities += o->entities; t->rejected += o->rejected;
}

int main(int argc, char **argv)
{
    int orders = argc > 1 ? atoi(argv[1]) : 150000; long len;
    FILE *f = tmpfile();
    if (!f || orders < 1) { fprintf(stderr, "xmltok: cannot start\n"); return 1; }
    generate(f, orders);
    len = ftell(f); rewind(f);
    char *doc = malloc((size_t)len + 1);
    if (!doc || fread(doc, 1, (size_t)len, f) != (size_t)len) { perror("xmltok"); return 1; }
    fclose(f);
    doc[len] = 0;
    int np = len > 100000 ? 8 * omp_get_max_threads() : 1;
    part *pt = calloc((size_t)np, sizeof *pt), *all = calloc(1, sizeof *all);
    if (!pt || !all) { perror("xmltok"); return 1; }
    const char *e = doc + len;
    for (int k = 0; k < np; k++) {
        const char *p = doc + len / np * k;
        if (k) while (p < e && strncmp(p, "\n<order ", 8)) p++;
        pt[k].from = p;
        if (k) pt[k - 1].to = p;
    }
    pt[np - 1].to = e;
    #pragma omp parallel for schedule(dynamic)
    for (int k = 0; k < np; k++) read_part(&pt[k], e);
    for (int k = 0; k + 1 < np; k++)
        if (pt[k].stopped != pt[k + 1].from) {            /* a guess was wrong: cut lay inside something; do it plainly */
            for (int j = 0; j < np; j++) free(pt[j].sig);
            memset(pt, 0, sizeof *pt * (size_t)np);
            np = 1;
            pt[0].from = doc; pt[0].to = e;
            read_part(&pt[0], e);
            break;
        }
    uint64_t signature = 14695981039346656037ULL;
    for (int k = 0; k < np; k++) {
        fold_in(all, &pt[k]);
        for (long i = 0; i < pt[k].nsig; i++) signature = (signature ^ pt[k].sig[i]) * 1099511628211ULL;
        free(pt[k].sig);
    }
    const account *acc = all->acc;
    account t = { 0, 0, 0, 0, 0 }; int top = 0;
    for (int i = 0; i < NCUST; i++) {
        t.orders += acc[i].orders; t.items += acc[i].items; t.units += acc[i].units; t.cents += acc[i].cents;
        if (acc[i].maxdepth > t.maxdepth) t.maxdepth = acc[i].maxdepth;
        if (acc[i].cents > acc[top].cents) top = i;
    }
    printf("bytes %ld orders %ld rejected %ld comments %ld nodes %ld entities %ld\n", len, t.orders, all->rejected, all->comments, all->nodes, all->entities);
    printf("items %ld units %ld turnover %lld.%02d depth %d\n", t.items, t.units, (long long)(t.cents / 100), (int)(t.cents % 100), t.maxdepth);
    printf("best customer %d: %ld orders %lld cents\n", top, acc[top].orders, (long long)acc[top].cents);
    for (int i = 0; i < all->ntags; i++) printf("%s=%ld ", all->tags[i].name, all->tags[i].uses);
    for (int k = 0; k < NQ; k++) printf("\n%s[%s~%s]: %ld", query[k].path, query[k].attr ? query[k].attr : "text", query[k].want ? query[k].want : "", all->found[k]);
    printf("\nsignature %016llx\n", (unsigned long long)signature);
    free(doc); free(pt); free(all);
    return 0;
}
