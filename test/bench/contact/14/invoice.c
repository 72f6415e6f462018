/* invoice - batch statement printer: formats customer statements with an own
 * formatter into one spool buffer, with page breaks and a control total. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>

#define LINEW 84
#define PAGELEN 54

struct item { int32_t sku, qty, cents; uint8_t taxcode; };

struct customer {
    int id, first, nitem;
    char name[28];
    int country;
};

struct spool {
    char *buf;
    size_t len, cap;
    int line, page;             /* position on the current page */
    long pages, lines;
};

struct totals { uint64_t control; int64_t net, tax[4], gross; int statements, credit, wrapped; };

struct locale { char dec, sep; const char *cur; int before; };
static const struct locale loc[] = { { '.', ',', "USD", 1 }, { ',', '.', "EUR", 0 }, { '.', '\'', "CHF", 1 }, { ',', ' ', "SEK", 0 } };

static const int taxrate[4] = { 0, 70, 190, 255 };     /* per mille */

static int put(struct spool *s, const char *p, size_t n)
{
    if (s->len + n + 1 > s->cap) {
        size_t nc = s->cap ? s->cap * 2 : 1 << 16;
        while (nc < s->len + n + 1) nc *= 2;
        char *nb = realloc(s->buf, nc);
        if (!nb) return -1;
        s->buf = nb;
        s->cap = nc;
    }
    memcpy(s->buf + s->len, p, n);
    s->len += n;
    return 0;
}

static int newline(struct spool *s)
{
    while (s->len && s->buf[s->len - 1] == ' ') s->len--;
    if (put(s, "\n", 1)) return -1;
    s->lines++;
    if (++s->line == PAGELEN) {
        s->line = 0;
        s->page++;
        s->pages++;
        return put(s, "\f", 1);
    }
    return 0;
}

static int money(char *out, int64_t cents, const struct locale *l)
{
    char t[40];
    int n = 0, neg = cents < 0, d = 0;
    uint64_t v = neg ? (uint64_t)-cents : (uint64_t)cents;
    do {
        t[n++] = (char)('0' + v % 10);
        v /= 10;
        if (++d == 2) t[n++] = l->dec;
        else if (d > 2 && (d - 2) % 3 == 0 && v) t[n++] = l->sep;
    } while (v || d < 3);
    if (neg) t[n++] = '-';
    for (int i = 0; i < n; i++) out[i] = t[n - 1 - i];
    out[n] = 0;
    return n;
}

/* tiny printf: %d %s %m (money) with width and '-' ; returns 1 if cut to LINEW */
static int fmt(struct spool *s, const struct locale *l, const char *f, ...)
{
    char line[256], t[48];
    int n = 0;
    va_list ap;
    va_start(ap, f);
    for (; *f; f++) {
        if (*f != '%') { line[n++] = *f; continue; }
        int left = 0, w = 0, len;
        const char *p = t;
        if (*++f == '-') { left = 1; f++; }
        while (*f >= '0' && *f <= '9') w = w * 10 + *f++ - '0';
        switch (*f) {
        case 'd': {
            int v = va_arg(ap, int), k = 0, neg = v < 0;
            char r[16];
            unsigned u = neg ? 0u - (unsigned)v : (unsigned)v;
            do r[k++] = (char)('0' + u % 10); while (u /= 10);
            if (neg) r[k++] = '-';
            for (len = 0; k; ) t[len++] = r[--k];
            break;
        }
        case 's': p = va_arg(ap, const char *); len = (int)strlen(p); break;
        case 'm': len = money(t, va_arg(ap, int64_t), l); break;
        default: t[0] = *f; len = 1; break;
        }
        if (n + len + w > 250) break;
        for (int k = len; !left && k < w; k++) line[n++] = ' ';
        memcpy(line + n, p, len);
        n += len;
        for (int k = len; left && k < w; k++) line[n++] = ' ';
    }
    va_end(ap);
    int cut = n > LINEW;
    if (put(s, line, cut ? LINEW : n)) { fprintf(stderr, "spool full\n"); exit(1); }
    newline(s);
    return cut;
}

static void describe(char *out, int sku)
{
    static const char *adj[] = { "blue", "heavy-duty", "refurbished", "small", "extra long stainless", "" };
    static const char *noun[] = { "bolt", "hinge", "cable drum", "panel", "valve", "relay", "bracket" };
    sprintf(out, "%s%s%s/%d", adj[sku % 6], sku % 6 == 5 ? "" : " ", noun[sku % 7], sku % 1000);
}

