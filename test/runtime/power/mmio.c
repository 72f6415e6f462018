/* SPDX-License-Identifier: Apache-2.0
 *
 * Clock and voltage registers of a fake UIO device, a plain file that is
 * mapped: what is written in which order, bits of others, read back, put back,
 * also by the journal alone and after kill -9.  mmio [KILLS]
 */
#include "fake_cpufreq.h"
#include "machine/files/registers.h"

#include <signal.h>
#include <sys/mman.h>

#define UIO "/sys/class/uio/uio"

enum { BYTES = 8192, BEGIN = 0x40, MOST_STORES = 64 };

/* Offsets in the device, which begins within the page. */
enum { CLOCK = 0x0, OTHER_CLOCK = 0x4, VOLTAGE = 0x10, LAST = 0x7c };

static uint32_t *device; /* as the hardware has it, from BEGIN on */
static struct {
  unsigned offset;
  uint32_t value;
} stores[MOST_STORES];
static unsigned store_count;
static unsigned stuck = BYTES; /* a register that takes nothing */

static void log_store(volatile uint32_t *word, uint32_t value) {
  unsigned offset = (unsigned)((uintptr_t)word % 4096 - BEGIN);
  CHECK(store_count < MOST_STORES);
  stores[store_count].offset = offset;
  stores[store_count++].value = value;
  if (offset != stuck)
    *word = value;
}

static const uint32_t dividers[] = {0x300, 0x100, 0x000};
static const uint32_t levels[] = {0x20, 0x30, 0x28}; /* the last needs less */
static const uint32_t other_dividers[] = {2, 0};
static const uint32_t other_levels[] = {0x20, 0x38};
static const struct hk_power_point points[] = {
    {200000, 900000}, {400000, 1100000}, {800000, 1000000}};
static const struct hk_power_point other_points[] = {{200000, 900000},
                                                     {1600000, 1300000}};
static const struct hk_power_register registers[] = {
    {CLOCK, 0x300, dividers, 0, 0},
    {VOLTAGE, 0xff, levels, 20, 1},
};
static const struct hk_power_register other_registers[] = {
    {OTHER_CLOCK, 3, other_dividers, 0, 0},
    {VOLTAGE, 0xff, other_levels, 20, 1},
};
static const unsigned cpus[] = {0, 1}, other_cpus[] = {2};
static struct hk_power_domain domains[] = {
    {.name = "first",
     .cpus = cpus,
     .cpu_count = 2,
     .points = points,
     .point_count = 3,
     .uio = "clocks",
     .registers = registers,
     .register_count = 2},
    {.name = "second",
     .cpus = other_cpus,
     .cpu_count = 1,
     .points = other_points,
     .point_count = 2,
     .uio = "uio3",
     .registers = other_registers,
     .register_count = 2},
};
static const struct hk_power_chip one = {"chip", domains, 1, NULL, 0};
static const struct hk_power_chip two = {"chip", domains, 2, NULL, 0};

static void begin(void) {
  make_machine();
  fake_put(&machine_tree, UIO "0/name", "serial");
  fake_put(&machine_tree, UIO "3/name", "clocks");
  /* As uio_pdrv_genirq has it: the map is of whole pages. */
  fake_put(&machine_tree, UIO "3/maps/map0/addr", "0x40000000");
  fake_put(&machine_tree, UIO "3/maps/map0/offset", "0x40");
  fake_put(&machine_tree, UIO "3/maps/map0/size", "0x1000");
  fake_put(&machine_tree, "/dev/uio3", "");
  char path[512];
  fake_path(&machine_tree, "/dev/uio3", path, sizeof path);
  int file = open(path, O_RDWR);
  CHECK(file >= 0 && ftruncate(file, BYTES) == 0);
  char *first = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  CHECK(first != MAP_FAILED && close(file) == 0);
  device = (uint32_t *)(void *)(first + BEGIN);
  device[CLOCK / 4] = 0xabcd0101; /* 0x100 of it is ours */
  device[OTHER_CLOCK / 4] = 0xfffffffe;
  device[VOLTAGE / 4] = 0x1230;
  store_count = 0;
  stuck = BYTES;
}

