/* logtmpl: mine message templates from a syslog-like text. Each line is split, variable-looking words are masked (<num>, <ip>, <hex>),
 * and the line is merged into the most similar known template (longest common
 * subsequence of words) with the same number of words and the same first word;
 * differing words become <*>. Also counts levels and finds bursts of errors. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NSIM = 3, MAXTOK = 24, NBUCKET = 256, NLEVEL = 4, MAXMIN = 1440 };

struct templ {
    char *tok[MAXTOK];
    int ntok;
    long count, first;          /* first: number of the line that created it */
    struct templ *next;
};

static const char *level_name[NLEVEL] = { "DEBUG", "INFO", "WARN", "ERROR" };
static const int percent[NSIM] = { 45, 60, 80 };     /* similarity asked for */
static struct templ *bucket[NSIM][NBUCKET];
static long level_count[NLEVEL], malformed;
static int err_min[MAXMIN];

static char *text;
static size_t text_len, text_cap;
static unsigned rs = 2463534242u;

static unsigned rnd(unsigned n) { rs ^= rs << 13, rs ^= rs >> 17, rs ^= rs << 5; return rs % n; }

static const char *const forms[] = {
    "sshd Accepted publickey for %u from %i port %n ssh2",
    "sshd Failed password for %u from %i port %n ssh2",
    "kernel eth%n link is up at %n Mbps full duplex",
    "kernel out of memory: killed process %n (%u) total-vm:%nkB",
    "nginx GET /api/v1/%u/%n status %n took %n ms",
    "nginx upstream timed out while connecting to upstream %i:%n",
    "postgres checkpoint complete: wrote %n buffers in %n ms",
    "cron (%u) CMD (run-parts /etc/cron.hourly)",
    "app session %x opened for user %u",
    "app session %x closed after %n seconds",
    "app cache miss ratio %n over %n requests shard %n",
    "app retrying job %x attempt %n of %n",
    "backup volume %x verified %n blocks no errors",
    "backup volume %x verified %n blocks %n errors found",
    "dhcpd DHCPACK on %i to %x via eth%n", "postgres duplicate key value violates constraint %u_pkey",
};

static void put(const char *s, size_t n)
{
    if (text_len + n + 1 > text_cap) {
        text_cap = (text_cap + n) * 2 + 4096;
        if (!(text = realloc(text, text_cap))) exit(1);
    }
    memcpy(text + text_len, s, n);
    text_len += n;
}

static void make_text(long lines)
{
    static const char *const users[] = { "alice", "bob", "carol", "dave", "eve", "orders", "stock", "mail" };
    char b[64];
    for (long i = 0; i < lines; i++) {
        long sec = (long)(86400.0 * (double)i / (double)lines);
        unsigned f = rnd(16), bad = (sec / 60) % 211 == 17 ? 3 : 40;
        snprintf(b, sizeof b, "2024-03-05T%02ld:%02ld:%02ld %s ", sec / 3600, sec / 60 % 60, sec % 60,
                 level_name[rnd(bad) == 0 ? 3 : rnd(10) == 0 ? 2 : rnd(4) != 0]);
        if (rnd(997) == 0) { put("-- truncated\n", 13); continue; }
        put(b, strlen(b));
        for (const char *p = forms[f]; *p; ) {
            put(p, strcspn(p, "%"));
            if (!*(p += strcspn(p, "%"))) break;
            switch (p[1]) {
            case 'n': snprintf(b, sizeof b, "%u", rnd(rnd(20) ? 100 : 60000)); break;
            case 'i': snprintf(b, sizeof b, "10.%u.%u.%u", rnd(4), rnd(256), rnd(256)); break;
            case 'x': snprintf(b, sizeof b, "0x%08x", rnd(0x7fffffff)); break;
            default:  snprintf(b, sizeof b, "%s", users[rnd(8)]); break;
            }
            put(b, strlen(b)), p += 2;
        }
        put("\n", 1);
    }
}

static int is_ip(const char *s)
{
    int dots = 0;
    for (; *s && *s != ':'; dots += *s++ == '.')
        if (*s != '.' && !isdigit((unsigned char)*s)) return 0;
    return dots == 3;
}

static const char *mask(char *w)
{
    if (!isdigit((unsigned char)*w)) return w;
    if (w[0] == '0' && w[1] == 'x') return "<hex>";
    return w[strspn(w, "0123456789")] == 0 ? "<num>" : is_ip(w) ? "<ip>" : w;
}

static int split(char *line, const char **tok)
{
    int n = 0;
    for (char *p = line; *p && n < MAXTOK; ) {
        char *w = p += strspn(p, " ");
        p += strcspn(p, " ");
        if (*p) *p++ = 0;
        if (*w) tok[n++] = mask(w);
    }
    return n;
}

static unsigned bucket_of(int ntok, const char *first)
{
    unsigned h = 2166136261u + (unsigned)ntok;
    while (*first) h = (h ^ (unsigned char)*first++) * 16777619u;
    return (h >> 8) % NBUCKET;
}

static char *dup(const char *s)
{
    char *d = malloc(strlen(s) + 1);
    return d ? strcpy(d, s) : (exit(1), NULL);
}

/* length of the longest common subsequence of words; <*> goes with anything */
static int common(const struct templ *t, const char **tok, int n)
{
    unsigned char len[MAXTOK + 1] = { 0 };
    for (int i = 0; i < n; i++)
        for (int j = 0, diag = 0; j < n; j++) {
            int up = len[j + 1], same = t->tok[i][1] == '*' || strcmp(t->tok[i], tok[j]) == 0;
            len[j + 1] = (unsigned char)(same ? diag + 1 : up > len[j] ? up : len[j]);
            diag = up;
        }
    return len[n];
}

