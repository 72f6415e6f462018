// SPDX-License-Identifier: Apache-2.0
#include "codegen/Entry.h"

#include "codegen/CheckText.h"
#include "codegen/LastValues.h"
#include "codegen/Partials.h"
#include "codegen/Selections.h"
#include "codegen/Text.h"
#include "codegen/WorkCopies.h"
#include "codegen/bodies/WriteBody.h"
#include "codegen/loops/LoopHeader.h"
#include "codegen/loops/PipelineLoops.h"
#include "codegen/loops/SearchLoops.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

namespace hocket::codegen {

using namespace ir;
using taskgraph::Chunks;
using taskgraph::EntryCost;
using taskgraph::WorkTerm;

namespace {

Filler asWritten() {
  return [](ObjectId) { return std::string(); };
}

std::string decimal(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.9g", value);
  // Always a floating constant.
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return text;
}

std::string tripsName(const RegionContext &c, NodeId loop) {
  return c.naming.prefix + "trips" +
         std::to_string(c.program[loop].location.line) + "_" +
         std::to_string(index(loop));
}

/// `const long long hk_trips12_5 = ...;`
std::string tripsDeclaration(const RegionContext &c, NodeId loop) {
  const Program &program = c.program;
  const Counted &counted = *program[loop].as<Loop>()->header();
  // The lower bound as the iterator holds it.
  std::string text = counted.lowerText.empty()
                         ? program[counted.iterator].name
                         : fill(program, counted.lowerText, asWritten());
  bool isLiteral = text.find_first_not_of("0123456789") == std::string::npos;
  std::string lower = isLiteral
                          ? text
                          : "(" + program[counted.iterator].type.declare("") +
                                ")(" + text + ")";
  std::string name = tripsName(c, loop);
  std::string count = tripCount(program, loop,
                                {lower, boundOf(program, counted, asWritten()),
                                 nameOf(program, counted.stepBy, asWritten())},
                                c.naming.prefix);
  const std::optional<LoopPart> &part = program[loop].as<Loop>()->part;
  if (!part || part->hasAllIterations())
    return "const long long " + name + " = " + count + ";\n";
  std::string all = name + "_all";
  auto place = [&](const IterationPoint &point) {
    return iterationNumber(program, point, all, lower, asWritten());
  };
  return "const long long " + all + " = " + count + ";\n  const long long " +
         name + " = " + place(part->end) + " - " + place(part->begin) + ";\n";
}

/// Every loop whose trip count the entry looks at, in order.
std::set<NodeId> loopsTested(const RegionContext &c, const EntryCost &cost) {
  std::set<NodeId> loops(c.region.entryTrips.begin(),
                         c.region.entryTrips.end());
  for (const taskgraph::WorkTest &test : cost.tests)
    for (const WorkTerm &term : test.terms)
      loops.insert(term.trips.begin(), term.trips.end());
  return loops;
}

std::string workText(const RegionContext &c, const taskgraph::WorkTest &test) {
  std::string text;
  for (const WorkTerm &term : test.terms) {
    text += (text.empty() ? "" : " + ") + decimal(term.ns);
    for (NodeId loop : term.trips)
      text += " * (double)" + tripsName(c, loop);
  }
  return text;
}

/// Of a chunked loop, for the dependences between its chunks to hold.
unsigned minIterations(const RegionContext &c, NodeId loop) {
  unsigned least = 0;
  for (const taskgraph::MacroTask &task : c.region.tasks)
    if (const Chunks *chunks = task.as<Chunks>(); chunks && task.node == loop)
      least = std::max(
          least, chunks->count * std::max(chunks->grain,
                                          policy.region.minIterationsPerChunk));
  return least;
}

/// C expressions, empty for true.
struct EntryTests {
  std::string cheap, costly; ///< these may be loops over memory
};

std::string allOf(std::vector<std::string> parts) {
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : "\n      && ") + part;
  return text;
}

EntryTests entryTests(const RegionContext &c, const EntryCost &cost) {
  std::vector<std::string> cheap, costly;
  for (NodeId loop : c.region.entryTrips)
    cheap.push_back(tripsName(c, loop) +
                    " >= " + std::to_string(minIterations(c, loop)));
  for (const taskgraph::WorkTest &test : cost.tests)
    cheap.push_back(c.naming.prefix + "pays(" + workText(c, test) + ", " +
                    decimal(test.atLeastNs) + ", " +
                    std::to_string(cost.handoverNs) + ")");
  for (const polyhedral::RangeCheck &check : c.region.checks)
    costly.push_back(checkText(c.program, check, c.naming.prefix));
  for (const polyhedral::EntryCondition &condition : c.region.conditions)
    if (!condition.test.is(polyhedral::CheckKind::True))
      costly.push_back(
          "(" + checkText(c.program, condition.test, c.naming.prefix) + ")");
  return {allOf(std::move(cheap)), allOf(std::move(costly))};
}

/// The region is a search and nothing else, and its text may stand twice.
bool isLoneSearch(const RegionContext &c) {
  const taskgraph::MacroTask &task = c.region.tasks.front();
  const std::vector<NodeId> &children =
      c.program[c.region.block].as<Block>()->children;
  if (!isSearch(c, task) || c.region.first != c.region.last ||
      children[c.region.first] != task.node || c.program[task.node].hasLabel)
    return false;
  return std::none_of(c.program.objects.begin(), c.program.objects.end(),
                      [&](const Object &object) {
                        return object.kind == ObjectKind::Static &&
                               isDeclaredIn(c.program, object.id, task.node);
                      });
}

/// C text: how many iterations a lone search first does as it is written. To
/// find out what is readable takes a time for each page: about as long as a
/// small part of the search does.
std::string firstCount(const RegionContext &c, const EntryCost &cost) {
  std::string count = std::to_string(cost.firstIterations);
  NodeId loop = c.region.tasks.front().node;
  bool asksForPages = std::any_of(
      c.region.conditions.begin(), c.region.conditions.end(),
      [](const polyhedral::EntryCondition &one) { return one.isOfMapping; });
  if (!asksForPages || !loopsTested(c, cost).count(loop))
    return count;
  std::string part = tripsName(c, loop) + " / 32";
  return part + " > " + count + " ? " + part + " : " + count;
}

/// The user's loop in the function itself, under its own names.
std::string searchText(const RegionContext &c, const UserLoopPlan &plan) {
  CWriter out;
  writeAll(plan.locals, out);
  writeUserLoop(c.program, plan.form, asWritten(), out);
  return out.take();
}

/// What is around the statements that run the region in parallel.
struct Around {
  std::string before, after;
};

Around testsAround(const RegionContext &c, const EntryCost &cost) {
  EntryTests tests = entryTests(c, cost);
  if (!isLoneSearch(c)) {
    std::string all = tests.cheap;
    if (!tests.costly.empty())
      all += (all.empty() ? "" : "\n      && ") + tests.costly;
    return {"  if (" + (all.empty() ? "1" : all) + ") {\n", "  }\n"};
  }
  const std::string ran = c.naming.prefix + "ran";
  UserLoopPlan first =
      firstIterations({c.program, c.verdicts[c.region.tasks.front().verdict()],
                       asWritten(), c.naming.prefix, ""},
                      firstCount(c, cost), ran);
  return {"  if (" + (tests.cheap.empty() ? "1" : tests.cheap) +
              ") {\n    {\n" + searchText(c, first) + "    }\n    if (!" + ran +
              (tests.costly.empty() ? "" : "\n      && " + tests.costly) +
              ") {\n",
          "    }\n  }\n"};
}

/// `T x;` for the region's own declarations, which move before it.
std::string hoistedDeclarations(const RegionContext &c) {
  std::string text;
  for (ObjectId object : c.region.hoisted)
    text += c.program[object].type.declare(c.program[object].name) + ";\n";
  return text;
}

/// The region's text with its own declarations turned into assignments.
std::string sequentialText(const RegionContext &c) {
  const Program &program = c.program;
  const std::vector<NodeId> &children =
      program[c.region.block].as<Block>()->children;
  std::string text;
  uint32_t at = c.region.text.begin;
  for (uint32_t i = c.region.first; i <= c.region.last; ++i) {
    const Node &node = program[children[i]];
    const ir::Leaf *leaf = node.as<ir::Leaf>();
    if (!leaf || program[leaf->stmt].kind != StmtKind::Declaration)
      continue;
    if (node.text.begin >= at) { // the first declarator of its declaration
      text += fill(program, {node.text.unit, at, node.text.begin}, asWritten());
      at = node.text.end;
    }
    const Stmt &s = program[leaf->stmt];
    if (!s.initText.empty())
      text += program[s.declares].name + " = " +
              fill(program, s.initText, asWritten()) + "; ";
  }
  return text + fill(program, {c.region.text.unit, at, c.region.text.end},
                     asWritten());
}

/// The region is a search whose end returns from the function.
bool isReturningSearch(const RegionContext &c) {
  const taskgraph::MacroTask &first = c.region.tasks.front();
  return isSearch(c, first) && c.program[first.node].exits.byReturn;
}

/// The user's loop from shortly before the iteration that ends it.
std::string resumedText(const RegionContext &c, const std::string &frame) {
  return searchText(
      c, resumedLoop({c.program, c.verdicts[c.region.tasks.front().verdict()],
                      asWritten(), c.naming.prefix,
                      "&" + frame + "." + searchMember(c, 0)}));
}

SourceLocation regionStart(const RegionContext &c) {
  const std::vector<NodeId> &children =
      c.program[c.region.block].as<Block>()->children;
  return c.program[children[c.region.first]].location;
}

} // namespace

