// SPDX-License-Identifier: Apache-2.0
#include "codegen/Entry.h"

#include "codegen/CacheText.h"
#include "codegen/FrameText.h"
#include "codegen/bodies/WriteBody.h"
#include "codegen/copies/WorkCopies.h"
#include "codegen/loops/IndependentLoops.h"
#include "codegen/loops/LoopHeader.h"
#include "codegen/loops/SearchLoops.h"
#include "codegen/text/CWriter.h"
#include "codegen/text/CheckText.h"
#include "codegen/text/Text.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include "llvm/Support/Format.h"
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

/// Counted in the unit, so that its text is the same in other programs.
std::string tripsName(const RegionContext &c, NodeId loop) {
  const std::vector<Node> &nodes = c.program.nodes;
  auto first = std::find_if(nodes.begin(), nodes.end(), [&](const Node &node) {
    return node.text.unit == c.program[loop].text.unit;
  });
  return c.naming.prefix + "trips" +
         std::to_string(c.program[loop].location.line) + "_" +
         std::to_string(index(loop) - index(first->id));
}

/// `const long long hk_trips12_5 = ...;`
std::vector<Local> tripsOf(const RegionContext &c, NodeId loop) {
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
    return {{LocalKind::Own, "const long long " + name, count}};
  std::string all = name + "_all";
  auto place = [&](const IterationPoint &point) {
    return iterationNumber(program, point, all, lower, asWritten());
  };
  return {{LocalKind::Own, "const long long " + all, count},
          {LocalKind::Own, "const long long " + name,
           place(part->end) + " - " + place(part->begin)}};
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

/// Searches decide for themselves: their entry begins with some iterations.
bool hasNet(const RegionContext &c, const EntryCost &cost) {
  return !cost.work.empty() && !isLoneSearch(c);
}

/// The region may be entered although the test does not hold.
bool mayFail(const EntryCost &cost, const taskgraph::WorkTest &test) {
  return test.mostLost.ns > 0 && !cost.work.empty();
}

/// Every loop whose trip count the entry looks at, in order.
std::set<NodeId> loopsTested(const RegionContext &c, const EntryCost &cost) {
  std::set<NodeId> loops(c.region.entryTrips.begin(),
                         c.region.entryTrips.end());
  for (const taskgraph::WorkTest &test : cost.tests) {
    for (const WorkTerm &term : test.terms)
      loops.insert(term.trips.begin(), term.trips.end());
    if (mayFail(cost, test))
      loops.insert(test.mostLost.trips.begin(), test.mostLost.trips.end());
  }
  if (hasNet(c, cost))
    for (const WorkTerm &term : cost.work)
      loops.insert(term.trips.begin(), term.trips.end());
  return loops;
}

std::string workText(const RegionContext &c,
                     const std::vector<WorkTerm> &terms) {
  std::string text;
  for (const WorkTerm &term : terms) {
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
      least = std::max(least,
                       chunks->asIfEqual() *
                           std::max(chunks->grain,
                                    polyhedral::leastPerChunk(
                                        c.program, loop,
                                        policy.region.minIterationsPerChunk)));
  return least;
}

/// C expressions, empty for true.
struct EntryTests {
  std::string cheap;
  std::string net;    ///< asks whether to run in parallel
  std::string costly; ///< may be loops over memory
};

/// In this order; the empty ones are true.
std::string bothOf(const std::string &first, const std::string &second) {
  return first + (first.empty() || second.empty() ? "" : "\n      && ") +
         second;
}

std::string allOf(std::vector<std::string> parts) {
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  std::string text;
  for (const std::string &part : parts)
    text = bothOf(text, part);
  return text;
}

/// `hk_asks(&hk_main_1_net, &hk_probe, 2.5 * (double)hk_trips12_5)`
std::string askText(const RegionContext &c, const EntryCost &cost) {
  const std::string &p = c.naming.prefix;
  return p + "asks(&" + c.name + "_net, &" + p + "probe, " +
         workText(c, cost.work) + ")";
}

/// `hk_pays(2.5 * (double)hk_trips12_5, 4000.0, 400)`, or what it would lose is
/// little against the whole.
std::string paysText(const RegionContext &c, const EntryCost &cost,
                     const taskgraph::WorkTest &test) {
  const std::string pays = c.naming.prefix + "pays(" + workText(c, test.terms) +
                           ", " + decimal(test.atLeastNs) + ", " +
                           std::to_string(cost.handoverNs) + ")";
  if (!mayFail(cost, test))
    return pays;
  WorkTerm lost = test.mostLost;
  lost.ns /= policy.profit.mayLose;
  return "(" + pays + "\n        || " + workText(c, {lost}) +
         " <= " + workText(c, cost.work) + ")";
}

EntryTests entryTests(const RegionContext &c, const EntryCost &cost) {
  std::vector<std::string> cheap, costly;
  for (NodeId loop : c.region.entryTrips)
    cheap.push_back(tripsName(c, loop) +
                    " >= " + std::to_string(minIterations(c, loop)));
  for (const taskgraph::WorkTest &test : cost.tests)
    cheap.push_back(paysText(c, cost, test));
  for (std::string &test : lineTests(c))
    cheap.push_back(std::move(test));
  // Where it has to pay, so have the tests.
  const std::string work =
      hasNet(c, cost) && !cost.tests.empty() ? workText(c, cost.work) : "";
  for (const polyhedral::AliasCheck &check : c.region.checks)
    costly.push_back(checkText(c.program, check, c.naming.prefix));
  for (const polyhedral::EntryCondition &condition : c.region.conditions)
    if (!condition.test.is(polyhedral::CheckKind::True))
      costly.push_back(
          "(" + checkText(c.program, condition.test, c.naming.prefix, work) +
          ")");
  return {allOf(std::move(cheap)), hasNet(c, cost) ? askText(c, cost) : "",
          allOf(std::move(costly))};
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
void writeOwnLoop(const RegionContext &c, const UserLoopPlan &plan,
                  CWriter &out) {
  CWriter loop;
  writeAll(plan.locals, loop);
  writeUserLoop(c.program, plan.form, asWritten(), loop);
  out.raw(loop.text());
}

/// Opens what runs the region in parallel if the tests hold.
void openTests(const RegionContext &c, const EntryCost &cost, CWriter &out) {
  EntryTests tests = entryTests(c, cost);
  // What the costly tests take is a part of what the net measures.
  std::string first = bothOf(tests.cheap, tests.net);
  if (!isLoneSearch(c))
    first = bothOf(first, tests.costly);
  out.unbroken(0, "if (" + (first.empty() ? "1" : first) + ") {");
  out.indent();
  if (!isLoneSearch(c))
    return;
  const std::string ran = c.naming.prefix + "ran";
  out.line("{");
  writeOwnLoop(
      c,
      firstIterations({c.program, c.verdicts[c.region.tasks.front().verdict()],
                       asWritten(), c.naming.prefix, ""},
                      firstCount(c, cost), ran),
      out);
  out.line("}");
  out.unbroken(0, "if (" + bothOf("!" + ran, tests.costly) + ") {");
}

void closeTests(const RegionContext &c, CWriter &out) {
  if (isLoneSearch(c))
    out.line("}");
  out.close();
}

/// What the user wrote in a part of the region's text. Calls that stand
/// directly in the region stay as they are: one may declare a variable that the
/// region has declared before.
std::string asUserWrote(const RegionContext &c, const TextRange &range) {
  const std::vector<NodeId> &children =
      c.program[c.region.block].as<Block>()->children;
  ir::Replacements inside;
  for (const ir::Replacement &original : c.originals) {
    TextRange text{range.unit, original.begin, original.end};
    bool isNested =
        std::any_of(children.begin() + c.region.first,
                    children.begin() + c.region.last + 1, [&](NodeId child) {
                      const Node &node = c.program[child];
                      return !node.as<ir::Leaf>() && node.text.contains(text);
                    });
    if (isNested && range.contains(text))
      inside.push_back(original);
  }
  auto isReplaced = [&](uint32_t at) {
    return std::any_of(inside.begin(), inside.end(),
                       [&](const ir::Replacement &one) {
                         return one.begin <= at && at < one.end;
                       });
  };
  ir::Replacements pragmas;
  for (uint32_t i = c.region.first; i <= c.region.last; ++i)
    for (const auto &[at, text] :
         independentLoops(c, children[i], /*isGenerated=*/false))
      if (range.begin <= at && at < range.end && !isReplaced(at))
        pragmas.push_back({at, at, text});
  inside.insert(inside.end(), pragmas.begin(), pragmas.end());
  return fillReplaced(c.program, range, asWritten(), std::move(inside));
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
      text += asUserWrote(c, {node.text.unit, at, node.text.begin});
      at = node.text.end;
    }
    const Stmt &s = program[leaf->stmt];
    if (!s.initText.empty())
      text += program[s.declares].name + " = " +
              fill(program, s.initText, asWritten()) + "; ";
  }
  return text + asUserWrote(c, {c.region.text.unit, at, c.region.text.end});
}

/// The region is a search whose end returns from the function.
bool isReturningSearch(const RegionContext &c) {
  const taskgraph::MacroTask &first = c.region.tasks.front();
  return isSearch(c, first) && c.program[first.node].exits.byReturn;
}

/// What the frame's members are set to before the region runs.
std::vector<Assignment> entering(const RegionContext &c) {
  const std::string &p = c.naming.prefix;
  const std::string frame = p + "frame";
  std::vector<Assignment> all;
  for (const Member &m : c.frame.members) {
    const Object &object = c.program[m.object];
    std::string cast = isOpaqueInFrame(object) ? "(void *)" : "";
    const std::string inFrame = frame + "." + m.name;
    if (m.storage == Storage::Pointer)
      all.push_back({inFrame, cast + "&" + object.name});
    if (m.copyIn && !object.isScalar)
      all.push_back({inFrame, object.name, /*isBytes=*/true});
    else if (m.copyIn)
      all.push_back({inFrame, cast + object.name});
  }
  for (taskgraph::TaskId i = 0; i < c.region.tasks.size(); ++i)
    if (isSearch(c, c.region.tasks[i]))
      all.push_back(
          {"", p + "search_anew(&" + frame + "." + searchMember(c, i) + ")"});
  return all;
}

/// What is read back.
std::vector<Assignment> leaving(const RegionContext &c) {
  const std::string frame = c.naming.prefix + "frame.";
  std::vector<Assignment> all;
  for (const Member &m : c.frame.members) {
    if (!m.copyOut)
      continue;
    const Object &object = c.program[m.object];
    if (object.isScalar)
      all.push_back({object.name, frame + outMember(c, m)});
    else
      all.push_back({object.name, frame + m.name, /*isBytes=*/true});
  }
  return all;
}

/// Runs the region, if there is memory for its copies, and reads back.
void writeRun(const RegionContext &c, const EntryCost &cost, CWriter &out) {
  const std::string &p = c.naming.prefix;
  const std::string ran = p + "ran", frame = p + "frame";
  out.line("struct " + c.name + "_frame " + frame + ";");
  writeAll(entering(c), out);
  std::string run = c.name + "_run(&" + frame + ")";
  for (const WorkCopies &copies : c.frame.workCopies) {
    allocate(c.program, copies, c.region.tasks[copies.task].chunkCount(), frame,
             p, out);
    run = isAllocated(copies, frame) + " && " + run;
  }
  out.line(ran + " = " + run + ";");
  if (hasNet(c, cost)) { // one that was refused says nothing about either way
    out.line("if (!" + ran + ")");
    out.line(1, p + "probe.since = 0;");
  }
  for (const WorkCopies &copies : c.frame.workCopies)
    write(release(copies, frame, p), out);
  if (isReturningSearch(c)) {
    // From shortly before the iteration that ends the loop.
    out.open("if (" + ran + ")");
    writeOwnLoop(
        c,
        resumedLoop({c.program, c.verdicts[c.region.tasks.front().verdict()],
                     asWritten(), p, "&" + frame + "." + searchMember(c, 0)}),
        out);
    out.close();
  } else if (std::vector<Assignment> back = leaving(c); !back.empty()) {
    write(Update{ran, back, /*isBlock=*/true}, out);
  }
}

} // namespace

