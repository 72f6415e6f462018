// SPDX-License-Identifier: Apache-2.0
/* Converts a collection of Markdown documents to HTML.  The documents are
 * produced by a small generator.  Supported: ATX headings, paragraphs, nested
 * emphasis, inline code, links, block quotes, bullet and numbered lists,
 * fenced code and horizontal rules. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { char *data; size_t len, cap; } Str;

typedef struct {
  Str out;
  bool in_para, in_code, in_quote;
  int list;           /* 0, '*' or '1' */
  int headings, links, codes;
} Conv;

static void str_put(Str *s, const char *p, size_t n)
{
  if (s->len + n + 1 > s->cap) {
    s->cap = (s->len + n + 1) * 2;
    s->data = realloc(s->data, s->cap);
    if (!s->data) {
      perror("md2html");
      exit(1);
    }
  }
  memcpy(s->data + s->len, p, n);
  s->len += n;
  s->data[s->len] = 0;
}

static void str_puts(Str *s, const char *z) { str_put(s, z, strlen(z)); }
static void put_escaped(Str *s, const char *p, size_t n)
{
  for (size_t i = 0; i < n; i++)
    switch (p[i]) {
    case '<': str_puts(s, "&lt;"); break;
    case '>': str_puts(s, "&gt;"); break;
    case '&': str_puts(s, "&amp;"); break;
    case '"': str_puts(s, "&quot;"); break;
    default: str_put(s, p + i, 1);
    }
}

static const char *find(const char *p, const char *end, const char *what)
{
  size_t n = strlen(what);
  for (; p + n <= end; p++)
    if (memcmp(p, what, n) == 0)
      return p;
  return NULL;
}

static void inline_text(Conv *c, const char *p, const char *end)
{
  while (p < end) {
    const char *q;
    if (*p == '\\' && p + 1 < end && ispunct((unsigned char)p[1])) {
      put_escaped(&c->out, p + 1, 1);
      p += 2;
    } else if (*p == '`' && (q = find(p + 1, end, "`"))) {
      str_puts(&c->out, "<code>");
      put_escaped(&c->out, p + 1, q - p - 1);
      str_puts(&c->out, "</code>");
      c->codes++;
      p = q + 1;
    } else if (end - p > 4 && p[0] == '*' && p[1] == '*' && (q = find(p + 2, end, "**"))) {
      str_puts(&c->out, "<strong>");
      inline_text(c, p + 2, q);
      str_puts(&c->out, "</strong>");
      p = q + 2;
    } else if ((*p == '*' || *p == '_') && (q = find(p + 1, end, *p == '*' ? "*" : "_")) && q > p + 1) {
      str_puts(&c->out, "<em>");
      inline_text(c, p + 1, q);
      str_puts(&c->out, "</em>");
      p = q + 1;
    } else if (*p == '[' && (q = find(p + 1, end, "]("))) {
      const char *close = find(q + 2, end, ")");
      if (!close) {
        str_put(&c->out, p++, 1);
        continue;
      }
      str_puts(&c->out, "<a href=\"");
      put_escaped(&c->out, q + 2, close - q - 2);
      str_puts(&c->out, "\">");
      inline_text(c, p + 1, q);
      str_puts(&c->out, "</a>");
      c->links++;
      p = close + 1;
    } else
      put_escaped(&c->out, p++, 1);
  }
}

static void close_blocks(Conv *c, bool quote_too)
{
  if (c->in_para) str_puts(&c->out, "</p>\n");
  if (c->list) str_puts(&c->out, c->list == '*' ? "</ul>\n" : "</ol>\n");
  c->in_para = false;
  c->list = 0;
  if (quote_too && c->in_quote) {
    str_puts(&c->out, "</blockquote>\n");
    c->in_quote = false;
  }
}

static void item(Conv *c, int kind, const char *p, const char *end)
{
  if (c->list != kind) {
    close_blocks(c, false);
    str_puts(&c->out, kind == '*' ? "<ul>\n" : "<ol>\n");
    c->list = kind;
  }
  str_puts(&c->out, "<li>");
  inline_text(c, p, end);
  str_puts(&c->out, "</li>\n");
}