static void absorb(int sim, const char **tok, int ntok, long lineno)
{
    struct templ **head = &bucket[sim][bucket_of(ntok, tok[0])], *best = NULL;
    int score = ntok * percent[sim] / 100;
    for (struct templ *t = *head; t; t = t->next) {
        if (t->ntok != ntok || strcmp(t->tok[0], tok[0]) != 0) continue;
        int same = common(t, tok, ntok);
        if (same > score) { score = same; best = t; }
    }
    if (!best) {
        if (!(best = calloc(1, sizeof *best))) exit(1);
        for (int i = 0; i < ntok; i++) best->tok[i] = dup(tok[i]);
        best->ntok = ntok, best->first = lineno, best->next = *head, *head = best;
    }
    for (int i = 0; i < ntok; i++)
        if (strcmp(best->tok[i], tok[i]) != 0 && best->tok[i][1] != '*')
            free(best->tok[i]), best->tok[i] = dup("<*>");
    best->count++;
}

/* "2024-03-05THH:MM:SS LEVEL message"; NULL if it does not look like that */
static char *header(char *line, int *minute, int *level)
{
    char lv[8];
    int hh, mm;
    if (strlen(line) < 27 || sscanf(line + 11, "%2d:%2d:%*2d %7s", &hh, &mm, lv) != 3) return NULL;
    *minute = hh * 60 + mm;
    for (*level = 0; *level < NLEVEL; ++*level)
        if (strcmp(lv, level_name[*level]) == 0) return line + 20 + strlen(lv);
    return NULL;
}

struct rec { char *msg; int ntok, bucket; };       /* msg: words now separated by 0 */

/* parse one line; the counters belong to the caller's reduction */
static void parse(char *line, struct rec *r, long *lc, int *em, long *bad)
{
    const char *tok[MAXTOK];
    int minute, level;
    r->msg = header(line, &minute, &level);
    r->ntok = r->msg ? split(r->msg, tok) : 0;
    r->bucket = NBUCKET;
    if (r->ntok == 0) { ++*bad; return; }
    r->bucket = (int)bucket_of(r->ntok, tok[0]);
    lc[level]++;
    if (level == 3) em[minute]++;
}

static void absorb_rec(const struct rec *r, long lineno)
{
    const char *tok[MAXTOK];
    char *p = r->msg;
    for (int k = 0; k < r->ntok; p += strlen(p) + 1) {
        while (*p == ' ') p++;
        if (*p) tok[k++] = mask(p);
    }
    for (int sim = 0; sim < NSIM; sim++) absorb(sim, tok, r->ntok, lineno);
}

/* Lines are parsed in parallel; a template only ever competes with those of
 * its own bucket, so buckets are then worked off in parallel, each in line order. */
static void mine(char **line, long n)
{
    struct rec *rec = malloc(((size_t)n + 1) * sizeof *rec);
    long *sorted = malloc(((size_t)n + 1) * sizeof *sorted), start[NBUCKET + 2] = { 0 };
    if (!rec || !sorted) exit(1);
    #pragma omp parallel for schedule(static) reduction(+:level_count, err_min, malformed)
    for (long i = 0; i < n; i++)
        parse(line[i], &rec[i], level_count, err_min, &malformed);
    for (long i = 0; i < n; i++) start[rec[i].bucket + 1]++;
    for (int b = 0; b <= NBUCKET; b++) start[b + 1] += start[b];
    for (long i = 0; i < n; i++) sorted[start[rec[i].bucket]++] = i;
    #pragma omp parallel for schedule(dynamic, 1)
    for (int b = 0; b < NBUCKET; b++)
        for (long k = b ? start[b - 1] : 0; k < start[b]; k++)
            absorb_rec(&rec[sorted[k]], sorted[k]);
    free(rec); free(sorted);
}

static int by_count(const void *a, const void *b)
{
    const struct templ *x = *(struct templ *const *)a, *y = *(struct templ *const *)b;
    return x->count != y->count ? (x->count < y->count ? 1 : -1) : x->first > y->first ? 1 : -1;
}

static void report(int sim)
{
    static struct templ *all[100000];
    int n = 0;
    for (int b = 0; b < NBUCKET; b++)
        for (struct templ *t = bucket[sim][b]; t && n < 100000; t = t->next) all[n++] = t;
    qsort(all, (size_t)n, sizeof *all, by_count);
    printf("similarity %d%%: %d templates\n", percent[sim], n);
    for (int i = 0; i < n && i < 20; i++) {
        printf("%7ld (line %ld)", all[i]->count, all[i]->first + 1);
        for (int k = 0; k < all[i]->ntok; k++) printf(" %s", all[i]->tok[k]);
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    long lines = argc > 1 ? atol(argv[1]) : 600000, no = 0;
    make_text(lines);
    char **line = malloc(((size_t)lines + 1) * sizeof *line);
    if (!line) return 1;
    printf("%ld lines, %zu bytes\n", lines, text_len);
    for (char *p = text, *e; p < text + text_len; p = e + 1) {
        e = memchr(p, '\n', (size_t)(text + text_len - p));
        if (!e) break;
        *e = 0;
        line[no++] = p;
    }
    mine(line, no);
    free(line);
    for (int k = 0; k < NLEVEL; k++) printf("%-5s %8ld\n", level_name[k], level_count[k]);
    printf("malformed %ld\n", malformed);
    for (int sim = 0; sim < NSIM; sim++) report(sim);
    int mean = (int)(level_count[3] / MAXMIN) + 1;
    for (int m = 0; m < MAXMIN; m++)
        if (err_min[m] > 5 * mean) printf("burst at %02d:%02d, %d errors\n", m / 60, m % 60, err_min[m]);
    free(text);
    return 0;
}
