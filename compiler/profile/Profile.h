// SPDX-License-Identifier: Apache-2.0
//
// A profile as the running program writes it (runtime/src/abi/profile.c): JSON,
// one record for each function that has places.
//
//   {"hocket-profile": 1, "chip": "host", "runs": 1, "functions": [
//    {"name": "main", "file": "a.c", "hash": "0123456789abcdef", "places": [
//     {"place": 0, "kind": "loop", "line": 7, "runs": 1, "times": 100,
//      "timed": 1, "timed_times": 100, "ns": 250000}]}]}
#pragma once

#include "profile/Places.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

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

struct Profile {
  std::string chip;
  std::vector<FunctionRecord> functions;
};

/// The error says in one line what is wrong with the text.
llvm::Expected<Profile> readProfile(llvm::StringRef text);

} // namespace hocket::profile
