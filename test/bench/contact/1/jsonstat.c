// SPDX-License-Identifier: Apache-2.0
// jsonstat: parse a JSON document into a tree, collect statistics about it,
// serialize it again and compare.  Document generated in memory.

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum { J_NULL, J_BOOL, J_NUM, J_STR, J_ARR, J_OBJ } jtype;

typedef struct jnode {
    jtype type;
    union {
        bool b;
        double num;
        char *str;
        struct jnode *child;
    } u;
    char *key;              // when inside an object
    struct jnode *next;     // sibling
} jnode;

typedef struct {
    const char *p, *end;
    const char *err;
    int depth;
} parser;

typedef struct {
    char *data;
    size_t len, cap;
} strbuf;

// ---- arena: everything lives until the end of the run
static char *arena_cur, *arena_end;
static void *arena_blocks;

static void *arena(size_t n) {
    n = (n + 15) & ~(size_t)15;
    if ((size_t)(arena_end - arena_cur) < n || !arena_cur) {
        size_t sz = n > (1 << 20) ? n : (1 << 20);
        arena_cur = malloc(sz + 16);
        if (!arena_cur) abort();
        *(void **)arena_cur = arena_blocks;
        arena_blocks = arena_cur;
        arena_cur += 16;
        arena_end = arena_cur + sz;
    }
    void *r = arena_cur;
    arena_cur += n;
    return r;
}

static void arena_free(void) {
    while (arena_blocks) {
        void *next = *(void **)arena_blocks;
        free(arena_blocks);
        arena_blocks = next;
    }
}

static void sb_put(strbuf *s, const char *t, size_t n) {
    if (s->len + n + 1 > s->cap) {
        s->cap = (s->len + n + 1) * 2;
        s->data = realloc(s->data, s->cap);
        if (!s->data) abort();
    }
    memcpy(s->data + s->len, t, n);
    s->len += n;
    s->data[s->len] = 0;
}

static void sb_puts(strbuf *s, const char *t) { sb_put(s, t, strlen(t)); }

static void skip_ws(parser *ps) {
    while (ps->p < ps->end && isspace((unsigned char)*ps->p)) ps->p++;
}

static char *parse_string(parser *ps) {
    const char *q = ++ps->p;
    while (q < ps->end && *q != '"') q += *q == '\\' ? 2 : 1;
    if (q >= ps->end) {
        ps->err = "unterminated string";
        return NULL;
    }
    char *s = arena(q - ps->p + 1), *o = s;
    while (ps->p < q) {
        if (*ps->p == '\\') {
            ps->p++;
            switch (*ps->p) {
            case 'n': *o++ = '\n'; break;
            case 't': *o++ = '\t'; break;
            default: *o++ = *ps->p;
            }
            ps->p++;
        } else {
            *o++ = *ps->p++;
        }
    }
    *o = 0;
    ps->p = q + 1;
    return s;
}

static jnode *parse_value(parser *ps) {
    skip_ws(ps);
    if (ps->p >= ps->end) {
        ps->err = "unexpected end";
        return NULL;
    }
    jnode *n = arena(sizeof *n);
    memset(n, 0, sizeof *n);
    char c = *ps->p;
    if (c == '{' || c == '[') {
        char close = c == '{' ? '}' : ']';
        jnode **tail = &n->u.child;
        n->type = c == '{' ? J_OBJ : J_ARR;
        if (++ps->depth > 200) {
            ps->err = "too deep";
            return NULL;
        }
        ps->p++;
        skip_ws(ps);
        while (ps->p < ps->end && *ps->p != close) {
            char *key = NULL;
            if (n->type == J_OBJ) {
                if (*ps->p != '"' || !(key = parse_string(ps))) {
                    ps->err = "key expected";
                    return NULL;
                }
                skip_ws(ps);
                if (*ps->p++ != ':') {
                    ps->err = "colon expected";
                    return NULL;
                }
            }
            jnode *v = parse_value(ps);
            if (!v) return NULL;
            v->key = key;
            *tail = v;
            tail = &v->next;
            skip_ws(ps);
            if (*ps->p == ',') {
                ps->p++;
                skip_ws(ps);
            }
        }
        ps->p++;
        ps->depth--;
    } else if (c == '"') {
        n->type = J_STR;
        n->u.str = parse_string(ps);
        if (!n->u.str) return NULL;
    } else if (!strncmp(ps->p, "true", 4)) {
        n->type = J_BOOL, n->u.b = true, ps->p += 4;
    } else if (!strncmp(ps->p, "false", 5)) {
        n->type = J_BOOL, n->u.b = false, ps->p += 5;
    } else if (!strncmp(ps->p, "null", 4)) {
        n->type = J_NULL, ps->p += 4;
    } else {
        char *e;
        n->type = J_NUM;
        n->u.num = strtod(ps->p, &e);
        if (e == ps->p) {
            ps->err = "unexpected character";
            return NULL;
        }
        ps->p = e;
    }
    return n;
}

