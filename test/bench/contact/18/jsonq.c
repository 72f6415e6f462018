/* jsonq - recursive descent JSON parser over many small documents.
 * Every document is parsed into an arena, checked, queried by path and
 * written back in canonical form (sorted keys) to hash it. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum jtype { J_NULL, J_BOOL, J_NUM, J_STR, J_ARR, J_OBJ };

struct jval {
  enum jtype type;
  union {
    int b;
    double num;
    const char *str;
    struct jval *child;
  } u;
  const char *key;
  struct jval *next;
  int count;
};

struct arena {
  char *base;
  size_t used, cap;
};

struct parser {
  const char *p, *end;
  struct arena *mem;
  int depth;
  const char *err;
};

struct doc {
  char *text;
  size_t len;
  const char *err;
  int errpos;
  double amount;
  uint64_t hash;
};

static void *take(struct arena *a, size_t n) {
  n = (n + 15) & ~(size_t)15;
  if (a->used + n > a->cap) return NULL;
  a->used += n;
  return a->base + a->used - n;
}

static struct jval *fail(struct parser *ps, const char *why) {
  if (!ps->err) ps->err = why;
  return NULL;
}

static void skip(struct parser *ps) {
  while (ps->p < ps->end && strchr(" \n\t\r", *ps->p)) ps->p++;
}

static const char *parse_string(struct parser *ps) {
  const char *s = ++ps->p;
  while (s < ps->end && *s != '"') s += *s == '\\' ? 2 : 1;
  if (s >= ps->end) return (void *)fail(ps, "unterminated string");
  char *out = take(ps->mem, s - ps->p + 1), *o = out;
  if (!out) return (void *)fail(ps, "document too large");
  for (; *ps->p != '"'; ps->p++) {
    if (*ps->p != '\\') *o++ = *ps->p;
    else switch (*++ps->p) {
      case 'n': *o++ = '\n'; break;
      case 't': *o++ = '\t'; break;
      case '"': case '\\': case '/': *o++ = *ps->p; break;
      default: return (void *)fail(ps, "bad escape");
    }
  }
  *o = 0;
  ps->p++;
  return out;
}

static struct jval *parse_value(struct parser *ps);

static struct jval *parse_list(struct parser *ps, struct jval *v, char close) {
  struct jval **tail = &v->u.child;
  v->u.child = NULL;
  ps->p++;
  skip(ps);
  if (ps->p < ps->end && *ps->p == close) return ps->p++, v;
  for (;;) {
    const char *key = NULL;
    skip(ps);
    if (v->type == J_OBJ) {
      if (ps->p >= ps->end || *ps->p != '"') return fail(ps, "expected key");
      if (!(key = parse_string(ps))) return NULL;
      skip(ps);
      if (ps->p >= ps->end || *ps->p++ != ':') return fail(ps, "expected colon");
    }
    struct jval *c = parse_value(ps);
    if (!c) return NULL;
    c->key = key;
    *tail = c;
    tail = &c->next;
    v->count++;
    skip(ps);
    if (ps->p >= ps->end) return fail(ps, "unexpected end");
    char ch = *ps->p++;
    if (ch == close) return v;
    if (ch != ',') return fail(ps, "expected comma");
  }
}

static struct jval *parse_value(struct parser *ps) {
  struct jval *v = take(ps->mem, sizeof *v);
  if (!v) return fail(ps, "document too large");
  memset(v, 0, sizeof *v);
  if (++ps->depth > 40) return fail(ps, "too deep");
  skip(ps);
  if (ps->p >= ps->end) return fail(ps, "unexpected end");
  size_t left = ps->end - ps->p;
  if (*ps->p == '{' || *ps->p == '[') {
    v->type = *ps->p == '{' ? J_OBJ : J_ARR;
    if (!parse_list(ps, v, *ps->p == '{' ? '}' : ']')) return NULL;
  } else if (*ps->p == '"') {
    v->type = J_STR;
    if (!(v->u.str = parse_string(ps))) return NULL;
  } else if (left >= 4 && !memcmp(ps->p, "true", 4)) {
    v->type = J_BOOL, v->u.b = 1, ps->p += 4;
  } else if (left >= 5 && !memcmp(ps->p, "false", 5)) {
    v->type = J_BOOL, ps->p += 5;
  } else if (left >= 4 && !memcmp(ps->p, "null", 4)) {
    ps->p += 4;
  } else {
    char *e;
    v->type = J_NUM;
    v->u.num = strtod(ps->p, &e);
    if (e == ps->p) return fail(ps, "unexpected character");
    ps->p = e;
  }
  ps->depth--;
  return v;
}

static const struct jval *get(const struct jval *v, const char *key) {
  if (v && v->type == J_OBJ)
    for (const struct jval *c = v->u.child; c; c = c->next)
      if (strcmp(c->key, key) == 0) return c;
  return NULL;
}

static void mixin(uint64_t *h, const char *fmt, ...) {
  char buf[128];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(buf, sizeof buf, fmt, ap);
  va_end(ap);
  for (const char *s = buf; *s; s++) *h = (*h ^ (unsigned char)*s) * 1099511628211ULL;
}

static int cmp_key(const void *a, const void *b) {
  return strcmp((*(struct jval *const *)a)->key, (*(struct jval *const *)b)->key);
}

static void canonical(const struct jval *v, struct arena *mem, uint64_t *h) {
  switch (v->type) {
    case J_NULL: mixin(h, "null"); break;
    case J_BOOL: mixin(h, v->u.b ? "true" : "false"); break;
    case J_NUM: mixin(h, "%.15g", v->u.num); break;
    case J_STR: mixin(h, "\"%.100s\"", v->u.str); break;
    default: {
      size_t mark = mem->used;
      struct jval **list = take(mem, (v->count + 1) * sizeof *list);
      int n = 0;
      if (!list) return;
      for (struct jval *c = v->u.child; c; c = c->next) list[n++] = c;
      if (v->type == J_OBJ) qsort(list, n, sizeof *list, cmp_key);
      mixin(h, v->type == J_OBJ ? "{" : "[");
      for (int i = 0; i < n; i++) {
        mixin(h, v->type == J_OBJ ? "%s:" : "", list[i]->key);
        canonical(list[i], mem, h);
      }
      mixin(h, v->type == J_OBJ ? "}" : "]");
      mem->used = mark;
    }
  }
}

static void process(struct doc *d, struct arena *mem) {
  struct parser ps = {d->text, d->text + d->len, mem, 0, NULL};
  mem->used = 0;
  d->hash = 14695981039346656037ULL;
  struct jval *root = parse_value(&ps);
  skip(&ps);
  d->err = root && ps.p != ps.end ? "trailing text" : ps.err;
  d->errpos = (int)(ps.p - d->text);
  if (d->err) return;
  const struct jval *items = get(get(root, "order"), "items");
  for (const struct jval *it = items ? items->u.child : NULL; it; it = it->next) {
    const struct jval *q = get(it, "qty"), *pr = get(it, "price");
    if (q && pr && q->type == J_NUM && pr->type == J_NUM) d->amount += q->u.num * pr->u.num;
  }
  canonical(root, mem, &d->hash);
}

static void make_doc(struct doc *d, unsigned k) {
  unsigned r = k * 2654435761u + 17;
  int n = 2 + (r >> 5) % 14;
  char *p = d->text = malloc(400 + n * 160);
  if (!p) exit(1);
  p += sprintf(p, "{\"id\": %u, \"tags\": [\"a%u\", null, true], \"order\": {\"customer\": \"cust\\t%u\", \"items\": [", k, r % 9, r % 5000);
  for (int i = 0; i < n; i++) {
    r = r * 1103515245u + 12345u;
    p += sprintf(p, "%s{\"sku\": \"S-%05u\", \"qty\": %u, \"price\": %u.%02u, \"opt\": {\"w\": %.3fe-2, \"z\": [1, [2, [%d]]]}}", i ? ", " : "",
                 r >> 15, 1 + (r >> 9) % 12, (r >> 7) % 300, (r >> 11) % 100, (r >> 4) % 9999 / 7.0, i);
  }
  p += sprintf(p, "]}, \"paid\": %s}\n", r & 4096 ? "true" : "false");
  d->len = p - d->text;
  if (k % 97 == 13) d->text[(r >> 3) % d->len] = "}:,\\"[r >> 20 & 3];  // transmission error
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 30000, bad = 0;
  struct doc *docs = calloc(n > 0 ? n : 1, sizeof *docs);
  struct arena mem = {malloc(1 << 16), 0, 1 << 16};
  if (!docs || !mem.base) return 1;
  for (int i = 0; i < n; i++) make_doc(&docs[i], i);
  for (int i = 0; i < n; i++) process(&docs[i], &mem);
  double total = 0;
  uint64_t h = 0;
  for (int i = 0; i < n; i++) {
    if (docs[i].err && bad++ < 6) printf("doc %d: %s at %d\n", i, docs[i].err, docs[i].errpos);
    total += docs[i].amount;
    h = h * 31 + docs[i].hash;
    free(docs[i].text);
  }
  printf("%d documents, %d bad, amount %.4f, hash %016llx\n", n, bad, total, (unsigned long long)h);
  free(docs);
  free(mem.base);
  return 0;
}
