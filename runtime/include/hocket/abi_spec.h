/* SPDX-License-Identifier: Apache-2.0
 *
 * What emitted C calls for speculative loops (docs/runtime/speculation.md). The
 * loop's own text runs its iterations up to one, `mid`, in the program's
 * process; a child of it runs a clone of the loop from `mid` on, in which each
 * access to memory that was there before is announced. Then the parent compares
 * what the child has read first with what is there now, and takes over what it
 * has written, or drops it.
 *
 * The loop, where NEXT is its condition and its step:
 *
 *   for (at = 0, over = 0; !over; at = hk_spec_end(&loop, at, over)) {
 *     long long end = hk_spec_begin(&loop, at, trips, &frame);
 *     while (at < end && !(over = !NEXT)) { BODY; at++; }
 *     if (end is the greatest long long) break;
 *   }
 *
 * The clone: for (at = from; NEXT;) { BODY'; if (!hk_spec_next(++at)) return; }
 * BODY' may leave the end of BODY, the epilogue, to the program.
 * A break or return ends the clone likewise, without hk_spec_next; how it ended
 * is said in the frame. Any other end is to call hk_spec_give_up.
 *
 * This text is pasted into preprocessed units and uses no macro, as abi.h. The
 * functions but for hk_spec_begin and hk_spec_end are for clones alone.
 */
#pragma once

#include "hocket/abi.h"

/* A bit for each byte of memory, 1: the child has touched it. Of a byte at
 * `address` it is in the byte `address >> 3`, the bit `address & 7`. */
extern unsigned char *const hk_spec_touched __asm__("__hocket_spec_touched");

/* The first time that some of these bytes are touched. */
void hk_spec_first_read(const volatile void *at, unsigned long bytes) __asm__(
    "__hocket_spec_first_read");
void hk_spec_first_write(const volatile void *at, unsigned long bytes) __asm__(
    "__hocket_spec_first_write");

/* The bits of an access in the byte of its first granule of 8 bytes; more than
 * a byte's where it has others. */
static __inline__ __attribute__((always_inline, unused)) unsigned
hk_spec_bits(const volatile void *at, unsigned long bytes) {
  return bytes > 8 ? 256u : ((1u << bytes) - 1u) << ((unsigned long)at & 7u);
}

static __inline__ __attribute__((always_inline, unused)) int
hk_spec_is_touched(const volatile void *at, unsigned bits) {
  return __builtin_expect(
      (hk_spec_touched[(unsigned long)at >> 3] & bits) == bits, 1);
}

/* All of so many bytes have been touched. Those of structures are looked at by
 * a word of bits: where the lowest bit of a number comes first, as many as can
 * begin anywhere in its first byte. 0 of more bytes. */
static __inline__ __attribute__((always_inline, unused)) int
hk_spec_has_touched(const volatile void *at, unsigned long bytes) {
  const union {
    unsigned short number;
    unsigned char first;
  } order = {1};
  unsigned long long bits;
  if (bytes <= 8)
    return hk_spec_is_touched(at, hk_spec_bits(at, bytes));
  if (bytes > 56 || !order.first)
    return 0;
  __builtin_memcpy(&bits, &hk_spec_touched[(unsigned long)at >> 3], 8);
  return __builtin_expect(
      (~(bits >> ((unsigned long)at & 7u)) & ((1ull << bytes) - 1)) == 0, 1);
}

/* Before the child reads, writes, or reads and then writes so many bytes. */
static __inline__ __attribute__((always_inline, unused)) void
hk_spec_read(const volatile void *at, unsigned long bytes) {
  if (!hk_spec_has_touched(at, bytes))
    hk_spec_first_read(at, bytes);
}

static __inline__ __attribute__((always_inline, unused)) void
hk_spec_write(const volatile void *at, unsigned long bytes) {
  if (!hk_spec_has_touched(at, bytes))
    hk_spec_first_write(at, bytes);
}

/* Places of a nest that have been touched; what has been touched once stays so
 * as long as hk_spec_segment does. */
struct hk_spec_rows {
  unsigned long low; /* address of the lowest */
  unsigned long strides[2];
  long long counts[2];   /* inner, outer */
  unsigned long segment; /* hk_spec_segment as it was */
};

