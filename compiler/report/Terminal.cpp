// SPDX-License-Identifier: Apache-2.0
//
// Prints remarks in the style of clang; see Terminal.h.
#include "report/Terminal.h"

#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

namespace hocket::report {

const std::optional<std::string> &RemarkFilter::of(RemarkKind kind) const {
  switch (kind) {
  case RemarkKind::Passed:
    return passed;
  case RemarkKind::Missed:
    return missed;
  case RemarkKind::Analysis:
  case RemarkKind::Warning:
    break;
  }
  return analysis;
}

std::string_view optionFor(RemarkKind kind) {
  switch (kind) {
  case RemarkKind::Passed:
    return "-Rhocket";
  case RemarkKind::Missed:
    return "-Rhocket-missed";
  case RemarkKind::Warning:
    return "-Whocket";
  case RemarkKind::Analysis:
    break;
  }
  return "-Rhocket-analysis";
}

std::string check(const RemarkFilter &filter) {
  for (const std::optional<std::string> &pattern :
       {filter.passed, filter.missed, filter.analysis}) {
    std::string error;
    if (pattern && !llvm::Regex(*pattern).isValid(error))
      return "'" + *pattern + "' is not a regular expression: " + error;
  }
  return {};
}

namespace {

bool isWanted(const RemarkFilter &filter, const RemarkInfo &info) {
  if (info.kind == RemarkKind::Warning)
    return !filter.noWarnings;
  const std::optional<std::string> &pattern = filter.of(info.kind);
  return pattern &&
         (pattern->empty() || llvm::Regex(*pattern).match(info.name));
}

void printLine(const SourceLocation &at, std::string_view severity,
               std::string_view text, llvm::raw_ostream &out) {
  if (!at.file.empty()) {
    out << at.file << ':';
    if (at.isValid())
      out << at.line << ':';
    if (at.isValid() && at.column)
      out << at.column << ':';
    out << ' ';
  }
  out << severity << ": " << text;
}

void printOne(const Remark &remark, llvm::raw_ostream &out) {
  const RemarkInfo &fixed = info(remark.id);
  bool isWarning = fixed.kind == RemarkKind::Warning;
  printLine(remark.location,
            remark.location.file.empty() && isWarning ? "hocketcc: warning"
            : isWarning                               ? "warning"
                                                      : "remark",
            remark.message(), out);
  out << " [" << optionFor(fixed.kind) << '=' << fixed.name << "]\n";
  for (const RemarkNote &note : remark.notes) {
    printLine(note.location, "note", note.text, out);
    out << '\n';
  }
  if (std::string help = remark.help(); !help.empty()) {
    printLine(remark.location, "help", help, out);
    out << '\n';
  }
}

} // namespace

void printRemarks(const std::vector<Remark> &remarks,
                  const RemarkFilter &filter, llvm::raw_ostream &out) {
  std::vector<const Remark *> wanted;
  for (const Remark &remark : remarks)
    if (isWanted(filter, info(remark.id)))
      wanted.push_back(&remark);
  std::stable_sort(wanted.begin(), wanted.end(),
                   [](const Remark *a, const Remark *b) {
                     return a->location < b->location;
                   });
  std::set<std::pair<SourceLocation, std::string>> seen;
  for (const Remark *remark : wanted)
    if (seen.emplace(remark->location, remark->message()).second)
      printOne(*remark, out);
}

} // namespace hocket::report