static void line(Conv *c, const char *p, const char *end)
{
  if (end - p >= 3 && memcmp(p, "```", 3) == 0) {
    if (!c->in_code) close_blocks(c, true);
    str_puts(&c->out, c->in_code ? "</code></pre>\n" : "<pre><code>");
    c->in_code = !c->in_code;
    return;
  }
  if (c->in_code) {
    put_escaped(&c->out, p, end - p);
    str_puts(&c->out, "\n");
    return;
  }
  while (p < end && *p == ' ') p++;
  if (p == end) {
    close_blocks(c, true);
    return;
  }
  if (*p == '>') {
    if (!c->in_quote) {
      close_blocks(c, false);
      str_puts(&c->out, "<blockquote>\n");
      c->in_quote = true;
    }
    line(c, p + 1, end);
    return;
  }
  if (*p == '#') {
    int level = 0;
    while (p < end && *p == '#' && level < 6) p++, level++;
    char tag[8];
    close_blocks(c, true);
    snprintf(tag, sizeof tag, "<h%d>", level);
    str_puts(&c->out, tag);
    while (p < end && *p == ' ') p++;
    inline_text(c, p, end);
    snprintf(tag, sizeof tag, "</h%d>\n", level);
    str_puts(&c->out, tag);
    c->headings++;
    return;
  }
  if (end - p == 3 && memcmp(p, "---", 3) == 0) {
    close_blocks(c, true);
    str_puts(&c->out, "<hr>\n");
    return;
  }
  if (end - p > 2 && (*p == '-' || *p == '*') && p[1] == ' ') {
    item(c, '*', p + 2, end);
    return;
  }
  if (isdigit((unsigned char)*p)) {
    const char *q = p;
    while (q < end && isdigit((unsigned char)*q)) q++;
    if (end - q > 2 && q[0] == '.' && q[1] == ' ') {
      item(c, '1', q + 2, end);
      return;
    }
  }
  if (!c->in_para) {
    close_blocks(c, false);
    str_puts(&c->out, "<p>");
    c->in_para = true;
  } else
    str_puts(&c->out, "\n");
  inline_text(c, p, end);
}

static void convert(Conv *c, const char *text)
{
  while (*text) {
    const char *end = strchr(text, '\n');
    if (!end) end = text + strlen(text);
    line(c, text, end);
    text = *end ? end + 1 : end;
  }
  close_blocks(c, true);
}

static void write_document(Str *s, unsigned seed, int lines)
{
  static const char *frag[] = { "the *quick* fox", "a `x < y` test", "see [the **manual**](http://e.org/?a=1&b=2)",
    "plain words follow here", "some \\*escaped\\* stars", "**bold _and_ more**", "3 > 2 & 1", "yet another phrase",
    "_well_", "with a lone * star" };
  static const char *lead[] = { "", "", "", "", "- ", "- ", "1. ", "> ", "## ", "", "\n", "\n" };
  for (int i = 0; i < lines; i++) {
    seed = seed * 1103515245u + 12345u;
    unsigned r = seed >> 16;
    if (r % 60 == 7) {
      str_puts(s, "```\nif (a < b && c) { *p = 0; }\n```\n");
      continue;
    }
    str_puts(s, lead[r % 12]);
    for (unsigned k = 0; k <= r / 64 % 5; k++) {
      str_puts(s, frag[(r / 7 + k * k * 3) % 10]);
      str_puts(s, k % 3 == 2 ? ", " : " ");
    }
    str_puts(s, "\n");
  }
}

int main(int argc, char **argv)
{
  int docs = argc > 1 ? atoi(argv[1]) : 3600, lines = argc > 2 ? atoi(argv[2]) : 500;
  unsigned long in = 0, out = 0, h = 5381;
  int headings = 0, links = 0, codes = 0;
  #pragma omp parallel for ordered schedule(dynamic, 1) reduction(+ : in, out, headings, links, codes)
  for (int d = 0; d < docs; d++) {
    Str src = { 0 };
    Conv c = { .list = 0 };
    write_document(&src, 17u + d, lines + d % 90);
    convert(&c, src.data ? src.data : "");
    unsigned long hd = 5381;
    for (size_t i = 0; i < c.out.len; i++)
      hd = hd * 33 + (unsigned char)c.out.data[i];
    #pragma omp ordered
    {
    h = h * 33 + hd;
    if (d % 300 == 0) printf("doc %4d: %7zu -> %7zu bytes, hash %016lx\n", d, src.len, c.out.len, hd);
    }
    in += src.len, out += c.out.len;
    headings += c.headings, links += c.links, codes += c.codes;
    free(src.data);
    free(c.out.data);
  }
  printf("%d documents, %lu -> %lu bytes, %d headings, %d links, %d code spans, hash %016lx\n",
         docs, in, out, headings, links, codes, h);
  return 0;
}
