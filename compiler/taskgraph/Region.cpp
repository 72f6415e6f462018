// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/Region.h"

#include "ir/Print.h"
#include "ir/Tree.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace hocket::taskgraph {

using namespace ir;
using polyhedral::LeafRole;

polyhedral::RegionShape Region::shape(const Program &,
                                      unsigned minIterations) const {
  polyhedral::RegionShape result;
  result.root = block;
  for (const Leaf &leaf : leaves)
    result.leaves.push_back(
        {leaf.node, leaf.role, leaf.stmt, leaf.grain, leaf.firstPass,
         leaf.chunks, leaf.isHandedOut || leaf.isPipeline, leaf.isTested});
  result.loops = loops;
  result.replicated = replicated;
  result.minIterationsPerChunk = minIterations;
  result.checkedLoops = entryTrips;
  return result;
}

std::string leafKind(const Program &program, const Leaf &leaf) {
  switch (leaf.role) {
  case LeafRole::Chunks:
    return "loop";
  case LeafRole::Combine:
    return "combine";
  case LeafRole::Replicated:
    return "replicated";
  case LeafRole::Whole:
    break;
  }
  if (program[leaf.node].as<Loop>())
    return "loop";
  return isCallNode(program, leaf.node) ? "call" : "block";
}

std::string leafName(const Program &program, const Leaf &leaf) {
  SourceLocation at = program[leaf.node].location;
  if (leaf.role == LeafRole::Replicated && isValid(leaf.stmt))
    at = program[leaf.stmt].location;
  return leafKind(program, leaf) + " " +
         llvm::sys::path::filename(at.file).str() + ":" +
         std::to_string(at.line);
}

namespace {

const char *roleName(LeafRole role) {
  switch (role) {
  case LeafRole::Whole:
    return "whole";
  case LeafRole::Chunks:
    return "chunks";
  case LeafRole::Combine:
    return "combine";
  case LeafRole::Replicated:
    return "replicated";
  }
  return "";
}

void printLevel(const Program &program, const Region &region, LevelIndex level,
                unsigned indent, llvm::raw_ostream &out) {
  for (const Item &item : region.levels[level].items) {
    out.indent(indent);
    if (item.kind == ItemKind::Leaf) {
      const Leaf &leaf = region.leaves[item.leaf];
      out << "leaf " << item.leaf << ' ' << roleName(leaf.role) << ' ';
      if (leaf.inOrder)
        out << "in order " << leaf.chunks << ' ';
      if (leaf.isPipeline)
        out << "pipeline ";
      if (leaf.isHandedOut)
        out << "handed out ";
      if (leaf.isTested)
        out << "tested ";
      out << leafName(program, leaf) << '\n';
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
  for (LeafIndex i = 0; i < region.leaves.size(); ++i)
    printCopies(program, region.leaves[i].copies,
                "  leaf " + std::to_string(i) + " copies:", out);
  printLevel(program, region, 0, 2, out);
  for (const polyhedral::LeafDependence &d : graph.dependences) {
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

std::vector<std::string> verify(const Program &program, const Region &region) {
  std::vector<std::string> problems;
  std::vector<unsigned> seen(region.leaves.size());
  for (LevelIndex i = 0; i < region.levels.size(); ++i) {
    const Level &level = region.levels[i];
    if (i > 0 && (level.parent == none || level.parent >= i))
      problems.push_back("level " + std::to_string(i) +
                         " is before its parent");
    for (const Item &item : level.items) {
      if (item.kind == ItemKind::Leaf) {
        if (item.leaf >= region.leaves.size())
          problems.push_back("an item names no leaf");
        else
          ++seen[item.leaf];
        continue;
      }
      if (item.body == none || item.body >= region.levels.size())
        problems.push_back("a compound item has no level");
      if (item.condition == none)
        problems.push_back("a compound item has no condition");
    }
  }
  for (LeafIndex i = 0; i < seen.size(); ++i)
    if (seen[i] != 1)
      problems.push_back("leaf " + std::to_string(i) + " (" +
                         leafName(program, region.leaves[i]) + ") stands " +
                         std::to_string(seen[i]) + " times");
  return problems;
}

} // namespace hocket::taskgraph