static void statement(struct spool *s, struct totals *t, const struct customer *c, const struct item *items, int copy)
{
    const struct locale *l = &loc[c->country];
    int64_t net = 0, tax[4] = { 0 };
    char d[64];
    size_t start = s->len;
    uint64_t h = (uint64_t)c->id;
    t->wrapped += fmt(s, l, "%-32s Statement %8d   page %d%s", c->name, c->id, s->page + 1, copy ? "   COPY" : "");
    newline(s);
    for (int i = 0; i < c->nitem; i++) {
        const struct item *it = &items[c->first + i];
        int64_t amt = (int64_t)it->qty * it->cents;
        describe(d, it->sku);
        t->wrapped += fmt(s, l, "%4d %8d %-30s %3d x %10m %14m", i + 1, it->sku, d, it->qty, (int64_t)it->cents, amt);
        net += amt;
        tax[it->taxcode] += amt;
    }
    int64_t gross = net;
    for (int k = 0; k < 4; k++) {
        int64_t x = (tax[k] * taxrate[k] + (tax[k] < 0 ? -500 : 500)) / 1000;
        if (x == 0) continue;
        t->wrapped += fmt(s, l, "%30s tax class %d (%d/1000) %20m", "", k, taxrate[k], x);
        t->tax[k] += x;
        gross += x;
    }
    if (l->before) fmt(s, l, "%-40s %s %m", gross < 0 ? "Credit" : "Please pay", l->cur, gross);
    else fmt(s, l, "%-40s %m %s", gross < 0 ? "Credit" : "Please pay", gross, l->cur);
    while (s->line != 0) newline(s);        /* each statement starts on a page */
    s->page = 0;
    for (; start < s->len; start++) h = (h ^ (uint8_t)s->buf[start]) * 0x100000001b3ULL;
    t->control += h ^ h >> 32;
    t->net += net;
    t->gross += gross;
    t->statements++;
    if (gross < 0) t->credit++;
}

static uint64_t rng = 123456789;
static int pick(int m)
{
    rng = rng * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((rng >> 33) % (unsigned)m);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 14000, runs = argc > 2 ? atoi(argv[2]) : 7;
    if (n < 1 || n > 200000) { fprintf(stderr, "customers 1..200000\n"); return 1; }
    struct customer *c = malloc(n * sizeof *c);
    struct item *items = malloc((size_t)n * 90 * sizeof *items);
    if (!c || !items) return 1;
    int m = 0;
    for (int i = 0; i < n; i++) {
        c[i].id = 100000 + i;
        c[i].first = m;
        c[i].nitem = 1 + pick(25);
        if (pick(10) == 0) c[i].nitem += pick(60);
        c[i].country = pick(4);
        int k = 0;
        for (int len = 6 + pick(18); k < len; k++) c[i].name[k] = (char)(k == 0 || c[i].name[k - 1] == ' ' ? 'A' + pick(26) : pick(7) ? 'a' + pick(26) : ' ');
        c[i].name[k] = 0;
        for (int j = 0; j < c[i].nitem; j++, m++) {
            items[m].sku = 10000 + pick(900000);
            items[m].qty = pick(30) == 0 ? -1 - pick(3) : 1 + pick(12);
            items[m].cents = 5 + pick(1000) * 13;
            if (pick(20) == 0) items[m].cents *= 700;
            items[m].taxcode = (uint8_t)pick(4);
        }
    }
    struct spool sp = { 0 };
    struct totals t = { 0 };
    size_t bytes = 0;
    for (int run = 0; run < runs; run++) {      /* original and copies */
        sp.len = 0;
        for (int i = 0; i < n; i++)
            statement(&sp, &t, &c[i], items, run);
        bytes += sp.len;
    }
    printf("statements %d credit %d lines %ld pages %ld bytes %zu cut %d\n", t.statements, t.credit, sp.lines, sp.pages, bytes, t.wrapped);
    printf("net %lld gross %lld tax %lld %lld %lld control %016llx\n", (long long)t.net, (long long)t.gross,
           (long long)t.tax[1], (long long)t.tax[2], (long long)t.tax[3], (unsigned long long)t.control);
    size_t show = sp.len < 300 ? sp.len : 300;
    while (show && sp.buf[show - 1] != '\n') show--;
    fwrite(sp.buf, 1, show, stdout);
    free(sp.buf); free(c); free(items);
    return 0;
}