std::string emitFrame(const RegionContext &c) {
  const std::string &p = c.naming.prefix;
  std::string text = "struct " + c.name + "_frame {\n";
  for (const Member &m : c.frame.members) {
    const Object &o = c.program[m.object];
    bool isPointer = m.storage == Storage::Pointer;
    if (isOpaqueInFrame(o))
      text += "  void *" + m.name + ";\n";
    else
      text +=
          "  " + (isPointer ? o.pointerType : o.type).declare(m.name) + ";\n";
    if (m.storage == Storage::Replicated && m.copyOut)
      text += "  " + o.type.declare(outMember(c, m)) + ";\n";
  }
  for (const Partial &partial : c.frame.partials)
    text += "  " +
            partialMember(partial, c.region.tasks[partial.task].chunkCount());
  for (const Selected &selected : c.frame.selections)
    text += "  " + selectedMember(c, selected);
  for (const LastValue &last : c.frame.lastValues)
    text += frameMember(c.program[last.object], last,
                        c.region.tasks[last.task].chunkCount());
  for (const WorkCopies &copies : c.frame.workCopies)
    text += frameMember(copies);
  for (taskgraph::TaskId i = 0; i < c.region.tasks.size(); ++i) {
    const taskgraph::MacroTask &task = c.region.tasks[i];
    if (task.is<Chunks>() && c.verdicts[task.verdict()].writesErrno)
      text += errnoMembers(c, i);
    if (isSearch(c, task))
      text += "  struct " + p + "search " + searchMember(c, i) + ";\n";
    else if (task.is<Chunks>())
      for (const polyhedral::InductionObject &induction :
           c.verdicts[task.verdict()].inductions)
        if (induction.needsLastValue)
          text += "  " +
                  c.program[induction.object].type.declare(
                      lastMember(c, i, induction.object)) +
                  ";\n";
  }
  if (c.frame.members.empty() && c.frame.partials.empty() &&
      c.frame.lastValues.empty() && c.frame.selections.empty())
    text += "  char " + p + "empty;\n";
  text += "};\n";
  for (const Partial &partial : c.frame.partials)
    text += partialStorage(c, partial);
  return text + "static int " + c.name + "_run(struct " + c.name + "_frame *" +
         p + "f);\n\n";
}

