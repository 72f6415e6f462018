/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Pieces begin at multiples of the greatest page that processors have. */
enum { GRAIN = 1 << 16, LEAST_PAGE = 4096 };

static const char ending[] = ".part";

static size_t rounded(size_t size) {
  return (size + GRAIN - 1) / GRAIN * GRAIN;
}

/* So that the kernel need not be asked for its pages later. */
static void touch(void *memory, size_t size) {
  volatile char *bytes = memory;
  for (size_t at = 0; at < size; at += LEAST_PAGE)
    bytes[at] = 0;
}

static struct hki_piece *enter(struct hki_store *store, void *memory,
                               bool is_mapped, unsigned number, size_t size) {
  touch(memory, size);
  struct hki_piece *piece = memory;
  memcpy(piece->mark, HKI_RECORD_MARK, sizeof piece->mark);
  piece->number = number;
  piece->size = size;
  unsigned at = store->count;
  store->pieces[at] = (struct hki_stored){piece, store->size, is_mapped};
  store->size += size;
  struct hki_recording *head = (void *)store->pieces[0].piece;
  if (is_mapped)
    __atomic_store_n(&head->size, store->size, __ATOMIC_RELEASE);
  __atomic_store_n(&store->count, at + 1, __ATOMIC_RELEASE);
  return piece;
}

static struct hki_piece *add_memory(struct hki_store *store, unsigned number,
                                    size_t size) {
  void *memory = aligned_alloc(LEAST_PAGE, size);
  if (!memory)
    return NULL;
  memset(memory, 0, size);
  return enter(store, memory, false, number, size);
}

struct hki_piece *hki_store_add(struct hki_store *store, unsigned number,
                                size_t size) {
  void *memory;
  size = rounded(size);
  if (store->count == HKI_MOST_PIECES)
    return NULL;
  if (!store->path || store->problem)
    return add_memory(store, number, size);
  store->problem = hki_platform_map_more(store->path, &store->file, store->size,
                                         size, &memory);
  return store->problem ? add_memory(store, number, size)
                        : enter(store, memory, true, number, size);
}

void hki_store_set_kind(struct hki_piece *piece, enum hki_piece_kind kind) {
  __atomic_store_n(&piece->kind, (uint32_t)kind, __ATOMIC_RELEASE);
}

/* That a program has left behind, or that another one writes just now. */
static bool is_recording(const char *path) {
  char mark[sizeof HKI_RECORD_MARK - 1];
  FILE *file = hki_platform_is_file(path) ? fopen(path, "rb") : NULL;
  if (!file)
    return false;
  bool is_one = fread(mark, 1, sizeof mark, file) == sizeof mark &&
                memcmp(mark, HKI_RECORD_MARK, sizeof mark) == 0;
  fclose(file);
  return is_one;
}

static int map_first(struct hki_store *store, const char *path, size_t size,
                     void **memory) {
  if (!hki_platform_is_replaceable(path))
    return ENOTSUP;
  char *name = malloc(strlen(path) + sizeof ending);
  if (!name)
    return ENOMEM;
  strcat(strcpy(name, path), ending);
  if (is_recording(name))
    remove(name);
  int problem = hki_platform_map_new(name, size, &store->file, memory);
  if (problem)
    free(name);
  else
    store->path = name;
  return problem;
}

int hki_store_open(struct hki_store *store, const char *path, size_t size,
                   struct hki_piece **piece) {
  void *memory;
  size = rounded(size);
  int problem = map_first(store, path, size, &memory);
  *piece = problem ? add_memory(store, 0, size)
                   : enter(store, memory, true, 0, size);
  return problem;
}

void hki_store_remove(struct hki_store *store) {
  if (store->path)
    hki_platform_remove_mapped(store->path, &store->file);
}

void hki_store_leave(struct hki_store *store) {
  for (unsigned i = 0; i < store->count; i++)
    if (store->pieces[i].is_mapped)
      hki_platform_map_apart(store->pieces[i].piece,
                             store->pieces[i].piece->size);
}
