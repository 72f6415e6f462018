// SPDX-License-Identifier: Apache-2.0
#include "codegen/ProfileText.h"

#include "codegen/AbiText.h"
#include "codegen/Text.h"
#include "codegen/UnitLines.h"

#include "ir/Tree.h"
#include "taskgraph/TripGuess.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

namespace hocket::codegen {

using namespace ir;
using profile::FunctionPlaces;
using profile::Place;
using profile::PlaceKind;

namespace {

/// Innermost loops with so many iterations, always, are not counted: compilers
/// unroll them.
constexpr int64_t unrolled = 64;

/// The text as a C string literal.
std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string jsonString(const std::string &text) {
  std::string result;
  llvm::raw_string_ostream(result)
      << llvm::json::Value(llvm::json::fixUTF8(text));
  return result;
}

/// Which places are counted, and how.
class Choice {
public:
  Choice(const Program &program, const analysis::Effects &effects,
         const std::vector<polyhedral::LoopVerdict> &verdicts)
      : program_(program), effects_(effects) {
    for (const polyhedral::LoopVerdict &verdict : verdicts)
      if (verdict.kind != polyhedral::LoopKind::Sequential)
        parallel_.insert(verdict.loop);
  }

  bool isCounted(const Place &place) const {
    if (place.kind == PlaceKind::Call)
      return true;
    bool isInnermost = !holdsWork(place.node, /*andLoops=*/true);
    if (place.kind == PlaceKind::Loop) {
      int64_t trips = taskgraph::constantTrips(program_, place.node);
      return !isInnermost || trips < 0 || trips > unrolled;
    }
    if (!isInnermost)
      return true;
    std::vector<NodeId> around = loopsAround(program_, place.node);
    NodeId scope =
        around.empty() ? program_[functionOf(place.node)].body : around.back();
    return holdsWork(scope, /*andLoops=*/true);
  }

  bool isTimed(const Place &place) const {
    if (place.kind == PlaceKind::Call)
      return true;
    std::vector<NodeId> around = loopsAround(program_, place.node);
    if (std::any_of(around.begin(), around.end(),
                    [&](NodeId loop) { return parallel_.count(loop) != 0; }))
      return false;
    return parallel_.count(place.node) != 0 || around.empty() ||
           holdsWork(place.node, /*andLoops=*/true);
  }

  /// A call in the loop may end the program, or jump far away.
  bool mayNotComeBack(NodeId loop) const {
    std::vector<StmtId> stmts = allStmts(program_, loop);
    return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
      const analysis::StmtEffects &e = effects_.stmts[index(stmt)];
      return !program_[stmt].calls.empty() && (e.mayNotReturn || e.isUnknown);
    });
  }

private:
  FunctionId functionOf(NodeId node) const { return program_[node].function; }

  /// Loops below the node, calls of the program's functions, or unknown ones.
  bool holdsWork(NodeId node, bool andLoops) const {
    bool found = false;
    forEachNode(program_, node, [&](NodeId id) {
      found |= andLoops && id != node && program_[id].as<Loop>() &&
               !runsOnce(program_, id);
      for (StmtId stmt : ownStmts(program_, id))
        for (const CallSite &call : program_[stmt].calls)
          found |= !isValid(call.callee) || isValid(program_[call.callee].body);
    });
    return found;
  }

  const Program &program_;
  const analysis::Effects &effects_;
  std::set<NodeId> parallel_;
};

/// One unit with its counters.
class Instrumenter {
public:
  Instrumenter(const Program &program, const Choice &choice, UnitId unit,
               const std::string &prefix, bool hasThreads)
      : program_(program), choice_(choice), unit_(unit), prefix_(prefix),
        shared_(hasThreads ? "_shared" : "") {}

  void add(const FunctionPlaces &function) {
    const Function &f = program_[function.function];
    std::vector<std::string> texts;
    unsigned first = count_;
    for (const Place &place : function.places)
      if (choice_.isCounted(place)) {
        texts.push_back(recordBegin(place));
        instrument(place);
      }
    if (texts.empty())
      return;
    std::string name = prefix_ + "texts" + std::to_string(first);
    tables_ += "static const char *const " + name + "[] = {\n";
    for (const std::string &text : texts)
      tables_ += "  " + quoted(text) + ",\n";
    tables_ += "};\n";
    functions_ += "  {" +
                  quoted("{\"name\": " + jsonString(f.name) +
                         ", \"file\": " + jsonString(program_[unit_].path) +
                         ", \"hash\": " + jsonString(function.hash)) +
                  ",\n   " + std::to_string(texts.size()) + ", &" + places() +
                  "[" + std::to_string(first) + "], " + name + "},\n";
    ++functionCount_;
  }

  std::string emit(const ProfileTextOptions &options) const {
    const std::string &text = program_[unit_].text;
    if (count_ == 0)
      return text;
    uint32_t first = firstMarkersEnd(text);
    std::string start = lineMarker({program_[unit_].path, 1, 1}, false);
    Insertions insertions;
    insertions.emplace(first, (first == 0 ? start : "") +
                                  "# 1 \"hocket/abi_profile.h\" 3\n" +
                                  profileAbiText(prefix_) + "static struct " +
                                  prefix_ + "place " + places() + "[" +
                                  std::to_string(count_) + "];\n" + start);
    // What ends at a place ends before something else begins there.
    for (const auto &insertion : closings_)
      insertions.insert(insertion);
    for (const auto &insertion : openings_)
      insertions.insert(insertion);
    auto asItIs = [](ObjectId) { return std::string(); };
    return fill(program_, {unit_, 0, uint32_t(text.size())}, asItIs,
                insertions) +
           "\n# 1 \"hocket: profile\" 3\n" + tail(options);
  }

private:
  std::string places() const { return prefix_ + "places"; }