/* The last that were asked for, and those before: two buffers often take turns.
 * Static, 0 at first. */
struct hk_spec_cover {
  struct hk_spec_rows last, before;
};

/* Changes where bytes are untouched again. */
extern unsigned long hk_spec_segment __asm__("__hocket_spec_segment");

/* All `bytes` have been touched at each of the addresses that are `step` apart
 * and those that are `leap` from these: marks of accesses there would do
 * nothing. `low` is the lowest, both counts are 1 or more. */
int hk_spec_look(struct hk_spec_cover *known, unsigned long low,
                 unsigned long bytes) __asm__("__hocket_spec_look");

static __inline__ __attribute__((always_inline, unused)) int
hk_spec_is_known(const struct hk_spec_rows *known,
                 const struct hk_spec_rows *rows) {
  return known->segment == rows->segment && rows->low == known->low &&
         rows->strides[0] == known->strides[0] &&
         rows->strides[1] == known->strides[1] &&
         rows->counts[0] <= known->counts[0] &&
         rows->counts[1] <= known->counts[1];
}

/* The same of `inner` addresses, the first two given, in each of `outer` rows,
 * the first addresses of the first two given. */
static __inline__ __attribute__((always_inline, unused)) int
hk_spec_covers(struct hk_spec_cover *known, const volatile void *first,
               const volatile void *second, const volatile void *next_row,
               unsigned long bytes, long long inner, long long outer) {
  unsigned long low = (unsigned long)first;
  unsigned long step = (unsigned long)second - low;
  unsigned long leap = (unsigned long)next_row - low;
  if ((long)step < 0) {
    low += step * (unsigned long)(inner - 1);
    step = 0ul - step;
  }
  if ((long)leap < 0) {
    low += leap * (unsigned long)(outer - 1);
    leap = 0ul - leap;
  }
  const struct hk_spec_rows rows = {
      low, {step, leap}, {inner, outer}, hk_spec_segment};
  if (hk_spec_is_known(&known->last, &rows) ||
      hk_spec_is_known(&known->before, &rows))
    return 1;
  known->before = known->last;
  known->last = rows;
  return hk_spec_look(known, low, bytes);
}

/* The same of all `bytes` from an address on. Who asks in vain is told so for
 * some time without a look. */
int hk_spec_look_all(struct hk_spec_cover *known, unsigned long low,
                     unsigned long bytes) __asm__("__hocket_spec_look_all");

static __inline__ __attribute__((always_inline, unused)) int
hk_spec_covers_all(struct hk_spec_cover *known, const volatile void *first,
                   unsigned long bytes) {
  if (known->last.segment == hk_spec_segment &&
      (unsigned long)first == known->last.low &&
      (long long)bytes <= known->last.counts[0])
    return 1;
  return hk_spec_look_all(known, (unsigned long)first, bytes);
}

/* What was touched is taken over as it is in the end. */
static __inline__ __attribute__((always_inline, unused)) void
hk_spec_update(const volatile void *at, unsigned long bytes) {
  hk_spec_read(at, bytes);
}

/* *target op= *value, compiled in the program. */
typedef void hk_spec_apply(void *target, const void *value);

/* A statement of a clone that leaves updates to the parent. Static, 0 at first;
 * the clone itself does not look. */
struct hk_spec_site {
  unsigned long keeps; /* set by the parent: children make them themselves */
  struct hk_spec_site *next; /* in a child: another one of the same places, and
                                so on, around; NULL: none */
};

/* `*target op= *value` for memory that the child has not touched. 1: the parent
 * will do it, in order. 0: the caller does it, as an update. At most 16 bytes
 * of value. */
int hk_spec_defer(struct hk_spec_site *site, void *target, unsigned long bytes,
                  hk_spec_apply *apply, const void *value,
                  unsigned long value_bytes) __asm__("__hocket_spec_defer");

/* Of each granule of 8 bytes a byte, at `address >> 3`: which integers in it
 * the child only adds to, in its own memory, and how wide they are, 16, 32, 64
 * for 2, 4, 8 bytes; their numbers in the granule are the bits below. */
extern unsigned char *const hk_spec_added __asm__("__hocket_spec_added");