static struct hk_power *opened(const struct hk_power_chip *chip,
                               enum hk_power_backend backend) {
  struct hk_power_options options = {.backend = backend};
  options.report = power_report;
  const struct hki_files *files = power_files();
  fake_calls.store = log_store;
  struct hk_power *power;
  CHECK(hki_power_open(chip, &options,
                       hki_power_machine_new(files, machine_tree.folder),
                       &power) == 0);
  return power;
}

static bool is_as_before(void) {
  return device[CLOCK / 4] == 0xabcd0101 &&
         device[OTHER_CLOCK / 4] == 0xfffffffe && device[VOLTAGE / 4] == 0x1230;
}

static void end(struct hk_power *power) {
  hk_power_close(power);
  CHECK(is_as_before());
  CHECK(fake_journals(&machine_tree) == 0);
  munmap((char *)device - BEGIN, BYTES);
  fake_remove(&machine_tree);
}

static bool was_stored(unsigned index, unsigned offset, uint32_t value) {
  bool isSame = index < store_count && stores[index].offset == offset &&
                stores[index].value == value;
  if (!isSame && index < store_count)
    fprintf(stderr, "0x%x = 0x%x\n", stores[index].offset, stores[index].value);
  return isSame;
}

static void voltage_before_the_clock_or_after(void) {
  begin();
  struct hk_power *power = opened(&one, HK_POWER_AUTO);
  CHECK(backend_of(power, 0) == HK_POWER_MMIO && power_messages == 0);
  /* From an unknown point: the highest voltage (it was), clock, voltage. */
  CHECK(store_count == 2 && was_stored(0, CLOCK, 0xabcd0001));
  CHECK(was_stored(1, VOLTAGE, 0x1228));
  CHECK(hk_power_now(power, 0) == 800000);
  store_count = 0;
  CHECK(hk_power_point(power, 0, 0) == 1); /* down to less voltage */
  CHECK(store_count == 2 && was_stored(0, CLOCK, 0xabcd0301));
  CHECK(was_stored(1, VOLTAGE, 0x1220) && hk_power_now(power, 1) == 200000);
  store_count = 0;
  CHECK(hk_power_point(power, 1, 1) == 1); /* up to more */
  CHECK(store_count == 2 && was_stored(0, VOLTAGE, 0x1230));
  CHECK(was_stored(1, CLOCK, 0xabcd0101));
  store_count = 0;
  CHECK(hk_power_point(power, 1, 2) == 1); /* up to less */
  CHECK(store_count == 2 && was_stored(0, CLOCK, 0xabcd0001));
  CHECK(was_stored(1, VOLTAGE, 0x1228));
  store_count = 0;
  CHECK(hk_power_request(power, 1, 350000) == 1); /* down to more */
  CHECK(store_count == 2 && was_stored(0, VOLTAGE, 0x1230));
  CHECK(was_stored(1, CLOCK, 0xabcd0101));
  CHECK(hk_power_request(power, 0, 400000) == 0 && store_count == 2);
  end(power);
}

static void clocks_on_one_voltage(void) {
  begin();
  struct hk_power *power = opened(&two, HK_POWER_AUTO);
  CHECK(backend_of(power, 2) == HK_POWER_MMIO);
  CHECK(device[VOLTAGE / 4] == 0x1238);
  store_count = 0;
  CHECK(hk_power_point(power, 0, 0) == 1); /* the other needs it */
  CHECK(device[VOLTAGE / 4] == 0x1238 && store_count == 1);
  CHECK(hk_power_point(power, 2, 0) == 1);
  CHECK(device[VOLTAGE / 4] == 0x1220);
  CHECK(device[OTHER_CLOCK / 4] == 0xfffffffe);
  CHECK(hk_power_point(power, 1, 1) == 1);
  CHECK(device[VOLTAGE / 4] == 0x1230);
  CHECK(hk_power_point(power, 2, 1) == 1);
  CHECK(device[VOLTAGE / 4] == 0x1238);
  store_count = 0;
  end(power);
  /* The second's clock went down before the voltage that both need. */
  unsigned at = store_count - 1;
  while (at > 0 && stores[at].offset != OTHER_CLOCK)
    at--;
  CHECK(was_stored(at, OTHER_CLOCK, 0xfffffffe));
  CHECK(was_stored(at + 1, VOLTAGE, 0x1230));
  for (unsigned i = 0; i < at; i++)
    CHECK(stores[i].offset != VOLTAGE || (stores[i].value & 0xff) == 0x38);
}

