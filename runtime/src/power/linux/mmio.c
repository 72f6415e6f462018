/* SPDX-License-Identifier: Apache-2.0
 *
 * Clock and voltage registers in user space, mapped through UIO: a small driver
 * in the kernel hands out the page with these registers and no other. Which
 * bits mean what is in the SoC spec.
 *
 * The voltage is never below what the clock needs: where the new point needs
 * more, it is raised before the clock changes, where it needs less, lowered
 * after. From an unknown point the way is by the highest voltage; so is the way
 * back at the end, also of the journal. Clocks that have a voltage register in
 * common get the highest voltage that one of them needs. Each write is read
 * back. So that the kernel does not set the same clock, its policies are given
 * to the userspace governor.
 */
#include "power/linux/mmio.h"

#include "arch.h"
#include "machine/files/registers.h"
#include "platform/platform.h"
#include "power/linux/claim.h"
#include "power/linux/machine.h"
#include "power/linux/policies.h"
#include "power/request.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef const struct hk_power_register bits;

struct mmio {
  struct hki_registers registers;
  char uio[24];
  int point;        /* the clock is at, or on its way to; -1: unknown */
  uint32_t *before; /* of each register, in the spec's order */
  bool is_changed;  /* a register has been written */
  struct hki_policies policies; /* taken from the kernel */
  char (*governors)[HKI_GOVERNOR_ROOM];
};

struct search {
  const struct hki_files *files;
  const char *wanted;
  char *name; /* "uio0" */
};

static int look_at(void *context, const char *name) {
  struct search *search = context;
  char path[128], text[128];
  if (strlen(name) >= sizeof((struct mmio *)NULL)->uio)
    return 0;
  snprintf(path, sizeof path, "/sys/class/uio/%s/name", name);
  bool isIt = strcmp(name, search->wanted) == 0 ||
              (hki_files_read(search->files, path, text, sizeof text) >= 0 &&
               strcmp(text, search->wanted) == 0);
  if (isIt)
    strcpy(search->name, name);
  return isIt;
}

static int map(struct hki_clock *clock, struct mmio *mmio) {
  const struct hki_files *files = &clock->power->machine->files;
  const struct hk_power_domain *domain = clock->domain;
  struct search search = {files, domain->uio ? domain->uio : "", mmio->uio};
  if (hki_files_list(files, "/sys/class/uio", look_at, &search) != 1) {
    hki_power_say(clock, "no UIO device '%s'", search.wanted);
    return -ENODEV;
  }
  int error = hki_registers_map(&mmio->registers, files, mmio->uio);
  if (error) {
    hki_power_say(clock, "/dev/%s: %s", mmio->uio, strerror(-error));
    return error;
  }
  for (unsigned i = 0; i < domain->register_count; i++)
    if (domain->registers[i].offset % 4 != 0 ||
        domain->registers[i].offset > mmio->registers.bytes - 4) {
      hki_power_say(clock, "%s maps %zu bytes, no register at 0x%x", mmio->uio,
                    mmio->registers.bytes, domain->registers[i].offset);
      return -ERANGE;
    }
  return 0;
}

static unsigned point_of(const struct hki_clock *clock, unsigned khz) {
  unsigned point = 0;
  while (point + 1 < clock->point_count && clock->points[point].khz < khz)
    point++;
  return point;
}

/* What voltages are compared by: microvolts, or without them the number of the
 * point. */
static unsigned level(const struct hki_clock *clock, unsigned point) {
  unsigned microvolts = clock->points[point].microvolts;
  return microvolts ? microvolts : point + 1;
}

static unsigned highest(const struct hki_clock *clock) {
  unsigned most = 0;
  for (unsigned i = 0; i < clock->point_count; i++)
    if (level(clock, i) >= level(clock, most))
      most = i;
  return most;
}

/* The bits for `point`, or for what another clock with the same voltage
 * register needs, if that is more. */
static uint32_t value_for(const struct hki_clock *clock, bits *bits,
                          unsigned point) {
  const struct hk_power *power = clock->power;
  const struct mmio *own = clock->state;
  uint32_t value = bits->values[point];
  unsigned most = level(clock, point);
  for (unsigned i = 0; bits->is_voltage && i < power->clock_count; i++) {
    const struct hki_clock *other = &power->clocks[i];
    const struct mmio *mmio = other->state;
    if (other == clock || other->backend != &hki_power_mmio || !mmio ||
        strcmp(mmio->uio, own->uio) != 0)
      continue;
    unsigned at = mmio->point < 0 ? highest(other) : (unsigned)mmio->point;
    for (unsigned j = 0; j < other->domain->register_count; j++) {
      const struct hk_power_register *theirs = &other->domain->registers[j];
      if (theirs->is_voltage && theirs->offset == bits->offset &&
          theirs->mask == bits->mask && level(other, at) > most) {
        most = level(other, at);
        value = theirs->values[at];
      }
    }
  }
  return value;
}

