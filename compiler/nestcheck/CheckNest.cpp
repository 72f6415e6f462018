// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/CheckNest.h"

#include "dataflow/ScalarFlow.h"
#include "ir/Tree.h"
#include "nestcheck/Flows.h"
#include "nestcheck/SameObjects.h"
#include "symbolic/Accesses.h"

#include <algorithm>

namespace hocket::nestcheck {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;
using polyhedral::AffineModel;
using polyhedral::ProgramIndex;

namespace {

Version versionOf(AffineModel &model, NodeId node) {
  Version result{model, node, runsIn(model, node)};
  const ir::Program &program = model.program();
  for (std::size_t k = 0; k < program.exprs.size(); ++k)
    if (program.exprs[k].kind == ir::ExprKind::Var)
      result.values.try_emplace(program.exprs[k].object, ir::ExprId(k));
  return result;
}

class Checker {
public:
  /// \param mayAssume of 64-bit numbers without sign: see areWideOnly
  Checker(const Programs &programs, const Rewritten &nest,
          const CheckOptions &options, isl::ctx ctx, bool mayAssume)
      : programs_(programs), nest_(nest),
        text_(newTextOf(programs.before.program(), nest.root,
                        programs.after.program(), nest.text)),
        before_(programs.before, ctx, scopeOf(nest.root, options, false)),
        after_(programs.after, ctx,
               scopeOf(isValid(text_.whole) ? text_.whole : NodeId(0), options,
                       mayAssume)) {}

  std::string run() {
    if (!text_.why.empty())
      return text_.why;
    Version before = versionOf(before_, nest_.root);
    Version after = versionOf(after_, text_.order);
    for (const Version *version : {&before, &after})
      if (!version->runs.why.empty())
        return version->runs.why;
    SameValues values(before_, after_, programs_.objects);
    UsersVariables variables = usersVariables(before);
    Question question{before, after,    text_, programs_.objects,
                      values, variables};
    for (auto check : {&Checker::whyNotMovable, &Checker::whyIterators})
      if (std::string why = (this->*check)(question); !why.empty())
        return why;
    Copies copies = copiesIn(question);
    if (std::string why = whyOthers(question, copies); !why.empty())
      return why;
    BothOrders orders =
        bothOrders(question, copies, after_.domain(text_.order).set);
    if (!orders.why.empty())
      return orders.why;
    std::string why = brokenFlow(question, copies, orders);
    if (why.empty())
      why = brokenMemoryOrder(question, copies, orders, nest_.tested);
    if (why.empty() && !areWideOnly())
      why = "an iterator may not fit its type";
    return why.empty() ? whyNotTested(values) : why;
  }

private:
  static polyhedral::ModelScope
  scopeOf(NodeId root, const CheckOptions &options, bool mayAssume) {
    return {root,
            /*ownInit=*/true,
            {},
            options.strictAliasing,
            /*mayAssumeDisjoint=*/true,
            mayAssume};
  }

  /// Of what was assumed of ranges: no number of 64 bits without a sign is 2^63
  /// or more, where it bounds a loop; the user's would not end.
  bool areWideOnly() const {
    const std::vector<polyhedral::RangeAssumption> &all =
        after_.rangeAssumptions();
    return std::all_of(all.begin(), all.end(),
                       [](const polyhedral::RangeAssumption &one) {
                         return !one.low && !one.high && one.divisor == 1 &&
                                !one.unknownDivisor;
                       });
  }

  /// The user's statements do no more than their accesses say.
  std::string whyNotMovable(const Question &q) {
    const ProgramIndex &index = q.before.index();
    const ir::Program &program = index.program();
    for (StmtId id : index.stmtsOf(nest_.root)) {
      const analysis::StmtEffects &effects =
          index.effects().stmts[ir::index(id)];
      if (program[id].isOpaque || effects.isUnknown || effects.mayNotReturn ||
          effects.readsClock || effects.needsCallingThread)
        return "a statement keeps its place";
      for (const EffectItem &item : effects.items)
        if (item.isVolatile ||
            (!item.isCommutative &&
             std::any_of(item.objects.ids.begin(), item.objects.ids.end(),
                         [&](ObjectId object) {
                           return index.isHidden(object) &&
                                  object != program.hidden.external;
                         })))
          return "the order of a statement's effects is visible";
    }
    return "";
  }

