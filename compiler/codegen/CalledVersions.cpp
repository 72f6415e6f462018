// SPDX-License-Identifier: Apache-2.0
#include "codegen/CalledVersions.h"

#include "codegen/Selections.h"

#include "ir/Tree.h"

namespace hocket::codegen {

using namespace ir;
using taskgraph::TaskId;

std::set<StmtId> ownStmtsOf(const Program &program, NodeId node) {
  std::vector<StmtId> stmts = allStmts(program, node);
  return {stmts.begin(), stmts.end()};
}

CalledVersions::CalledVersions(const RegionContext &c, TaskId task,
                               const Filler &nameOf)
    : c_(c), program_(c.program) {
  const taskgraph::MacroTask &l = c.region.tasks[task];
  needs_ = polyhedral::versionNeeds(c.verdicts[l.verdict()]);
  std::vector<InlinedCall> calls = callsOfVersions(program_, l.node, needs_);
  if (calls.empty())
    return;
  addRenamed(nameOf);
  addPartials(task);
  std::map<NodeId, Insertions> inside; // by copy
  std::map<std::string, std::string> known;
  for (const InlinedCall &call : calls) {
    const Function &callee =
        program_[program_[call.stmt].calls[call.site].callee];
    Insertions insertions;
    std::set<StmtId> stmts = ownStmtsOf(program_, call.copy);
    for (const Partial *partial : partials_)
      addPlaces(c_, *partial, stmts, /*isVersion=*/true, insertions);
    for (const Selected &selected : c_.frame.selections)
      if (selected.task == task)
        addSelected(c_, selected, stmts, /*isVersion=*/true, insertions);
    // Names at the same place come last.
    for (const auto &[at, text] : inside[call.copy])
      insertions.emplace(at, text);
    auto [version, isNew] =
        known.try_emplace(define(call, "@", insertions), "");
    if (isNew) {
      version->second = bodyName(c, task) + "_v" +
                        std::to_string(known.size()) + "_" + callee.name;
      definitions_ += define(call, version->second, insertions);
    }
    NodeId around = callAround(program_, call.caller).copy;
    if (isValid(around))
      redirectCall(call, version->second, true, inside[around]);
    else
      ownCalls_.emplace_back(call, version->second);
  }
}

void CalledVersions::addRenamed(const Filler &nameOf) {
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

void CalledVersions::addPartials(TaskId task) {
  for (const Partial &partial : c_.frame.partials) {
    if (partial.task != task || !partial.reduction.isMemory())
      continue;
    partials_.push_back(&partial);
    for (Carrier &carrier : carriers(c_, partial))
      carriers_.push_back(std::move(carrier));
  }
  for (const Selected &selected : c_.frame.selections)
    if (selected.task == task)
      for (Carrier &carrier : carriers(c_, selected))
        carriers_.push_back(std::move(carrier));
}

std::string CalledVersions::define(const InlinedCall &call,
                                   const std::string &name,
                                   const Insertions &insertions) const {
  const Function &callee =
      program_[program_[call.stmt].calls[call.site].callee];
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
  std::string attributes = versionAttributes(program_, callee.id);
  bool isNoInline = attributes.find("noinline") != std::string::npos;
  return "static " + std::string(isNoInline ? "" : "__inline__ ") + attributes +
         callee.resultType.declare(name + "(" + parameters + ")") + "\n" +
         lineMarker(program_[callee.body].location, true) +
         fill(program_, body, filler, insertions) + "\n\n";
}

/// `add(x)` becomes `hk_main_1_loop30_0_add(x, ...)`.
void CalledVersions::redirectCall(const InlinedCall &call,
                                  const std::string &name, bool isInVersion,
                                  Insertions &insertions) const {
  const CallSite &site = program_[call.stmt].calls[call.site];
  const std::string &own = program_[site.callee].name;
  std::string arguments;
  for (const Carrier &carrier : carriers_)
    arguments += (arguments.empty() && site.args.empty() ? "" : ", ") +
                 (isInVersion ? carrier.name : carrier.argument);
  insertions.emplace(site.text.begin, name.substr(0, name.size() - own.size()));
  insertions.emplace(site.text.end - 1, arguments);
}

void CalledVersions::redirect(Insertions &insertions) const {
  for (const auto &[call, name] : ownCalls_)
    redirectCall(call, name, false, insertions);
}

} // namespace hocket::codegen
