// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/Region.h"

#include "ir/Print.h"
#include "ir/Tree.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace hocket::taskgraph {

using namespace ir;
polyhedral::RegionShape Region::shape(unsigned minIterations) const {
  polyhedral::RegionShape result;
  result.root = block;
  result.tasks = tasks;
  result.loops = loops;
  result.replicated = replicated;
  result.minIterationsPerChunk = minIterations;
  result.checkedLoops = entryTrips;
  return result;
}

std::string taskKind(const Program &program, const MacroTask &task) {
  if (task.is<Combine>())
    return "combine";
  if (task.is<Replicated>())
    return "replicated";
  if (program[task.node].as<Loop>())
    return "loop";
  return isCallNode(program, task.node) ? "call" : "block";
}

std::string taskName(const Program &program, const MacroTask &task) {
  SourceLocation at = program[task.node].location;
  if (isValid(task.stmt()))
    at = program[task.stmt()].location;
  return taskKind(program, task) + " " +
         llvm::sys::path::filename(at.file).str() + ":" +
         std::to_string(at.line);
}

bool isDeclaredInside(const Program &program, const Region &region,
                      ObjectId object) {
  const Object &o = program[object];
  if (o.kind != ObjectKind::Local || !isValid(o.scope) ||
      std::count(region.hoisted.begin(), region.hoisted.end(), object))
    return false;
  const std::vector<NodeId> &children =
      program[region.block].as<Block>()->children;
  for (uint32_t i = region.first; i <= region.last; ++i)
    if (isWithin(program, o.scope, children[i]))
      return true;
  return false;
}

bool isCutForCores(const Chunks &chunks) {
  return chunks.mode != ChunkMode::Pipeline &&
         chunks.mode != ChunkMode::Doacross && chunks.shares.empty() &&
         chunks.cuts.empty();
}

namespace {

const char *kindOf(const MacroTask &task) {
  return task.is<Whole>()     ? "whole"
         : task.is<Chunks>()  ? "chunks"
         : task.is<Combine>() ? "combine"
                              : "replicated";
}

/// `cuts 0 3 4 ` of unequal chunks.
void printCuts(const MacroTask &task, llvm::raw_ostream &out) {
  const Chunks *chunks = task.as<Chunks>();
  if (!chunks || chunks->cuts.empty())
    return;
  out << "cuts ";
  for (unsigned cut : chunks->cuts)
    out << cut << ' ';
}

void printLevel(const Program &program, const Region &region, LevelIndex level,
                unsigned indent, llvm::raw_ostream &out) {
  for (const Item &item : region.levels[level].items) {
    out.indent(indent);
    if (item.kind == ItemKind::Task) {
      const MacroTask &task = region.tasks[item.task];
      out << "task " << item.task << ' ' << kindOf(task) << ' ';
      if (task.runsAs(ChunkMode::Doacross))
        out << "doacross " << task.chunkCount() << ' ';
      if (task.runsAs(ChunkMode::Pipeline))
        out << "pipeline ";
      if (task.runsAs(ChunkMode::SelfScheduled))
        out << "self-scheduled ";
      if (task.runsAs(ChunkMode::Tested))
        out << "tested ";
      printCuts(task, out);
      out << taskName(program, task) << '\n';
      continue;
    }
    out << (item.kind == ItemKind::Loop ? "repeat" : "branch") << " line "
        << program[item.node].location.line << " condition " << item.condition
        << '\n';
    printLevel(program, region, item.body, indent + 2, out);
    if (item.elseBody != none) {
      out.indent(indent) << "else\n";
      printLevel(program, region, item.elseBody, indent + 2, out);
    }
  }
}

const char *dependenceName(polyhedral::DependenceKind kind) {
  switch (kind) {
  case polyhedral::DependenceKind::Flow:
    return "flow";
  case polyhedral::DependenceKind::Anti:
    return "anti";
  case polyhedral::DependenceKind::Output:
    return "output";
  }
  return "";
}

void printCopies(const Program &program, const std::vector<Copied> &copies,
                 const std::string &title, llvm::raw_ostream &out) {
  if (copies.empty())
    return;
  out << title;
  for (const Copied &copy : copies)
    out << ' ' << program[copy.object].name << (copy.isWritten ? "=" : "");
  out << '\n';
}

} // namespace

