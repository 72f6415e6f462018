// SPDX-License-Identifier: Apache-2.0
//
// A digest of all that decides what compiling gives, part by part.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SHA256.h"

#include <string>
#include <vector>

namespace hocket::driver {

class Key {
public:
  /// \param what the key is of, with the form's number: two of a kind alone are
  ///   compared
  explicit Key(llvm::StringRef what) { add(what); }

  /// With its length: no two sequences of parts look alike.
  void add(llvm::StringRef part);
  void add(const std::vector<std::string> &parts);

  std::string digest() const; ///< hexadecimal digits

private:
  llvm::SHA256 hash_;
};

} // namespace hocket::driver
