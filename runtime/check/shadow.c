/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known of each byte: the last write and the reads since, with their
 * clocks. Eight bytes share a cell; a record says by a mask which of them it is
 * about.
 *
 * A new access is compared with the records of its bytes. A record that comes
 * before it is dropped where the new one makes it superfluous: a write, and a
 * read after reads. (What conflicts with the dropped one later and is not
 * ordered with it conflicts with the new one too, or comes after it.) A record
 * that is in no order with it, one of the two writing, is a conflict. So a byte
 * has at most one write and one read for each core.
 *
 * Cells are kept by pages of the program's memory, in a hash table; pages not
 * touched in a region cost nothing.
 */
#include "shadow.h"

#include "memory.h"
#include "report.h"

struct record {
  unsigned mask : 8; /* bytes of the cell; 0: no record */
  unsigned kind : 1;
  unsigned core : 10;
  unsigned long long clock : 45;
  hki_site site, task;
};

enum {
  CELL = 8, /* bytes */
  PAGE = 4096,
  HERE = 2 /* records in the cell itself */
};

struct more {
  unsigned count, capacity;
  struct record records[];
};

struct cell {
  struct record here[HERE];
  struct more *more; /* NULL: none */
};

struct page {
  uintptr_t number; /* of the page + 1; 0: an empty place of the table */
  struct cell *cells;
};

static struct {
  struct page *pages; /* open hashing by the page's number */
  size_t used, capacity;
  struct page last; /* looked up */
} shadow;

static struct page *place_of(struct page *table, size_t capacity,
                             uintptr_t number) {
  size_t at = (number * 0x9e3779b97f4a7c15u) >> 20;
  for (;; at++) {
    struct page *page = &table[at & (capacity - 1)];
    if (page->number == 0 || page->number == number)
      return page;
  }
}

static void grow(void) {
  size_t capacity = shadow.capacity ? shadow.capacity * 2 : 4096;
  struct page *table = hki_allocate(capacity * sizeof *table);
  for (size_t i = 0; i < shadow.capacity; i++)
    if (shadow.pages[i].number)
      *place_of(table, capacity, shadow.pages[i].number) = shadow.pages[i];
  hki_release(shadow.pages, shadow.capacity * sizeof *table);
  shadow.pages = table;
  shadow.capacity = capacity;
}

/* The page's cells; NULL if it has none and none are to be made. */
static struct cell *cells_of(uintptr_t address, bool make) {
  uintptr_t number = address / PAGE + 1;
  if (shadow.last.number == number)
    return shadow.last.cells;
  if (2 * shadow.used >= shadow.capacity) {
    if (!make && shadow.capacity == 0)
      return NULL;
    grow();
  }
  struct page *page = place_of(shadow.pages, shadow.capacity, number);
  if (page->number == 0) {
    if (!make)
      return NULL;
    page->number = number;
    page->cells = hki_allocate(PAGE / CELL * sizeof(struct cell));
    shadow.used++;
  }
  shadow.last = *page;
  return page->cells;
}

static bool is_before(const struct record *record,
                      const struct hki_core *core) {
  return record->clock <= core->clock[record->core];
}

static void conflict(const struct record *old, const struct record *new,
                     uintptr_t cell, unsigned mask) {
  struct hki_access first = {(enum hki_kind)old->kind, old->core, old->site,
                             old->task};
  struct hki_access second = {(enum hki_kind) new->kind, new->core, new->site,
                              new->task};
  const void *address = (const void *)(cell + (unsigned)__builtin_ctz(mask));
  hki_report(&first, &second, address);
}

/* Compares the new record with one of the cell, which may then hold less. */
static void compare(struct record *old, const struct record *new,
                    const struct hki_core *core, uintptr_t cell) {
  unsigned both = old->mask & new->mask;
  if (!both)
    return;
  if (is_before(old, core)) {
    if (new->kind == HKI_WRITE || old->kind == HKI_READ)
      old->mask &= ~both;
  } else if (new->kind == HKI_WRITE || old->kind == HKI_WRITE) {
    conflict(old, new, cell, both);
    old->mask &= ~both;
  }
}

