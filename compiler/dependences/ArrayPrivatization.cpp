// SPDX-License-Identifier: Apache-2.0
//
// Exposed reads and footprints of one object in one iteration. Sets are over
// the symbols of the read's ('2) and the write's ('1) instance and the
// parameter `b`, the number of a unit of bytes within the object.

#include "dependences/ArrayPrivatization.h"

#include "analysis/objects/AddressTerms.h"
#include "symbolic/ParameterNames.h"

#include "ir/Tree.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;

namespace {

constexpr const char *kByte = "b";

bool names(const ir::Program &program, ExprId id, ir::ObjectId object) {
  const ir::Expr &expr = program[id];
  if (expr.kind == ExprKind::AddrOf)
    return expr.object == object;
  if (expr.kind != ExprKind::Add && expr.kind != ExprKind::Sub &&
      expr.kind != ExprKind::Cast)
    return false;
  return std::any_of(
      expr.operands.begin(), expr.operands.end(),
      [&](ExprId operand) { return names(program, operand, object); });
}

/// New in each run of the root, an iteration of it at the most.
bool isOfRoot(const AffineModel &model, ir::ObjectId object) {
  const ir::Program &program = model.program();
  const ProgramIndex &index = model.index();
  if (ir::isDeclaredIn(program, object, model.root()))
    return true;
  const std::vector<ir::StmtId> &writers = index.namedWriters(object);
  return std::any_of(writers.begin(), writers.end(), [&](ir::StmtId stmt) {
    return program[stmt].declares == object;
  });
}

class GivenByName {
public:
  /// \param followsLoads what is loaded from there counts, too.
  GivenByName(const AffineModel &model, ir::ObjectId object, bool followsLoads)
      : program_(model.program()), index_(model.index()), model_(model),
        object_(object), followsLoads_(followsLoads) {}

  bool leads(ExprId value) {
    if (!isValid(value))
      return false;
    const ir::Expr &expr = program_[value];
    switch (expr.kind) {
    case ExprKind::AddrOf:
      return expr.object == object_;
    case ExprKind::Var:
      return expr.object == object_ || leadsVariable(expr.object);
    case ExprKind::Cast:
      return leads(expr.operands[0]);
    case ExprKind::Select:
      return leads(expr.operands[1]) && leads(expr.operands[2]);
    case ExprKind::Load:
      return followsLoads_ && leads(expr.operands[0]);
    case ExprKind::Add:
    case ExprKind::Sub:
      return std::all_of(expr.operands.begin(), expr.operands.end(),
                         [&](ExprId operand) {
                           return isOffset(expr, operand) || leads(operand);
                         });
    default:
      return false;
    }
  }

private:
  /// What is added to a pointer leads nowhere.
  bool isOffset(const ir::Expr &sum, ExprId operand) const {
    return program_[operand].kind == ExprKind::Const ||
           (sum.isPointer && !program_[operand].isPointer);
  }

  bool leadsVariable(ir::ObjectId variable) {
    if (!visited_.insert(variable).second)
      return true;
    const std::vector<ir::StmtId> &writers = index_.namedWriters(variable);
    return index_.isNamedOnly(variable) && isOfRoot(model_, variable) &&
           std::all_of(writers.begin(), writers.end(), [&](ir::StmtId stmt) {
             return ir::isWithin(program_, index_.nodeOf(stmt),
                                 model_.root()) &&
                    storesLeading(stmt, variable);
           });
  }

  bool storesLeading(ir::StmtId stmt, ir::ObjectId variable) {
    const std::vector<ir::Access> &all = program_[stmt].accesses;
    return std::all_of(all.begin(), all.end(), [&](const ir::Access &access) {
      return access.kind != ir::AccessKind::Write || !isValid(access.address) ||
             program_[access.address].kind != ExprKind::AddrOf ||
             program_[access.address].object != variable || leads(access.value);
    });
  }

  const ir::Program &program_;
  const ProgramIndex &index_;
  const AffineModel &model_;
  const ir::ObjectId object_;
  const bool followsLoads_;
  std::set<ir::ObjectId> visited_;
};

/// The item is what a function of the library does with an argument.
bool isByLibrary(const ir::Program &program, const EffectItem &item,
                 ir::StmtId stmt) {
  return std::any_of(program[stmt].calls.begin(), program[stmt].calls.end(),
                     [&](const ir::CallSite &site) {
                       return isValid(site.callee) &&
                              !isValid(program[site.callee].unit) &&
                              program[site.callee].name == item.via &&
                              std::find(site.args.begin(), site.args.end(),
                                        item.address) != site.args.end();
                     });
}

} // namespace

