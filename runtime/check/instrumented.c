/* SPDX-License-Identifier: Apache-2.0
 *
 * What instrumented code calls: the interface of ThreadSanitizer as gcc and
 * clang know it (-fsanitize=thread), with our meaning. Outside regions it costs
 * a look at hki_active.
 */
#include "report.h"
#include "shadow.h"

/* The library's own, which records nothing (wrapped.txt). */
void *hki_real_memmove(void *to, const void *from,
                       size_t size) __asm__("__real_memmove");
void *hki_real_memset(void *to, int value,
                      size_t size) __asm__("__real_memset");

#define CALLER hki_site_of(__builtin_return_address(0))

#define ACCESS(name, size, kind)                                               \
  void name(void *address);                                                    \
  void name(void *address) {                                                   \
    struct hki_core *core = hki_now();                                         \
    if (core)                                                                  \
      hki_record(core, address, size, kind, CALLER);                           \
  }
/* gcc and clang never ask for a compound access to be told apart: it writes. */
#define ACCESSES(size)                                                         \
  ACCESS(__tsan_read##size, size, HKI_READ)                                    \
  ACCESS(__tsan_write##size, size, HKI_WRITE)                                  \
  ACCESS(__tsan_read_write##size, size, HKI_WRITE)                             \
  ACCESS(__tsan_unaligned_read##size, size, HKI_READ)                          \
  ACCESS(__tsan_unaligned_write##size, size, HKI_WRITE)                        \
  ACCESS(__tsan_unaligned_read_write##size, size, HKI_WRITE)                   \
  ACCESS(__tsan_volatile_read##size, size, HKI_READ)                           \
  ACCESS(__tsan_volatile_write##size, size, HKI_WRITE)                         \
  ACCESS(__tsan_unaligned_volatile_read##size, size, HKI_READ)                 \
  ACCESS(__tsan_unaligned_volatile_write##size, size, HKI_WRITE)

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

#define RANGE(name, kind)                                                      \
  void name(void *address, unsigned long size);                                \
  void name(void *address, unsigned long size) {                               \
    struct hki_core *core = hki_now();                                         \
    if (core)                                                                  \
      hki_record(core, address, size, kind, CALLER);                           \
  }
RANGE(__tsan_read_range, HKI_READ)
RANGE(__tsan_write_range, HKI_WRITE)

void __tsan_init(void);
void __tsan_init(void) {}

/* The first instrumented call from a per-core program is a task's body. Bodies
 * that are inlined are told by the debug information of their accesses. */
void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller) {
  (void)caller;
  struct hki_core *core = hki_now();
  if (core && ++core->depth == 2)
    core->task = CALLER;
}

void __tsan_func_exit(void);
void __tsan_func_exit(void) {
  struct hki_core *core = hki_now();
  if (core && core->depth > 0 && --core->depth == 1)
    core->task = 0;
}

/* clang's calls in place of its own intrinsics. */
void *__tsan_memcpy(void *to, const void *from, size_t size);
void *__tsan_memmove(void *to, const void *from, size_t size);
void *__tsan_memset(void *to, int value, size_t size);

static void record_copy(void *to, const void *from, size_t size,
                        hki_site site) {
  struct hki_core *core = hki_now();
  if (!core)
    return;
  hki_record(core, from, size, HKI_READ, site);
  hki_record(core, to, size, HKI_WRITE, site);
}

void *__tsan_memcpy(void *to, const void *from, size_t size) {
  record_copy(to, from, size, CALLER);
  return hki_real_memmove(to, from, size); /* struct a = a is allowed */
}

void *__tsan_memmove(void *to, const void *from, size_t size) {
  record_copy(to, from, size, CALLER);
  return hki_real_memmove(to, from, size);
}

void *__tsan_memset(void *to, int value, size_t size) {
  if (hki_now())
    hki_record(hki_now(), to, size, HKI_WRITE, CALLER);
  return hki_real_memset(to, value, size);
}
