// SPDX-License-Identifier: Apache-2.0
#include "loops/checks/KeptLoads.h"

#include "checks/SpelledLoads.h"
#include "ir/Holes.h"
#include "ir/Identifiers.h"
#include "loops/checks/Intervals.h"

#include <algorithm>
#include <set>

namespace hocket::polyhedral {

using ir::Access;
using ir::ExprKind;
using ir::NodeId;
using ir::StmtId;

namespace {

/// A load whose value no iteration changes.
struct Candidate {
  ir::ExprId expr = ir::ExprId::None;
  StmtId at = StmtId::None;

  bool operator<(const Candidate &other) const {
    return std::pair(at, expr) < std::pair(other.at, other.expr);
  }
};

/// What addresses and conditions of the loop are made of. Nothing else is asked
/// for here, as values may rest on assumptions, and those have been tested.
std::set<Candidate> candidates(const AffineModel &model,
                               const std::vector<Base> &bases) {
  std::set<Candidate> result;
  auto add = [&](ir::ExprId expr, StmtId at) {
    if (isValid(expr) && isValid(at) && !model.index().isCopy(at) &&
        model.program()[expr].kind == ExprKind::Load)
      result.insert({expr, at});
  };
  for (const Base &loaded : bases)
    for (const Base *base = &loaded; base && base->kind == Base::Kind::Loaded;
         base = base->cell && base->cell->base ? &*base->cell->base : nullptr)
      add(base->expr, base->at);
  for (SymbolId id = 0; id < model.numSymbols(); ++id)
    if (const Symbol symbol = model.symbol(id);
        symbol.kind == Symbol::Kind::Parameter && !symbol.between)
      add(symbol.expr, symbol.at);
  return result;
}

const Access *accessOf(const AffineModel &model, const Candidate &one) {
  const ir::Program &program = model.program();
  for (const Access &access : program[one.at].accesses)
    if (access.kind == ir::AccessKind::Read && !access.declared.empty() &&
        !access.isBitField && !access.isVolatile &&
        access.address == program[one.expr].operands[0])
      return &access;
  return nullptr;
}

/// All names in the text are of objects or of members: what else is named,
/// enumerators and types, may be something else where it is spelled alike.
bool namesObjectsAlone(const ir::Program &program, const ir::TextRange &range) {
  const std::string_view text = program.text(range);
  std::set<uint32_t> begins;
  for (const ir::Hole &hole : ir::holesIn(program, range))
    begins.insert(hole.begin - range.begin);
  for (std::string_view word : ir::identifiersIn(text)) {
    auto at = uint32_t(word.data() - text.data());
    std::size_t last =
        at == 0 ? std::string_view::npos : text.find_last_not_of(' ', at - 1);
    const char before = last == std::string_view::npos ? ' ' : text[last];
    bool isMember =
        before == '.' || (before == '>' && last > 0 && text[last - 1] == '-');
    if (!isMember && begins.count(at) == 0)
      return false;
  }
  return true;
}

/// For all that a compiler knows of types, the statement may change what is
/// loaded.
bool maySeemToChange(const ir::Program &program, StmtId stmt,
                     const Access &load) {
  auto isAlike = [&](const Access &store) {
    return store.kind == ir::AccessKind::Write &&
           (store.type == "char" || load.type == "char" ||
            store.type == load.type);
  };
  auto isSeen = [&](const ir::CallSite &call) {
    return !isValid(call.callee) || isValid(program[call.callee].body);
  };
  const ir::Stmt &one = program[stmt];
  return std::any_of(one.accesses.begin(), one.accesses.end(), isAlike) ||
         std::any_of(one.calls.begin(), one.calls.end(), isSeen);
}

/// Not each iteration of the innermost loop around it makes the load.
bool isConditional(const AffineModel &model, const Access &load, StmtId at) {
  if (!load.must)
    return true;
  const ir::Program &program = model.program();
  for (NodeId node = model.index().nodeOf(at);
       isValid(node) && !program[node].as<ir::Loop>();
       node = program[node].parent)
    if (!program[node].as<ir::Leaf>() && !program[node].as<ir::Block>())
      return true;
  return false;
}

/// A compiler would make the load in each iteration.
bool staysInside(const AffineModel &model, const Access &load) {
  const ir::Program &program = model.program();
  const std::vector<StmtId> &stmts = model.stmts();
  std::vector<SpelledLoad> all = loadsSpelledAs(program, stmts, load.text);
  return std::any_of(all.begin(), all.end(),
                     [&](const SpelledLoad &one) {
                       return isConditional(model, *one.access, one.stmt);
                     }) ||
         std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
           return maySeemToChange(program, stmt, load);
         });
}

