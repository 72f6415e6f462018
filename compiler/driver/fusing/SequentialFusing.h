// SPDX-License-Identifier: Apache-2.0
//
// Which products the sequential program fuses into sums: the compiler behind
// hocketcc, where that is gcc, compiles the user's unit as it is and says what
// became of each operation. Only for units that are asked about.
#pragma once

#include "driver/fusing/GimpleDump.h"
#include "driver/system/Compiler.h"
#include "frontend/SourceInput.h"
#include "transformation/pins/SeenOperations.h"

#include <set>
#include <string>
#include <vector>

namespace hocket::driver {

/// How the user's units are compiled.
struct SequentialBuild {
  const Compiler *compiler = nullptr; ///< null: it does not say
  /// Options for each unit.
  std::vector<std::vector<std::string>> flags;
  std::set<std::string> fusedTypes; ///< with fused operations of the machine
};

class SequentialFusing : public transformation::SeenOperations {
public:
  SequentialFusing(const SequentialBuild &build,
                   const std::vector<SourceInput> &inputs);

  std::optional<transformation::OperationSeen>
  at(ir::UnitId unit, const ir::OperationPlace &place) override;

  bool hasFused(const std::string &type) const override {
    return build_.fusedTypes.count(type) != 0;
  }

private:
  struct Unit {
    std::string text;
    bool isAsked = false;
    std::optional<GimpleOperations> seen;
  };
  void ask(std::size_t unit);

  const SequentialBuild &build_;
  std::vector<Unit> units_;
};

} // namespace hocket::driver
