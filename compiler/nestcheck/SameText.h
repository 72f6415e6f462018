// SPDX-License-Identifier: Apache-2.0
//
// Two pieces of text, word for word: the same but for variables that go by
// another name, and for values in the place of what was loaded.
#pragma once

#include "ir/Program.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hocket::nestcheck {

/// What stands for what.
struct TextPair {
  /// A variable that the user's text names; None: `loaded` is meant.
  ir::ObjectId before = ir::ObjectId::None;
  const ir::Access *loaded = nullptr; ///< of the user's statement
  ir::StmtId at = ir::StmtId::None;   ///< which one
  ir::ObjectId after = ir::ObjectId::None;
};

struct ComparedTexts {
  const ir::Program &before, &after;
  /// Variables of the new text that the user's has nothing of: their names
  /// differ from all names there.
  const std::set<ir::ObjectId> &fresh;
  /// Statements whose accesses may be replaced by values.
  std::vector<ir::StmtId> stmts = {};
};

/// Nothing if the texts differ. Of a fresh array its subscripts are passed
/// over. Where a fresh variable stands for something, all that begin there are
/// asked for.
/// \param standsFor decides; the first that it accepts is taken.
std::optional<std::vector<TextPair>>
pairsOf(const ComparedTexts &programs, const ir::TextRange &before,
        const ir::TextRange &after,
        const std::function<bool(const TextPair &)> &standsFor);

} // namespace hocket::nestcheck
