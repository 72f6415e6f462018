/* xmltok - tokenise an order book in XML, build element trees, report per customer.
 * usage: xmltok [orders]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define MAXATTR 6
#define NCUST 997
#define NTAG 64

typedef struct { const char *s; int n; } str;
typedef struct node { int tag, nattr; str key[MAXATTR], val[MAXATTR]; str text; struct node *parent, *child, *last, *sib; } node;
typedef struct { node *pool; int used, cap; } arena;
typedef struct { long orders, items, units; int64_t cents; int maxdepth; } account;

static struct { char name[16]; long uses; } tags[NTAG];
static int ntags;
static account acc[NCUST];
static const struct { const char *path, *attr, *want; } query[] = {
    { "order/item/colour", NULL, "red" }, { "order/item/gift/note", NULL, "love" }, { "order/item", "qty", "7" }, { "order", "prio", "2" },
    { "order/*/colour", NULL, "&amp;" }, { "*/item", "sku", "S11" }, { "order/item/back", NULL, NULL }, { "order/item/*/note", NULL, "care" },
    { "order/item", "price", "99" }, { "*/*/*/*", NULL, NULL } };
#define NQ ((int)(sizeof query / sizeof query[0]))
static long found[NQ];
static uint64_t signature = 14695981039346656037ULL;
static long nodes, comments, entities, rejected;

static void generate(FILE *f, int orders)
{
    static const char *const col[] = { "red", "blue &amp; white", "&lt;none&gt;", "green", "&quot;ivory&quot;" };
    unsigned r = 99;
    fputs("<?xml version=\"1.0\"?>\n<book>\n", f);
    for (int i = 0; i < orders; i++) {
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
    fputs("</book>\n", f);
}

static int intern(const char *s, int n)
{
    for (int i = 0; i < ntags; i++) if ((int)strlen(tags[i].name) == n && !memcmp(tags[i].name, s, (size_t)n)) { tags[i].uses++; return i; }
    if (ntags == NTAG || n > 15) return -1;
    memcpy(tags[ntags].name, s, (size_t)n);
    tags[ntags].uses = 1;
    return ntags++;
}

static node *grab(arena *a)
{
    if (a->used == a->cap) return NULL;
    node *x = &a->pool[a->used++];
    memset(x, 0, sizeof *x);
    nodes++;
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
            if (!cur || strncmp(tags[cur->tag].name, s, (size_t)(p - s)) || tags[cur->tag].name[p - s]) goto bad;
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
                if (i + l < t.n + 1 && !memcmp(t.s + i + 1, ent[k].name, (size_t)l)) { c = ent[k].c; i += l; entities++; break; }
            }
        h = (h ^ (uint64_t)c) * 1099511628211ULL;
    }
    return h;
}

static uint64_t digest(const node *x, int depth, int *maxdepth)
{
    uint64_t h = text_hash(x->text) + (uint64_t)x->nattr;
    if (depth > *maxdepth) *maxdepth = depth;
    for (const char *t = tags[x->tag].name; *t; t++) h = h * 131 + (uint64_t)*t;
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
    const char *tag = tags[x->tag].name; size_t n = strcspn(path, "/"); long c = 0;
    if (!(n == 1 && *path == '*') && (strncmp(tag, path, n) || tag[n])) return 0;
    if (path[n]) { for (const node *k = x->child; k; k = k->sib) c += select_path(k, path + n + 1, at, want); return c; }
    const str *v = at ? attr(x, at) : &x->text;
    return v && (!want || has_text(v, want));
}

static void account_order(const node *o)
{
    account *a = &acc[(unsigned long)integer(attr(o, "cust")) % NCUST];
    a->orders++;
    for (int k = 0; k < NQ; k++) found[k] += select_path(o, query[k].path, query[k].attr, query[k].want);
    for (const node *c = o->child; c; c = c->sib) {
        const str *p = attr(c, "price"), *q = attr(c, "qty"); char *end;
        if (!p || !q) continue;
        long whole = strtol(p->s, &end, 10), qty = integer(q);
        a->items++; a->units += qty;
        a->cents += qty * (whole * 100 + (*end == '.' ? strtol(end + 1, NULL, 10) : 0));
    }
    signature = (signature ^ digest(o, 1, &a->maxdepth)) * 1099511628211ULL;
}

int main(int argc, char **argv)
{
    int orders = argc > 1 ? atoi(argv[1]) : 150000; long len;
    FILE *f = tmpfile();
    if (!f || orders < 1) { fprintf(stderr, "xmltok: cannot start\n"); return 1; }
    generate(f, orders);
    len = ftell(f); rewind(f);
    char *doc = malloc((size_t)len + 1); arena a = { malloc(sizeof(node) * 256), 0, 256 };
    if (!doc || !a.pool || fread(doc, 1, (size_t)len, f) != (size_t)len) { perror("xmltok"); return 1; }
    fclose(f);
    doc[len] = 0;
    for (const char *p = doc, *e = doc + len; p < e; ) {
        if (*p != '<') { p++; continue; }
        if (!strncmp(p, "<!--", 4)) { const char *q = strstr(p, "-->"); comments++; p = q ? q + 3 : e; continue; }
        if (!strncmp(p, "<order ", 7)) {
            node *root;
            a.used = 0;
            p = element(p, e, &a, &root);
            if (root) account_order(root); else rejected++;
            continue;
        }
        p++;
    }
    account t = { 0, 0, 0, 0, 0 }; int top = 0;
    for (int i = 0; i < NCUST; i++) {
        t.orders += acc[i].orders; t.items += acc[i].items; t.units += acc[i].units; t.cents += acc[i].cents;
        if (acc[i].maxdepth > t.maxdepth) t.maxdepth = acc[i].maxdepth;
        if (acc[i].cents > acc[top].cents) top = i;
    }
    printf("bytes %ld orders %ld rejected %ld comments %ld nodes %ld entities %ld\n", len, t.orders, rejected, comments, nodes, entities);
    printf("items %ld units %ld turnover %lld.%02d depth %d\n", t.items, t.units, (long long)(t.cents / 100), (int)(t.cents % 100), t.maxdepth);
    printf("best customer %d: %ld orders %lld cents\n", top, acc[top].orders, (long long)acc[top].cents);
    for (int i = 0; i < ntags; i++) printf("%s=%ld ", tags[i].name, tags[i].uses);
    for (int k = 0; k < NQ; k++) printf("\n%s[%s~%s]: %ld", query[k].path, query[k].attr ? query[k].attr : "text", query[k].want ? query[k].want : "", found[k]);
    printf("\nsignature %016llx\n", (unsigned long long)signature);
    free(doc); free(a.pool);
    return 0;
}
