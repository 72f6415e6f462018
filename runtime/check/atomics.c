/* SPDX-License-Identifier: Apache-2.0
 *
 * Atomic operations of instrumented code. They make no order: the sequential
 * program has no threads, and so an atomic access is one like another, and one
 * that changes memory a write. All are done sequentially consistent, for
 * threads that the program makes itself.
 */
#include "report.h"
#include "shadow.h"

#define CALLER hki_site_of(__builtin_return_address(0))

static void record(const volatile void *address, size_t size,
                   enum hki_kind kind, hki_site site) {
  if (hki_now())
    hki_record(hki_now(), (const void *)address, size, kind, site);
}

#define UPDATE(bits, type, what)                                               \
  type __tsan_atomic##bits##_##what(volatile type *a, type value, int order);  \
  type __tsan_atomic##bits##_##what(volatile type *a, type value, int order) { \
    (void)order;                                                               \
    record(a, sizeof *a, HKI_WRITE, CALLER);                                   \
    return __atomic_##what(a, value, __ATOMIC_SEQ_CST);                        \
  }

/* Returns whether it was done, and what was there through `expected`. */
#define EXCHANGE(bits, type, strength)                                         \
  int __tsan_atomic##bits##_compare_exchange_##strength(                       \
      volatile type *a, type *expected, type value, int order, int failure);   \
  int __tsan_atomic##bits##_compare_exchange_##strength(                       \
      volatile type *a, type *expected, type value, int order, int failure) {  \
    (void)order;                                                               \
    (void)failure;                                                             \
    record(a, sizeof *a, HKI_WRITE, CALLER);                                   \
    return __atomic_compare_exchange_n(a, expected, value, 0,                  \
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
  }

#define ATOMICS(bits, type)                                                    \
  type __tsan_atomic##bits##_load(const volatile type *a, int order);          \
  type __tsan_atomic##bits##_load(const volatile type *a, int order) {         \
    (void)order;                                                               \
    record(a, sizeof *a, HKI_READ, CALLER);                                    \
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);                               \
  }                                                                            \
  void __tsan_atomic##bits##_store(volatile type *a, type value, int order);   \
  void __tsan_atomic##bits##_store(volatile type *a, type value, int order) {  \
    (void)order;                                                               \
    record(a, sizeof *a, HKI_WRITE, CALLER);                                   \
    __atomic_store_n(a, value, __ATOMIC_SEQ_CST);                              \
  }                                                                            \
  type __tsan_atomic##bits##_exchange(volatile type *a, type value,            \
                                      int order);                              \
  type __tsan_atomic##bits##_exchange(volatile type *a, type value,            \
                                      int order) {                             \
    (void)order;                                                               \
    record(a, sizeof *a, HKI_WRITE, CALLER);                                   \
    return __atomic_exchange_n(a, value, __ATOMIC_SEQ_CST);                    \
  }                                                                            \
  UPDATE(bits, type, fetch_add)                                                \
  UPDATE(bits, type, fetch_sub)                                                \
  UPDATE(bits, type, fetch_and)                                                \
  UPDATE(bits, type, fetch_or)                                                 \
  UPDATE(bits, type, fetch_xor)                                                \
  UPDATE(bits, type, fetch_nand)                                               \
  EXCHANGE(bits, type, strong)                                                 \
  EXCHANGE(bits, type, weak)                                                   \
  type __tsan_atomic##bits##_compare_exchange_val(                             \
      volatile type *a, type expected, type value, int order, int failure);    \
  type __tsan_atomic##bits##_compare_exchange_val(                             \
      volatile type *a, type expected, type value, int order, int failure) {   \
    (void)order;                                                               \
    (void)failure;                                                             \
    record(a, sizeof *a, HKI_WRITE, CALLER);                                   \
    __atomic_compare_exchange_n(a, &expected, value, 0, __ATOMIC_SEQ_CST,      \
                                __ATOMIC_SEQ_CST);                             \
    return expected;                                                           \
  }

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) {
  (void)order;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) {
  (void)order;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