static void settle(unsigned us) {
  unsigned long long end = hki_platform_clock() + us * 1000ull;
  while (us != 0 && hki_platform_clock() < end)
    hki_pause();
}

static int write_bits(struct hki_clock *clock, bits *bits, uint32_t value) {
  struct mmio *mmio = clock->state;
  if (hki_registers_read(&mmio->registers, bits->offset, bits->mask) == value)
    return 0;
  mmio->is_changed = true;
  hki_registers_write(&mmio->registers, bits->offset, bits->mask, value);
  settle(bits->settle_us);
  uint32_t found =
      hki_registers_read(&mmio->registers, bits->offset, bits->mask);
  if (found == (value & bits->mask))
    return 0;
  hki_power_say(clock, "register 0x%x holds 0x%x after 0x%x was written",
                bits->offset, found, value);
  return -EIO;
}

/* All voltage or all clock registers. */
static int write_kind(struct hki_clock *clock, bool isVoltage, unsigned point) {
  const struct hk_power_domain *domain = clock->domain;
  int error = 0;
  for (unsigned i = 0; i < domain->register_count && error == 0; i++)
    if (domain->registers[i].is_voltage == isVoltage)
      error = write_bits(clock, &domain->registers[i],
                         value_for(clock, &domain->registers[i], point));
  return error;
}

static int go_to(struct hki_clock *clock, unsigned point) {
  struct mmio *mmio = clock->state;
  unsigned by = mmio->point < 0 ? highest(clock) : (unsigned)mmio->point;
  int error = 0;
  if (mmio->point < 0 || level(clock, point) > level(clock, by)) {
    by = mmio->point < 0 ? by : point;
    error = write_kind(clock, true, by);
  }
  if (error == 0)
    error = write_kind(clock, false, point);
  mmio->point = error ? -1 : (int)point;
  /* Others with the same register now see what this clock needs. */
  return error ? error : write_kind(clock, true, point);
}

static int set_mmio(struct hki_clock *clock, unsigned khz) {
  pthread_mutex_t *mutex = &clock->power->machine->mutex;
  pthread_mutex_lock(mutex);
  int error = go_to(clock, point_of(clock, khz));
  pthread_mutex_unlock(mutex);
  return error;
}

static long now_mmio(struct hki_clock *clock) {
  const struct mmio *mmio = clock->state;
  const struct hk_power_domain *domain = clock->domain;
  for (unsigned point = 0; point < clock->point_count; point++) {
    bool isIt = true;
    for (unsigned i = 0; i < domain->register_count; i++) {
      bits *bits = &domain->registers[i];
      uint32_t found =
          hki_registers_read(&mmio->registers, bits->offset, bits->mask);
      isIt = isIt && (bits->is_voltage || found == bits->values[point]);
    }
    if (isIt)
      return (long)clock->points[point].khz;
  }
  return -ENOTSUP; /* something that the spec does not know */
}

/* Notes the registers of one kind in the journal, under another path if `other`
 * is not 0. */
static int note(struct hki_clock *clock, bool isVoltage, unsigned other) {
  const struct hk_power_domain *domain = clock->domain;
  const struct mmio *mmio = clock->state;
  struct hki_journal *journal = hki_power_journal(clock);
  int error = journal ? 0 : -EROFS;
  for (unsigned i = 0; i < domain->register_count && error == 0; i++) {
    bits *bits = &domain->registers[i];
    char path[160];
    if (bits->is_voltage != isVoltage)
      continue;
    struct hki_register place = {"", bits->offset, bits->mask, bits->settle_us,
                                 other};
    memcpy(place.uio, mmio->uio, sizeof place.uio);
    error = hki_registers_path(&place, path, sizeof path)
                ? hki_journal_note(journal, path)
                : -ENAMETOOLONG;
    if (error != 0)
      hki_power_say(clock, "%s: %s", path, strerror(-error));
  }
  return error;
}

/* Has put back in reverse order: the highest voltage, the clock, the voltage.
 */
