// SPDX-License-Identifier: Apache-2.0
#include "codegen/copies/CalleeClones.h"

#include "codegen/copies/Selections.h"
#include "codegen/copies/UpdateLogs.h"

#include "ir/Tree.h"

namespace hocket::codegen {

using namespace ir;
using taskgraph::TaskId;

std::set<StmtId> ownStmtsOf(const Program &program, NodeId node) {
  std::vector<StmtId> stmts = allStmts(program, node);
  return {stmts.begin(), stmts.end()};
}

CalleeClones::CalleeClones(const RegionContext &c, TaskId task,
                           const Filler &nameOf)
    : c_(c), program_(c.program) {
  const taskgraph::MacroTask &l = c.region.tasks[task];
  needs_ = polyhedral::cloneNeeds(c.verdicts[l.verdict()]);
  std::vector<CallPoint> calls = callsOfClones(program_, l.node, needs_);
  if (calls.empty())
    return;
  addRenamed(nameOf);
  addPartials(task);
  std::map<NodeId, Insertions> inside; // by copy
  std::map<std::string, std::string> known;
  for (const CallPoint &call : calls) {
    NodeId copy = siteOf(program_, call).copy;
    Insertions insertions;
    std::set<StmtId> stmts = ownStmtsOf(program_, copy);
    for (const Partial *partial : partials_)
      addPlaces(c_, *partial, stmts, /*isClone=*/true, insertions);
    for (const OrderedTarget &target : orderedTargets(c_, task))
      addPlaces(c_, target, stmts, /*isClone=*/true, insertions);
    for (const Selected &selected : c_.frame.selections)
      if (selected.task == task)
        addSelected(c_, selected, stmts, /*isClone=*/true, insertions);
    // Names at the same place come last.
    for (const auto &[at, text] : inside[copy])
      insertions.emplace(at, text);
    auto [clone, isNew] = known.try_emplace(define(call, "@", insertions), "");
    if (isNew) {
      clone->second = bodyName(c, task) + "_v" + std::to_string(known.size()) +
                      "_" + calleeOf(program_, call).name;
      definitions_ += define(call, clone->second, insertions);
    }
    if (std::optional<CallPoint> around = callAround(program_, call.node))
      redirectCall(call, clone->second, true,
                   inside[siteOf(program_, *around).copy]);
    else
      ownCalls_.emplace_back(call, clone->second);
  }
}

void CalleeClones::addRenamed(const Filler &nameOf) {
  for (ObjectId id : needs_.renamed) {
    const Object &object = program_[id];
    if (object.kind != ObjectKind::Global && object.kind != ObjectKind::Static)
      continue; // no callee names it
    std::string own = nameOf(id);
    if (own.empty())
      continue;
    std::string name =
        c_.naming.prefix + "v" + std::to_string(index(id)) + "_" + object.name;
    carriers_.push_back({object.pointerType.declare(name), name, "&" + own});
    renamed_[id] = "(*" + name + ")";
  }
}

void CalleeClones::addPartials(TaskId task) {
  for (const Partial &partial : c_.frame.partials) {
    if (partial.task != task || !partial.reduction.isMemory())
      continue;
    partials_.push_back(&partial);
    for (Carrier &carrier : carriers(c_, partial))
      carriers_.push_back(std::move(carrier));
  }
  auto carry = [&](std::vector<Carrier> some) {
    std::move(some.begin(), some.end(), std::back_inserter(carriers_));
  };
  carry(blockCarriers(c_, task));
  for (const OrderedTarget &target : orderedTargets(c_, task))
    carry(carriers(c_, target));
  for (const Selected &selected : c_.frame.selections)
    if (selected.task == task)
      for (Carrier &carrier : carriers(c_, selected))
        carriers_.push_back(std::move(carrier));
}

std::string CalleeClones::define(const CallPoint &call, const std::string &name,
                                 const Insertions &insertions) const {
  const Function &callee = calleeOf(program_, call);
  std::string parameters;
  auto add = [&](const std::string &declaration) {
    parameters += (parameters.empty() ? "" : ", ") + declaration;
  };
  for (ObjectId param : callee.params)
    add(program_[param].type.declare(program_[param].name));
  for (const Carrier &carrier : carriers_)
    add(carrier.declaration);
  auto filler = [&](ObjectId object) {
    auto it = renamed_.find(object);
    return it == renamed_.end() ? std::string() : it->second;
  };
  const TextRange &body = program_[callee.body].text;
  std::string attributes = cloneAttributes(program_, callee.id);
  bool isNoInline = attributes.find("noinline") != std::string::npos;
  return "static " + std::string(isNoInline ? "" : "__inline__ ") + attributes +
         callee.resultType.declare(name + "(" + parameters + ")") + "\n" +
         lineMarker(program_[callee.body].location, true) +
         fill(program_, body, filler, insertions) + "\n\n";
}

/// `add(x)` becomes `hk_main_1_loop30_0_add(x, ...)`.
void CalleeClones::redirectCall(const CallPoint &call, const std::string &name,
                                bool isInClone, Insertions &insertions) const {
  const CallSite &site = siteOf(program_, call);
  const std::string &own = program_[site.callee].name;
  std::string arguments;
  for (const Carrier &carrier : carriers_)
    arguments += (arguments.empty() && site.args.empty() ? "" : ", ") +
                 (isInClone ? carrier.name : carrier.argument);
  insertions.emplace(site.text.begin, name.substr(0, name.size() - own.size()));
  insertions.emplace(site.text.end - 1, arguments);
}

void CalleeClones::redirect(Insertions &insertions) const {
  for (const auto &[call, name] : ownCalls_)
    redirectCall(call, name, false, insertions);
}

} // namespace hocket::codegen
