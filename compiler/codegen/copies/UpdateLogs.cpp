// SPDX-License-Identifier: Apache-2.0
#include "codegen/copies/UpdateLogs.h"

#include "codegen/copies/Reductions.h"
#include "codegen/loops/PipelineLoops.h"
#include "support/Policy.h"

namespace hocket::codegen {

using polyhedral::ReductionObject;
using polyhedral::ReductionPlace;
using taskgraph::TaskId;

namespace {

const std::vector<ReductionObject> &orderedIn(const RegionContext &c,
                                              TaskId task) {
  return c.verdicts[c.region.tasks[task].verdict()].ordered();
}

bool isLogged(const OrderedTarget &target) {
  return !target.reduction.logged.empty();
}

bool hasAddress(const OrderedTarget &target) {
  return target.reduction.isMemory();
}

/// `hk_log0` and the like.
std::string own(const RegionContext &c, const char *what,
                const OrderedTarget &target) {
  return c.naming.prefix + what + std::to_string(target.number);
}

/// The same at file scope.
std::string global(const RegionContext &c, const char *what,
                   const OrderedTarget &target) {
  return bodyName(c, target.task) + "_" + what + std::to_string(target.number);
}

std::string recordType(const RegionContext &c, const OrderedTarget &target) {
  return hasAddress(target) ? "struct " + global(c, "record", target)
                            : target.reduction.logged;
}

/// What changes nothing, not even the sign of a zero.
std::string exactIdentity(const ReductionObject &reduction) {
  bool isSum = reduction.isFloat && reduction.op == ir::UpdateOp::Add;
  return isSum ? "-0.0" : identity(reduction);
}

std::string capacity() { return std::to_string(policy.loops.logRecords); }

/// The variable as the functions at file scope reach it.
std::string shared(const RegionContext &c, ir::ObjectId object) {
  const Member *m = c.frame.find(object);
  if (!m)
    return c.program[object].name;
  const std::string member = c.naming.prefix + "f->" + m->name;
  return m->storage == Storage::Pointer ? "(*" + member + ")" : member;
}

std::string listed(const std::vector<Carrier> &carriers,
                   std::string Carrier::*part) {
  std::string text;
  for (const Carrier &carrier : carriers)
    text += (text.empty() ? "" : ", ") + carrier.*part;
  return text;
}

/// Frame, state and number of the block, as every function here has them.
std::vector<Carrier> ofBlock(const RegionContext &c) {
  const std::string &p = c.naming.prefix;
  return {{"struct " + c.name + "_frame *" + p + "f", p + "f", p + "f"},
          {"struct " + p + "overlap *" + p + "o", p + "o", "&" + p + "o"},
          {"long long " + p + "k", p + "k", p + "k"}};
}

std::string blockParameters(const RegionContext &c) {
  return listed(ofBlock(c), &Carrier::declaration);
}

std::string blockNames(const RegionContext &c) {
  return listed(ofBlock(c), &Carrier::name);
}

/// Makes the updates of a log.
std::string makeFunction(const RegionContext &c, const OrderedTarget &target) {
  const std::string &p = c.naming.prefix;
  const ReductionObject &r = target.reduction;
  const std::string log = p + "log", n = p + "n", i = p + "i", to = p + "to",
                    record = log + "[" + i + "]";
  std::string text = "static void " + global(c, "make", target) + "(struct " +
                     c.name + "_frame *" + p + "f, const " +
                     recordType(c, target) + " *" + log + ", unsigned " + n +
                     ") {\n  unsigned " + i + ";\n";
  std::string loop =
      "  for (" + i + " = 0; " + i + " < " + n + "; " + i + "++)\n    ";
  if (hasAddress(target))
    return text + "  (void)" + p + "f;\n" + loop +
           combineStatement(r, "*" + record + ".at", record + ".value") + "\n}";
  const std::string variable = shared(c, r.object);
  return text + "  " + r.type + " " + to + ";\n  (void)" + p + "f;\n  if (" +
         n + " == 0)\n    return;\n  " + to + " = " + variable + ";\n" + loop +
         combineStatement(r, to, record) + "\n  " + variable + " = " + to +
         ";\n}";
}

/// The stage's flag, and the number that it has before the block.
std::string stage(const RegionContext &c, TaskId task) {
  const std::string &p = c.naming.prefix;
  return "&" + stageFlags(c, task) + "[0], (unsigned)(" + p + "o->before + " +
         p + "k)";
}

std::string enterName(const RegionContext &c, TaskId task) {
  return bodyName(c, task) + "_enter";
}

std::string enterCall(const RegionContext &c, TaskId task) {
  return "  " + enterName(c, task) + "(" + blockNames(c) + ");\n";
}

/// Waits for the block's turn, if the core has not yet done so.
std::string enterFunction(const RegionContext &c, TaskId task) {
  const std::string &p = c.naming.prefix;
  const std::string o = p + "o";
  return "static void " + enterName(c, task) + "(" + blockParameters(c) +
         ") {\n  (void)" + p + "f;\n  if (" + o +
         "->entered)\n    return;\n  if (!" + o + "->is_alone)\n    " + p +
         "enter_stage(" + stage(c, task) + ");\n  " + p + "decide(" + o + ", " +
         p + "k);\n  " + o + "->entered = 1;\n}";
}

/// Lets the block behind go on.
std::string leaveText(const RegionContext &c, TaskId task) {
  const std::string &p = c.naming.prefix;
  const std::string o = p + "o";
  return "  " + o + "->left = 1;\n  if (" + p + "is_awaited(" + o + ", " + p +
         "k))\n    " + p + "leave_stage(" + stage(c, task) + " + 1);\n";
}

/// Makes room in a full log.
std::string fullFunction(const RegionContext &c, const OrderedTarget &target) {
  const std::string &p = c.naming.prefix;
  return "static __attribute__((__noinline__)) unsigned " +
         global(c, "full", target) + "(" + blockParameters(c) + ", const " +
         recordType(c, target) + " *" + p + "log) {\n" +
         enterCall(c, target.task) + "  " + global(c, "make", target) + "(" +
         p + "f, " + p + "log, " + capacity() + ");\n  return 0;\n}";
}

std::string passName(const RegionContext &c, TaskId task) {
  return bodyName(c, task) + "_pass";
}

/// Makes what is left of a block's updates.
std::string passFunction(const RegionContext &c, TaskId task) {
  std::string parameters = blockParameters(c), updates;
  for (const OrderedTarget &target : orderedTargets(c, task)) {
    const ReductionObject &r = target.reduction;
    if (isLogged(target)) {
      const std::string log = own(c, "log", target), n = own(c, "n", target);
      parameters +=
          ", const " + recordType(c, target) + " *" + log + ", unsigned " + n;
      updates += "  " + global(c, "make", target) + "(" + c.naming.prefix +
                 "f, " + log + ", " + n + ");\n";
      continue;
    }
    const std::string sum = own(c, "sum", target);
    parameters += ", " + partialType(r) + " " + sum;
    updates += "  " + combineStatement(r, shared(c, r.object), sum) + "\n";
  }
  return "static __attribute__((__noinline__)) void " + passName(c, task) +
         "(" + parameters + ") {\n" + enterCall(c, task) + updates +
         leaveText(c, task) + "}";
}

} // namespace

bool isByBlocks(const RegionContext &c, TaskId task) {
  return isPipeline(c, task) && !orderedIn(c, task).empty();
}

std::vector<OrderedTarget> orderedTargets(const RegionContext &c, TaskId task) {
  std::vector<OrderedTarget> all;
  if (isByBlocks(c, task))
    for (const ReductionObject &reduction : orderedIn(c, task))
      all.push_back({task, reduction, all.size()});
  return all;
}

OrderedPlan orderedInChunk(const RegionContext &c,
                           const OrderedTarget &target) {
  const ReductionObject &r = target.reduction;
  OrderedPlan plan;
  if (!isLogged(target)) {
    plan.name = own(c, "sum", target);
    plan.locals.push_back(
        {LocalKind::Partial, partialType(r) + " " + plan.name});
    plan.block.push_back({plan.name, identity(r)});
    return plan;
  }
  const std::string n = own(c, "n", target);
  plan.locals = {{LocalKind::Partial,
                  recordType(c, target) + " *const " + own(c, "log", target),
                  global(c, "log", target) + "[" + c.naming.prefix + "c]"},
                 {LocalKind::Own, "unsigned " + n}};
  if (!hasAddress(target)) {
    // Only its type counts.
    plan.name = own(c, "was", target);
    plan.locals.push_back({LocalKind::Own, r.type + " " + plan.name});
  }
  plan.block = {{n, "0"}};
  return plan;
}

void addPlaces(const RegionContext &c, const OrderedTarget &target,
               const std::set<ir::StmtId> &stmts, bool isClone,
               ir::Insertions &insertions) {
  if (!isLogged(target))
    return;
  const ReductionObject &r = target.reduction;
  const std::string log = own(c, "log", target);
  const std::string n =
      isClone ? "(*" + own(c, "n", target) + ")" : own(c, "n", target);
  const std::string block =
      listed(ofBlock(c), isClone ? &Carrier::name : &Carrier::argument);
  const std::string none = exactIdentity(r),
                    value = hasAddress(target) ? ".value" : "";
  const std::string room = n + " = __builtin_expect(" + n + " < " + capacity() +
                           ", 1) ? " + n + " : " + global(c, "full", target) +
                           "(" + block + ", " + log + "), ";
  const std::string start = log + "[" + n + "]" + value + " = " + none + ", ",
                    next = "&" + log + "[" + n + "++]" + value + "))";
  for (const ReductionPlace &place : r.places) {
    if (!stmts.count(place.stmt))
      continue;
    std::string before = "(*(0 ? (" + r.logged + " *)&(",
                after = ") : &(" + r.logged + "){" + none + "}))";
    if (place.isWritten && hasAddress(target)) {
      before = "(*(" + room + log + "[" + n + "].at = &(";
      after = "), " + start + next;
    } else if (place.isWritten) {
      before = "(*(" + room + start + "0 ? (" + r.logged + " *)&(";
      after = ") : " + next;
    }
    insertions.emplace(place.text.begin, before);
    insertions.emplace(place.text.end, after);
  }
}

std::vector<Carrier> carriers(const RegionContext &c,
                              const OrderedTarget &target) {
  if (!isLogged(target) || !hasAddress(target))
    return {};
  const std::string log = own(c, "log", target), n = own(c, "n", target);
  return {{recordType(c, target) + " *" + log, log, log},
          {"unsigned *" + n, n, "&" + n}};
}

std::vector<Carrier> blockCarriers(const RegionContext &c, TaskId task) {
  return isByBlocks(c, task) ? ofBlock(c) : std::vector<Carrier>();
}

std::vector<std::string> orderedStorage(const RegionContext &c, TaskId task,
                                        unsigned chunks) {
  std::vector<std::string> all{enterFunction(c, task)};
  for (const OrderedTarget &target : orderedTargets(c, task)) {
    if (!isLogged(target))
      continue;
    if (hasAddress(target))
      all.push_back(recordType(c, target) + " { " + target.reduction.type +
                    " *at; " + target.reduction.logged + " value; };");
    all.push_back("static " + recordType(c, target) + " " +
                  global(c, "log", target) + "[" + std::to_string(chunks) +
                  "][" + capacity() + "] __attribute__((aligned(64)));");
    all.push_back(makeFunction(c, target));
    all.push_back(fullFunction(c, target));
  }
  all.push_back(passFunction(c, task));
  return all;
}

std::string passBlock(const RegionContext &c, TaskId task) {
  std::string call =
      passName(c, task) + "(" + listed(ofBlock(c), &Carrier::argument);
  for (const OrderedTarget &target : orderedTargets(c, task))
    call += isLogged(target)
                ? ", " + own(c, "log", target) + ", " + own(c, "n", target)
                : ", " + own(c, "sum", target);
  return call + ")";
}

} // namespace hocket::codegen