static int announce(struct hki_clock *clock) {
  unsigned other = (unsigned)(clock - clock->power->clocks) + 1;
  pthread_mutex_t *mutex = &clock->power->machine->mutex;
  int error = note(clock, true, 0);
  if (error == 0) {
    pthread_mutex_lock(mutex);
    error = write_kind(clock, true, highest(clock));
    pthread_mutex_unlock(mutex);
  }
  if (error == 0)
    error = note(clock, false, 0);
  return error ? error : note(clock, true, other);
}

static int take_policies(struct hki_clock *clock, struct mmio *mmio) {
  struct hki_policies found;
  if (hki_policies_of(clock, &found) != 0)
    return 0; /* the kernel does not set this clock */
  mmio->governors = calloc(found.count, sizeof *mmio->governors);
  int error = mmio->governors ? 0 : -ENOMEM;
  for (unsigned i = 0; i < found.count && error == 0; i++) {
    error = hki_policy_take(clock, found.number[i], mmio->governors[i]);
    if (error == 0)
      mmio->policies.number[mmio->policies.count++] = found.number[i];
  }
  return error;
}

/* A voltage register that is still needed by another clock stays, and what it
 * held before anybody changed it is for that one to put back. */
static bool hand_over(struct hki_clock *clock, unsigned index) {
  const struct mmio *mmio = clock->state;
  bits *bits = &clock->domain->registers[index];
  bool isHanded = false;
  for (unsigned i = 0; i < clock->power->clock_count; i++) {
    struct hki_clock *other = &clock->power->clocks[i];
    struct mmio *theirs = other->state;
    if (other == clock || other->backend != &hki_power_mmio || !theirs ||
        strcmp(theirs->uio, mmio->uio) != 0)
      continue;
    for (unsigned j = 0; j < other->domain->register_count; j++) {
      const struct hk_power_register *same = &other->domain->registers[j];
      if (!same->is_voltage || same->offset != bits->offset ||
          same->mask != bits->mask)
        continue;
      isHanded = true;
      if (other > clock) /* opened later */
        theirs->before[j] = mmio->before[index];
    }
  }
  return isHanded;
}

static void put_back(struct hki_clock *clock) {
  const struct hk_power_domain *domain = clock->domain;
  struct mmio *mmio = clock->state;
  int error = write_kind(clock, true, highest(clock));
  for (unsigned i = 0; i < domain->register_count && error == 0; i++)
    if (!domain->registers[i].is_voltage)
      error = write_bits(clock, &domain->registers[i], mmio->before[i]);
  for (unsigned i = 0; i < domain->register_count && error == 0; i++)
    if (domain->registers[i].is_voltage && !hand_over(clock, i))
      error = write_bits(clock, &domain->registers[i], mmio->before[i]);
}

static void close_mmio(struct hki_clock *clock) {
  struct mmio *mmio = clock->state;
  if (!mmio)
    return;
  bool isOurs = hki_power_is_ours(clock->power);
  if (mmio->is_changed && isOurs) {
    pthread_mutex_lock(&clock->power->machine->mutex);
    put_back(clock);
    pthread_mutex_unlock(&clock->power->machine->mutex);
  }
  for (unsigned i = 0; i < mmio->policies.count && isOurs; i++)
    hki_policy_give_back(clock, mmio->policies.number[i], mmio->governors[i]);
  if (mmio->registers.begin)
    hki_registers_unmap(&mmio->registers);
  free(mmio->governors);
  free(mmio->before);
  free(mmio);
  clock->state = NULL;
}

static int open_mmio(struct hki_clock *clock) {
  const struct hk_power_domain *domain = clock->domain;
  if (!domain || domain->register_count == 0 || !clock->power->machine) {
    hki_power_say(clock, "the SoC spec has no registers for it");
    return -ENODEV;
  }
  struct mmio *mmio = calloc(1, sizeof *mmio);
  if (!mmio)
    return -ENOMEM;
  clock->state = mmio;
  mmio->point = -1;
  mmio->before = calloc(domain->register_count, sizeof *mmio->before);
  int error = mmio->before ? map(clock, mmio) : -ENOMEM;
  if (error == 0)
    error = hki_clock_claim(clock);
  for (unsigned i = 0; i < domain->register_count && error == 0; i++)
    mmio->before[i] =
        hki_registers_read(&mmio->registers, domain->registers[i].offset,
                           domain->registers[i].mask);
  if (error == 0)
    error = take_policies(clock, mmio);
  if (error == 0)
    error = announce(clock);
  if (error != 0) {
    close_mmio(clock);
    hki_clock_give_up(clock);
  }
  return error;
}

const struct hki_power_backend hki_power_mmio = {
    HK_POWER_MMIO, open_mmio, set_mmio, now_mmio, close_mmio};
