// SPDX-License-Identifier: Apache-2.0
#include "symbolic/SymbolTable.h"

#include <algorithm>

namespace hocket::polyhedral {

AtomId SymbolTable::intern(Atom atom) {
  auto [it, isNew] =
      atomByName_.try_emplace(atom.name, static_cast<AtomId>(atoms_.size()));
  if (isNew)
    atoms_.push_back(std::move(atom));
  else if (Atom &known = atoms_[it->second];
           isValid(known.at) && index_.isCopy(known.at) && isValid(atom.at) &&
           !index_.isCopy(atom.at)) {
    // The text of a copy means nothing in the root's function.
    known.expr = atom.expr;
    known.at = atom.at;
  }
  return it->second;
}

std::optional<Value> SymbolTable::parameter(const std::string &name,
                                            ir::ExprId expr, ir::StmtId at) {
  const ir::Expr &e = index_.program()[expr];
  Atom atom;
  atom.name = name;
  atom.expr = expr;
  atom.at = at;
  atom.bits = e.bits;
  atom.isSigned = e.isSigned;
  return Value{std::nullopt, Poly::atom(intern(std::move(atom))), 0};
}

std::optional<Poly>
SymbolTable::derivedFrom(const std::string &key, const std::vector<Poly> &from,
                         bool alwaysVariant,
                         const std::function<isl::set(isl::pw_aff)> &def) {
  Atom atom;
  atom.kind = Atom::Kind::Derived;
  atom.isVariant = alwaysVariant;
  atom.name = key;
  for (const Poly &poly : from) {
    atom.name += "," + poly.key();
    atom.isVariant |= isVariant(poly);
  }
  if (auto it = atomByName_.find(atom.name); it != atomByName_.end())
    return Poly::atom(it->second);
  isl::pw_aff self =
      universe().param_pw_aff_on_domain(isl_ext::named(ctx_, atom.name));
  atom.definition = def(self);
  for (const Poly &poly : from)
    atom.definition = atom.definition->intersect(definitions(poly));
  return Poly::atom(intern(std::move(atom)));
}

std::optional<Poly> SymbolTable::derived(const std::string &key,
                                         const isl::pw_aff &aff,
                                         const std::vector<Poly> &from) {
  return derivedFrom(key, from, /*alwaysVariant=*/false,
                     [&](isl::pw_aff self) { return self.eq_set(aff); });
}

AtomId SymbolTable::bounded(const std::string &name, uint8_t bits,
                            bool isSigned, std::optional<isl::set> bounds) {
  Atom atom;
  atom.kind = Atom::Kind::Bounded;
  atom.isVariant = true;
  atom.name = name;
  atom.bits = bits;
  atom.isSigned = isSigned;
  atom.definition = std::move(bounds);
  return intern(std::move(atom));
}

AtomId SymbolTable::pointerElement(const Root &row) {
  const ir::Expr &pointer = index_.program()[row.expr];
  Atom atom;
  atom.kind = Atom::Kind::Element;
  atom.name = "pointer " + row.key + "@" + std::to_string(ir::index(row.at));
  atom.isVariant = true;
  atom.expr = row.expr;
  atom.at = row.at;
  atom.bits = pointer.bits;
  atom.isSigned = false;
  atom.array = row.cell->root;
  atom.address = row.cell->poly;
  return intern(std::move(atom));
}

bool SymbolTable::isLinear(const Poly &poly) const {
  for (const auto &[monomial, coefficient] : poly.terms())
    if (monomial.size() > 1 &&
        std::any_of(monomial.begin(), monomial.end(),
                    [&](AtomId id) { return atoms_[id].isVariant; }))
      return false;
  return true;
}

bool SymbolTable::isVariant(const Poly &poly) const {
  std::vector<AtomId> atoms = poly.atoms();
  return std::any_of(atoms.begin(), atoms.end(),
                     [&](AtomId id) { return atoms_[id].isVariant; });
}

bool SymbolTable::isVariant(const Value &value) const {
  return isVariant(value.poly) ||
         (value.root && value.root->kind == Root::Kind::Row);
}

isl::pw_aff SymbolTable::constant(int64_t value) const {
  return universe().pw_aff_on_domain(isl::val(ctx_, value));
}

isl::pw_aff SymbolTable::toIsl(const Poly &poly,
                               const std::string &suffix) const {
  assert(isLinear(poly));
  std::vector<std::pair<std::string, isl::val>> terms;
  for (const auto &[monomial, coefficient] : poly.terms()) {
    if (monomial.empty())
      continue;
    std::string name;
    for (AtomId id : monomial)
      name += (name.empty() ? "" : "*") + instanceName(id, suffix);
    terms.emplace_back(name, isl::val(ctx_, coefficient));
  }
  return isl_ext::affineOfParams(ctx_, isl::val(ctx_, poly.constantTerm()),
                                 terms);
}

isl::set SymbolTable::definitions(const Poly &poly) const {
  isl::set all = universe();
  for (AtomId id : poly.atoms())
    if (atoms_[id].definition)
      all = all.intersect(*atoms_[id].definition);
  return all;
}

std::string SymbolTable::instanceName(AtomId id,
                                      const std::string &suffix) const {
  return atoms_[id].isVariant ? atoms_[id].name + suffix : atoms_[id].name;
}

isl::set SymbolTable::instance(const isl::set &set,
                               const std::string &suffix) const {
  isl::set result = set;
  for (const auto &[name, id] : atomByName_)
    if (atoms_[id].isVariant)
      result = isl_ext::renameParam(result, isl_ext::named(ctx_, name),
                                    isl_ext::named(ctx_, name + suffix));
  return result;
}

isl::set SymbolTable::withTypeRanges(const isl::set &set) const {
  isl::set result = set;
  for (const Atom &atom : atoms_) {
    if (atom.kind == Atom::Kind::Derived)
      continue;
    isl::id id = isl_ext::named(ctx_, atom.name);
    if (!isl_ext::hasParam(result, id))
      continue;
    isl::val size = isl_ext::powerOfTwo(ctx_, atom.bits - atom.isSigned);
    isl::val low = atom.isSigned ? size.neg() : isl::val(ctx_, 0L);
    isl::pw_aff self = universe().param_pw_aff_on_domain(id);
    isl::pw_aff lowest = universe().pw_aff_on_domain(low);
    isl::pw_aff highest = universe().pw_aff_on_domain(size.sub(1L));
    result =
        result.intersect(self.ge_set(lowest)).intersect(self.le_set(highest));
  }
  return result;
}

bool SymbolTable::proves(const isl::set &given,
                         const isl::set &violation) const {
  return withTypeRanges(given.intersect(violation)).is_empty();
}

} // namespace hocket::polyhedral
