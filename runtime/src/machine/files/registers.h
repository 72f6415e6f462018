/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers that a UIO device maps, and such registers as files, so that the
 * journal can hold their old values: the bits MASK of the register at OFFSET
 * bytes are the file
 *
 *   /dev/uioN/registers/OFFSET/MASK/SETTLE      numbers in decimal
 *
 * which reads as a number in decimal. Writing it leaves the other bits alone
 * and waits SETTLE microseconds. One more number makes another path
 * of it: what the journal has by another path it puts back at another time.
 *
 * As the rest of the files, this may be used between fork and exec.
 */
#pragma once

#include "machine/files/text.h"

#include <stdint.h>

struct hki_registers {
  const struct hki_file_calls *calls;
  volatile uint32_t *words;
  size_t bytes; /* that may be used from there */
  void *begin;  /* of the mapping */
  size_t mapped;
};

/* Maps the first map of the device ("uio0"). 0 or -errno. */
int hki_registers_map(struct hki_registers *registers,
                      const struct hki_files *files, const char *uio);
void hki_registers_unmap(struct hki_registers *registers);

/* The bits of the register; replaces them. The offset is a multiple of 4 that
 * is mapped. */
uint32_t hki_registers_read(const struct hki_registers *registers,
                            uint32_t offset, uint32_t mask);
void hki_registers_write(const struct hki_registers *registers, uint32_t offset,
                         uint32_t mask, uint32_t bits);

/* A register as a file. */
struct hki_register {
  char uio[24];
  uint32_t offset, mask, settle_us;
  uint32_t other; /* the number that makes another path; 0: none */
};

/* Its path; false if `room` is too little. */
bool hki_registers_path(const struct hki_register *place, char *path,
                        size_t room);

/* For hki_files_read and hki_files_write: whether the path is a register's. */
bool hki_registers_is_path(const char *path);
int hki_registers_read_path(const struct hki_files *files, const char *path,
                            char *text, size_t room);
int hki_registers_write_path(const struct hki_files *files, const char *path,
                             const char *text);