/* The bits of one; 0: it cannot be one. */
static __inline__ __attribute__((always_inline, unused)) unsigned
hk_spec_added_bits(const volatile void *at, unsigned long bytes) {
  const unsigned long first = (unsigned long)at & 7u;
  if ((bytes != 2 && bytes != 4 && bytes != 8) || (first & (bytes - 1)) != 0)
    return 0;
  return (unsigned)(bytes << 3) | 1u << first / bytes;
}

/* Adds to such an integer; 0: it is none. */
static __inline__ __attribute__((always_inline, unused)) int
hk_spec_add_here(volatile void *at, unsigned long bytes,
                 unsigned long long value) {
  typedef unsigned short two __attribute__((may_alias));
  typedef unsigned int four __attribute__((may_alias));
  typedef unsigned long long eight __attribute__((may_alias));
  const unsigned bits = hk_spec_added_bits(at, bytes);
  if (bits == 0 ||
      __builtin_expect((hk_spec_added[(unsigned long)at >> 3] & bits) != bits,
                       0))
    return 0;
  if (bytes == 2)
    *(volatile two *)at = (two)(*(volatile two *)at + value);
  else if (bytes == 4)
    *(volatile four *)at = (four)(*(volatile four *)at + value);
  else
    *(volatile eight *)at += value;
  return 1;
}

/* Where a statement has added to last. Static, 0 at first. */
struct hk_spec_sum {
  struct hk_spec_site site;
  void *target;
  unsigned long long *sum; /* what the parent is to add there */
  unsigned long order;
};

/* Changes where what was noted of sums may not hold any more. */
extern unsigned long hk_spec_order __asm__("__hocket_spec_order");

/* The same for `*target += value` of an integer of so many bytes, modulo their
 * number of values: sums of such updates are the same in any order. */
int hk_spec_add(struct hk_spec_sum *known, void *target, unsigned long bytes,
                unsigned long long value) __asm__("__hocket_spec_add");

/* Likewise, if the place is the one of the last time; else 0. */
static __inline__ __attribute__((always_inline, unused)) int
hk_spec_add_again(struct hk_spec_sum *known, const volatile void *target,
                  unsigned long long value) {
  if (known->target != target || known->order != hk_spec_order)
    return 0;
  *known->sum += value;
  return 1;
}

/* `*place RELATION *value`, which are of one type and so many bytes: has come
 * out true, and the child needs to know no more of the place. Kinds: 0, signed;
 * 1, unsigned; 2, of floating point. Relations: 0, <; 1, <=; 2, >; 3, >=. 1: it
 * is noted; 0: the caller reads the place. */
int hk_spec_bound(const volatile void *place, unsigned long bytes, int kind,
                  const void *value,
                  int relation) __asm__("__hocket_spec_bound");

/* The clone: runs the iterations from `from` on until hk_spec_next says 0 or
 * the loop is over. */
typedef void hk_spec_body(void *frame, long long from);

/* Prologues alone, without marks: of the iterations from `from` to `to`, as far
 * as the loop goes. Where no header counts and it ends before, it calls
 * hk_spec_ended. */
typedef void hk_spec_prologue(void *frame, long long from, long long to);

/* Static, one for each loop. */
struct hk_spec_loop {
  const char *name; /* "file.c:40 function", for messages */
  hk_spec_body *body;
  hk_spec_prologue *prologue; /* NULL: iterations have none */
  unsigned needs_prologue;    /* from the first child on; else once one has
                                 failed */
  unsigned needs_epilogue; /* the clone has none; else it leaves it once a child
                              has failed (hk_spec_leaves) */
  unsigned has_epilogue;   /* the clone leaves it to the program (hk_spec_due);
                              1: which runs it before the next iteration is taken
                              over; 2: some time later */
  unsigned epilogue_keeps_memory; /* it gives none back to the system */
  unsigned always; /* tests: however short it is; 1: what a child does is right
                      or wrong as a whole; 2: each iteration by itself, but for
                      every other child if epilogues may come later */
  unsigned is_doubtful;         /* one failure is enough */
  unsigned may_stay;            /* memory that iterations allocate: the program
                                   is linked with --wrap=free and so on */
  unsigned keeps_memory;        /* iterations give none back to the system */
  unsigned long long state[14]; /* the runtime's own; 0 at first. The first:
                                   entries that need not ask; all ones: none
                                   ever does */
};

