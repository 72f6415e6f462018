// Reads a table of sales (made up first, as text), checks and parses its lines, and reports by shop, month and product.
// ARGS: 800
// BENCH: 900000
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOPS 40
#define PRODUCTS 200

typedef struct {
  short shop, product;
  unsigned char month, day;
  int quantity;
  long cents;
} Sale;

typedef struct {
  char *text;
  size_t length, room;
} Text;

typedef struct {
  long cents;
  int count, biggest;
} Total;

static unsigned state = 17;

static int pick(int limit) {
  state = state * 1664525u + 1013904223u;
  return (int)((state >> 10) % (unsigned)limit);
}

static void append(Text *t, const char *line) {
  size_t n = strlen(line);
  if (t->length + n + 1 > t->room) {
    t->room = 2 * t->room + n + 1024;
    t->text = realloc(t->text, t->room);
    if (!t->text)
      exit(1);
  }
  memcpy(t->text + t->length, line, n + 1);
  t->length += n;
}

static Text makeTable(int lines) {
  Text t = {NULL, 0, 0};
  append(&t, "date;shop;product;quantity;price\n");
  for (int i = 0; i < lines; i++) {
    char line[100];
    int month = 1 + pick(12), day = 1 + pick(28), shop = pick(SHOPS);
    if (pick(200) == 0)
      snprintf(line, sizeof line, "broken line %d\n", i);
    else
      snprintf(line, sizeof line, "2024-%02d-%02d;S%02d;P%03d;%d;%d.%02d\n", month, day, shop, pick(PRODUCTS),
               1 + pick(20), pick(300), pick(100));
    append(&t, line);
  }
  return t;
}

static size_t countLines(const char *text) {
  size_t lines = 0;
  while (*text)
    if (*text++ == '\n')
      lines++;
  return lines;
}

static size_t splitLines(char *text, char **lines) {
  size_t n = 0;
  char *p = text;
  while (*p) {
    lines[n++] = p;
    while (*p && *p != '\n')
      p++;
    if (*p)
      *p++ = '\0';
  }
  return n;
}

static const char *number(const char *p, int *value) {
  int v = 0;
  if (!isdigit((unsigned char)*p))
    return NULL;
  while (isdigit((unsigned char)*p))
    v = 10 * v + (*p++ - '0');
  *value = v;
  return p;
}

static const char *expect(const char *p, char c) { return p && *p == c ? p + 1 : NULL; }

static int parseSale(const char *p, Sale *sale) {
  int year, month, day, shop, product, quantity, whole, part;
  if (!(p = number(p, &year)) || !(p = expect(p, '-')) || !(p = number(p, &month)) || !(p = expect(p, '-')) ||
      !(p = number(p, &day)) || !(p = expect(p, ';')) || !(p = expect(p, 'S')) || !(p = number(p, &shop)) ||
      !(p = expect(p, ';')) || !(p = expect(p, 'P')) || !(p = number(p, &product)) || !(p = expect(p, ';')) ||
      !(p = number(p, &quantity)) || !(p = expect(p, ';')) || !(p = number(p, &whole)) || !(p = expect(p, '.')) ||
      !(p = number(p, &part)))
    return 0;
  if (month < 1 || month > 12 || shop >= SHOPS || product >= PRODUCTS)
    return 0;
  sale->month = (unsigned char)month;
  sale->day = (unsigned char)day;
  sale->shop = (short)shop;
  sale->product = (short)product;
  sale->quantity = quantity;
  sale->cents = (long)quantity * (100 * whole + part);
  return 1;
}

static void addTo(Total *t, const Sale *sale) {
  t->cents += sale->cents;
  t->count++;
  if (sale->quantity > t->biggest)
    t->biggest = sale->quantity;
}

static int byCents(const void *a, const void *b) {
  const Total *const *x = a, *const *y = b;
  if ((*x)->cents != (*y)->cents)
    return (*x)->cents < (*y)->cents ? 1 : -1;
  return *x < *y ? -1 : *x > *y;
}

static void ranking(const char *what, Total *totals, int count, int best) {
  Total **order = malloc(count * sizeof *order);
  for (int i = 0; i < count; i++)
    order[i] = &totals[i];
  qsort(order, count, sizeof *order, byCents);
  for (int i = 0; i < best; i++)
    printf("%s %d: %ld.%02ld in %d sales, biggest %d\n", what, (int)(order[i] - totals), order[i]->cents / 100,
           order[i]->cents % 100, order[i]->count, order[i]->biggest);
  free(order);
}

/* Moving average of the daily turnover over a week. */
static void smooth(const long *daily, double *average, int days) {
  for (int d = 0; d < days; d++) {
    long sum = 0;
    int n = 0;
    for (int k = d - 3; k <= d + 3; k++)
      if (k >= 0 && k < days) {
        sum += daily[k];
        n++;
      }
    average[d] = (double)sum / n;
  }
}

int main(int argc, char **argv) {
  int lines = argc > 1 ? atoi(argv[1]) : 5000;
  Text table = makeTable(lines);
  size_t room = countLines(table.text);
  char **line = malloc((room + 1) * sizeof *line);
  size_t count = splitLines(table.text, line);
  Sale *sales = malloc(count * sizeof *sales);
  char *valid = calloc(count, 1);
  int good = 0;

  for (size_t i = 1; i < count; i++)
    valid[i] = (char)parseSale(line[i], &sales[i]);
  for (size_t i = 1; i < count; i++)
    if (valid[i])
      sales[good++] = sales[i];

  static Total byShop[SHOPS], byProduct[PRODUCTS];
  static long daily[12 * 28], matrix[SHOPS][12];
  for (int i = 0; i < good; i++) {
    const Sale *s = &sales[i];
    addTo(&byShop[s->shop], s);
    addTo(&byProduct[s->product], s);
    daily[(s->month - 1) * 28 + (s->day - 1) % 28] += s->cents;
    matrix[s->shop][s->month - 1] += s->cents;
  }
  double average[12 * 28], steepest = 0;
  int when = 0;
  smooth(daily, average, 12 * 28);
  for (int d = 1; d < 12 * 28; d++)
    if (average[d] - average[d - 1] > steepest) {
      steepest = average[d] - average[d - 1];
      when = d;
    }
  printf("%zu lines, %d good, steepest %.2f on day %d\n", count, good, steepest, when);
  ranking("shop", byShop, SHOPS, 5);
  ranking("product", byProduct, PRODUCTS, 5);
  long grand = 0;
  for (int s = 0; s < SHOPS; s++)
    for (int m = 0; m < 12; m++)
      grand += matrix[s][m];
  printf("all %ld.%02ld\n", grand / 100, grand % 100);
  free(valid);
  free(sales);
  free(line);
  free(table.text);
  return 0;
}
