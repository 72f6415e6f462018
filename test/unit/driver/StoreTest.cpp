// SPDX-License-Identifier: Apache-2.0
//
// What compiling gave, kept in a directory; and what its keys tell apart.
#include "driver/cache/Store.h"
#include "driver/cache/Identity.h"
#include "driver/cache/Key.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

#include <chrono>
#include <filesystem>
#include <fstream>

namespace hocket::driver {
namespace {

namespace files = std::filesystem;

class StoreTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> path;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("hocket-store", path));
    directory = path.str().str();
  }
  void TearDown() override { files::remove_all(directory); }

  std::string fileOf(const std::string &key) const {
    return directory + "/" + key.substr(0, 1) + "/" + key;
  }
  void use(const std::string &key, std::chrono::hours ago) const {
    files::last_write_time(fileOf(key),
                           files::file_time_type::clock::now() - ago);
  }

  std::string directory;
};

TEST_F(StoreTest, FindsWhatItKeeps) {
  Store store(directory, 1 << 20);
  EXPECT_EQ(store.find("ab"), std::nullopt);
  store.keep("ab", "one");
  store.keep("cd", std::string("t\0w", 3));
  EXPECT_EQ(store.find("ab"), "one");
  EXPECT_EQ(store.find("cd"), std::string("t\0w", 3));
}

TEST_F(StoreTest, WhatIsDamagedIsNotThere) {
  Store store(directory, 1 << 20);
  store.keep("ab", "one text");
  std::fstream(fileOf("ab"), std::ios::in | std::ios::out | std::ios::ate)
      << "more";
  EXPECT_EQ(store.find("ab"), std::nullopt);
  store.keep("ab", "one text");
  EXPECT_EQ(store.find("ab"), "one text");
  files::resize_file(fileOf("ab"), 20);
  EXPECT_EQ(store.find("ab"), std::nullopt);
}

TEST_F(StoreTest, AnotherEntrysFileIsNone) {
  Store store(directory, 1 << 20);
  store.keep("ab", "one");
  files::copy(fileOf("ab"), fileOf("ac"));
  EXPECT_EQ(store.find("ac"), std::nullopt);
}

TEST_F(StoreTest, WhatWasNotUsedForLongestGoes) {
  Store store(directory, 16 * 1000); // 1000 bytes for each first digit
  const std::string bytes(250, 'x');
  for (const char *key : {"a1", "a2", "a3"})
    store.keep(key, bytes);
  use("a1", std::chrono::hours(3));
  use("a2", std::chrono::hours(2));
  use("a3", std::chrono::hours(1));
  EXPECT_TRUE(store.find("a1").has_value()); // used now
  store.keep("a4", bytes);
  EXPECT_TRUE(store.find("a1").has_value());
  EXPECT_FALSE(store.find("a2").has_value());
  EXPECT_TRUE(store.find("a3").has_value());
  EXPECT_TRUE(store.find("a4").has_value());
}

TEST_F(StoreTest, WhatIsTooLargeIsNotKept) {
  Store store(directory, 16 * 1000);
  store.keep("a1", "small");
  store.keep("a2", std::string(2000, 'x'));
  EXPECT_TRUE(store.find("a1").has_value());
  EXPECT_FALSE(store.find("a2").has_value());
}

TEST_F(StoreTest, ADirectoryThatCannotBeIsNone) {
  std::ofstream(directory + "/file") << "no directory";
  Store store(directory + "/file", 1 << 20);
  store.keep("ab", "one");
  EXPECT_EQ(store.find("ab"), std::nullopt);
  EXPECT_FALSE(Store().isOpen());
}

TEST(KeyTest, PartsAreToldApart) {
  auto of = [](const std::vector<std::string> &parts) {
    Key key("test");
    for (const std::string &part : parts)
      key.add(part);
    return key.digest();
  };
  EXPECT_EQ(of({"a", "b"}), of({"a", "b"}));
  EXPECT_NE(of({"a", "b"}), of({"ab", ""}));
  EXPECT_NE(of({"a", "b"}), of({"b", "a"}));
  EXPECT_NE(of({"1\na"}), of({"a"}));
}

TEST(IdentityTest, OfTheCodeThatRuns) {
  EXPECT_NE(ownCode(), "");
  EXPECT_EQ(ownCode(), ownCode());
}

TEST(IdentityTest, OfTheCompiler) {
  const Compiler gcc = Compiler::find("gcc");
  auto plain = compilerIdentity(gcc, {"-O2"});
  ASSERT_TRUE(plain.has_value());
  EXPECT_EQ(compilerIdentity(gcc, {"-O2"}), plain);
  EXPECT_NE(compilerIdentity(gcc, {"-O2", "-mtune=native"}), plain);
  // What it means depends on other files, or it writes some.
  for (const char *word :
       {"-fprofile-use=x", "-fplugin=x", "-Wa,-a", "-gsplit-dwarf",
        "-ftest-coverage", "-fdump-tree-all", "-fsanitize-ignorelist=x",
        "-specs=x", "-Bx", "-save-temps", "-fstack-usage", "file"})
    EXPECT_EQ(compilerIdentity(gcc, {"-O2", word}), std::nullopt) << word;
  EXPECT_EQ(compilerIdentity(Compiler::find("gcc -O2"), {}), std::nullopt);
}

} // namespace
} // namespace hocket::driver
