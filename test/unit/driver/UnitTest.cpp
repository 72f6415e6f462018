// SPDX-License-Identifier: Apache-2.0
//
// Units as bytes: what comes back, and that no damage goes unseen.
#include "driver/units/Unit.h"

#include "gtest/gtest.h"

namespace hocket::driver {
namespace {

Unit sample() {
  Unit unit{"src/a b.c", "/work", "gcc", {"-O2", "-std=c11"}, "0123", ""};
  for (int i = 0; i < 200; ++i)
    unit.text += "# " + std::to_string(i) + " \"a b.c\"\nint x\xe9;\n";
  return unit;
}

std::string packed(const Unit &unit) {
  llvm::Expected<std::string> bytes = pack(unit);
  EXPECT_TRUE(bool(bytes));
  return bytes ? *bytes : "";
}

std::string problemOf(llvm::StringRef bytes) {
  llvm::Expected<Unit> unit = unpack(bytes);
  return unit ? "" : llvm::toString(unit.takeError());
}

TEST(Unit, ComesBackAsItWas) {
  const Unit unit = sample();
  llvm::Expected<Unit> back = unpack(packed(unit));
  ASSERT_TRUE(bool(back));
  EXPECT_EQ(back->source, unit.source);
  EXPECT_EQ(back->directory, unit.directory);
  EXPECT_EQ(back->compiler, unit.compiler);
  EXPECT_EQ(back->flags, unit.flags);
  EXPECT_EQ(back->digest, unit.digest);
  EXPECT_EQ(back->text, unit.text);
}

TEST(Unit, IsSmallerThanItsText) {
  EXPECT_LT(packed(sample()).size(), sample().text.size() / 2);
}

TEST(Unit, MayBeEmpty) {
  Unit unit;
  llvm::Expected<Unit> back = unpack(packed(unit));
  ASSERT_TRUE(bool(back));
  EXPECT_TRUE(back->text.empty());
}

TEST(Unit, CutOffIsDamaged) {
  const std::string bytes = packed(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(problemOf(llvm::StringRef(bytes).take_front(size)), "") << size;
}

/// Nothing of it may be another; only how its numbers and words are written.
TEST(Unit, ChangesAreSeen) {
  const Unit unit = sample();
  const std::string bytes = packed(unit);
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string changed = bytes;
    changed[bit / 8] = char(changed[bit / 8] ^ (1 << bit % 8));
    llvm::Expected<Unit> back = unpack(changed);
    if (back) {
      EXPECT_EQ(back->text, unit.text) << bit;
      EXPECT_EQ(back->flags, unit.flags) << bit;
      EXPECT_EQ(back->source, unit.source) << bit;
      EXPECT_EQ(back->directory, unit.directory) << bit;
      EXPECT_EQ(back->compiler, unit.compiler) << bit;
      EXPECT_EQ(back->digest, unit.digest) << bit;
    } else {
      llvm::consumeError(back.takeError());
    }
  }
}

TEST(Unit, OfAnotherFormSaysSo) {
  std::string bytes = packed(sample());
  bytes[bytes.find('\n') - 1] = '1';
  EXPECT_NE(problemOf(bytes).find("another version"), std::string::npos);
}

TEST(Unit, OfAnotherVersionSaysSo) {
  std::string bytes = packed(sample());
  std::size_t at = bytes.find("\"version\":\"");
  ASSERT_NE(at, std::string::npos);
  bytes[at + 11] = 'x';
  EXPECT_NE(problemOf(bytes).find("another version"), std::string::npos);
}

TEST(Unit, NamesThatAreNoTextAreNotCarried) {
  Unit unit = sample();
  unit.source = "\xff.c";
  llvm::Expected<std::string> bytes = pack(unit);
  EXPECT_FALSE(bool(bytes));
  llvm::consumeError(bytes.takeError());
}

} // namespace
} // namespace hocket::driver