bool isGivenByName(const AffineModel &model, ExprId pointer,
                   ir::ObjectId object) {
  return GivenByName(model, object, /*followsLoads=*/false).leads(pointer);
}

bool isGivenThrough(const AffineModel &model, ExprId pointer,
                    ir::ObjectId object) {
  return GivenByName(model, object, /*followsLoads=*/true).leads(pointer);
}

bool isAccessThrough(AffineModel &model, const EffectItem &item,
                     ir::StmtId stmt, ir::ObjectId object) {
  if (!isValid(item.address) ||
      (!item.via.empty() && !isByLibrary(model.program(), item, stmt)))
    return false;
  std::optional<Value> address = model.addressOf(item, stmt);
  bool isThere = address && address->base->kind == Base::Kind::Object &&
                 address->base->object == object;
  // A callee has it from an argument, which names it, or by itself.
  if (model.index().isCopy(stmt))
    return isThere && isGivenByName(model, item.address, object) &&
           (!isNamedByCallee(model.index(), stmt, object) ||
            canRename(model.index(), stmt));
  if (!names(model.program(), item.address, object))
    return false;
  return isThere ||
         (!address && item.objects.ids.size() == 1 && !item.objects.unknown);
}

ArrayPrivatization::ArrayPrivatization(AffineModel &model, NodeId loop,
                                       ir::ObjectId object)
    : model_(model), loop_(loop) {
  std::vector<MemoryAccess> accesses = collectAccesses(model, model.stmts());
  std::erase_if(accesses, [&](const MemoryAccess &access) {
    return !model.index().mayTouch(*access.item, object);
  });
  // A structure may have more behind it than its type says, if it is not an
  // automatic one.
  const ir::Object &data = model.program()[object];
  bool isWhole = data.isArray || data.kind == ir::ObjectKind::Local;
  if (isWhole && data.size != 0)
    extent_ = Polynomial::constant(static_cast<int64_t>(data.size));
  add(accesses);
}

ArrayPrivatization::ArrayPrivatization(
    AffineModel &model, NodeId loop, const std::vector<MemoryAccess> &accesses,
    const std::optional<Polynomial> &extent)
    : model_(model), loop_(loop) {
  if (extent && model.isLinear(*extent))
    extent_ = extent;
  add(accesses);
}

namespace {

/// `r.row[i]` is within `row`.
std::optional<std::pair<int64_t, int64_t>>
memberOf(const ir::Program &program, const MemoryAccess &access) {
  const EffectItem &item = *access.item;
  if (!isValid(item.address) || !item.via.empty() || item.size == 0)
    return std::nullopt;
  std::optional<analysis::AddressRange> range =
      analysis::openAddressRange(program, item.address);
  if (!range || program[range->base].kind != ExprKind::AddrOf)
    return std::nullopt;
  int64_t end = range->greatest == analysis::AddressRange::unbounded
                    ? INT32_MAX // and not beyond the object
                    : range->greatest + item.offset + int64_t(item.size);
  return std::pair(range->least + item.offset, end);
}

} // namespace

void ArrayPrivatization::add(const std::vector<MemoryAccess> &accesses) {
  int64_t unit = 0;
  auto addUnits = [&](const Polynomial &bytes) {
    for (const auto &[monomial, coefficient] : bytes.terms())
      unit = std::gcd(unit, coefficient);
  };
  for (const MemoryAccess &access : accesses) {
    Bytes range{access, lengthOf(model_, access), std::nullopt};
    if (access.item->size == 0 && !range.block)
      range.access.address.reset();
    if (!range.access.address ||
        !model_.isLinear(range.access.address->polynomial)) {
      range.access.address.reset();
      range.within = memberOf(model_.program(), access);
      isKnown_ &= extent_.has_value();
    } else {
      unit = std::gcd(unit, static_cast<int64_t>(access.item->size));
      addUnits(range.access.address->polynomial);
      if (range.block)
        addUnits(range.block->bytes);
    }
    accesses_.push_back(std::move(range));
  }
  unit_ = std::max<int64_t>(unit, 1);
}

