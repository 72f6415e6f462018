// SPDX-License-Identifier: Apache-2.0
#include "codegen/FrameText.h"

#include "codegen/CacheText.h"
#include "codegen/copies/Lastprivates.h"
#include "codegen/copies/Partials.h"
#include "codegen/copies/Selections.h"
#include "codegen/copies/WorkCopies.h"
#include "codegen/loops/PipelineLoops.h"
#include "codegen/text/CWriter.h"
#include "codegen/text/Text.h"

namespace hocket::codegen {

using namespace ir;
using taskgraph::Chunks;

namespace {

/// The user's variables.
void writeMembers(const RegionContext &c, CWriter &out) {
  for (const Member &m : c.frame.members) {
    const Object &o = c.program[m.object];
    bool isPointer = m.storage == Storage::Pointer;
    if (m.storage == Storage::Copied)
      continue;
    if (isOpaqueInFrame(o))
      out.line("void *" + m.name + ";");
    else
      out.line(
          (isPointer ? o.pointerType : withoutRestrict(o)).declare(m.name) +
          ";");
    if (m.storage == Storage::Replicated && m.copyOut)
      out.line(withoutRestrict(o).declare(outMember(c, m)) + ";");
  }
}

/// What chunks leave for the tasks behind them.
void writeResults(const RegionContext &c, CWriter &out) {
  auto chunksOf = [&](taskgraph::TaskId task) {
    return c.region.tasks[task].chunkCount();
  };
  for (const Partial &partial : c.frame.partials)
    out.line(partialMember(partial, chunksOf(partial.task)));
  for (const Selected &selected : c.frame.selections)
    out.line(selectedMember(c, selected));
  for (const Lastprivate &last : c.frame.lastprivates)
    out.line(frameMember(c.program[last.object], last, chunksOf(last.task)));
  for (const WorkCopies &copies : c.frame.workCopies)
    out.line(frameMember(copies));
}

void writeTaskMembers(const RegionContext &c, taskgraph::TaskId id,
                      CWriter &out) {
  const taskgraph::MacroTask &task = c.region.tasks[id];
  if (!task.is<Chunks>())
    return;
  const polyhedral::LoopVerdict &verdict = c.verdicts[task.verdict()];
  if (verdict.writesErrno)
    out.line(errnoMembers(c, id));
  if (isSearch(c, task)) {
    out.line("struct " + c.naming.prefix + "search " + searchMember(c, id) +
             ";");
    return;
  }
  for (const polyhedral::InductionObject &induction : verdict.inductions)
    if (induction.isLastprivate)
      out.line(withoutRestrict(c.program[induction.object])
                   .declare(lastMember(c, id, induction.object)) +
               ";");
}

std::string runFunction(const RegionContext &c) {
  return "static int " + c.name + "_run(struct " + c.name + "_frame *" +
         c.naming.prefix + "f)";
}

} // namespace

SourceLocation regionStart(const RegionContext &c) {
  const std::vector<NodeId> &children =
      c.program[c.region.block].as<Block>()->children;
  return c.program[children[c.region.first]].location;
}

std::string regionLabel(const RegionContext &c) {
  return placeLabel(c, regionStart(c));
}

std::string emitFrame(const RegionContext &c) {
  const Frame &frame = c.frame;
  CWriter out;
  out.open("struct " + c.name + "_frame");
  writeMembers(c, out);
  writeResults(c, out);
  for (taskgraph::TaskId i = 0; i < c.region.tasks.size(); ++i)
    writeTaskMembers(c, i, out);
  const bool hasMembers =
      std::any_of(frame.members.begin(), frame.members.end(),
                  [](const Member &m) { return m.storage != Storage::Copied; });
  if (!hasMembers && frame.partials.empty() && frame.lastprivates.empty() &&
      frame.selections.empty())
    out.line("char " + c.naming.prefix + "empty;");
  out.close("};");
  for (const Partial &partial : frame.partials)
    if (std::string storage = partialStorage(c, partial); !storage.empty())
      out.line(storage);
  out.line(runFunction(c) + ";");
  out.line("");
  return out.take();
}

std::string emitRun(const RegionContext &c) {
  const std::string &p = c.naming.prefix;
  CWriter out;
  out.line("static struct " + p + "region " + c.name + "_region = {" +
           quoted(regionLabel(c)) + ", " + std::to_string(c.region.cores) +
           ", " + c.name + "_programs, 0, &" + c.name + "_names, 1};");
  out.line("");
  if (c.caches)
    return out.take() + emitRunOnClusters(c);
  out.line(runFunction(c));
  out.line("{");
  const std::string region = "(&" + c.name + "_region, " + p + "f";
  out.line(1, c.hasPoints ? "return " + p + "run_at" + region + ", &" + c.name +
                                "_points);"
                          : "return " + p + "run" + region + ");");
  out.line("}");
  out.line("");
  return out.take();
}

} // namespace hocket::codegen
