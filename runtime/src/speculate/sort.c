/* SPDX-License-Identifier: Apache-2.0
 *
 * In a child: qsort and bsearch of the C library, for what they do with equal
 * elements is their own. qsort may compare elements where it has copied them
 * to; such memory is nobody's, though to the child it is as any other.
 */
#include "speculate/shadow.h"

#include <stdlib.h>

typedef int compare(const void *, const void *);

struct sort {
  const char *base;
  size_t bytes, size;
  compare *compare;
};

static struct sort sort; /* that runs; the comparison may run others */

static void look(const void *element) {
  if ((size_t)((const char *)element - sort.base) >= sort.bytes)
    hki_shadow_disregard(element, sort.size);
}

static int look_and_compare(const void *a, const void *b) {
  look(a);
  look(b);
  return sort.compare(a, b);
}

void hk_spec_qsort(void *base, unsigned long count, unsigned long size,
                   compare *compare) {
  struct sort before = sort;
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    hk_spec_give_up();
  hki_touch(base, bytes, HKI_READS);
  sort = (struct sort){base, bytes, size, compare};
  qsort(base, count, size, look_and_compare);
  sort = before;
}

void *hk_spec_bsearch(const void *key, const void *base, unsigned long count,
                      unsigned long size, compare *compare) {
  return bsearch(key, base, count, size, compare);
}