Polynomial ArrayPrivatization::inUnits(const Polynomial &bytes) const {
  Polynomial scaled;
  for (const auto &[monomial, coefficient] : bytes.terms())
    scaled.add(monomial, coefficient / unit_);
  return scaled;
}

/// { : b is one of the access's units }; whatever is touched is in the array.
isl::set ArrayPrivatization::bytes(const Bytes &range,
                                   const std::string &suffix) const {
  const MemoryAccess &access = range.access;
  isl::pw_aff byte = model_.universe().param_pw_aff_on_domain(
      isl_ext::named(model_.ctx(), kByte));
  isl::set all = model_.universe();
  if (access.address) {
    isl::pw_aff first =
        model_.toIsl(inUnits(access.address->polynomial), suffix);
    isl::pw_aff end =
        range.block
            ? first.add(model_.toIsl(inUnits(range.block->bytes), suffix))
            : first.add_constant(static_cast<long>(access.item->size / unit_));
    all = byte.ge_set(first).intersect(byte.lt_set(end));
  }
  if (range.within) {
    // Units that begin before the end, and end behind the start.
    isl::pw_aff first =
        byte.scale(isl::val(model_.ctx(), static_cast<long>(unit_)));
    all = first.lt_set(model_.constant(range.within->second))
              .intersect(first.add_constant(static_cast<long>(unit_))
                             .gt_set(model_.constant(range.within->first)));
  }
  if (!extent_)
    return all;
  // A unit that begins before the end.
  isl::pw_aff behind = model_.toIsl(*extent_);
  return all.intersect(byte.ge_set(model_.constant(0)))
      .intersect(byte.scale(isl::val(model_.ctx(), static_cast<long>(unit_)))
                     .lt_set(behind));
}

isl::set ArrayPrivatization::instances(const Bytes &range,
                                       const std::string &suffix) {
  const MemoryAccess &access = range.access;
  isl::set domain = model_.domain(model_.index().nodeOf(access.stmt)).set;
  if (access.address)
    domain = domain.intersect(model_.definitions(access.address->polynomial));
  if (range.block)
    domain = domain.intersect(model_.definitions(range.block->bytes));
  if (access.bounds)
    domain = domain.intersect(*access.bounds);
  return model_.instance(domain, suffix).intersect(bytes(range, suffix));
}

/// A write of known bytes, each time that its statement runs.
bool ArrayPrivatization::isCertain(const Bytes &range) const {
  const MemoryAccess &write = range.access;
  return write.isWrite() &&
         (range.block ? range.block->isSure : write.item->must) &&
         write.address && model_.isLinear(write.address->polynomial) &&
         model_.program()[model_.index().nodeOf(write.stmt)].as<ir::Leaf>();
}

/// A write that happens at every point of its domain.
bool ArrayPrivatization::isSure(const Bytes &range) {
  return isCertain(range) &&
         model_.domain(model_.index().nodeOf(range.access.stmt)).exact;
}

/// A write that happens at every point of its domain at which the node above
/// its statement runs.
bool ArrayPrivatization::isSureBelow(const Bytes &range, NodeId above) {
  if (!isCertain(range))
    return false;
  for (NodeId node = model_.index().nodeOf(range.access.stmt); node != above;
       node = model_.program()[node].parent)
    if (!model_.domain(node).exactStep)
      return false;
  return true;
}