/* Then the next back end; here there is none. */
static void a_register_does_not_take_it(void) {
  begin();
  struct hk_power *power = opened(&one, HK_POWER_AUTO);
  CHECK(hk_power_point(power, 0, 0) == 1);
  stuck = VOLTAGE;
  store_count = 0;
  CHECK(hk_power_point(power, 0, 1) == 0);
  CHECK(store_count == 2 && stores[0].offset == VOLTAGE); /* clock not up */
  CHECK(backend_of(power, 0) == HK_POWER_NONE);
  CHECK(was_said("first: register 0x10 holds 0x20 after 0x30 was written"));
  stuck = BYTES; /* the journal puts back what could not be */
  end(power);
}

static void the_kernel_is_kept_off_the_clock(void) {
  begin();
  add_policy("policy0", "0 1", NULL);
  struct hk_power *power = opened(&one, HK_POWER_AUTO);
  CHECK(backend_of(power, 0) == HK_POWER_MMIO);
  CHECK(policy_is("policy0", "scaling_governor", "userspace"));
  hk_power_close(power);
  CHECK(policy_is("policy0", "scaling_governor", "schedutil"));
  CHECK(is_as_before());
  /* It cannot be: then the registers are not touched. */
  put_policy("policy0", "scaling_available_governors", "schedutil");
  store_count = 0;
  power = opened(&one, HK_POWER_AUTO);
  CHECK(backend_of(power, 0) == HK_POWER_LIMITS && store_count == 0);
  hk_power_close(power);
  power = opened(&one, HK_POWER_MMIO);
  CHECK(backend_of(power, 0) == HK_POWER_NONE && store_count == 0);
  end(power);
}

static void no_such_device(void) {
  begin();
  domains[0].uio = "nothing";
  struct hk_power *power = opened(&one, HK_POWER_AUTO);
  CHECK(backend_of(power, 0) == HK_POWER_NONE && store_count == 0);
  CHECK(was_said("first: no UIO device 'nothing'"));
  CHECK(was_said("first: no cpufreq policy here"));
  domains[0].uio = "clocks";
  end(power);
}

static void the_map_is_too_small(void) {
  static const struct hk_power_register beyond[] = {
      {CLOCK, 0x300, dividers, 0, 0}, {0xfc0, 0xff, levels, 0, 1}};
  begin();
  domains[0].registers = beyond;
  struct hk_power *power = opened(&one, HK_POWER_AUTO);
  CHECK(was_said("uio3 maps 4032 bytes, no register at 0xfc0"));
  CHECK(store_count == 0);
  domains[0].registers = registers;
  end(power);
}

static void may_not_be_opened(void) {
  begin();
  fake_fault = (struct fake_fault){FAKE_OPEN, "dev/uio3", -EACCES, 0, 0, NULL};
  struct hk_power *power = opened(&one, HK_POWER_AUTO);
  CHECK(was_said("first: /dev/uio3: Permission denied"));
  CHECK(backend_of(power, 0) == HK_POWER_NONE && store_count == 0);
  fake_fault.path = NULL;
  end(power);
}

static void a_spec_without_registers(void) {
  begin();
  domains[0].register_count = 0;
  struct hk_power *power = opened(&one, HK_POWER_MMIO);
  CHECK(was_said("first: the SoC spec has no registers for it"));
  domains[0].register_count = 2;
  end(power);
}

/* Nothing of the program's own runs: the journal has all that is needed, and
 * puts it back with the voltage up before the clock. */