static bool is_alike(const struct record *a, const struct record *b) {
  return a->mask != 0 && a->kind == b->kind && a->core == b->core &&
         a->clock == b->clock && a->site == b->site && a->task == b->task;
}

/* Nothing new: this core has done as much at this time. */
static bool is_known(const struct record *old, const struct record *new) {
  return (old->mask & new->mask) == new->mask && old->core == new->core &&
         old->clock == new->clock && old->kind >= new->kind;
}

static struct more *with_room(struct more *more) {
  if (more && more->count < more->capacity)
    return more;
  unsigned capacity = more ? more->capacity * 2 : 3;
  struct more *larger =
      hki_allocate(sizeof *larger + capacity * sizeof(struct record));
  larger->capacity = capacity;
  if (more) {
    larger->count = more->count;
    for (unsigned i = 0; i < more->count; i++)
      larger->records[i] = more->records[i];
    hki_release(more, sizeof *more + more->capacity * sizeof(struct record));
  }
  return larger;
}

static void insert(struct cell *cell, const struct record *new) {
  for (unsigned i = 0; i < HERE; i++) {
    struct record *old = &cell->here[i];
    if (is_alike(old, new)) {
      old->mask |= new->mask;
      return;
    }
    if (old->mask == 0) {
      *old = *new;
      return;
    }
  }
  unsigned count = cell->more ? cell->more->count : 0;
  for (unsigned i = 0; i < count; i++)
    if (cell->more->records[i].mask == 0) {
      cell->more->records[i] = *new;
      return;
    }
  cell->more = with_room(cell->more);
  cell->more->records[cell->more->count++] = *new;
}

static void record_cell(struct hki_core *core, struct cell *cell,
                        const struct record *new, uintptr_t address) {
  for (unsigned i = 0; i < HERE; i++)
    if (is_known(&cell->here[i], new))
      return;
  for (unsigned i = 0; i < HERE; i++)
    compare(&cell->here[i], new, core, address);
  unsigned count = cell->more ? cell->more->count : 0;
  for (unsigned i = 0; i < count; i++)
    compare(&cell->more->records[i], new, core, address);
  insert(cell, new);
}

/* The bytes of the cell at `cell` that lie in [begin, end). */
static unsigned mask_of(uintptr_t cell, uintptr_t begin, uintptr_t end) {
  unsigned mask = 0xff;
  if (begin > cell)
    mask &= 0xffu << (begin - cell);
  if (end - cell < CELL)
    mask &= 0xffu >> (CELL - (end - cell));
  return mask & 0xff;
}

void hki_record(struct hki_core *core, const void *address, size_t size,
                enum hki_kind kind, hki_site site) {
  if (address == core->error)
    return;
  uintptr_t begin = (uintptr_t)address, end = begin + size;
  struct record new = {.kind = kind,
                       .core = core->core.id,
                       .clock = core->clock[core->core.id],
                       .site = site,
                       .task = core->task};
  for (uintptr_t cell = begin / CELL * CELL; cell < end; cell += CELL) {
    new.mask = mask_of(cell, begin, end);
    struct cell *cells = cells_of(cell, true);
    record_cell(core, &cells[cell % PAGE / CELL], &new, cell);
  }
}

static void forget_cell(struct cell *cell, unsigned mask) {
  for (unsigned i = 0; i < HERE; i++)
    cell->here[i].mask &= ~mask;
  unsigned count = cell->more ? cell->more->count : 0;
  for (unsigned i = 0; i < count; i++)
    cell->more->records[i].mask &= ~mask;
}

void hki_forget(const void *address, size_t size) {
  uintptr_t begin = (uintptr_t)address, end = begin + size;
  for (uintptr_t cell = begin / CELL * CELL; cell < end; cell += CELL) {
    struct cell *cells = cells_of(cell, false);
    if (cells)
      forget_cell(&cells[cell % PAGE / CELL], mask_of(cell, begin, end));
    else
      cell = cell / PAGE * PAGE + PAGE - CELL;
  }
}