bool asksForMemory(const CheckExpr &guard) {
  return guard.is(CheckKind::Readable) || guard.is(CheckKind::ReadableNear);
}

/// The root has an iteration, as guards say it; or nothing.
CheckExpr guardOfRoot(AffineModel &model) {
  const LoopShape *shape = model.loopShape(model.root());
  CheckContext c{model};
  std::optional<Interval> range =
      shape ? iteratorInterval(c, model.symbol(shape->iterator), 1)
            : std::nullopt;
  return range ? atMost(range->low, range->high) : CheckExpr();
}

/// The memory can be read, whoever reads it; nothing if only other loads tell.
std::optional<CheckExpr> readableAnyway(AffineModel &model,
                                        const Candidate &one) {
  std::optional<Value> place =
      model.valueAt(model.program()[one.expr].operands[0], one.at);
  if (!place || !place->base || !place->polynomial.isConstant() ||
      place->base->kind == Base::Kind::Loaded)
    return std::nullopt;
  CheckContext c{model};
  std::optional<CheckExpr> base = baseOf(c, *place->base);
  const int64_t begin = place->polynomial.constantTerm();
  const int64_t bytes = (model.program()[one.expr].bits + 7) / 8;
  if (!base || !c.needs.guards.empty())
    return std::nullopt;
  return node(CheckKind::Readable,
              {*base, constant(begin), constant(begin + bytes)});
}

/// \returns nothing if a loop may not begin with the load
std::optional<KeptLoad> keptLoad(AffineModel &model, const Candidate &one,
                                 const Access &access) {
  CheckContext c{model};
  std::optional<CheckExpr> load = loadOnEntry(c, one.expr, one.at);
  if (!load)
    return std::nullopt;
  KeptLoad result{*load, access.declared, {}};
  std::erase(c.needs.guards, guardOfRoot(model));
  CheckExpr isSure = withGuards(c, truth(true));
  if (isSure.is(CheckKind::True))
    return result;
  result.ways.push_back(isSure);
  const std::vector<CheckExpr> &guards = c.needs.guards;
  if (std::all_of(guards.begin(), guards.end(), asksForMemory))
    return result;
  std::optional<CheckExpr> anyway = readableAnyway(model, one);
  if (!anyway)
    return std::nullopt;
  result.ways.push_back(*anyway);
  return result;
}

} // namespace

std::vector<KeptLoad> keptLoads(AffineModel &model,
                                const std::vector<Base> &bases) {
  const std::size_t numAssumptions = model.assumptions().size(),
                    numRanges = model.rangeAssumptions().size();
  std::vector<KeptLoad> result;
  for (const Candidate &one : candidates(model, bases)) {
    const Access *access = accessOf(model, one);
    if (!access || !staysInside(model, *access) ||
        !namesObjectsAlone(model.program(), access->text))
      continue;
    std::optional<KeptLoad> kept = keptLoad(model, one, *access);
    auto isKept = [&](const KeptLoad &other) {
      return other.load == kept->load;
    };
    if (kept && std::none_of(result.begin(), result.end(), isKept))
      result.push_back(std::move(*kept));
  }
  // Nobody would test what was assumed just now.
  if (model.assumptions().size() != numAssumptions ||
      model.rangeAssumptions().size() != numRanges)
    return {};
  std::stable_sort(result.begin(), result.end(),
                   [](const KeptLoad &a, const KeptLoad &b) {
                     return a.load->load.text.begin < b.load->load.text.begin;
                   });
  return result;
}

} // namespace hocket::polyhedral