static void the_journal_alone_puts_back(void) {
  begin();
  device[CLOCK / 4] = 0xabcd0001;
  device[VOLTAGE / 4] = 0x1228;
  struct hk_power *power = opened(&two, HK_POWER_AUTO);
  CHECK(hk_power_point(power, 0, 0) == 1 && hk_power_point(power, 2, 0) == 1);
  CHECK(device[VOLTAGE / 4] == 0x1220);
  store_count = 0;
  CHECK(hki_journal_restore(power->machine->journal) == 0);
  CHECK(device[CLOCK / 4] == 0xabcd0001 && device[VOLTAGE / 4] == 0x1228);
  uint32_t voltage = 0x20;
  for (unsigned i = 0; i < store_count; i++) {
    if (stores[i].offset == VOLTAGE)
      voltage = stores[i].value & 0xff;
    if (stores[i].offset == CLOCK)
      CHECK(voltage >= 0x28);
  }
  hk_power_close(power);
  munmap((char *)device - BEGIN, BYTES);
  fake_remove(&machine_tree);
}

/* kill -9 at a low voltage, as often as main says: the watchdog puts back. */
static void killed(void) {
  int ready[2];
  begin();
  device[CLOCK / 4] = 0xabcd0001;
  device[VOLTAGE / 4] = 0x1228;
  CHECK(pipe(ready) == 0);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    struct hk_power *power = opened(&one, HK_POWER_AUTO);
    CHECK(hk_power_point(power, 0, 0) == 1);
    CHECK(write(ready[1], "x", 1) == 1);
    for (;;)
      pause();
  }
  char byte;
  CHECK(read(ready[0], &byte, 1) == 1);
  CHECK(device[CLOCK / 4] == 0xabcd0301 && device[VOLTAGE / 4] == 0x1220);
  CHECK(kill(child, SIGKILL) == 0);
  CHECK(waitpid(child, NULL, 0) == child);
  while (fake_journals(&machine_tree) != 0)
    usleep(1000);
  CHECK(device[CLOCK / 4] == 0xabcd0001 && device[VOLTAGE / 4] == 0x1228);
  close(ready[0]);
  close(ready[1]);
  munmap((char *)device - BEGIN, BYTES);
  fake_remove(&machine_tree);
}

static void registers_as_files(void) {
  begin();
  const struct hki_files *files = power_files();
  char text[64], path[128];
  struct hki_register place = {"uio3", 16, 255, 1500, 0};
  CHECK(hki_registers_path(&place, path, sizeof path));
  CHECK(strcmp(path, "/dev/uio3/registers/16/255/1500") == 0);
  CHECK(hki_files_read(files, path, text, sizeof text) == 2);
  CHECK(strcmp(text, "48") == 0);
  fake_paused = 0;
  CHECK(hki_files_write(files, path, "7") == 0 && fake_paused == 2);
  CHECK(device[VOLTAGE / 4] == 0x1207);
  CHECK(hki_files_write(files, path, "x") == -EINVAL);
  CHECK(hki_files_read(files, "/dev/uio3/registers/4032/1/0", text,
                       sizeof text) == -ENXIO);
  CHECK(hki_files_read(files, "/dev/uio9/registers/0/1/0", text, sizeof text) ==
        -ENODEV);
  static const char *const none[] = {"/dev/uio3",
                                     "/dev/uio3/registers/0/1",
                                     "/dev/uio/registers/0/1/0",
                                     "/dev/uio3/registers/2/1/0",
                                     "/dev/uio3/registers/0/1/0/",
                                     "/dev/uio3/registers/0/1/0/x",
                                     "/dev/uio3/registers/0/4294967296/0"};
  for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
    CHECK(!hki_registers_is_path(none[i]));
  CHECK(hki_registers_is_path("/dev/uio3/registers/0/1/0/4"));
  munmap((char *)device - BEGIN, BYTES);
  fake_remove(&machine_tree);
}

int main(int argc, char **argv) {
  unsigned kills = argument(argc, argv, 100);
  voltage_before_the_clock_or_after();
  clocks_on_one_voltage();
  a_register_does_not_take_it();
  the_kernel_is_kept_off_the_clock();
  no_such_device();
  the_map_is_too_small();
  may_not_be_opened();
  a_spec_without_registers();
  the_journal_alone_puts_back();
  registers_as_files();
  for (unsigned i = 0; i < kills; i++)
    killed();
  return 0;
}