  /// In the new order they have variables of their own.
  std::string whyIterators(const Question &q) {
    const ProgramIndex &index = q.before.index();
    for (ObjectId iterator : q.variables.iterators)
      if (!ir::isDeclaredIn(index.program(), iterator, nest_.root) &&
          polyhedral::ScalarFlow(index, iterator).isLiveAfter(nest_.root))
        return "'" + index.program()[iterator].name +
               "' may be read afterwards";
    return "";
  }

  /// What else there is in the new text only writes variables of its own.
  std::string whyOthers(const Question &q, const Copies &copies) {
    for (std::size_t other : copies.others)
      if (!isQuiet(q.after.runs.all[other].node))
        return "a statement of the new order is none of the user's: " +
               std::string(after_.program().text(
                   after_.program()[q.after.runs.all[other].node].text));
    for (NodeId header : q.after.runs.headers)
      if (!hasOwnIterator(header))
        return "a loop of the new order counts by a variable of the user's";
    std::string why;
    visitEntry(text_.whole, why);
    return why;
  }

  void visitEntry(NodeId node, std::string &why) {
    if (node == text_.order || node == text_.otherwise)
      return;
    for (StmtId stmt : ir::ownStmts(after_.program(), node))
      if (!isQuiet(stmt))
        why = "a test does more than to test";
    for (NodeId child : ir::childrenOf(after_.program(), node))
      visitEntry(child, why);
  }

  bool hasOwnIterator(NodeId header) const {
    const ir::Loop *loop = after_.program()[header].as<ir::Loop>();
    return !loop || ir::isDeclaredIn(after_.program(), loop->counted->iterator,
                                     text_.order);
  }

  bool isQuiet(NodeId node) const {
    std::vector<StmtId> stmts = ir::allStmts(after_.program(), node);
    return std::all_of(stmts.begin(), stmts.end(),
                       [&](StmtId stmt) { return isQuiet(stmt); });
  }

  bool isQuiet(StmtId id) const {
    const ir::Stmt &stmt = after_.program()[id];
    const ProgramIndex &index = programs_.after;
    if (stmt.isOpaque || !stmt.calls.empty() ||
        index.effects().stmts[ir::index(id)].isUnknown)
      return false;
    const auto &items = index.itemsOf(id);
    return std::all_of(items.begin(), items.end(), [&](const EffectItem &item) {
      ObjectId written = item.kind == ir::AccessKind::Write
                             ? index.namedObject(item)
                             : ObjectId::None;
      return !item.isVolatile &&
             (item.kind == ir::AccessKind::Read ||
              (isValid(written) && index.isNamedOnly(written) &&
               ir::isDeclaredIn(after_.program(), written, text_.whole)));
    });
  }

  /// What values rest on is among what the text tests.
  std::string whyNotTested(SameValues &values) {
    std::set<std::pair<std::string, std::string>> tested;
    std::map<std::string, std::string> names; // by key
    for (const polyhedral::MemoryAccess &access :
         polyhedral::collectAccesses(before_, before_.stmts()))
      if (access.base)
        names[access.base->key] = values.nameBefore(*access.base);
    for (const auto &[a, b] : nest_.tested.apart)
      tested.insert(std::minmax(names[a], names[b]));
    auto isTested = [&](const std::string &a, const std::string &b) {
      return !a.empty() && !b.empty() && tested.count(std::minmax(a, b)) != 0;
    };
    for (const polyhedral::DisjointAssumption &one : before_.assumptions())
      if (!isTested(values.nameBefore(one.read), values.nameBefore(one.write)))
        return "a value may change while the nest runs";
    for (const polyhedral::DisjointAssumption &one : after_.assumptions())
      if (!isTested(values.nameAfter(one.read), values.nameAfter(one.write)))
        return "a value may change while the new order runs";
    return "";
  }

  const Programs &programs_;
  const Rewritten &nest_;
  const NewText text_;
  AffineModel before_, after_;
};

} // namespace

std::string whyNotProved(const Programs &programs, const Rewritten &nest,
                         const CheckOptions &options) {
  IslContext context;
  std::optional<std::string> why =
      withIslBudget(context, options.islBudget, [&] {
        std::string why =
            Checker(programs, nest, options, context, false).run();
        return why.empty()
                   ? why
                   : Checker(programs, nest, options, context, true).run();
      });
  return why.value_or("the proof takes too long");
}

} // namespace hocket::nestcheck