void print(const Program &program, const TaskGraph &graph,
           llvm::raw_ostream &out) {
  const Region &region = graph.region;
  const SourceLocation &at =
      program[program[region.block].as<Block>()->children[region.first]]
          .location;
  out << "region " << program[region.function].name << " line " << at.line
      << " cores " << region.cores << '\n';
  if (!region.replicated.empty()) {
    out << "  replicated:";
    for (ObjectId object : region.replicated)
      out << ' ' << program[object].name;
    out << '\n';
  }
  printCopies(program, region.moved, "  moved:", out);
  for (TaskId i = 0; i < region.tasks.size(); ++i)
    printCopies(program, region.tasks[i].copies,
                "  task " + std::to_string(i) + " copies:", out);
  printLevel(program, region, 0, 2, out);
  for (const polyhedral::TaskDependence &d : graph.dependences) {
    out << "  " << d.from << " -> " << d.to << ' ' << dependenceName(d.kind);
    if (isValid(d.object))
      out << " '" << program[d.object].name << "'";
    if (d.sameIteration)
      out << " same-iteration";
    if (d.carriedMask)
      out << " carried " << llvm::format_hex(d.carriedMask, 1);
    if (!d.chunkPairs.empty()) {
      out << " chunks ";
      for (char pair : d.chunkPairs)
        out << (pair ? '1' : '0');
    }
    out << '\n';
  }
}

namespace {

/// What is wrong with the task's partner, in words; empty: nothing.
std::string problemWithLinks(const Region &region, TaskId id) {
  auto chunksOf = [&](TaskId other) {
    return other < id && region.tasks[other].node == region.tasks[id].node
               ? region.tasks[other].as<Chunks>()
               : nullptr;
  };
  if (const Combine *combine = region.tasks[id].as<Combine>())
    return chunksOf(combine->combines) ? "" : "combines no chunks";
  const Chunks *chunks = region.tasks[id].as<Chunks>();
  if (!chunks || chunks->secondPassOf == none)
    return "";
  const Chunks *first = chunksOf(chunks->secondPassOf);
  return first && first->isFirstPass ? "" : "is the second pass of nothing";
}

} // namespace

std::vector<std::string> verify(const Program &program, const Region &region) {
  std::vector<std::string> problems;
  std::vector<unsigned> seen(region.tasks.size());
  for (LevelIndex i = 0; i < region.levels.size(); ++i) {
    const Level &level = region.levels[i];
    if (i > 0 && (level.parent == none || level.parent >= i))
      problems.push_back("level " + std::to_string(i) +
                         " is before its parent");
    for (const Item &item : level.items) {
      if (item.kind == ItemKind::Task) {
        if (item.task >= region.tasks.size())
          problems.push_back("an item names no task");
        else
          ++seen[item.task];
        continue;
      }
      if (item.body == none || item.body >= region.levels.size())
        problems.push_back("a compound item has no level");
      if (item.condition == none)
        problems.push_back("a compound item has no condition");
    }
  }
  for (TaskId i = 0; i < seen.size(); ++i)
    if (seen[i] != 1)
      problems.push_back("task " + std::to_string(i) + " (" +
                         taskName(program, region.tasks[i]) + ") stands " +
                         std::to_string(seen[i]) + " times");
  for (TaskId i = 0; i < region.tasks.size(); ++i)
    if (std::string problem = problemWithLinks(region, i); !problem.empty())
      problems.push_back("task " + std::to_string(i) + " " + problem);
  return problems;
}

} // namespace hocket::taskgraph
