// SPDX-License-Identifier: Apache-2.0
//
// A short name for the content of memory, so that a program can print all of
// it.
#ifndef DIGEST_H
#define DIGEST_H

#include <stddef.h>
#include <stdio.h>

/* FNV-1a. */
static unsigned long long __attribute__((unused)) digest(const void *data,
                                                         size_t size) {
  const unsigned char *bytes = data;
  unsigned long long hash = 1469598103934665603ULL;
  size_t i;

  for (i = 0; i < size; i++)
    hash = (hash ^ bytes[i]) * 1099511628211ULL;
  return hash;
}

static void __attribute__((unused)) show(const char *name, const void *data,
                                         size_t size) {
  printf("%s %016llx\n", name, digest(data, size));
}

#endif