/* This entry of the loop runs as it is. */
static __inline__ int hk_spec_skips(struct hk_spec_loop *loop) {
  unsigned long long left = hk_seen_long(&loop->state[0]);
  if (left != 0 && left != ~0ull)
    hk_show_long(&loop->state[0], left - 1);
  return left != 0;
}

/* The program is to begin iteration `at` of `trips`, which it may not come to;
 * the least long long: of nobody knows how many. Returns the iteration up to
 * which it runs its own text; it then calls hk_spec_end. The greatest long
 * long: to the loop's end, and that is all. */
long long hk_spec_begin(struct hk_spec_loop *loop, long long at,
                        long long trips,
                        void *frame) __asm__("__hocket_spec_begin");

/* It has come to iteration `at`, or the loop is over there. Returns the
 * iteration to go on with. */
long long hk_spec_end(struct hk_spec_loop *loop, long long at,
                      int is_over) __asm__("__hocket_spec_end");

/* In the program, which then asks hk_spec_due until that says 0, before
 * hk_spec_begin is called again. 1: it is to run the epilogue of iteration
 * `*at` with the values that have been handed on; 0: of none. */
int hk_spec_due(struct hk_spec_loop *loop, long long *at,
                void *values) __asm__("__hocket_spec_due");

/* In the child: it leaves epilogues to the program. */
extern int hk_spec_leaves __asm__("__hocket_spec_leaves");

/* In the child: these values are for the epilogue of its present iteration. */
void hk_spec_hand_on(const void *values,
                     unsigned long bytes) __asm__("__hocket_spec_hand_on");

/* In the child: those before iteration `at` are complete. 0: stop here. */
int hk_spec_next(long long at) __asm__("__hocket_spec_next");

/* In the child, in a prologue: the loop seems to be over before iterations of
 * the child's own. */
void hk_spec_ended(void) __asm__("__hocket_spec_ended")
    __attribute__((noreturn, cold));

/* In the child: what comes cannot be done there. */
void hk_spec_give_up(void) __asm__("__hocket_spec_give_up")
    __attribute__((noreturn, cold));

/* In the child: functions of the C library. */
void *hk_spec_memcpy(void *to, const void *from,
                     unsigned long bytes) __asm__("__hocket_spec_memcpy");
void *hk_spec_memmove(void *to, const void *from,
                      unsigned long bytes) __asm__("__hocket_spec_memmove");
void *hk_spec_memset(void *to, int byte,
                     unsigned long bytes) __asm__("__hocket_spec_memset");
int hk_spec_memcmp(const void *a, const void *b,
                   unsigned long bytes) __asm__("__hocket_spec_memcmp");
void *hk_spec_memchr(const void *at, int byte,
                     unsigned long bytes) __asm__("__hocket_spec_memchr");
unsigned long hk_spec_strlen(const char *text) __asm__("__hocket_spec_strlen");
int hk_spec_strcmp(const char *a,
                   const char *b) __asm__("__hocket_spec_strcmp");
int hk_spec_strncmp(const char *a, const char *b,
                    unsigned long most) __asm__("__hocket_spec_strncmp");
char *hk_spec_strcpy(char *to,
                     const char *from) __asm__("__hocket_spec_strcpy");
char *hk_spec_strncpy(char *to, const char *from,
                      unsigned long bytes) __asm__("__hocket_spec_strncpy");
char *hk_spec_strcat(char *to,
                     const char *from) __asm__("__hocket_spec_strcat");
char *hk_spec_strchr(const char *text,
                     int byte) __asm__("__hocket_spec_strchr");
char *hk_spec_strrchr(const char *text,
                      int byte) __asm__("__hocket_spec_strrchr");
char *hk_spec_strstr(const char *text,
                     const char *part) __asm__("__hocket_spec_strstr");

unsigned long
hk_spec_strnlen(const char *text,
                unsigned long most) __asm__("__hocket_spec_strnlen");
