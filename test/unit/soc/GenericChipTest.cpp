// SPDX-License-Identifier: Apache-2.0
//
// generic-N: the figures of the file for four cores, and what grows with N.
#include "soc/GenericChip.h"
#include "soc/LoadSpec.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::soc;

namespace {

const std::vector<std::string> shipped{HOCKET_SOURCE_DIR "/soc-specs"};

std::optional<SocSpec> loaded(const std::string &name,
                              const std::vector<std::string> &dirs) {
  std::vector<SpecError> errors;
  auto spec = loadSpec(name, dirs, errors);
  EXPECT_EQ(spec.has_value(), errors.empty());
  return spec;
}

} // namespace

TEST(GenericChip, OfFourCoresIsThatOfTheFile) {
  auto file = loaded("generic-4", shipped);
  ASSERT_TRUE(file);
  SocSpec made = genericChip(4);
  EXPECT_NE(made.description, file->description); // so the file was read
  made.description = file->description;
  EXPECT_EQ(toYaml(made), toYaml(*file));
}

TEST(GenericChip, IsAValidSpecOfAnyNumberOfCores) {
  for (unsigned cores : {1u, 2u, 3u, 5u, 8u, 63u, 64u, 1024u}) {
    std::string name = "generic-" + std::to_string(cores);
    auto spec = loaded(name, shipped);
    ASSERT_TRUE(spec) << name;
    EXPECT_EQ(spec->name, name);
    EXPECT_EQ(spec->usableCores(0).size(), cores);
    std::vector<SpecError> errors;
    auto again = parseSpec(toYaml(*spec), "again.yaml", errors);
    ASSERT_TRUE(again) << errors[0].message;
    EXPECT_EQ(toYaml(*again), toYaml(*spec));
  }
}

TEST(GenericChip, HasClustersOfFourWithAClockEach) {
  auto spec = loaded("generic-10", {}); // no file is needed
  ASSERT_TRUE(spec);
  ASSERT_EQ(spec->clusters.size(), 3u);
  ASSERT_EQ(spec->domains.size(), 3u);
  EXPECT_EQ(spec->clusters[2].name, "cluster2");
  EXPECT_EQ(spec->cores[3].cluster, 0u);
  EXPECT_EQ(spec->cores[4].cluster, 1u);
  EXPECT_EQ(spec->cores[9].domain, 2u);
  EXPECT_EQ(spec->cores[9].id, 9u);
  EXPECT_GT(spec->costs.syncAcrossNs, spec->costs.syncNs);
  EXPECT_LT(spec->costs.bytesPerNsAcross, spec->costs.bytesPerNs);
}

TEST(GenericChip, OtherNamesAreNone) {
  for (const char *name :
       {"generic-0", "generic-1025", "generic-", "generic-4x", "generic-04",
        "generic--4", "generic", "Generic-8", "generic-99999999999"}) {
    EXPECT_FALSE(genericCores(name)) << name;
    std::vector<SpecError> errors;
    EXPECT_FALSE(loadSpec(name, shipped, errors)) << name;
    ASSERT_EQ(errors.size(), 1u) << name;
    EXPECT_NE(errors[0].message.find("generic-N for 1 to 1024 equal cores"),
              std::string::npos)
        << errors[0].message;
  }
}