namespace {

/// { : both instances are of one iteration of the analysed loop }
isl::set sameIteration(AffineModel &model, NodeId loop) {
  if (!model.program()[loop].as<ir::Loop>())
    return model.universe(); // it runs once
  Polynomial iterator = Polynomial::symbol(model.loopShape(loop)->iterator);
  return model.toIsl(iterator, kFirst).eq_set(model.toIsl(iterator, kSecond));
}

/// { : the write's instance comes before the read's, in the same iteration of
/// the analysed loop }: in an earlier iteration of a loop around both, or in
/// the same one of all. Then `top`, of which the write is a part, stands in a
/// block before what the read is a part of, and nothing jumps past it to there:
/// whenever the read runs, it has.
struct Before {
  isl::set earlier, same;
  NodeId top = NodeId::None;
};

Before before(AffineModel &model, NodeId loop, const MemoryAccess &write,
              const MemoryAccess &read) {
  const ir::Program &program = model.program();
  auto pathOf = [&](NodeId node) {
    std::vector<NodeId> path;
    for (; node != loop; node = program[node].parent)
      path.push_back(node);
    std::reverse(path.begin(), path.end());
    return path;
  };
  std::vector<NodeId> a = pathOf(model.index().nodeOf(write.stmt));
  std::vector<NodeId> b = pathOf(model.index().nodeOf(read.stmt));
  isl::set none = isl::set::empty(model.universe().space());
  Before result{none, none};
  if (a.empty() || b.empty())
    return result;

  isl::set equal = sameIteration(model, loop);
  std::size_t i = 0;
  for (; i < a.size() && i < b.size() && a[i] == b[i]; ++i) {
    // Only when both are in the body do they share the loop's iterations.
    if (!program[a[i]].as<ir::Loop>() || i + 1 == a.size() || i + 1 == b.size())
      continue;
    const LoopShape *shape = model.loopShape(a[i]);
    if (!shape)
      return result;
    Polynomial iterator = Polynomial::symbol(shape->iterator);
    isl::pw_aff first = model.toIsl(iterator, kFirst);
    isl::pw_aff second = model.toIsl(iterator, kSecond);
    result.earlier = result.earlier.unite(equal.intersect(
        shape->step > 0 ? first.lt_set(second) : first.gt_set(second)));
    equal = equal.intersect(first.eq_set(second));
  }
  if (i == a.size() || i == b.size())
    return result;
  const ir::Block *block = program[i == 0 ? loop : a[i - 1]].as<ir::Block>();
  if (!block)
    return result;
  auto position = [&](NodeId child) {
    return std::find(block->children.begin(), block->children.end(), child);
  };
  auto from = position(a[i]), to = position(b[i]);
  if (from >= to)
    return result;
  result.same = equal;
  if (std::none_of(from, std::next(to),
                   [&](NodeId child) { return program[child].hasLabel; }))
    result.top = a[i];
  return result;
}

} // namespace

/// What of the read's units the write has surely written before, in the same
/// iteration of the analysed loop; nothing if that is none.
std::optional<isl::set>
ArrayPrivatization::coveredBy(std::size_t write, const MemoryAccess &read) {
  const Bytes &range = accesses_[write];
  if (!isCertain(range))
    return std::nullopt;
  const Before order = before(model_, loop_, range.access, read);
  isl::set when = isl::set::empty(model_.universe().space());
  if (isSure(range))
    when = order.earlier.unite(order.same);
  else if (isValid(order.top) && isSureBelow(range, order.top))
    when = order.same;
  if (when.is_empty())
    return std::nullopt;
  auto [known, isNew] = instances_.try_emplace(write);
  if (isNew)
    known->second = instances(range, kFirst);
  const isl::set earlier = known->second.intersect(when);
  // What an element is, is not for us to choose.
  return isl_ext::projectOutSuffix(
      earlier.intersect(model_.sameElements(earlier)), kFirst);
}

/// What is left of the read's units. The nearest writes before it mostly leave
/// nothing.
ArrayPrivatization::Exposed ArrayPrivatization::exposedUnits(std::size_t read) {
  Exposed result{instances(accesses_[read], kSecond),
                 isl::set::empty(model_.universe().space())};
  std::vector<std::size_t> order;
  for (std::size_t i = read; i-- > 0;)
    order.push_back(i);
  for (std::size_t i = accesses_.size(); i-- > read + 1;)
    order.push_back(i);
  for (std::size_t write : order) {
    if (result.left.is_empty())
      return result;
    std::optional<isl::set> covered = coveredBy(write, accesses_[read].access);
    if (!covered)
      continue;
    result.left = result.left.subtract(*covered);
    result.covered = result.covered.unite(*covered);
  }
  result.left = model_.withTypeRanges(result.left);
  return result;
}

namespace {

/// What the entry can look at, of a set over a read's instance: parameters, and
/// elements of index arrays.
isl::set knownOnEntry(const AffineModel &model, isl::set reads) {
  std::set<std::string> elements;
  for (SymbolId id = 0; id < model.numSymbols(); ++id)
    if (model.symbol(id).kind == Symbol::Kind::Element)
      elements.insert(model.instanceName(id, kSecond));
  for (const std::string &name : isl_ext::paramsOf(reads))
    if (name == kByte || (name.ends_with(kSecond) && !elements.contains(name)))
      reads = isl_ext::projectOut(reads, name);
  return reads;
}

} // namespace

