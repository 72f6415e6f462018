/* SPDX-License-Identifier: Apache-2.0
 *
 * No threads: hk_run always returns 0 and the sequential version runs. Needs
 * only the C library.
 */
#include "platform/platform.h"
#include "platform/no_coroutines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* With one thread, nobody is there to signal. */
void hki_platform_sleep(const unsigned *word, unsigned expected) {
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) == expected) {
    fputs("hocket: a wait that cannot end: this libhocket has no threads\n",
          stderr);
    abort();
  }
}

void hki_platform_wake(const unsigned *word) { (void)word; }

void hki_platform_sleep_any(const unsigned *const *words,
                            const unsigned *expected, unsigned count) {
  (void)count;
  hki_platform_sleep(words[0], expected[0]);
}

void hki_platform_sleep_shared(const unsigned *word, unsigned expected) {
  hki_platform_sleep(word, expected);
}

void hki_platform_wake_shared(const unsigned *word) { (void)word; }

unsigned long long hki_platform_clock(void) {
  return (unsigned long long)clock() * (1000000000u / CLOCKS_PER_SEC);
}

void hki_platform_sleep_until(unsigned long long clock) {
  while (hki_platform_clock() < clock)
    continue;
}

unsigned long long hki_platform_thread_time(void) {
  return hki_platform_clock();
}

unsigned long hki_platform_interrupted(void) { return 0; }

void hki_platform_yield(void) {}

bool hki_platform_shorten_slice(unsigned long long *before) {
  (void)before;
  return false;
}

void hki_platform_restore_slice(unsigned long long before) { (void)before; }

unsigned hki_platform_set_khz(void) { return 0; }

int hki_platform_start(void (*run)(void *), void *argument,
                       struct hki_signals *before) {
  (void)run;
  (void)argument;
  (void)before;
  return -ENOSYS;
}

bool hki_platform_is_readable(unsigned long first, size_t bytes) {
  (void)first;
  (void)bytes;
  return false;
}

bool hki_platform_has_room(unsigned count) { return count == 0; }

size_t hki_platform_wanted_stack(void) { return 0; }

size_t hki_platform_least_stack(void) { return 0; }

size_t hki_platform_own_stack(void) { return 0; }

void hki_platform_block_signals(void) {}

void hki_platform_restore_signals(const struct hki_signals *signals) {
  (void)signals;
}

hki_thread hki_platform_self(void) { return 0; }

bool hki_platform_same(hki_thread a, hki_thread b) { return a == b; }

unsigned hki_platform_processors(unsigned **list) {
  *list = NULL;
  return 1;
}

long hki_platform_thread_number(void) { return 0; }

void hki_platform_program(char *name, size_t room) {
  (void)room;
  *name = 0;
}

int hki_platform_current(void) { return -1; }

bool hki_platform_move(unsigned processor) {
  (void)processor;
  return false;
}

bool hki_platform_pin(hki_thread thread, const unsigned *list, unsigned count) {
  (void)thread;
  (void)list;
  (void)count;
  return false;
}

bool hki_platform_on_fork(void (*child)(void)) {
  (void)child;
  return true;
}

void hki_platform_after_fork(void) {}

long hki_platform_process(void) { return 1; }

void hki_platform_abort(void) { abort(); }

void hki_platform_write(const char *text, size_t length) {
  fwrite(text, 1, length, stderr);
}

/* There may be no folders. */
char *hki_platform_absolute(const char *path) {
  char *copy = malloc(strlen(path) + 1);
  return copy ? strcpy(copy, path) : NULL;
}

bool hki_platform_is_file(const char *path) {
  (void)path;
  return true;
}

struct text {
  const char *text;
  size_t length;
};

static bool write_text(FILE *file, const void *context) {
  const struct text *text = context;
  return fwrite(text->text, 1, text->length, file) == text->length;
}

int hki_platform_replace(const char *path, const char *text, size_t length) {
  return hki_platform_replace_by(path, write_text,
                                 &(struct text){text, length});
}

int hki_platform_replace_by(const char *path,
                            bool (*write)(FILE *file, const void *context),
                            const void *context) {
  errno = 0;
  FILE *file = fopen(path, "wb");
  if (!file)
    return errno ? errno : EIO;
  bool isWritten = write(file, context) && !ferror(file);
  return fclose(file) == 0 && isWritten ? 0 : errno ? errno : EIO;
}

bool hki_platform_is_replaceable(const char *path) {
  (void)path;
  return true;
}

int hki_platform_map_new(const char *path, size_t size, struct hki_mapped *file,
                         void **memory) {
  (void)path;
  (void)size;
  (void)file;
  (void)memory;
  return ENOSYS;
}

int hki_platform_map_more(const char *path, const struct hki_mapped *file,
                          unsigned long long offset, size_t size,
                          void **memory) {
  (void)path;
  (void)file;
  (void)offset;
  (void)size;
  (void)memory;
  return ENOSYS;
}

void hki_platform_map_apart(void *memory, size_t size) {
  (void)memory;
  (void)size;
}

void hki_platform_remove_mapped(const char *path,
                                const struct hki_mapped *file) {
  (void)path;
  (void)file;
}

unsigned long hki_platform_hwcap(unsigned number) {
  (void)number;
  return 0;
}
