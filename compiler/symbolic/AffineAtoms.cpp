// SPDX-License-Identifier: Apache-2.0
//
// Atoms of an AffineModel and their way into isl.

#include "symbolic/AffineModel.h"

#include "ir/Tree.h"
#include "symbolic/Accesses.h"
#include "symbolic/Alias.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;

AffineModel::AffineModel(const ProgramIndex &index, isl::ctx ctx,
                         ModelScope scope)
    : index_(index), ctx_(ctx), space_(isl::space::unit(ctx)),
      scope_(std::move(scope)) {
  const ir::Loop *loop = program()[scope_.root].as<ir::Loop>();
  if (!scope_.children.empty())
    for (ir::NodeId child : scope_.children)
      for (ir::StmtId stmt : index_.stmtsOf(child))
        stmts_.push_back(stmt);
  else
    stmts_ = index_.repeatedStmts(scope_.root);
  if (loop && scope_.ownInit && isValid(loop->init))
    stmts_.insert(stmts_.begin(), loop->init);
  for (ir::StmtId stmt : stmts_)
    for (const EffectItem &item : index_.itemsOf(stmt))
      if (item.kind == ir::AccessKind::Write)
        writes_.push_back({stmt, &item});
}

AtomId AffineModel::intern(Atom atom) {
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

std::optional<Value> AffineModel::parameter(const std::string &name,
                                            ir::ExprId expr, ir::StmtId at) {
  const ir::Expr &e = program()[expr];
  Atom atom;
  atom.name = name;
  atom.expr = expr;
  atom.at = at;
  atom.bits = e.bits;
  atom.isSigned = e.isSigned;
  return Value{std::nullopt, Poly::atom(intern(std::move(atom))), 0};
}

std::optional<Poly>
AffineModel::derivedFrom(const std::string &key, const std::vector<Poly> &from,
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

std::optional<Poly> AffineModel::derived(const std::string &key,
                                         const isl::pw_aff &aff,
                                         const std::vector<Poly> &from) {
  return derivedFrom(key, from, /*alwaysVariant=*/false,
                     [&](isl::pw_aff self) { return self.eq_set(aff); });
}

bool AffineModel::isLinear(const Poly &poly) const {
  for (const auto &[monomial, coefficient] : poly.terms())
    if (monomial.size() > 1 &&
        std::any_of(monomial.begin(), monomial.end(),
                    [&](AtomId id) { return atoms_[id].isVariant; }))
      return false;
  return true;
}

bool AffineModel::isVariant(const Poly &poly) const {
  std::vector<AtomId> atoms = poly.atoms();
  return std::any_of(atoms.begin(), atoms.end(),
                     [&](AtomId id) { return atoms_[id].isVariant; });
}

bool AffineModel::isVariant(const Value &value) const {
  return isVariant(value.poly) ||
         (value.root && value.root->kind == Root::Kind::Row);
}

isl::pw_aff AffineModel::constant(int64_t value) const {
  return universe().pw_aff_on_domain(isl::val(ctx_, value));
}

isl::pw_aff AffineModel::toIsl(const Poly &poly,
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

isl::set AffineModel::definitions(const Poly &poly) const {
  isl::set all = universe();
  for (AtomId id : poly.atoms())
    if (atoms_[id].definition)
      all = all.intersect(*atoms_[id].definition);
  return all;
}

AtomId AffineModel::bounded(const std::string &name, uint8_t bits,
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

std::string AffineModel::instanceName(AtomId id,
                                      const std::string &suffix) const {
  return atoms_[id].isVariant ? atoms_[id].name + suffix : atoms_[id].name;
}

isl::set AffineModel::instance(const isl::set &set,
                               const std::string &suffix) const {
  isl::set result = set;
  for (const auto &[name, id] : atomByName_)
    if (atoms_[id].isVariant)
      result = isl_ext::renameParam(result, isl_ext::named(ctx_, name),
                                    isl_ext::named(ctx_, name + suffix));
  return result;
}

isl::set AffineModel::withTypeRanges(const isl::set &set) const {
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

bool AffineModel::mayBeWritten(ir::ObjectId object) {
  if (auto it = written_.find(object); it != written_.end())
    return it->second.value;
  // The addresses below may depend on the object itself: pessimistic then.
  if (!pendingWrites_.insert(object).second)
    return true;
  bool result = false;
  {
    Pending pending(*this);
    result = findWrite(object);
    pendingWrites_.erase(object);
  }
  written_[object] = {result, pending_ != 0};
  return result;
}

bool AffineModel::findWrite(ir::ObjectId object) {
  EffectItem self;
  self.type = index_.typeOf(object);
  self.size = program()[object].size;
  self.objects.ids = {object};
  Value here;
  here.root = Root{Root::Kind::Object, "o" + std::to_string(ir::index(object)),
                   object, ir::ExprId::None, ir::StmtId::None};
  for (ir::StmtId stmt : stmts_)
    if (index_.effects().stmts[ir::index(stmt)].isUnknown &&
        !index_.isNamedOnly(object))
      return true;
  std::vector<ApartAssumption> assumed;
  for (const WriteRef &w : writes_) {
    if (!index_.mayTouch(*w.item, object))
      continue;
    // Through a pointer: roots or types may rule it out, whatever the address
    // is.
    if (index_.namedObject(*w.item) == object || !isValid(w.item->address))
      return true;
    if (typesExclude(self, here, *w.item, pointerUsed(w.item->address, w.stmt)))
      continue;
    std::optional<Root> root = rootOf(w.item->address, w.stmt);
    if (!root || root->key == here.root->key)
      return true;
    if (rootsNeverMeet(*this, *here.root, *root))
      continue;
    if (!scope_.mayAssumeApart)
      return true;
    assumed.push_back({*here.root, *root});
  }
  assumptions_.insert(assumptions_.end(), assumed.begin(), assumed.end());
  return false;
}

void AffineModel::forgetProvisional() {
  dropProvisional(shapes_);
  dropProvisional(domains_);
  dropProvisional(values_);
  dropProvisional(written_);
}

bool AffineModel::typesExclude(const EffectItem &a,
                               const std::optional<Value> &addressA,
                               const EffectItem &b,
                               const std::optional<Value> &addressB) const {
  if (!scope_.strictAliasing || a.type.empty() || b.type.empty())
    return false;
  if (mayAlias(aliasClass(a.type), aliasClass(b.type)))
    return false;
  // A union's members are told apart by nothing but the path, so at least one
  // side must be a plain `T *` that is dereferenced as T.
  auto isPlain = [&](const EffectItem &item,
                     const std::optional<Value> &address) {
    if (!address || !address->root)
      return false;
    auto isOwn = [&](std::string_view type) {
      AliasClass cls = aliasClass(type);
      return cls != AliasClass::Any && cls == aliasClass(item.type);
    };
    const Root &root = *address->root;
    if (root.kind == Root::Kind::Pointer)
      return isOwn(pointee(index_.typeOf(root.object)));
    if (root.kind == Root::Kind::Loaded || root.kind == Root::Kind::Row) {
      ir::ExprId inner = program()[root.expr].operands[0];
      const EffectItem *load =
          itemOfLoad(inner, {index_.nodeOf(root.at), root.at});
      return load && isOwn(pointee(load->type));
    }
    return root.kind == Root::Kind::Object && program()[root.object].isScalar &&
           isOwn(index_.typeOf(root.object));
  };
  return isPlain(a, addressA) || isPlain(b, addressB);
}

std::optional<Value> AffineModel::addressOf(const EffectItem &item,
                                            Point point) {
  if (!isValid(item.address))
    return std::nullopt;
  std::optional<Value> address = value(item.address, point);
  std::optional<Poly> offset = Poly::constant(item.offset);
  if (!address || !address->root || !offset)
    return std::nullopt;
  std::optional<Poly> sum = address->poly.plus(*offset);
  if (!sum)
    return std::nullopt;
  address->poly = *sum;
  return address;
}

} // namespace hocket::polyhedral