  std::string recordBegin(const Place &place) const {
    return "{\"place\": " + std::to_string(place.number) + ", \"kind\": \"" +
           std::string(name(place.kind)) + "\", \"line\": " +
           std::to_string(program_[place.node].location.line);
  }

  /// C text that adds one to a counter of the place.
  std::string plusOne(unsigned number, const char *counter) const {
    std::string target =
        places() + "[" + std::to_string(number) + "]." + counter;
    return shared_.empty() ? target + "++; "
                           : prefix_ + "count_shared(&" + target + ", 1); ";
  }

  /// `struct hk_visit hk_visit7 __attribute__((cleanup(hk_leave))) = ...`
  std::string visitDeclaration(unsigned number, bool isTimed) const {
    std::string kind = (isTimed ? "" : "_untimed") + shared_;
    return "struct " + prefix_ + "visit " + visit(number) +
           " __attribute__((cleanup(" + prefix_ + "leave" + kind +
           "))) = " + prefix_ + "visit" + kind + "(&" + places() + "[" +
           std::to_string(number) + "]); ";
  }

  std::string visit(unsigned number) const {
    return prefix_ + "visit" + std::to_string(number);
  }

  /// Braces around a text, with something behind the first; \returns where to
  /// put it: before the pragmas of a loop, at the end of the line above.
  void wrap(const TextRange &text, const std::string &inside) {
    uint32_t begin = pragmasAbove(program_[unit_].text, text.begin);
    if (begin != text.begin && begin > 0)
      --begin;
    openings_.emplace(begin, "{ " + inside);
    pending_.push_back(text.end);
  }

  void instrument(const Place &place) {
    const Node &node = program_[place.node];
    unsigned number = count_++;
    switch (place.kind) {
    case PlaceKind::Loop: {
      wrap(node.text, visitDeclaration(number, choice_.isTimed(place)));
      wrap(program_[node.as<Loop>()->body].text,
           choice_.mayNotComeBack(place.node) ? plusOne(number, "times")
                                              : visit(number) + ".times++; ");
      break;
    }
    case PlaceKind::Branch:
      wrap(node.text, plusOne(number, "runs"));
      wrap(program_[node.as<Branch>()->thenNode].text,
           plusOne(number, "times"));
      break;
    case PlaceKind::Call:
      wrap(node.text, visitDeclaration(number, true));
      break;
    }
    // Braces look the same, so their order at one place does not matter.
    for (uint32_t end : pending_)
      closings_.emplace(end, " }");
    pending_.clear();
  }

  std::string tail(const ProfileTextOptions &options) const {
    std::string unit = prefix_ + "profile_unit";
    return tables_ + "static const struct " + prefix_ + "profiled " + prefix_ +
           "functions[] = {\n" + functions_ + "};\nstatic struct " + prefix_ +
           "profile " + unit + " = {" + quoted(options.path) + ", " +
           quoted(jsonString(options.chip)) + ", " +
           std::to_string(index(unit_)) + ", " +
           std::to_string(functionCount_) + ", " + prefix_ +
           "functions, 0};\n__attribute__((constructor)) static void " + unit +
           "_add(void)\n{\n  " + prefix_ + "profile_add(&" + unit + ");\n}\n";
  }

  const Program &program_;
  const Choice &choice_;
  UnitId unit_;
  const std::string &prefix_;
  std::string shared_; ///< end of the functions' names
  unsigned count_ = 0, functionCount_ = 0;
  Insertions openings_, closings_;
  std::vector<uint32_t> pending_;
  std::string tables_, functions_;
};

/// Someone else than the thread of `main` may run the program's functions.
bool mayHaveThreads(const Program &program) {
  if (!program.isClosed)
    return true;
  return std::any_of(program.functions.begin(), program.functions.end(),
                     [](const Function &f) {
                       return f.name == "pthread_create" ||
                              f.name == "thrd_create" ||
                              f.name == "timer_create" ||
                              f.name == "mq_notify" || f.name == "clone";
                     });
}

} // namespace

std::vector<EmittedUnit>
emitProfiled(const Program &program, const analysis::Effects &effects,
             const std::vector<polyhedral::LoopVerdict> &verdicts,
             const ProfileTextOptions &options) {
  Naming naming = chooseNaming(program);
  Choice choice(program, effects, verdicts);
  bool hasThreads = mayHaveThreads(program);
  std::vector<FunctionPlaces> functions = profile::placesOf(program);
  std::vector<EmittedUnit> result;
  for (size_t u = 0; u < program.units.size(); ++u) {
    Instrumenter unit(program, choice, UnitId(u), naming.prefix, hasThreads);
    if (program.units[u].parsed)
      for (const FunctionPlaces &function : functions)
        if (index(program[function.function].unit) == u)
          unit.add(function);
    result.push_back({program.units[u].path, unit.emit(options), false});
  }
  return result;
}

} // namespace hocket::codegen
