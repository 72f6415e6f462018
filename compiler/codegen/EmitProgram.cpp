// SPDX-License-Identifier: Apache-2.0
#include "codegen/EmitProgram.h"

#include "codegen/AbiText.h"
#include "codegen/CacheText.h"
#include "codegen/CalledOnce.h"
#include "codegen/CorePrograms.h"
#include "codegen/FrameText.h"
#include "codegen/PointsText.h"
#include "codegen/bodies/Offload.h"
#include "codegen/bodies/PlanBody.h"
#include "codegen/bodies/WriteBody.h"
#include "codegen/copies/CalleeTwins.h"
#include "codegen/precomputation/PrecomputedText.h"
#include "codegen/speculation/SpeculativeText.h"
#include "codegen/speculation/TryingVersion.h"
#include "codegen/text/UnitLines.h"
#include "ir/LoopPragmas.h"

#include <algorithm>
#include <map>
#include <set>

namespace hocket::codegen {

using namespace ir;

namespace {

/// A part of a unit's text to be replaced (empty range: insertion).
struct Edit {
  uint32_t begin = 0, end = 0;
  std::string text;
};

std::string applied(const std::string &text, std::vector<Edit> edits) {
  std::stable_sort(
      edits.begin(), edits.end(),
      [](const Edit &a, const Edit &b) { return a.begin < b.begin; });
  std::string result;
  uint32_t at = 0;
  for (const Edit &edit : edits) {
    if (edit.begin > at)
      result.append(text, at, edit.begin - at);
    result += edit.text;
    at = std::max(at, edit.end);
  }
  return result.append(text, at, std::string::npos);
}

/// How many chunks the body is one of, or combines.
unsigned chunksOf(const taskgraph::Region &region, taskgraph::TaskId index) {
  const taskgraph::MacroTask &task = region.tasks[index];
  const taskgraph::Combine *combine = task.as<taskgraph::Combine>();
  return combine ? region.tasks[combine->combines].chunkCount()
                 : task.chunkCount();
}

/// User's position right after a region, for the line marker that ends it.
SourceLocation positionAfter(const Program &program,
                             const taskgraph::Region &region) {
  const std::vector<NodeId> &children =
      program[region.block].as<Block>()->children;
  const Node &last = program[children[region.last]];
  return {last.location.file, last.endLine, 1};
}

std::string marker(const std::string &name) {
  return "\n# 1 \"" + name + "\" 3\n";
}

/// ` "file" 2 3` without the flags that enter or leave an included file: the
/// marker has done that where it stands, and Clang counts.
std::string withoutIncludeFlags(const std::string &marker) {
  size_t flags = marker.rfind('"') + 1;
  bool isSystem = marker.find('3', flags) != std::string::npos;
  return marker.substr(0, flags) + (isSystem ? " 3" : "");
}

/// A line marker that continues the user's numbering at a byte of the text:
/// the marker in force there, counted on.
std::string restartMarker(const Unit &unit, uint32_t offset) {
  const std::string &text = unit.text;
  unsigned number = 1;
  std::string file = " \"" + unit.path + "\"";
  for (size_t at = 0; at < offset;) {
    size_t end = text.find('\n', at);
    if (end == std::string::npos || end >= offset)
      break;
    if (text.compare(at, 2, "# ") == 0) {
      size_t space = text.find(' ', at + 2);
      number = unsigned(std::strtoul(text.c_str() + at + 2, nullptr, 10));
      file = withoutIncludeFlags(text.substr(space, end - space));
    } else {
      ++number;
    }
    at = end + 1;
  }
  return "\n# " + std::to_string(number) + file + "\n";
}

/// Also at their ends.
bool meetsAny(uint32_t offset, const std::vector<Edit> &edits) {
  return std::any_of(edits.begin(), edits.end(), [&](const Edit &edit) {
    return edit.begin <= offset && offset <= edit.end;
  });
}

/// A part of the ABI that only some units need.
std::string abiPart(bool isNeeded, const std::string &header,
                    std::string (*text)(const std::string &),
                    const std::string &prefix) {
  return isNeeded ? abiMarker(header, prefix) + text(prefix) : "";
}

class UnitEmitter {
public:
  UnitEmitter(const Program &program,
              const std::vector<polyhedral::LoopVerdict> &verdicts,
              const Naming &naming, UnitId unit, Replacements originals,
              const TwinOptions &twins)
      : program_(program), verdicts_(verdicts), naming_(naming), id_(unit),
        unit_(program[unit]), originals_(std::move(originals)), twins_(twins) {}

