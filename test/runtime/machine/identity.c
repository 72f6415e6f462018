/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a machine has a chip, by its device tree and its cores' numbers; and
 * that what it does not tell is not held against it.
 */
#include "fake_tree.h"

#include "machine/identity/identity.h"

static const char *const names[] = {"maker,board", "maker,board-lite"};
static const struct hk_chip_core cores[] = {
    {1, 0, 0x41, 0xc0f}, {0, 1, 0x41, 0xc07}, {2, 2, 0, 0}};
static const struct hk_chip
    chip = {{"board", 0, 0, 0, 0}, 0, 0, cores, 3, names, 2},
    unnamed = {{"board", 0, 0, 0, 0}, 0, 0, cores, 3, 0, 0},
    nameless = {{"board", 0, 0, 0, 0}, 0, 0, cores + 2, 1, 0, 0};

static struct fake_tree tree;
static char why[400];

static enum hki_identity answer_of(const struct hk_chip *one) {
  why[0] = '?';
  return hki_identify_by(fake_files(&tree), one, why, sizeof why);
}

static bool says(const char *text) {
  bool isThere = strstr(why, text);
  if (!isThere)
    fprintf(stderr, "'%s' says nothing of '%s'\n", why, text);
  return isThere;
}

/* A property of strings, each with its 0. */
static void put_strings(const char *path, const char *text, size_t length) {
  char whole[600];
  fake_put(&tree, path, "");
  fake_path(&tree, path, whole, sizeof whole);
  FILE *file = fopen(whole, "w");
  CHECK(file && fwrite(text, 1, length, file) == length && fclose(file) == 0);
}
#define PUT(path, text) put_strings(path, text, sizeof text)

static const char tree_path[] = "/proc/device-tree/compatible",
                  other_path[] = "/sys/firmware/devicetree/base/compatible";

static void by_tree(const char *path) {
  PUT(path, "maker,board\0maker,chip");
  CHECK(answer_of(&chip) == HKI_IDENTITY_SAME && !*why);
  PUT(path, "user,box\0maker,board-lite\0maker,chip");
  CHECK(answer_of(&chip) == HKI_IDENTITY_SAME && !*why);
  /* Names are whole. */
  PUT(path, "maker,board2\0maker,chip");
  CHECK(answer_of(&chip) == HKI_IDENTITY_OTHER);
  CHECK(says("'maker,board2'") && says("'maker,board'"));
  CHECK(answer_of(&nameless) == HKI_IDENTITY_UNKNOWN && !*why);
  PUT(path, "");
  CHECK(answer_of(&chip) == HKI_IDENTITY_OTHER);
  put_strings(path, "", 0);
  CHECK(answer_of(&chip) == HKI_IDENTITY_UNKNOWN && !*why);
  fake_take(&tree, path);
  CHECK(answer_of(&chip) == HKI_IDENTITY_UNKNOWN && !*why);
}

static const char register0[] =
    "/sys/devices/system/cpu/cpu0/regs/identification/midr_el1";
static const char register1[] =
    "/sys/devices/system/cpu/cpu1/regs/identification/midr_el1";

static void by_registers(void) {
  fake_put(&tree, register0, "0x00000000410fc075");
  CHECK(answer_of(&unnamed) == HKI_IDENTITY_SAME && !*why);
  fake_put(&tree, register1, "0x00000000412fc0f3");
  CHECK(answer_of(&unnamed) == HKI_IDENTITY_SAME);
  CHECK(answer_of(&nameless) == HKI_IDENTITY_UNKNOWN);
  /* The kinds are there, but not in these places. */
  fake_put(&tree, register0, "0x00000000412fc0f3");
  fake_put(&tree, register1, "0x00000000410fc075");
  CHECK(answer_of(&unnamed) == HKI_IDENTITY_OTHER);
  CHECK(says("processor 1 is") && says("0xc07, not 0x41 and 0xc0f"));
  /* The tree's word does not help. */
  PUT(tree_path, "maker,board");
  CHECK(answer_of(&chip) == HKI_IDENTITY_OTHER);
  fake_take(&tree, tree_path);
  fake_put(&tree, register0, "nonsense");
  fake_put(&tree, register1, "");
  CHECK(answer_of(&unnamed) == HKI_IDENTITY_UNKNOWN && !*why);
  fake_take(&tree, register0);
  fake_take(&tree, register1);
}

#define BLOCK(number, part)                                                    \
  "processor\t: " number "\nmodel name\t: ARMv7 Processor rev 3\n"             \
  "Features\t: half thumb fastmult vfp edsp neon vfpv3 tls vfpv4 idiva idivt " \
  "vfpd32 lpae evtstrm and so on and so forth and so on and so forth\n"        \
  "CPU implementer\t: 0x41\nCPU architecture: 7\nCPU variant\t: 0x0\n"         \
  "CPU part\t: " part "\nCPU revision\t: 3\n\n"
#define END "Hardware\t: BOARD\nRevision\t: 0000"

static void by_list(void) {
  const char path[] = "/proc/cpuinfo";
  fake_put(&tree, path,
           BLOCK("0", "0xc07") BLOCK("1", "0xc0f") BLOCK("2", "0x123")
               BLOCK("3", "0x123") BLOCK("4", "0x123") END);
  CHECK(answer_of(&unnamed) == HKI_IDENTITY_SAME && !*why);
  fake_put(&tree, path,
           BLOCK("0", "0xc0f") BLOCK("1", "0xc0f") BLOCK("2", "0xc0f") END);
  CHECK(answer_of(&unnamed) == HKI_IDENTITY_OTHER);
  CHECK(says("processor 0 is") && says("0xc0f, not 0x41 and 0xc07"));
  CHECK(answer_of(&nameless) == HKI_IDENTITY_UNKNOWN && !*why);
  /* That of another architecture. */
  fake_put(&tree, path, "processor\t: 0\nvendor_id\t: x\ncpu family\t: 6");
  CHECK(answer_of(&unnamed) == HKI_IDENTITY_UNKNOWN && !*why);
}

static void tells_of_itself(void) {
  char name[16];
  unsigned implementer = 0, part = 0;
  const struct hki_files *files = fake_files(&tree);
  CHECK(hki_identity_board(files, name, sizeof name) == -ENOENT);
  PUT(other_path, "maker,board\0maker,chip");
  CHECK(hki_identity_board(files, name, sizeof name) == 11);
  CHECK(strcmp(name, "maker,board") == 0);
  fake_take(&tree, other_path);
  fake_put(&tree, "/proc/cpuinfo", "processor\t: 0\nvendor_id\t: x");
  CHECK(!hki_identity_core(files, 0, &implementer, &part));
  fake_put(&tree, "/proc/cpuinfo", BLOCK("0", "0xc07") BLOCK("1", "0xc0f") END);
  CHECK(hki_identity_core(files, 1, &implementer, &part));
  CHECK(implementer == 0x41 && part == 0xc0f);
  CHECK(!hki_identity_core(files, 2, &implementer, &part));
  fake_put(&tree, register1, "0x00000000410fd083");
  CHECK(hki_identity_core(files, 1, &implementer, &part));
  CHECK(implementer == 0x41 && part == 0xd08);
}

int main(void) {
  tree = fake_tree();
  CHECK(answer_of(&chip) == HKI_IDENTITY_UNKNOWN && !*why);
  by_tree(tree_path);
  by_tree(other_path);
  by_registers();
  by_list();
  tells_of_itself();
  fake_remove(&tree);
  return 0;
}