static void print_node(const jnode *n, strbuf *s) {
    char tmp[40];
    switch (n->type) {
    case J_NULL: sb_puts(s, "null"); break;
    case J_BOOL: sb_puts(s, n->u.b ? "true" : "false"); break;
    case J_NUM: snprintf(tmp, sizeof tmp, "%.10g", n->u.num); sb_puts(s, tmp); break;
    case J_STR: sb_puts(s, "\""); sb_puts(s, n->u.str); sb_puts(s, "\""); break;
    default:
        sb_puts(s, n->type == J_OBJ ? "{" : "[");
        for (const jnode *c = n->u.child; c; c = c->next) {
            if (c->key) {
                sb_puts(s, "\"");
                sb_puts(s, c->key);
                sb_puts(s, "\":");
            }
            print_node(c, s);
            if (c->next) sb_puts(s, ",");
        }
        sb_puts(s, n->type == J_OBJ ? "}" : "]");
    }
}

static void count(const jnode *n, long *cnt, double *sum, int depth, int *maxdepth) {
    cnt[n->type]++;
    if (depth > *maxdepth) *maxdepth = depth;
    if (n->type == J_NUM) *sum += n->u.num;
    if (n->type >= J_ARR)
        for (const jnode *c = n->u.child; c; c = c->next) count(c, cnt, sum, depth + 1, maxdepth);
}

static void generate(strbuf *s, int records) {
    char tmp[256];
    unsigned r = 7;
    sb_puts(s, "{\"version\":3,\"records\":[");
    for (int i = 0; i < records; i++) {
        r = r * 1103515245u + 12345u;
        int n = snprintf(tmp, sizeof tmp,
            "%s{\"id\":%d,\"name\":\"user %u\",\"score\":%.4f,\"active\":%s,\"parent\":null,"
            "\"tags\":[\"t%u\",\"t%u\"],\"pos\":{\"x\":%d,\"y\":%d,\"hist\":[%u,[%u,%u]]}}",
            i ? "," : "", i, r >> 12, (r >> 8) / 1000.0, r & 4096 ? "true" : "false", r >> 28, r >> 24 & 15,
            (int)(r >> 20) - 2048, (int)(r >> 16 & 4095), r >> 30, r >> 26, r >> 22);
        sb_put(s, tmp, n);
    }
    sb_puts(s, "]}");
}

int main(int argc, char **argv) {
    int records = argc > 1 ? atoi(argv[1]) : 400000;
    strbuf doc = {0}, again = {0};
    struct timespec a, b;
    generate(&doc, records);

    clock_gettime(CLOCK_MONOTONIC, &a);
    parser ps = {doc.data, doc.data + doc.len, NULL, 0};
    jnode *root = parse_value(&ps);
    if (!root) {
        printf("error at %ld: %s\n", (long)(ps.p - doc.data), ps.err);
        return 1;
    }
    long cnt[6] = {0};
    double sum = 0;
    int maxdepth = 0;
    count(root, cnt, &sum, 1, &maxdepth);
    print_node(root, &again);
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "%.3f s for %zu bytes\n", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9, doc.len);

    printf("null %ld bool %ld num %ld str %ld arr %ld obj %ld\n", cnt[0], cnt[1], cnt[2], cnt[3], cnt[4], cnt[5]);
    printf("depth %d, sum %.6g\n", maxdepth, sum);
    unsigned h = 5381;
    for (size_t i = 0; i < again.len; i++) h = h * 33 ^ (unsigned char)again.data[i];
    printf("length %zu hash %08x\n", again.len, h);
    free(doc.data);
    free(again.data);
    arena_free();
    return 0;
}
