/* clicks.c -- roll up a day of ad click logs: parse, validate, classify, group by
 * (country, campaign).  The log is generated into one big text buffer first.
 *
 * Usage: clicks [lines] [campaigns]
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_SIZE 4096
#define KEY_MAX    48
#define MAX_SHOWN  8

typedef struct Group {
    char key[KEY_MAX];
    long clicks, bots, mobile;
    long long cents;
    long first_ts, last_ts;
    struct Group *next;
} Group;

typedef enum { OK, BAD_FIELDS, BAD_DATE, BAD_STATUS, BAD_AMOUNT, BAD_URL, NUM_RESULTS } Result;

static const char *result_name[NUM_RESULTS] = {
    "ok", "bad_fields", "bad_date", "bad_status", "bad_amount", "bad_url"
};
static const char *countries[] = { "de", "fr", "us", "uk", "nl", "jp", "br", "in" };
static const char *agents[] = {
    "Mozilla/5.0 (X11; Linux x86_64) Firefox/121.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2) Mobile Safari/604.1",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile",
    "curl/8.4.0", "Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/120.0"
};

static Group *table[TABLE_SIZE];
static long num_groups;
static long results[NUM_RESULTS];
static char field_buf[8][160];          /* fields of the current line */

static unsigned state = 2463534242u;
static unsigned next_rand(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static char *put(char *p, const char *s) { while (*s) *p++ = *s++; return p; }
static char *put_num(char *p, unsigned v, int width)
{
    char tmp[12];
    int n = 0;
    do tmp[n++] = (char)('0' + v % 10); while ((v /= 10) || n < width);
    while (n) *p++ = tmp[--n];
    return p;
}

/* ts|country|status|amount|agent|url */
static char *write_line(char *p, long i, long total, unsigned campaigns)
{
    unsigned r = next_rand(), sec = (unsigned)((double)i / (double)total * 86400.0);
    p = put(p, "2024-0"); p = put_num(p, 1 + r % 9, 1); *p++ = '-';
    p = put_num(p, 1 + (r >> 4) % (r % 997 == 0 ? 40 : 28), 2); *p++ = 'T';
    p = put_num(p, sec / 3600, 2); *p++ = ':';
    p = put_num(p, sec / 60 % 60, 2); *p++ = ':';
    p = put_num(p, sec % 60, 2);
    *p++ = '|';
    p = put(p, countries[(r >> 8) % 8]); *p++ = '|';
    p = put_num(p, r % 50 == 0 ? 404 : r % 331 == 0 ? 999 : 200, 3); *p++ = '|';
    r = next_rand();
    if (r % 701 == 0) *p++ = '-';
    p = put_num(p, r % 90, 1); *p++ = '.'; p = put_num(p, (r >> 8) % 100, 2);
    *p++ = r % 407 == 0 ? ' ' : '|';
    p = put(p, agents[(r >> 16) % 6]); *p++ = '|';
    r = next_rand();
    p = put(p, "/l%61nd?src=n%65ws&utm_campaign=");
    p = put(p, r & 64 ? "Sp%72ing%5f" : "spring_");
    p = put_num(p, (r >> 8) % campaigns * ((r >> 20) % 3 + 1) / 3, 3);
    p = put(p, "&ref=");
    for (int k = 0; k < 12; k++) *p++ = (char)('a' + (r >> k) % 26);
    if (r % 811 == 0) p = put(p, "%zz");
    *p++ = '\n';
    return p;
}

static int to_int(const char *s, int n)
{
    int v = 0;
    while (n--) {
        if (!isdigit((unsigned char)*s)) return -1;
        v = v * 10 + (*s++ - '0');
    }
    return v;
}

static long parse_date(const char *s)
{
    static const int before[12] = { 0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335 };
    if (strlen(s) != 19 || s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':') return -1;
    int y = to_int(s, 4), m = to_int(s + 5, 2), d = to_int(s + 8, 2);
    int h = to_int(s + 11, 2), mi = to_int(s + 14, 2), se = to_int(s + 17, 2);
    if (y != 2024 || m < 1 || m > 12 || d < 1 || d > 31 || h < 0 || h > 23 || mi < 0 || mi > 59 || se < 0 || se > 59)
        return -1;
    return ((before[m - 1] + d - 1) * 24L + h) * 3600 + mi * 60 + se;
}

/* decode %xx in place, lower case */
static int url_decode(char *s)
{
    char *o = s;
    for (; *s; s++) {
        if (*s == '%') {
            if (!isxdigit((unsigned char)s[1]) || !isxdigit((unsigned char)s[2])) return -1;
            char hex[3] = { s[1], s[2], 0 };
            *o++ = (char)tolower((int)strtol(hex, NULL, 16));
            s += 2;
        } else
            *o++ = (char)tolower((unsigned char)*s);
    }
    *o = 0;
    return 0;
}

static Group *find_group(const char *key)
{
    unsigned h = 5381;
    for (const char *k = key; *k; k++) h = h * 33 + (unsigned char)*k;
    Group *g = table[h % TABLE_SIZE];
    while (g && strcmp(g->key, key)) g = g->next;
    if (g) return g;
    g = calloc(1, sizeof *g);
    if (!g) { fprintf(stderr, "out of memory\n"); exit(2); }
    strcpy(g->key, key);
    g->next = table[h % TABLE_SIZE];
    table[h % TABLE_SIZE] = g;
    num_groups++;
    return g;
}

static Result process_line(const char *line, const char *end)
{
    int nf = 0, n = 0;
    char key[KEY_MAX], *camp, *amp, *rest;
    for (; line < end; line++) {
        if (*line == '|') {
            field_buf[nf][n] = 0;
            n = 0;
            if (++nf >= 8) return BAD_FIELDS;
        } else if (n < 159)
            field_buf[nf][n++] = *line;
    }
    field_buf[nf][n] = 0;
    if (nf != 5) return BAD_FIELDS;
    long ts = parse_date(field_buf[0]);
    if (ts < 0) return BAD_DATE;
    int status = atoi(field_buf[2]);
    if (status < 100 || status > 599) return BAD_STATUS;
    double amount = strtod(field_buf[3], &rest);
    if (*rest || amount < 0) return BAD_AMOUNT;
    if (url_decode(field_buf[5]) || !(camp = strstr(field_buf[5], "utm_campaign="))) return BAD_URL;
    camp += 13;
    if ((amp = strchr(camp, '&'))) *amp = 0;
    snprintf(key, sizeof key, "%.4s/%.40s", field_buf[1], camp);
    Group *g = find_group(key);
    if (strstr(field_buf[4], "bot") || strncmp(field_buf[4], "Mozilla", 7)) { g->bots++; return OK; }
    if (strstr(field_buf[4], "Mobile")) g->mobile++;
    if (g->clicks++ == 0 || ts < g->first_ts) g->first_ts = ts;
    if (ts > g->last_ts) g->last_ts = ts;
    if (status == 200) g->cents += (long long)(amount * 100.0 + 0.5);
    return OK;
}

static int by_revenue(const void *a, const void *b)
{
    const Group *x = *(Group *const *)a, *y = *(Group *const *)b;
    if (x->cents != y->cents) return x->cents < y->cents ? 1 : -1;
    return strcmp(x->key, y->key);
}

int main(int argc, char **argv)
{
    long lines = argc > 1 ? atol(argv[1]) : 900000, i, lineno = 0, shown = 0;
    unsigned campaigns = argc > 2 ? (unsigned)atoi(argv[2]) : 300, check = 0;
    if (lines < 1 || campaigns < 1) { fprintf(stderr, "usage: clicks [lines] [campaigns]\n"); return 1; }
    char *log = malloc((size_t)lines * 220), *end = log, *p, *nl;
    if (!log) return 2;
    for (i = 0; i < lines; i++) end = write_line(end, i, lines, campaigns);

    for (p = log; p < end; p = nl + 1) {
        nl = memchr(p, '\n', (size_t)(end - p));
        lineno++;
        Result r = process_line(p, nl);
        results[r]++;
        if (r != OK && shown++ < MAX_SHOWN) printf("line %ld: %s\n", lineno, result_name[r]);
    }

    Group **all = malloc(sizeof *all * (size_t)(num_groups + 1));
    if (!all) return 2;
    for (i = 0, num_groups = 0; i < TABLE_SIZE; i++)
        for (Group *g = table[i]; g; g = g->next) all[num_groups++] = g;
    qsort(all, (size_t)num_groups, sizeof *all, by_revenue);
    for (i = 0; i < num_groups; i++) {
        Group *g = all[i];
        check = check * 31 + (unsigned)(g->cents ^ g->clicks ^ g->first_ts ^ g->last_ts ^ (g->bots << 8));
        if (i < 10)
            printf("%-16s %10lld.%02lld clicks %ld bots %ld mobile %ld span %ld\n", g->key, g->cents / 100,
                   g->cents % 100, g->clicks, g->bots, g->mobile, g->last_ts - g->first_ts);
    }
    for (i = 0; i < NUM_RESULTS; i++) printf("%s=%ld ", result_name[i], results[i]);
    printf("\ngroups %ld check %08x\n", num_groups, check);
    for (i = 0; i < num_groups; i++) free(all[i]);
    free(all);
    free(log);
    return 0;
}