  void add(const ScheduledRegion &r, const std::string &name, bool hidesTasks) {
    Frame frame = buildFrame(program_, *r.region, verdicts_, naming_);
    RegionContext c{program_, verdicts_, *r.region, frame, naming_, name};
    c.originals = originals_;
    c.hidesTasks = hidesTasks;
    c.twins = twins_;
    c.hasPoints = r.points != nullptr;
    c.hasNets = !r.cost.work.empty();
    c.accelerated = r.accelerated;
    c.caches = r.plan->caches ? &*r.plan->caches : nullptr;
    hasClusters_ |= c.caches != nullptr;
    const TextRange &function = program_[r.region->function].text;
    uint32_t start = declarationStart(unit_.text, function.begin);
    edits_.push_back({start, start,
                      marker("hocket: frame of " + name) + emitFrame(c) +
                          emitNet(c, r.cost) + restart(start)});
    const TextRange &text = r.region->text;
    uint32_t begin = ir::pragmasAbove(unit_.text, text.begin);
    if (begin != text.begin)
      c.pragmas = unit_.text.substr(begin, text.begin - begin);
    edits_.push_back(
        {begin, text.end,
         emitEntry(c, r.cost) +
             lineMarker(positionAfter(program_, *r.region), false)});
    tail_ += marker("hocket: tasks of " + name);
    for (taskgraph::TaskId task = 0; task < r.region->tasks.size(); ++task)
      if (!r.region->tasks[task].is<taskgraph::Replicated>())
        tail_ += writeBody(c, planBody(c, task, chunksOf(*r.region, task), {}));
    const std::string offloads = emitOffloads(c, *r.plan);
    isOffloading_ |= !offloads.empty();
    tail_ += offloads;
    tail_ += marker("hocket: cores of " + name) +
             emitCorePrograms(c, *r.plan, r.points);
    if (r.points)
      tail_ += pointsText(*r.points, name, naming_.prefix);
    tail_ += emitRun(c);
  }

  /// After all regions. \returns whether anything calls it.
  bool add(const polyhedral::ForkJoinFunction &forkJoin, std::size_t number,
           const ForkJoinOptions &options) {
    ForkJoinText text =
        emitForkJoin(program_, forkJoin, naming_, number, options);
    std::set<FunctionId> callers;
    for (std::size_t i = 0; i < text.calls.size(); ++i) {
      Replacement &call = text.calls[i];
      if (isReplaced(call.begin))
        continue;
      edits_.push_back({call.begin, call.end, std::move(call.text)});
      callers.insert(callerOf(forkJoin.entries[i].stmt));
    }
    for (FunctionId caller : callers) {
      uint32_t start =
          declarationStart(unit_.text, program_[caller].text.begin);
      edits_.push_back({start, start,
                        marker("hocket: fork-join calls") + text.declaration +
                            restart(start)});
    }
    if (!callers.empty())
      tail_ += marker("hocket: parts of '" + program_[forkJoin.function].name +
                      "'") +
               text.tail;
    return !callers.empty();
  }