std::string emitNet(const RegionContext &c, const EntryCost &cost) {
  if (!hasNet(c, cost))
    return "";
  return "static struct " + c.naming.prefix + "net " + c.name + "_net = {" +
         quoted(regionLabel(c)) + ", " + std::to_string(c.region.cores) +
         "};\n";
}

std::string emitEntry(const RegionContext &c, const EntryCost &cost) {
  const std::string &p = c.naming.prefix;
  const std::string ran = p + "ran";
  SourceLocation at = regionStart(c);
  CWriter out;
  out.line("");
  out.marker(at);
  out.pin(at); // a debugger is at the loop or the statements, not further down
  for (ObjectId object : c.region.hoisted) // declared before the region
    out.line(c.program[object].type.declare(c.program[object].name) +
             lineAttribute(c, object) + ";");
  out.line("{");
  out.indent();
  out.line("int " + ran + " = 0;");
  if (hasNet(c, cost))
    out.line("struct " + p + "probe " + p + "probe;");
  for (NodeId loop : loopsTested(c, cost))
    for (const Local &trips : tripsOf(c, loop))
      out.unbroken(0, declarationText(trips));
  if (hasNet(c, cost))
    out.line(p + "probe.since = 0;");
  openTests(c, cost, out);
  writeRun(c, cost, out);
  closeTests(c, out);
  out.open("if (!" + ran + ")");
  out.marker(at, false);
  out.raw(c.pragmas + sequentialText(c) + "\n");
  out.close();
  if (hasNet(c, cost))
    out.line(p + "tells(&" + c.name + "_net, &" + p + "probe);");
  out.close();
  return out.take();
}

} // namespace hocket::codegen
