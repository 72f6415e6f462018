// SPDX-License-Identifier: Apache-2.0
#include "codegen/bodies/UpdateLogs.h"

#include "codegen/copies/Reductions.h"
#include "support/Policy.h"

namespace hocket::codegen {

using polyhedral::ReductionObject;
using polyhedral::ReductionPlace;

namespace {

bool isLogged(const OrderedTarget &target) {
  return !target.reduction.logged.empty();
}

bool hasAddress(const OrderedTarget &target) {
  return target.reduction.isMemory();
}

/// `hk_log0` and the like.
std::string own(const BodyContext &body, const char *what,
                const OrderedTarget &target) {
  return body.p() + what + std::to_string(target.number);
}

/// The same at file scope.
std::string global(const BodyContext &body, const char *what,
                   const OrderedTarget &target) {
  return bodyName(body.c, body.id) + "_" + what + std::to_string(target.number);
}

std::string recordType(const BodyContext &body, const OrderedTarget &target) {
  return hasAddress(target) ? "struct " + global(body, "record", target)
                            : target.reduction.logged;
}

/// What changes nothing, not even the sign of a zero.
std::string exactIdentity(const ReductionObject &reduction) {
  bool isSum = reduction.isFloat && reduction.op == ir::UpdateOp::Add;
  return isSum ? "-0.0" : identity(reduction);
}

std::string frameParameter(const BodyContext &body) {
  return "struct " + body.c.name + "_frame *" + body.p() + "f";
}

std::string capacity() { return std::to_string(policy.loops.logRecords); }

/// Makes the updates of a log.
std::string makeFunction(const BodyContext &body, const OrderedTarget &target) {
  const std::string &p = body.p();
  const ReductionObject &r = target.reduction;
  const std::string log = p + "log", n = p + "n", i = p + "i", at = p + "to";
  const std::string record = log + "[" + i + "]";
  std::string text = "static void " + global(body, "make", target) + "(" +
                     frameParameter(body) + ", const " +
                     recordType(body, target) + " *" + log + ", unsigned " + n +
                     ") {\n  unsigned " + i + ";\n";
  std::string loop =
      "  for (" + i + " = 0; " + i + " < " + n + "; " + i + "++)\n    ";
  if (hasAddress(target))
    return text + "  (void)" + p + "f;\n" + loop +
           combineStatement(r, "*" + record + ".at", record + ".value") + "\n}";
  const std::string shared = body.targetOf(r.object);
  return text + "  " + r.type + " " + at + ";\n  (void)" + p + "f;\n  if (" +
         n + " == 0)\n    return;\n  " + at + " = " + shared + ";\n" + loop +
         combineStatement(r, at, record) + "\n  " + shared + " = " + at +
         ";\n}";
}

/// The stage's flag, and the number that it has before the block.
std::string stage(const BodyContext &body) {
  const std::string &p = body.p();
  return "&" + stageFlags(body.c, body.id) + "[0], (unsigned)(" + p +
         "o->before + " + p + "k)";
}

std::string blockParameters(const BodyContext &body) {
  const std::string &p = body.p();
  return "struct " + p + "overlap *" + p + "o, long long " + p + "k";
}

std::string enterName(const BodyContext &body) {
  return bodyName(body.c, body.id) + "_enter";
}

std::string enterCall(const BodyContext &body) {
  const std::string &p = body.p();
  return "  " + enterName(body) + "(" + p + "o, " + p + "k);\n";
}

/// Waits for the block's turn, if the core has not yet done so.
std::string enterFunction(const BodyContext &body) {
  const std::string &p = body.p();
  const std::string o = p + "o";
  return "static void " + enterName(body) + "(" + blockParameters(body) +
         ") {\n  " + p + "time(" + o + ", &" + o + "->free);\n  if (" + o +
         "->entered)\n    return;\n  if (!" + o + "->is_alone)\n    " + p +
         "enter_stage(" + stage(body) + ");\n  " + p + "begin_ordered(" + o +
         ");\n  " + p + "decide(" + o + ", " + p + "k);\n  " + o +
         "->entered = 1;\n}";
}

/// Lets the block behind go on.
std::string leaveText(const BodyContext &body) {
  const std::string &p = body.p();
  const std::string o = p + "o";
  return "  " + p + "time(" + o + ", &" + o + "->ordered);\n  " + o +
         "->left = 1;\n  if (" + p + "is_awaited(" + o + ", " + p +
         "k))\n    " + p + "leave_stage(" + stage(body) + " + 1);\n";
}

/// Makes room in a full log.
std::string fullFunction(const BodyContext &body, const OrderedTarget &target) {
  const std::string &p = body.p();
  return "static __attribute__((__noinline__)) unsigned " +
         global(body, "full", target) + "(" + frameParameter(body) + ", " +
         blockParameters(body) + ", const " + recordType(body, target) + " *" +
         p + "log) {\n" + enterCall(body) + "  " +
         global(body, "make", target) + "(" + p + "f, " + p + "log, " +
         capacity() + ");\n  " + p + "time(" + p + "o, &" + p +
         "o->ordered);\n  return 0;\n}";
}

std::string passName(const BodyContext &body) {
  return bodyName(body.c, body.id) + "_pass";
}

/// Makes what is left of a block's updates.
std::string passFunction(const BodyContext &body) {
  const std::string &p = body.p();
  std::string parameters = frameParameter(body) + ", " + blockParameters(body);
  std::string updates;
  for (const OrderedTarget &target : orderedTargets(body)) {
    const ReductionObject &r = target.reduction;
    if (isLogged(target)) {
      const std::string log = own(body, "log", target),
                        n = own(body, "n", target);
      parameters += ", const " + recordType(body, target) + " *" + log +
                    ", unsigned " + n;
      updates += "  " + global(body, "make", target) + "(" + p + "f, " + log +
                 ", " + n + ");\n";
      continue;
    }
    const std::string sum = own(body, "sum", target);
    parameters += ", " + partialType(r) + " " + sum;
    updates += "  " + combineStatement(r, body.targetOf(r.object), sum) + "\n";
  }
  return "static __attribute__((__noinline__)) void " + passName(body) + "(" +
         parameters + ") {\n  (void)" + p + "f;\n" + enterCall(body) + updates +
         leaveText(body) + "}";
}

} // namespace

bool isByBlocks(const BodyContext &body) {
  return body.isInTurn() && !body.verdict->ordered().empty();
}

std::vector<OrderedTarget> orderedTargets(const BodyContext &body) {
  std::vector<OrderedTarget> all;
  if (isByBlocks(body))
    for (const ReductionObject &reduction : body.verdict->ordered())
      all.push_back({reduction, all.size()});
  return all;
}

OrderedPlan orderedInChunk(const BodyContext &body, const OrderedTarget &target,
                           ir::Insertions &insertions) {
  const std::string &p = body.p();
  const ReductionObject &r = target.reduction;
  OrderedPlan plan;
  if (!isLogged(target)) {
    plan.name = own(body, "sum", target);
    plan.locals.push_back(
        {LocalKind::Partial, partialType(r) + " " + plan.name});
    plan.block.push_back({plan.name, identity(r)});
    return plan;
  }
  const std::string log = own(body, "log", target), n = own(body, "n", target),
                    zero = own(body, "none", target);
  plan.locals = {{LocalKind::Partial,
                  recordType(body, target) + " *const " + log,
                  global(body, "log", target) + "[" + p + "c]"},
                 {LocalKind::Own, "unsigned " + n},
                 {LocalKind::Own, r.logged + " " + zero}};
  if (!hasAddress(target)) {
    plan.name = own(body, "was", target);
    plan.locals.push_back({LocalKind::Own, r.type + " " + plan.name});
  }
  plan.block = {{n, "0"}, {"", "(void)" + zero}};
  const std::string room = n + " = " + n + " < " + capacity() + " ? " + n +
                           " : " + global(body, "full", target) + "(" + p +
                           "f, &" + p + "o, " + p + "k, " + log + "), ";
  const std::string value =
      log + "[" + n + "]" + (hasAddress(target) ? ".value" : "");
  const std::string start = value + " = " + exactIdentity(r) + ", ";
  const std::string next =
      "&" + log + "[" + n + "++]" + (hasAddress(target) ? ".value" : "") + "))";
  for (const ReductionPlace &place : r.places) {
    std::string before, after;
    if (!place.isWritten) {
      before = "(*(" + zero + " = " + exactIdentity(r) + ", 0 ? (" + r.logged +
               " *)&(";
      after = ") : &" + zero + "))";
    } else if (hasAddress(target)) {
      before = "(*(" + room + log + "[" + n + "].at = &(";
      after = "), " + start + next;
    } else {
      before = "(*(" + room + start + "0 ? (" + r.logged + " *)&(";
      after = ") : " + next;
    }
    insertions.emplace(place.text.begin, before);
    insertions.emplace(place.text.end, after);
  }
  return plan;
}

std::vector<std::string> orderedStorage(const BodyContext &body) {
  std::vector<std::string> all{enterFunction(body)};
  for (const OrderedTarget &target : orderedTargets(body)) {
    if (!isLogged(target))
      continue;
    if (hasAddress(target))
      all.push_back(recordType(body, target) + " { " + target.reduction.type +
                    " *at; " + target.reduction.logged + " value; };");
    all.push_back("static " + recordType(body, target) + " " +
                  global(body, "log", target) + "[" +
                  std::to_string(body.chunks) + "][" + capacity() +
                  "] __attribute__((aligned(64)));");
    all.push_back(makeFunction(body, target));
    all.push_back(fullFunction(body, target));
  }
  all.push_back(passFunction(body));
  return all;
}

std::string passBlock(const BodyContext &body) {
  const std::string &p = body.p();
  std::string call = passName(body) + "(" + p + "f, &" + p + "o, " + p + "k";
  for (const OrderedTarget &target : orderedTargets(body))
    call += isLogged(target) ? ", " + own(body, "log", target) + ", " +
                                   own(body, "n", target)
                             : ", " + own(body, "sum", target);
  return call + ")";
}

} // namespace hocket::codegen