  void add(const speculation::SpeculativeLoop &loop, std::size_t number,
           bool always) {
    SpeculativeText text =
        emitSpeculativeLoop(program_, loop, naming_, number, always, twins_);
    // Pragmas are for the loop as it was: they go with it, or stay before it.
    Replacement &first = text.edits.front();
    const uint32_t begin = ir::pragmasAbove(unit_.text, first.begin);
    if (first.begin == first.end) {
      first.end = begin;
      first.text += restart(begin);
    }
    first.begin = begin;
    const FunctionId id = program_[loop.loop].function;
    Tries *tries = mayHaveTryingVersion(program_, id) ? &tries_[id] : nullptr;
    for (Replacement &edit : text.edits)
      (tries ? tries->edits : edits_)
          .push_back({edit.begin, edit.end, std::move(edit.text)});
    if (tries)
      tries->loops.push_back(text.name);
    const TextRange &function = program_[id].text;
    uint32_t start = declarationStart(unit_.text, function.begin);
    edits_.push_back({start, start,
                      marker("hocket: speculative loops") + text.declaration +
                          restart(start)});
    tail_ += marker("hocket: clones of a speculative loop") + text.tail;
    isSpeculative_ = true;
  }

  void add(const precomputation::PrecomputedFunction &one) {
    PrecomputedText text = emitPrecomputed(program_, one, naming_.prefix);
    declareBefore(one.function, "hocket: precomputed calls", text.declaration);
    // Around the body: C89 has no declarations behind statements.
    const Node &body = program_[program_[one.function].body];
    const TextRange &range = body.text;
    edits_.push_back({range.begin, range.begin, std::move(text.before)});
    edits_.push_back({range.end, range.end, std::move(text.after)});
    CalleeTwins twins(program_,
                      naming_.prefix + program_[one.function].name + "_made_t_",
                      twins_);
    const Replacements calls = twins.redirections(body.id);
    tail_ += marker("hocket: precomputed calls") + twins.definitions() +
             text.tail + lineMarker(body.location, true) +
             fillReplaced(
                 program_, body.text, [](ObjectId) { return std::string(); },
                 calls) +
             "\n";
    isPrecomputed_ = true;
  }

  /// Before whatever else begins where the loop does.
  void add(const precomputation::PrecomputedLoop &one, std::size_t number,
           bool always) {
    PrecomputedText text =
        emitPrecomputed(program_, one, naming_.prefix, number, always);
    const Node &loop = program_[one.loop];
    const uint32_t begin = ir::pragmasAbove(unit_.text, loop.text.begin);
    declareBefore(loop.function, "hocket: a loop with precomputed calls",
                  text.declaration);
    if (begin != loop.text.begin || unit_.text[begin] == '#')
      text.before += restart(begin);
    edits_.push_back({begin, begin, std::move(text.before)});
    ends_.push_back({loop.text.end, loop.text.end, std::move(text.after)});
    tail_ += marker("hocket: a loop with precomputed calls") + text.tail;
    isPrecomputed_ = true;
  }

  /// The variable begins at a line of a cache.
  void align(ObjectId object, unsigned lineBytes) {
    for (uint32_t end : declaratorEnds(program_, id_, object))
      if (!isReplaced(end))
        edits_.push_back(
            {end, end,
             " __attribute__((aligned(" + std::to_string(lineBytes) + ")))"});
  }

  void addInline(FunctionId function) {
    uint32_t start =
        declarationStart(unit_.text, program_[function].text.begin);
    edits_.push_back({start, start,
                      marker("hocket: called once") +
                          inlineDeclaration(program_, function) +
                          restart(start)});
  }

