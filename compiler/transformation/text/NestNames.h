// SPDX-License-Identifier: Apache-2.0
//
// What things are called in the text of a nest in another order: iterators as
// the user calls them, pieces, scalars that get a place of their own, and isl's
// counters by what they count where the text stands.
#pragma once

#include "transformation/text/AstText.h"
#include "transformation/text/EntryText.h"
#include "transformation/text/NestAst.h"
#include "transformation/text/OnlyWays.h"

#include <map>
#include <optional>
#include <string>

namespace hocket::transformation {

/// What holds a scalar in calls where it has the same elements.
struct Variable {
  std::size_t scalar = 0; ///< position in Nest::scalars
  std::vector<Expanded> elements;
  std::string name;

  /// "[4][256]"; empty: it has no elements.
  std::string extents() const;
};

class NestNames {
public:
  NestNames(NestModel &model, const Reordered &reordered, const NestAst &ast,
            EntryText &entry, const OnlyWays &ways, const FreshName &freshName);

  std::string of(const Dimension &dimension) const;
  std::string declare(const Dimension &dimension) const;
  bool isUnsigned(const Dimension &dimension) const;
  ir::ObjectId iteratorOf(ir::NodeId loop) const;
  std::string fresh(const std::string &like) const { return freshName_(like); }

  /// From here on isl's counter is this iterator, or else has this name.
  void setCounter(const std::string &counter,
                  const std::optional<Dimension> &meaning,
                  const std::string &name);
  bool isCounterOf(const isl::ast_expr &value,
                   const Dimension &dimension) const;

  /// To be declared.
  const std::vector<Variable> &variables() const { return variables_; }
  /// The call's unit reads or writes it.
  bool isUsedBy(const Variable &variable, const Call &call) const;
  /// The loop has jams: how it was cut; null: it has none.
  const Sunk *jamOf(ir::NodeId loop) const;
  /// The loop is to stay scalar.
  bool isChain(ir::NodeId loop) const { return loop == reordered_.chain; }
  /// What stands for the user's variable in the text of the call's unit; empty:
  /// its own name.
  std::string standInFor(ir::ObjectId object, const Call &call) const;
  /// What else is written otherwise in the units' text.
  const ir::Replacements &loads() const { return ways_.loads; }

  const std::vector<Pin> &pins() const { return reordered_.pins; }

  /// Expressions of isl, by these names.
  const AstText &text() const { return text_; }
  const EntryText &entry() const { return entry_; }

  NestNames(const NestNames &) = delete;
  NestNames &operator=(const NestNames &) = delete;

private:
  void addVariables(const Call &call);
  std::vector<Expanded> elementsIn(const Call &call, std::size_t scalar) const;
  bool isWide(const Dimension &dimension) const;
  std::string wide(const std::string &name) const;
  std::string plain(const std::string &name) const;

  NestModel &model_;
  const ir::Program &program_;
  const Reordered &reordered_;
  EntryText &entry_;
  const OnlyWays &ways_;
  const FreshName &freshName_;
  AstText text_;
  std::map<ir::NodeId, std::string> pieces_;
  std::vector<Variable> variables_;
  std::map<std::string, Dimension> counters_;
  std::map<std::string, std::string> others_; ///< counters of no iterator
};

} // namespace hocket::transformation
