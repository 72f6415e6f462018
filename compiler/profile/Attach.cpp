// SPDX-License-Identifier: Apache-2.0
#include "profile/Attach.h"

#include "ir/Tree.h"

#include "llvm/Support/Path.h"

#include <algorithm>

namespace hocket::profile {

using namespace ir;

namespace {

/// Nodes of one kind that start in one line, in order of text.
using Lines = std::map<SourceMeasures::Line, std::vector<NodeId>>;

std::optional<PlaceKind> kindOf(const Program &program, NodeId node) {
  if (program[node].as<Loop>())
    return PlaceKind::Loop;
  if (program[node].as<Branch>())
    return PlaceKind::Branch;
  if (isCallNode(program, node))
    return PlaceKind::Call;
  return std::nullopt;
}

/// All nodes but copies of what already stands there.
Lines linesOf(const Program &program) {
  Lines result;
  for (const Node &node : program.nodes) {
    if (isValid(node.copyOf) || isValid(node.inlinedFrom))
      continue;
    if (std::optional<PlaceKind> kind = kindOf(program, node.id))
      result[{node.text.unit, node.location.file, node.location.line, *kind}]
          .push_back(node.id);
  }
  for (auto &[line, nodes] : result)
    std::stable_sort(nodes.begin(), nodes.end(), [&](NodeId a, NodeId b) {
      return program[a].text.begin < program[b].text.begin;
    });
  return result;
}

/// How well a record's file fits the unit that a function is in.
unsigned fitOfFile(const FunctionRecord &record, const std::string &path) {
  if (record.file == path)
    return 2;
  return llvm::sys::path::filename(record.file) ==
                 llvm::sys::path::filename(path)
             ? 1
             : 0;
}

/// The record that is the function's, if there is one; else one of its name.
const FunctionRecord *
findRecord(const std::multimap<std::string, const FunctionRecord *> &records,
           const Program &program, const FunctionPlaces &function) {
  const Function &f = program[function.function];
  const FunctionRecord *best = nullptr;
  unsigned bestFit = 0;
  auto [first, last] = records.equal_range(f.name);
  for (auto it = first; it != last; ++it) {
    unsigned fit = fitOfFile(*it->second, program[f.unit].path) +
                   (it->second->hash == function.hash ? 4 : 0) + 1;
    if (fit > bestFit) {
      bestFit = fit;
      best = it->second;
    }
  }
  return best;
}

Measure measureOf(const PlaceRecord &record) {
  Measure result;
  result.runs = record.runs;
  result.times = record.times;
  if (record.timed <= 0 || record.runs <= 0)
    return result;
  // Only some runs were timed: those of a loop may be longer than others.
  result.ns = record.timedTimes > 0 && record.times > 0
                  ? record.ns / record.timedTimes * record.times / record.runs
                  : record.ns / record.timed;
  return result;
}

std::map<NodeId, Measure> measuresOf(const FunctionPlaces &function,
                                     const FunctionRecord &record) {
  std::map<int64_t, const PlaceRecord *> byNumber;
  for (const PlaceRecord &place : record.places)
    byNumber[place.number] = &place;
  std::map<NodeId, Measure> result;
  for (const Place &place : function.places) {
    auto it = byNumber.find(place.number);
    if (it != byNumber.end() && it->second->kind == name(place.kind))
      result[place.node] = measureOf(*it->second);
  }
  return result;
}

} // namespace

Attached attach(const Profile &profile, const Program &program) {
  std::multimap<std::string, const FunctionRecord *> records;
  for (const FunctionRecord &record : profile.functions)
    records.emplace(record.name, &record);
  Attached result;
  std::map<NodeId, Measure> measures;
  std::vector<FunctionPlaces> functions = placesOf(program);
  for (const FunctionPlaces &function : functions) {
    const FunctionRecord *record = findRecord(records, program, function);
    if (record && record->hash != function.hash)
      result.stale.push_back(function.function);
    if (!record || record->hash != function.hash)
      continue;
    ++result.used;
    measures.merge(measuresOf(function, *record));
  }
  result.isForeign =
      result.used == 0 && !functions.empty() && !profile.functions.empty();
  result.measures.chip = profile.chip;
  if (result.used != 0) {
    result.measures.programRuns = profile.runs;
    result.measures.longestNs = profile.longestNs;
    result.measures.khz = profile.khz;
  }
  if (result.used != 0)
    for (const auto &[line, nodes] : linesOf(program))
      for (NodeId node : nodes) {
        auto it = measures.find(node);
        result.measures.lines[line].push_back(
            it == measures.end() ? std::nullopt : std::optional(it->second));
      }
  return result;
}

Measured spread(const SourceMeasures &measures, const Program &program) {
  Measured result;
  result.chip = measures.chip;
  result.programRuns = measures.programRuns;
  result.longestNs = measures.longestNs;
  result.memoryNs = measures.memoryNs;
  if (measures.lines.empty())
    return result;
  for (const auto &[line, nodes] : linesOf(program)) {
    auto known = measures.lines.find(line);
    // A function that is written out brings all nodes of its lines.
    if (known == measures.lines.end() ||
        nodes.size() % known->second.size() != 0)
      continue;
    for (size_t i = 0; i < nodes.size(); ++i)
      if (const auto &m = known->second[i % known->second.size()])
        result.nodes[nodes[i]] = *m;
  }
  // Where a loop is split, each part does some of what the loop did, so that
  // times are not known.
  for (const Node &node : program.nodes) {
    NodeId from = node.id;
    while (isValid(program[from].copyOf))
      from = program[from].copyOf;
    auto it = result.nodes.find(from);
    if (from == node.id || it == result.nodes.end())
      continue;
    it->second.ns.reset();
    it->second.memoryNs = 0;
    Measure copy = it->second;
    result.nodes[node.id] = copy;
  }
  return result;
}

} // namespace hocket::profile