  /// \param chip text that comes after the ABI's
  /// \param needsChip also where nothing else of ours is in the unit
  std::string emit(Ordering ordering, const std::string &chip, bool needsChip) {
    bool isUsers = edits_.empty() && !needsChip;
    edits_.insert(edits_.end(), ends_.begin(), ends_.end());
    std::string tries;
    for (const auto &[function, loops] : tries_)
      tries += tryingVersion(function, loops);
    restoreOriginals(edits_);
    for (const auto &[function, loops] : tries_)
      addTest(function, loops);
    if (isUsers)
      return applied(unit_.text, edits_);
    // The first marker names the file to debuggers, so it stays the first.
    const std::string &text = unit_.text;
    uint32_t first = firstMarkersEnd(text);
    edits_.insert( // before all others at this place
        edits_.begin(),
        {first, first,
         (first == 0 ? lineMarker({unit_.path, 1, 1}, false) : "") +
             abiMarker("hocket/abi.h", naming_.prefix) +
             abiText(naming_.prefix, ordering) +
             abiPart(hasClusters_, "hocket/abi_clusters.h", clustersAbiText,
                     naming_.prefix) +
             abiPart(isSpeculative_, "hocket/abi_spec.h", specAbiText,
                     naming_.prefix) +
             abiPart(isPrecomputed_, "hocket/abi_pre.h", preAbiText,
                     naming_.prefix) +
             abiPart(isOffloading_, "hocket/abi_accelerator.h",
                     acceleratorAbiText, naming_.prefix) +
             chip + lineMarker({unit_.path, 1, 1}, false)});
    return applied(text, edits_) + "\n" + tries + tail_;
  }

private:
  void declareBefore(FunctionId function, const std::string &what,
                     const std::string &text) {
    uint32_t start =
        declarationStart(unit_.text, program_[function].text.begin);
    edits_.push_back({start, start, marker(what) + text + restart(start)});
  }

  /// What makes the version of a function that tries its loops.
  struct Tries {
    std::vector<Edit> edits;
    std::vector<std::string> loops;
  };

  /// Where they meet nothing that was put in.
  void restoreOriginals(std::vector<Edit> &edits) const {
    const std::vector<Edit> put = edits;
    for (const Replacement &original : originals_)
      if (!meets(original, put))
        edits.push_back({original.begin, original.end, original.text});
  }

  TryingVersion versionOf(FunctionId function, const Tries &tries) const {
    return {program_, function, naming_.prefix, tries.loops};
  }

  std::string tryingVersion(FunctionId function, const Tries &tries) const {
    const Node &body = program_[program_[function].body];
    const TextRange &range = body.text;
    std::vector<Edit> edits = edits_;
    edits.resize(edits.size() - ends_.size()); // they come last
    edits.insert(edits.end(), tries.edits.begin(), tries.edits.end());
    edits.insert(edits.end(), ends_.begin(), ends_.end());
    restoreOriginals(edits);
    std::erase_if(edits, [&](const Edit &edit) {
      return edit.begin <= range.begin || edit.end >= range.end;
    });
    CalleeTwins twins(program_,
                      naming_.prefix + program_[function].name + "_tries_t_",
                      twins_);
    for (const Replacement &call : twins.redirections(body.id))
      if (!meetsAny(call.begin, edits))
        edits.push_back({call.begin, call.end, call.text});
    for (Edit &edit : edits)
      edit.begin -= range.begin, edit.end -= range.begin;
    return marker("hocket: a version of a function that tries its loops") +
           twins.definitions() + versionOf(function, tries).header() + "\n" +
           lineMarker(body.location, true) +
           applied(unit_.text.substr(range.begin, range.end - range.begin),
                   edits) +
           "\n";
  }

  /// Around the user's body.
  void addTest(FunctionId function, const Tries &tries) {
    const TextRange &range = program_[program_[function].body].text;
    const TryingVersion version = versionOf(function, tries);
    uint32_t start =
        declarationStart(unit_.text, program_[function].text.begin);
    edits_.push_back({start, start,
                      marker("hocket: a version that tries its loops") +
                          version.header() + ";" + restart(start)});
    edits_.push_back({range.begin, range.begin,
                      marker("hocket: loops that may be tried") + "{ " +
                          version.test() + restart(range.begin)});
    edits_.push_back({range.end - 1, range.end, "} }"});
  }

  bool isReplaced(uint32_t offset) const {
    return std::any_of(edits_.begin(), edits_.end(), [&](const Edit &edit) {
      return edit.begin <= offset && offset < edit.end;
    });
  }

