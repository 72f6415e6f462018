// SPDX-License-Identifier: Apache-2.0
//
// The unknowns that polynomials are over, each once and by name, and their way
// into isl: every set is a parameter set { : constraints } over the names. Of
// what differs between two instances of a statement, each has its own: the name
// with a suffix.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "symbolic/Values.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace hocket::polyhedral {

class SymbolTable {
public:
  SymbolTable(const ProgramIndex &index, isl::ctx ctx)
      : index_(index), ctx_(ctx), space_(isl::space::unit(ctx)) {}

  isl::ctx ctx() const { return ctx_; }
  const Symbol &symbol(SymbolId id) const { return symbols_[id]; }
  SymbolId numSymbols() const { return SymbolId(symbols_.size()); }

  /// The one of that name, which is made if there is none.
  SymbolId intern(Symbol symbol);
  /// The value of an integer expression that the root does not change.
  std::optional<Value> parameter(const std::string &name, ir::ExprId expr,
                                 ir::StmtId at);
  /// A function of `from`, which `key` says, with a value of its own.
  std::optional<Polynomial> derived(const std::string &key,
                                    const isl::pw_aff &aff,
                                    const std::vector<Polynomial> &from);
  /// The same by a relation. \param def from the unknown itself to { : its
  /// definition }.
  std::optional<Polynomial>
  derivedFrom(const std::string &key, const std::vector<Polynomial> &from,
              bool alwaysVariant,
              const std::function<isl::set(isl::pw_aff)> &def);
  /// An unknown of which only bounds are known. Not for what must happen: that
  /// it may have a value says nothing of whether it ever does.
  SymbolId bounded(const std::string &name, uint8_t bits, bool isSigned,
                   std::optional<isl::set> bounds = std::nullopt);
  /// The pointer in the cell of a Row as an unknown integer, an Element; the
  /// cell stands in no row itself.
  SymbolId pointerElement(const Base &row);

  /// No monomial multiplies something that varies.
  bool isLinear(const Polynomial &polynomial) const;
  bool isVariant(const Polynomial &polynomial) const;
  /// Its root or its polynomial differs between instances.
  bool isVariant(const Value &value) const;

  isl::set universe() const { return isl::set::universe(space_); }
  isl::set nothing() const { return isl::set::empty(space_); }
  isl::pw_aff constant(int64_t value) const;
  /// The linear polynomial on all of the parameter space.
  /// \param suffix of the instance whose symbols are meant; empty: the plain
  /// ones.
  isl::pw_aff toIsl(const Polynomial &polynomial,
                    const std::string &suffix = "") const;
  /// The same as one affine function, which makes sets with less work.
  isl::aff affine(const Polynomial &polynomial,
                  const std::string &suffix = "") const;
  /// { : 0 <= polynomial }, for a linear one.
  isl::set notNegative(const Polynomial &polynomial) const;
  /// { : definitions of all derived and bounded symbols in polynomial }.
  isl::set definitions(const Polynomial &polynomial) const;
  /// The set with every variant symbol renamed for an instance.
  isl::set instance(const isl::set &set, const std::string &suffix) const;
  std::string instanceName(SymbolId symbol, const std::string &suffix) const;
  /// `set` and what the C types of its parameters say.
  isl::set withTypeRanges(const isl::set &set) const;
  /// Nothing that is given violates, with what types say.
  bool proves(const isl::set &given, const isl::set &violation) const;

private:
  const ProgramIndex &index_;
  isl::ctx ctx_;
  isl::space space_;
  std::vector<Symbol> symbols_;
  std::map<std::string, SymbolId> symbolByName_;
};

} // namespace hocket::polyhedral
