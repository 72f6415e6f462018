// SPDX-License-Identifier: Apache-2.0
//
// A profile as the running program writes it (runtime/src/abi/profile.c): JSON,
// one record for each function that has places.
//
//   {"hocket-profile": 1, "chip": "host", "runs": 1, "ns": 300000,
//    "longest": 300000, "khz": 1800000, "functions": [
//    {"name": "main", "file": "a.c", "hash": "0123456789abcdef", "places": [
//     {"place": 0, "kind": "loop", "line": 7, "runs": 1, "times": 100,
//      "timed": 1, "timed_times": 100, "ns": 250000}]}],
//    "cores": [{"core": 0, "speed": 1}, {"core": 1, "speed": 0.6}]}
//
// The cores are added by `hocket trace --profile=`, and kept by the program.
#pragma once

#include "profile/Places.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace hocket::profile {

/// What this hocketcc writes and reads.
inline constexpr int formatVersion = 1;

struct PlaceRecord {
  int64_t number = 0;
  std::string kind;
  double runs = 0, times = 0;
  double timed = 0, timedTimes = 0; ///< the runs that were timed
  double ns = 0;                    ///< all those together
};

struct FunctionRecord {
  std::string name, file, hash;
  std::vector<PlaceRecord> places;
};

/// What each core has to give, of what the chip's spec takes it for, the best
/// one 1; by the core's id.
using CoreSpeeds = std::map<unsigned, double>;

struct Profile {
  std::string chip;
  double runs = 0;      ///< of the program
  double longestNs = 0; ///< of these, on one core; 0: not known
  double khz = 0; ///< what the clock was set to in all of them; 0: not known
  std::vector<FunctionRecord> functions;
  CoreSpeeds speeds; ///< empty: nothing is known
};

/// The error says in one line what is wrong with the text.
llvm::Expected<Profile> readProfile(llvm::StringRef text);

/// The same profile, which readProfile reads, with these speeds in the place of
/// what it had. What else there is stays to the byte, for the program compares.
std::string withSpeeds(llvm::StringRef text, const CoreSpeeds &speeds);

/// A profile of no run.
std::string emptyProfile(const std::string &chip);

} // namespace hocket::profile
