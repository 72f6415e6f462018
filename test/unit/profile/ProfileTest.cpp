// SPDX-License-Identifier: Apache-2.0
//
// Profiles: what is read of one, which functions it fits, and to which nodes
// its figures go.

#include "profile/Attach.h"

#include "AnalyzedC.h"

#include "llvm/Support/Error.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::profile;

namespace {

constexpr const char *text = "double a[100], b[100];\n"
                             "void f(int n) {\n"
                             "  for (int i = 0; i < n; i++)\n"
                             "    if (i > 3)\n"
                             "      a[i] = b[i];\n"
                             "}\n";

ir::Program programOf(const std::string &source) {
  return polyhedral::test::AnalyzedC(source, {}, true).program;
}

/// A profile that has counted each place of the program so often.
Profile profileOf(const ir::Program &program, double times) {
  Profile profile;
  profile.chip = "host";
  for (const FunctionPlaces &function : placesOf(program)) {
    FunctionRecord record{
        program[function.function].name, "test.c", function.hash, {}};
    for (const Place &place : function.places)
      record.places.push_back({place.number, std::string(name(place.kind)), 2,
                               times, 1, times / 4, 1000});
    profile.functions.push_back(std::move(record));
  }
  return profile;
}

/// Of the first loop.
std::optional<ir::Measure> loopOf(const ir::Program &program,
                                  const ir::Measured &measured) {
  for (const ir::Node &node : program.nodes)
    if (node.as<ir::Loop>())
      if (const ir::Measure *found = measured.find(node.id))
        return *found;
  return std::nullopt;
}

constexpr const char *ofNoRun =
    "{\"hocket-profile\": 1, \"chip\": \"a \\\"chip\\\"\", \"runs\": 0, "
    "\"functions\": []";

std::string problemWith(llvm::StringRef json) {
  llvm::Expected<Profile> profile = readProfile(json);
  return profile ? "" : llvm::toString(profile.takeError());
}

} // namespace

TEST(Profile, IsReadAsItIsWritten) {
  llvm::Expected<Profile> profile = readProfile(
      R"({"hocket-profile": 1, "chip": "host", "runs": 1, "ns": 3e5, "longest": 3e5, "functions": [
          {"name": "main", "file": "a.c", "hash": "0123456789abcdef",
           "places": [{"place": 3, "kind": "loop", "line": 7, "runs": 1,
                       "times": 100, "timed": 1, "timed_times": 50,
                       "ns": 250000}]}]})");
  ASSERT_TRUE(bool(profile));
  EXPECT_EQ(profile->chip, "host");
  EXPECT_EQ(profile->runs, 1);
  EXPECT_EQ(profile->longestNs, 3e5);
  ASSERT_EQ(profile->functions.size(), 1u);
  EXPECT_EQ(profile->functions[0].hash, "0123456789abcdef");
  ASSERT_EQ(profile->functions[0].places.size(), 1u);
  const PlaceRecord &place = profile->functions[0].places[0];
  EXPECT_EQ(place.number, 3);
  EXPECT_EQ(place.times, 100);
  EXPECT_EQ(place.timedTimes, 50);
  EXPECT_EQ(place.ns, 250000);
}

TEST(Profile, WhatIsNoProfileIsRefused) {
  EXPECT_EQ(problemWith("{\"hocket-profile\": 1"), "it is no JSON, or cut off");
  EXPECT_EQ(problemWith("{}"), "it is no profile of hocketcc");
  EXPECT_NE(problemWith(R"({"hocket-profile": 99, "functions": []})"), "");
}

TEST(Places, AHashIsOfTheTextButNotOfItsSpace) {
  std::string spaced = "\n\n" + std::string(text), other = text;
  spaced.insert(spaced.find("i < n"), "   ");
  other.replace(other.find("i > 3"), 5, "i > 4");
  auto hashOf = [](const std::string &source) {
    return placesOf(programOf(source)).at(0).hash;
  };
  EXPECT_EQ(hashOf(text), hashOf(spaced));
  EXPECT_NE(hashOf(text), hashOf(other));
}

TEST(Attach, FiguresGoToTheirNodes) {
  ir::Program program = programOf(text);
  Attached attached = attach(profileOf(program, 80), program);
  EXPECT_EQ(attached.used, 1u);
  EXPECT_TRUE(attached.stale.empty());
  EXPECT_FALSE(attached.isForeign);
  ir::Measured measured = spread(attached.measures, program);
  EXPECT_EQ(measured.chip, "host");
  std::optional<ir::Measure> loop = loopOf(program, measured);
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->perRun(), 40);
  // A quarter of the iterations was timed; two runs have them all.
  ASSERT_TRUE(loop->ns);
  EXPECT_DOUBLE_EQ(*loop->ns, 2000);
}

TEST(Attach, AFunctionThatWasChangedIsStale) {
  ir::Program program = programOf(text);
  Profile profile = profileOf(program, 80);
  profile.functions[0].hash = "0000000000000000";
  Attached attached = attach(profile, program);
  EXPECT_EQ(attached.used, 0u);
  EXPECT_EQ(attached.stale.size(), 1u);
  EXPECT_TRUE(attached.isForeign);
  EXPECT_TRUE(spread(attached.measures, program).nodes.empty());
}

TEST(Attach, OfSeveralFunctionsOfANameItsOwnTextIsTaken) {
  ir::Program program = programOf(text);
  Profile profile = profileOf(program, 80);
  FunctionRecord other = profile.functions[0];
  other.hash = "0000000000000000";
  profile.functions.insert(profile.functions.begin(), other);
  profile.functions.push_back(other);
  Attached attached = attach(profile, program);
  EXPECT_EQ(attached.used, 1u);
  EXPECT_TRUE(attached.stale.empty());
}

TEST(Attach, APlaceOfAnotherKindIsNotMeasured) {
  ir::Program program = programOf(text);
  Profile profile = profileOf(program, 80);
  for (PlaceRecord &place : profile.functions[0].places)
    place.kind = "call";
  ir::Measured measured = spread(attach(profile, program).measures, program);
  EXPECT_FALSE(loopOf(program, measured));
}

TEST(Profile, SpeedsOfCoresAreAddedAndReplaced) {
  const std::string empty = emptyProfile("a \"chip\"");
  EXPECT_EQ(empty, std::string(ofNoRun) + "}\n");
  const std::string once = withSpeeds(empty, {{0, 1}, {3, 0.25}});
  EXPECT_EQ(once, std::string(ofNoRun) +
                      ",\n \"cores\": [{\"core\": 0, \"speed\": 1.000}, "
                      "{\"core\": 3, \"speed\": 0.250}]}\n");
  EXPECT_EQ(withSpeeds(withSpeeds(empty, {{7, 1}}), {{0, 1}, {3, 0.25}}), once);
  llvm::Expected<Profile> read = readProfile(once);
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(read->speeds, (CoreSpeeds{{0, 1}, {3, 0.25}}));
  EXPECT_EQ(problemWith(withSpeeds(empty, {{0, -1}})).empty(), false);
}

TEST(Profile, OneThatTellsOfCoresAloneIsOfEveryProgram) {
  llvm::Expected<Profile> profile = readProfile(emptyProfile("host"));
  ASSERT_TRUE(bool(profile));
  const Attached attached = attach(*profile, programOf(text));
  EXPECT_FALSE(attached.isForeign);
  EXPECT_TRUE(attached.stale.empty());
}