namespace {

/// Ends of the units that are covered, in parameters: b >= low, or b < end.
struct Ends {
  std::vector<Polynomial> low, end;
};

Ends endsOf(const AffineModel &model, const isl::set &covered) {
  Ends ends;
  isl::set all = isl_ext::projectOutSuffix(covered, kSecond);
  for (const isl_ext::Constraint &one : isl_ext::hullConstraints(all)) {
    Polynomial rest;
    int64_t factor = 0;
    bool fits = rest.add({}, one.constant);
    for (const auto &[name, coefficient] : one.terms) {
      std::optional<Monomial> parameters;
      if (name == kByte)
        factor = coefficient;
      else if ((parameters = parametersOf(model, name)))
        fits &= rest.add(*parameters, coefficient);
      else
        fits = false;
    }
    std::optional<Polynomial> negated = Polynomial().minus(rest);
    if (!fits || !negated)
      continue;
    if (factor == 1)
      ends.low.push_back(std::move(*negated));
    else if (factor == -1 && rest.add({}, 1))
      ends.end.push_back(std::move(rest));
  }
  return ends;
}

} // namespace

/// That the read stays between two ends of what is covered, if then nothing of
/// it is left, and if that may be so.
std::optional<WithinExtent>
ArrayPrivatization::withinCovered(const Bytes &read, const isl::set &covered,
                                  const isl::set &left) {
  if (read.block || !read.access.address)
    return std::nullopt;
  if (knownOnEntry(model_, model_.withTypeRanges(instances(read, kSecond)))
          .subtract(knownOnEntry(model_, left))
          .is_empty())
    return std::nullopt; // a test that fails whenever the read happens is none
  const Polynomial place = inUnits(read.access.address->polynomial);
  int64_t count = read.access.item->size / unit_;
  isl::pw_aff first = model_.toIsl(place, kSecond);
  const Ends ends = endsOf(model_, covered);
  for (const Polynomial &low : ends.low)
    for (const Polynomial &end : ends.end) {
      isl::set outside = first.lt_set(model_.toIsl(low))
                             .unite(first.add_constant(static_cast<long>(count))
                                        .gt_set(model_.toIsl(end)));
      std::optional<Polynomial> subscript = place.minus(low);
      std::optional<Polynomial> extent = end.minus(low);
      if (subscript && extent && left.subtract(outside).is_empty())
        return WithinExtent{*subscript, count, *extent};
    }
  return std::nullopt;
}

bool ArrayPrivatization::isExposed(std::vector<WithinExtent> *needed) {
  for (std::size_t i = 0; i < accesses_.size(); ++i) {
    const Bytes &read = accesses_[i];
    const MemoryAccess &access = read.access;
    if (access.isWrite())
      continue;
    if (!isKnown_ &&
        (!access.address || !model_.isLinear(access.address->polynomial)))
      return true;
    const Exposed exposed = exposedUnits(i);
    if (exposed.left.is_empty())
      continue;
    std::optional<WithinExtent> need;
    if (needed)
      need = withinCovered(read, exposed.covered, exposed.left);
    if (!need)
      return true;
    needed->push_back(std::move(*need));
  }
  return false;
}

bool ArrayPrivatization::writesSameEachIteration() {
  if (!isKnown_)
    return false;
  isl::set all = isl::set::empty(model_.universe().space());
  isl::set sure = all;
  for (const Bytes &access : accesses_) {
    if (!access.access.isWrite())
      continue;
    all =
        all.unite(isl_ext::projectOutSuffix(instances(access, kFirst), kFirst));
    if (isSure(access)) {
      isl::set here =
          instances(access, kFirst).intersect(sameIteration(model_, loop_));
      sure = sure.unite(isl_ext::projectOutSuffix(
          here.intersect(model_.sameElements(here)), kFirst));
    }
  }
  NodeId body = model_.program()[loop_].as<ir::Loop>()->body;
  isl::set iterations = model_.instance(model_.domain(body).set, kSecond);
  // Sooner done than a difference, whose first element is enough.
  return model_.withTypeRanges(iterations.intersect(all)).is_subset(sure);
}

} // namespace hocket::polyhedral
