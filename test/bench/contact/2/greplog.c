// SPDX-License-Identifier: Apache-2.0
/* Small regular expression matcher (literals . [] * + ? ^ $ \d \w)
 * run over generated log lines, counts matches for each pattern. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <time.h>

enum { CHAR, ANY, SET, DIGIT, WORD, END };

typedef struct {
    int type;
    char ch;
    char rep;                   /* 0, '*', '+' or '?' */
    unsigned char set[32];
} Atom;

typedef struct {
    Atom atom[64];
    int n, anchored;
} Regex;

static void compile(Regex *re, const char *p)
{
    memset(re, 0, sizeof *re);
    if (*p == '^') {
        re->anchored = 1;
        p++;
    }
    while (*p) {
        Atom *a = &re->atom[re->n++];
        if (*p == '.') {
            a->type = ANY;
        } else if (*p == '\\') {
            p++;
            a->type = *p == 'd' ? DIGIT : *p == 'w' ? WORD : CHAR;
            a->ch = *p;
        } else if (*p == '$' && !p[1]) {
            a->type = END;
        } else if (*p == '[') {
            a->type = SET;
            for (p++; *p != ']'; p++) {
                int lo = p[0], hi = lo;
                if (p[1] == '-' && p[2] != ']')
                    hi = p[2], p += 2;
                for (int c = lo; c <= hi; c++)
                    a->set[c >> 3] |= 1 << (c & 7);
            }
        } else {
            a->type = CHAR;
            a->ch = *p;
        }
        p++;
        if (*p == '*' || *p == '+' || *p == '?')
            a->rep = *p++;
    }
}

static int accepts(const Atom *a, char c)
{
    unsigned char u = (unsigned char)c;
    switch (a->type) {
    case CHAR: return a->ch == c;
    case ANY: return 1;
    case SET: return a->set[u >> 3] >> (u & 7) & 1;
    case DIGIT: return isdigit(u) != 0;
    case WORD: return isalnum(u) || c == '_';
    }
    return 0;
}

static const char *match_here(const Regex *re, int k, const char *s)
{
    if (k == re->n)
        return s;
    const Atom *a = &re->atom[k];
    if (a->type == END)
        return *s ? NULL : s;
    int min = a->rep == '*' || a->rep == '?' ? 0 : 1;
    int max = a->rep == '*' || a->rep == '+' ? 1 << 30 : 1;
    int n = 0;
    while (n < max && s[n] && accepts(a, s[n]))
        n++;
    for (; n >= min; n--) {
        const char *e = match_here(re, k + 1, s + n);
        if (e)
            return e;
    }
    return NULL;
}

static int search(const Regex *re, const char *line, int *len)
{
    for (const char *s = line;; s++) {
        const char *e = match_here(re, 0, s);
        if (e) {
            *len = (int)(e - s);
            return (int)(s - line);
        }
        if (re->anchored || !*s)
            return -1;
    }
}

static unsigned seed = 5;
static int rnd(int m)
{
    seed = seed * 1103515245u + 12345u;
    return (int)((seed >> 8) % (unsigned)m);
}

static char *log_line(void)
{
    static const char *lev[] = {"INFO", "WARN", "ERROR", "DEBUG"};
    static const char *what[] = {"connection from", "timeout talking to", "user_login", "GET /index.html",
                                 "POST /api/v2/items", "disk usage above limit on", "retrying request to"};
    char buf[256];
    snprintf(buf, sizeof buf, "2021-%02d-%02d %02d:%02d:%02d [%s] worker%d: %s 10.%d.%d.%d took %dms%s",
             1 + rnd(12), 1 + rnd(28), rnd(24), rnd(60), rnd(60), lev[rnd(4)], rnd(16), what[rnd(7)],
             rnd(256), rnd(256), rnd(256), rnd(5000), rnd(5) ? "" : " (slow)");
    return strdup(buf);
}

int main(int argc, char **argv)
{
    static const char *pattern[] = {"ERROR", "^2021-0[1-6]", "took \\d\\d\\d\\d+ms", "\\(slow\\)$",
                                    "\\d+\\.\\d+\\.\\d+\\.25[0-5]", "[A-Z]+ /\\w+/v\\d", "w.*k.*1.*5:.*t",
                                    ".*worker7.*timeout.*9ms", "\\[WARN\\].*retr?y.*10\\.1.*(slow)"};
    int nl = argc > 1 ? atoi(argv[1]) : 60000, np = sizeof pattern / sizeof *pattern;
    char **line = malloc(nl * sizeof *line);
    Regex *re = malloc(np * sizeof *re);
    struct timespec a, b;
    for (int i = 0; i < nl; i++)
        line[i] = log_line();
    for (int p = 0; p < np; p++)
        compile(&re[p], pattern[p]);
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int p = 0; p < np; p++) {
        long hits = 0, pos = 0, chars = 0;
        for (int i = 0; i < nl; i++) {
            int len, at = search(&re[p], line[i], &len);
            if (at >= 0) {
                hits++;
                pos += at;
                chars += len;
            }
        }
        printf("%-32s %7ld lines, column sum %9ld, matched %9ld chars\n", pattern[p], hits, pos, chars);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    for (int i = 0; i < nl; i++)
        free(line[i]);
    free(line);
    free(re);
    return 0;
}