  static bool meets(const Replacement &text, const std::vector<Edit> &edits) {
    return std::any_of(edits.begin(), edits.end(), [&](const Edit &edit) {
      return edit.begin < text.end && text.begin < edit.end;
    });
  }

  FunctionId callerOf(StmtId stmt) const {
    const TextRange &text = program_[stmt].text;
    for (const Function &function : program_.functions)
      if (isValid(function.body) && function.text.contains(text))
        return function.id;
    return FunctionId::None;
  }

  std::string restart(uint32_t offset) const {
    return restartMarker(unit_, offset);
  }

  const Program &program_;
  const std::vector<polyhedral::LoopVerdict> &verdicts_;
  const Naming &naming_;
  const UnitId id_;
  const Unit &unit_;
  const Replacements originals_;
  const TwinOptions &twins_;
  std::vector<Edit> edits_;
  std::string tail_;
  std::map<FunctionId, Tries> tries_;
  std::vector<Edit> ends_; ///< of loops with precomputed calls
  bool isSpeculative_ = false, isPrecomputed_ = false, isOffloading_ = false,
       hasClusters_ = false;
};

} // namespace

uint32_t declarationStart(const std::string &text, uint32_t offset) {
  // Line by line upwards, while the line above may still be part of the
  // declaration: it is not blank, no directive, and ends no other declaration.
  size_t lineStart = text.rfind('\n', offset == 0 ? 0 : offset - 1);
  lineStart = lineStart == std::string::npos ? 0 : lineStart + 1;
  if (offset == 0)
    return 0;
  size_t end = text.find_last_of(";}", offset - 1);
  if (end != std::string::npos && end >= lineStart)
    return uint32_t(end + 1);
  size_t start = lineStart;
  while (start > 0) {
    size_t above = text.rfind('\n', start - 2);
    above = start < 2 || above == std::string::npos ? 0 : above + 1;
    std::string_view line(text.data() + above, start - 1 - above);
    size_t last = line.find_last_not_of(" \t\r");
    if (last == std::string_view::npos || line.front() == '#' ||
        line[last] == ';' || line[last] == '}')
      break;
    start = above;
  }
  return uint32_t(start);
}

/// The parts of the program that are there twice: in tasks or clones, too.
static std::vector<TextRange> doubledTexts(const Program &program,
                                           const ParallelParts &parts) {
  std::vector<TextRange> result;
  for (const ScheduledRegion &one : parts.regions)
    result.push_back(one.region->text);
  for (const polyhedral::ForkJoinFunction &one : parts.forkJoin)
    result.push_back(program[one.function].text);
  for (const precomputation::PrecomputedFunction &one :
       parts.precomputed.functions)
    result.push_back(program[one.function].text);
  for (const speculation::SpeculativeLoop &one : parts.speculative)
    result.push_back(mayHaveTryingVersion(program, program[one.loop].function)
                         ? program[program[one.loop].function].text
                         : program[one.loop].text);
  return result;
}

std::string regionName(const Program &program, const taskgraph::Region &region,
                       const Naming &naming, size_t n) {
  return naming.prefix + program[region.function].name + "_" +
         std::to_string(n + 1);
}

/// Functions that have no twins: something of ours is put into their text or
/// before it, so a second one would not be the same; or their twins would call
/// them.
static std::set<FunctionId> withoutTwins(const ParallelParts &parts,
                                         const Program &program) {
  std::set<FunctionId> result;
  for (const Function &function : program.functions)
    if (parts.isRecursive[index(function.id)])
      result.insert(function.id);
  for (const ScheduledRegion &region : parts.regions)
    result.insert(region.region->function);
  for (const polyhedral::ForkJoinFunction &forkJoin : parts.forkJoin)
    result.insert(forkJoin.function);
  for (const speculation::SpeculativeLoop &loop : parts.speculative)
    result.insert(program[loop.loop].function);
  for (const precomputation::PrecomputedFunction &one :
       parts.precomputed.functions)
    result.insert(one.function);
  for (const precomputation::PrecomputedLoop &one : parts.precomputed.loops)
    result.insert(program[one.loop].function);
  return result;
}

/// What regions on several clusters want to begin at lines.
static std::map<ObjectId, unsigned>
alignedVariables(const Program &program, const ParallelParts &parts) {
  std::map<ObjectId, unsigned> result;
  for (const ScheduledRegion &region : parts.regions)
    if (region.plan->caches)
      for (ObjectId object : region.plan->caches->aligned)
        if (!program[object].isPointer)
          result[object] = region.plan->caches->lineBytes;
  return result;
}

std::vector<EmittedUnit>
emitProgram(const Program &program,
            const std::vector<polyhedral::LoopVerdict> &verdicts,
            const ParallelParts &parts, const Naming &naming,
            const EmitOptions &options) {
  const std::vector<ScheduledRegion> &regions = parts.regions;
  std::vector<EmittedUnit> result;
  std::vector<FunctionId> inlined;
  bool hasChip = false;
  if (options.inlinesCalledOnce)
    inlined = calledOnce(program, parts.once, doubledTexts(program, parts));
  TwinOptions twins = {options.inlinesCalledOnce, withoutTwins(parts, program)};
  std::erase_if(inlined, [&](FunctionId id) {
    return !computesFloats(program, id) &&
           CalleeTwins(program, "", twins).mayHaveTwin(id);
  });
  twins.left.insert(inlined.begin(), inlined.end());
  for (size_t u = 0; u < program.units.size(); ++u) {
    auto originals = parts.originals.find(UnitId(u));
    UnitEmitter emitter(program, verdicts, naming, UnitId(u),
                        originals == parts.originals.end() ? Replacements()
                                                           : originals->second,
                        twins);
    EmittedUnit unit;
    unit.path = program.units[u].path;
    for (const precomputation::PrecomputedFunction &one :
         parts.precomputed.functions)
      if (index(program[one.function].unit) == u) {
        emitter.add(one);
        unit.hasRegions = true;
      }
    // All that is counted is counted in its unit: programs that have the unit
    // in common have its text in common then, whatever else is in them.
    size_t number = 0;
    for (const precomputation::PrecomputedLoop &one : parts.precomputed.loops)
      if (index(program[one.loop].text.unit) == u) {
        emitter.add(one, ++number, parts.alwaysPrecomputed);
        unit.hasRegions = true;
      }
    number = 0;
    for (const ScheduledRegion &region : regions)
      if (index(region.region->text.unit) == u) {
        emitter.add(region,
                    regionName(program, *region.region, naming, number++),
                    options.hidesTasks);
        unit.hasRegions = true;
      }
    number = 0;
    for (const polyhedral::ForkJoinFunction &one : parts.forkJoin)
      if (index(program[one.function].unit) == u)
        unit.hasRegions |= emitter.add(one, ++number, parts.forkJoinOptions);
    auto isHere = [&](const speculation::SpeculativeLoop &one) {
      return index(program[one.loop].text.unit) == u;
    };
    number = size_t(std::count_if(parts.speculative.begin(),
                                  parts.speculative.end(), isHere));
    // The inner loops first: where two end together, so do their texts.
    for (size_t i = parts.speculative.size(); i-- > 0;) {
      if (!isHere(parts.speculative[i]))
        continue;
      emitter.add(parts.speculative[i], number--, parts.alwaysSpeculative);
      unit.hasRegions = true;
    }
    for (FunctionId function : inlined)
      if (index(program[function].unit) == u)
        emitter.addInline(function);
    for (const auto &[object, lineBytes] : alignedVariables(program, parts))
      emitter.align(object, lineBytes);
    hasChip |= unit.hasRegions;
    bool isLast = u + 1 == program.units.size();
    bool needsChip = options.needsChip && isLast && !hasChip;
    unit.text = emitter.emit(options.ordering,
                             unit.hasRegions || needsChip ? options.chip : "",
                             needsChip);
    result.push_back(std::move(unit));
  }
  return result;
}

} // namespace hocket::codegen