std::string emitRun(const RegionContext &c) {
  const std::string &p = c.naming.prefix;
  SourceLocation at = regionStart(c);
  std::string label = llvm::sys::path::filename(at.file).str() + ":" +
                      std::to_string(at.line) + " " +
                      c.program[c.region.function].name;
  std::string text = "static struct " + p + "region " + c.name + "_region = {" +
                     quoted(label) + ", " + std::to_string(c.region.cores) +
                     ", " + c.name + "_programs, 0, &" + c.name +
                     "_names, 1};\n\n";
  return text + "static int " + c.name + "_run(struct " + c.name + "_frame *" +
         p + "f)\n{\n  return " + p + "run(&" + c.name + "_region, " + p +
         "f);\n}\n\n";
}

std::string emitEntry(const RegionContext &c, const EntryCost &cost) {
  const std::string &p = c.naming.prefix;
  SourceLocation at = regionStart(c);
  std::string ran = p + "ran", frame = p + "frame";
  std::string enter, leave;
  for (const Member &m : c.frame.members) {
    const std::string &name = c.program[m.object].name;
    if (m.storage == Storage::Pointer)
      enter += "    " + frame + "." + m.name + " = " +
               (isOpaqueInFrame(c.program[m.object]) ? "(void *)&" : "&") +
               name + ";\n";
    const std::string inFrame = frame + "." + m.name;
    bool isAggregate = !c.program[m.object].isScalar;
    if (m.copyIn && isAggregate)
      enter += "    " + copyBytes(inFrame, name) + "\n";
    else if (m.copyIn)
      enter += "    " + inFrame + " = " +
               (isOpaqueInFrame(c.program[m.object]) ? "(void *)" : "") + name +
               ";\n";
    if (m.copyOut && isAggregate)
      leave += "      " + copyBytes(name, inFrame) + "\n";
    else if (m.copyOut)
      leave += "      " + name + " = " + frame + "." + outMember(c, m) + ";\n";
  }
  std::string text = "\n" + lineMarker(at, true) + hoistedDeclarations(c);
  for (taskgraph::TaskId i = 0; i < c.region.tasks.size(); ++i)
    if (isSearch(c, c.region.tasks[i]))
      enter += "    " + p + "search_anew(&" + frame + "." + searchMember(c, i) +
               ");\n";
  text += "{\n  int " + ran + " = 0;\n";
  for (NodeId loop : loopsTested(c, cost))
    text += "  " + tripsDeclaration(c, loop);
  Around tests = testsAround(c, cost);
  text += tests.before;
  text += "    struct " + c.name + "_frame " + frame + ";\n" + enter;
  std::string run = c.name + "_run(&" + frame + ")", drop;
  for (const WorkCopies &copies : c.frame.workCopies) {
    text += allocate(c.program, copies,
                     c.region.tasks[copies.task].chunkCount(), frame, p);
    run = isAllocated(copies, frame) + " && " + run;
    drop += release(copies, frame, p);
  }
  text += "    " + ran + " = " + run + ";\n" + drop;
  bool returns = isReturningSearch(c);
  if (!leave.empty() && !returns)
    text += "    if (" + ran + ") {\n" + leave + "    }\n";
  if (returns)
    text += "    if (" + ran + ") {\n" + resumedText(c, frame) + "    }\n";
  text += tests.after + "  if (!" + ran + ") {\n";
  text += lineMarker(at, false) + c.pragmas + sequentialText(c) + "\n";
  return text + "  }\n}\n";
}

} // namespace hocket::codegen