char *hk_spec_strncat(char *to, const char *from,
                      unsigned long most) __asm__("__hocket_spec_strncat");
char *hk_spec_stpcpy(char *to,
                     const char *from) __asm__("__hocket_spec_stpcpy");
void *hk_spec_mempcpy(void *to, const void *from,
                      unsigned long bytes) __asm__("__hocket_spec_mempcpy");
unsigned long hk_spec_strspn(const char *text,
                             const char *set) __asm__("__hocket_spec_strspn");
unsigned long hk_spec_strcspn(const char *text,
                              const char *set) __asm__("__hocket_spec_strcspn");
char *hk_spec_strpbrk(const char *text,
                      const char *set) __asm__("__hocket_spec_strpbrk");
int hk_spec_strcasecmp(const char *a,
                       const char *b) __asm__("__hocket_spec_strcasecmp");
int hk_spec_strncasecmp(
    const char *a, const char *b,
    unsigned long most) __asm__("__hocket_spec_strncasecmp");
long hk_spec_strtol(const char *text, char **end,
                    int base) __asm__("__hocket_spec_strtol");
unsigned long hk_spec_strtoul(const char *text, char **end,
                              int base) __asm__("__hocket_spec_strtoul");
long long hk_spec_strtoll(const char *text, char **end,
                          int base) __asm__("__hocket_spec_strtoll");
unsigned long long hk_spec_strtoull(const char *text, char **end,
                                    int base) __asm__("__hocket_spec_strtoull");
float hk_spec_strtof(const char *text,
                     char **end) __asm__("__hocket_spec_strtof");
double hk_spec_strtod(const char *text,
                      char **end) __asm__("__hocket_spec_strtod");
int hk_spec_atoi(const char *text) __asm__("__hocket_spec_atoi");
long hk_spec_atol(const char *text) __asm__("__hocket_spec_atol");
long long hk_spec_atoll(const char *text) __asm__("__hocket_spec_atoll");
double hk_spec_atof(const char *text) __asm__("__hocket_spec_atof");

/* `compare` is a clone. */
void hk_spec_qsort(void *base, unsigned long count, unsigned long size,
                   int (*compare)(const void *,
                                  const void *)) __asm__("__hocket_spec_qsort");
void *
hk_spec_bsearch(const void *key, const void *base, unsigned long count,
                unsigned long size,
                int (*compare)(const void *,
                               const void *)) __asm__("__hocket_spec_bsearch");

void *hk_spec_malloc(unsigned long bytes) __asm__("__hocket_spec_malloc");
void *hk_spec_calloc(unsigned long count,
                     unsigned long bytes) __asm__("__hocket_spec_calloc");
void *hk_spec_realloc(void *block,
                      unsigned long bytes) __asm__("__hocket_spec_realloc");
char *hk_spec_strdup(const char *text) __asm__("__hocket_spec_strdup");
char *hk_spec_strndup(const char *text,
                      unsigned long most) __asm__("__hocket_spec_strndup");
void hk_spec_free(void *block) __asm__("__hocket_spec_free");

/* `file` is a FILE *, and stdout. */
int hk_spec_printf(const char *format, ...) __asm__("__hocket_spec_printf");
int hk_spec_fprintf(void *file, const char *format,
                    ...) __asm__("__hocket_spec_fprintf");
int hk_spec_putchar(int byte) __asm__("__hocket_spec_putchar");
int hk_spec_puts(const char *text) __asm__("__hocket_spec_puts");
int hk_spec_fputs(const char *text, void *file) __asm__("__hocket_spec_fputs");
int hk_spec_fputc(int byte, void *file) __asm__("__hocket_spec_fputc");
int hk_spec_putc(int byte, void *file) __asm__("__hocket_spec_putc");
unsigned long hk_spec_fwrite(const void *from, unsigned long size,
                             unsigned long count,
                             void *file) __asm__("__hocket_spec_fwrite");
int hk_spec_fflush(void *file) __asm__("__hocket_spec_fflush");
int hk_spec_sprintf(char *to, const char *format,
                    ...) __asm__("__hocket_spec_sprintf");
int hk_spec_snprintf(char *to, unsigned long room, const char *format,
                     ...) __asm__("__hocket_spec_snprintf");
