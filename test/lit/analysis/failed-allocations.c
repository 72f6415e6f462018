// What runs only where an allocation has failed, and ends the program, is no
// effect: neither output in order nor an early end. Anything else that may end
// it is one.
// RUN: %hocketcc --stop-after=analysis --print-after=analysis %s | %FileCheck %s
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
  char *data;
  size_t length, room;
};

static void die(const char *format, ...) {
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  exit(2);
}

// CHECK-LABEL: function tested
// CHECK-NOT: may-not-return
static char *tested(size_t n) {
  char *p = malloc(n);
  if (!p)
    die("no memory\n");
  return p;
}

// CHECK-LABEL: function grown
// CHECK-NOT: may-not-return
static void grown(struct buffer *b, size_t n) {
  b->room += n;
  if ((b->data = realloc(b->data, b->room)) == NULL) {
    perror("grown");
    abort();
  }
}

// CHECK-LABEL: function stored
// CHECK-NOT: may-not-return
static void stored(struct buffer *b, size_t n) {
  b->data = malloc(n);
  b->room = n;
  if (b->data == NULL) {
    fputs("no memory\n", stderr);
    exit(EXIT_FAILURE);
  }
}

// CHECK-LABEL: function created
// CHECK-NOT: may-not-return
static struct buffer *created(void) {
  struct buffer *b = calloc(1, sizeof *b);
  if (!b)
    return NULL;
  return b;
}

// CHECK-LABEL: function several
// CHECK-NOT: may-not-return
static size_t several(size_t n) {
  char *p = tested(n), *q = strdup("q");
  struct buffer *b = created();
  if (!p || q == NULL || !b)
    die("nothing\n");
  size_t length = strlen(q) + b->length;
  free(p);
  free(q);
  free(b);
  return length;
}

// CHECK-LABEL: function must
// CHECK-NOT: may-not-return
static void *must(void *block) {
  if (!block) {
    fprintf(stderr, "out of memory\n");
    exit(EXIT_FAILURE);
  }
  return block;
}

// Not the same for all: some request may always fail.
// CHECK-LABEL: function numbered
// CHECK: may-not-return
static char *numbered(size_t n) {
  char *p = malloc(n);
  if (!p)
    die("no %zu bytes\n", n);
  return p;
}

// CHECK-LABEL: function condition
// CHECK: may-not-return
static void condition(struct buffer *b, size_t n) {
  if (!b->data && (b->data = malloc(n)))
    exit(1);
}

// CHECK-LABEL: function cases
// CHECK: may-not-return
static void cases(struct buffer *b, size_t n) {
  switch (n) {
  case 0:
    b->data = malloc(n);
  case 1:
    if (!b->data)
      exit(1);
  }
}

// CHECK-LABEL: function perhaps
// CHECK: may-not-return
static void perhaps(struct buffer *b, size_t n) {
  n % 3 == 0 && (b->data = malloc(n));
  if (!b->data)
    exit(1);
}

// CHECK-LABEL: function jumps
// CHECK-NOT: may-not-return
static char *jumps(size_t n) {
  char *p = malloc(n);
  if (!p) {
  none:
    return NULL;
  }
  if (n % 80 == 20)
    goto none;
  return p;
}

// CHECK-LABEL: function jumped
// CHECK: may-not-return
static void jumped(size_t n) {
  char *p = jumps(n);
  if (!p)
    exit(1);
}

// What is null for another reason.
// CHECK-LABEL: function looked
// CHECK: may-not-return
static char *looked(const char *name) {
  char *p = getenv(name);
  if (!p)
    die("no %s\n", name);
  return p;
}

// CHECK-LABEL: function sometimes
// CHECK: may-not-return
static char *sometimes(size_t n) {
  char *p = NULL;
  if (n > 8)
    p = malloc(n);
  if (!p)
    exit(1);
  return p;
}

// CHECK-LABEL: function either
// CHECK: may-not-return
static char *either(size_t n) {
  char *p = malloc(n);
  if (!p || n > 100)
    exit(1);
  return p;
}

// CHECK-LABEL: function passed
// CHECK: may-not-return
static void passed(const char *p) {
  if (!p)
    exit(1);
}

// CHECK-LABEL: function changed
// CHECK: may-not-return
static void changed(struct buffer *b, size_t n) {
  b->data = malloc(n);
  b->data = getenv("x");
  if (!b->data)
    exit(1);
}

// The test says that there is a block.
// CHECK-LABEL: function turned
// CHECK: may-not-return
static void turned(size_t n) {
  char *p = malloc(n);
  if (p)
    exit(1);
}

// It does more than to say so.
static int failures;
// CHECK-LABEL: function counted
// CHECK: may-not-return
static char *counted(size_t n) {
  char *p = malloc(n);
  if (!p) {
    failures++;
    exit(failures);
  }
  return p;
}

// It goes on.
// CHECK-LABEL: function goesOn
// CHECK: W {<io>}
static char *goesOn(size_t n) {
  char *p = malloc(n);
  if (!p)
    perror("goesOn");
  return p;
}

int main(void) {
  struct buffer b = {0};
  char *p = tested(3);
  grown(&b, 3);
  stored(&b, 3);
  b.data = must(realloc(b.data, 30));
  char *more = must(strdup("more"));
  puts(more);
  several(3);
  numbered(3);
  condition(&b, 3);
  cases(&b, 3);
  perhaps(&b, 3);
  jumped(3);
  looked("p");
  sometimes(9);
  either(3);
  passed(p);
  changed(&b, 3);
  turned(3);
  counted(3);
  goesOn(3);
  return 0;
}
