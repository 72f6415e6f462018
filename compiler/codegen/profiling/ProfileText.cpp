// SPDX-License-Identifier: Apache-2.0
#include "codegen/profiling/ProfileText.h"

#include "codegen/AbiText.h"
#include "codegen/text/Text.h"
#include "codegen/text/UnitLines.h"

#include "analysis/values/TripGuess.h"
#include "analysis/values/WindowTrips.h"
#include "ir/LoopPragmas.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <set>

namespace hocket::codegen {

using namespace ir;
using profile::FunctionPlaces;
using profile::Place;
using profile::PlaceKind;

namespace {

/// Innermost loops with so many iterations, always, are not counted: compilers
/// unroll them.
constexpr int64_t unrolled = policy.emission.uncountedTrips;

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
      if (verdict.kind() != polyhedral::LoopKind::Sequential)
        parallel_.insert(verdict.loop);
  }

  bool isCounted(const Place &place) const {
    std::vector<NodeId> around = loopsAround(program_, place.node);
    bool isOnceInMain = around.empty() && isInMain(place.node);
    if (place.kind == PlaceKind::Call)
      return isLongCall(place.node) || isOnceInMain;
    bool isSimple = !holdsWork(place.node);
    if (place.kind == PlaceKind::Loop)
      return !isShort(place.node);
    return !isSimple || isOnceInMain ||
           (around.empty() &&
            effects_.isRecursive[index(program_[place.node].function)] != 0);
  }

  /// The loop in each of whose iterations the place is come to, once; None if
  /// that is not sure.
  NodeId runsWith(NodeId node) const {
    for (NodeId at = program_[node].parent; isValid(at);
         at = program_[at].parent) {
      if (const Loop *loop = program_[at].as<Loop>()) {
        const Node &body = program_[loop->body];
        bool isSure = !body.exits.any() && !body.hasLabel &&
                      !body.hasOuterCase && !mayNotComeBack(at);
        return isSure ? at : NodeId::None;
      }
      if (!program_[at].as<Block>())
        return NodeId::None;
    }
    return NodeId::None;
  }

  bool isTimed(const Place &place) const {
    if (place.kind == PlaceKind::Call)
      return true;
    std::vector<NodeId> around = loopsAround(program_, place.node);
    if (std::any_of(around.begin(), around.end(),
                    [&](NodeId loop) { return parallel_.count(loop) != 0; }))
      return false;
    return parallel_.count(place.node) != 0 || holdsWork(place.node) ||
           (around.empty() && isInMain(place.node));
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
  /// Always of so few iterations, those of loops in it included, that compilers
  /// unroll it.
  bool isShort(NodeId loop) const {
    int64_t all = 1;
    forEachNode(program_, loop, [&](NodeId id) {
      if (program_[id].as<Loop>() && !runsOnce(program_, id)) {
        const int64_t trips = tripsOf(id);
        all = trips < 0 || trips > unrolled
                  ? unrolled + 1
                  : std::min(all * std::max<int64_t>(trips, 1), unrolled + 1);
      }
      if (callsForLong(id))
        all = unrolled + 1;
    });
    return all <= unrolled;
  }

  /// -1: they may differ.
  int64_t tripsOf(NodeId loop) const {
    auto nothing = [](ObjectId) { return ExprId::None; };
    return std::max(analysis::constantTrips(program_, loop),
                    analysis::windowTrips(program_, nothing, loop));
  }

  /// The node itself calls a function of the program's, or an unknown one.
  bool callsForLong(NodeId node) const {
    for (StmtId stmt : ownStmts(program_, node))
      for (const CallSite &call : program_[stmt].calls)
        if (!isValid(call.callee) || isValid(program_[call.callee].body))
          return true;
    return false;
  }

  bool isInMain(NodeId node) const {
    return program_[program_[node].function].name == "main";
  }

  /// The function that is called has loops in loops, or is recursive.
  bool isLongCall(NodeId node) const {
    const Stmt &stmt = program_[program_[node].as<Leaf>()->stmt];
    FunctionId callee = stmt.calls.back().callee;
    if (effects_.isRecursive[index(callee)])
      return effects_.isRecursive[index(program_[node].function)] == 0;
    bool isLong = false;
    forEachNode(program_, program_[callee].body, [&](NodeId id) {
      isLong |=
          program_[id].as<Loop>() && !runsOnce(program_, id) && holdsWork(id);
    });
    return isLong;
  }

  /// Loops below the node, calls of the program's functions, or unknown ones.
  bool holdsWork(NodeId node) const {
    bool found = false;
    forEachNode(program_, node, [&](NodeId id) {
      found |= callsForLong(id) || (id != node && program_[id].as<Loop>() &&
                                    !runsOnce(program_, id));
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
    std::map<NodeId, unsigned> numbers; // in the function
    std::string around;
    unsigned first = count_;
    for (const Place &place : function.places)
      if (choice_.isCounted(place)) {
        auto outer = numbers.find(choice_.runsWith(place.node));
        bool hasOuter = outer != numbers.end();
        around += (hasOuter ? std::to_string(outer->second) : "-1") + ", ";
        if (place.kind == PlaceKind::Loop)
          numbers[place.node] = unsigned(texts.size());
        texts.push_back(recordBegin(place));
        instrument(place, hasOuter);
      }
    if (texts.empty())
      return;
    std::string name = prefix_ + "texts" + std::to_string(first);
    tables_ += "static const char *const " + name + "[] = {\n";
    for (const std::string &text : texts)
      tables_ += "  " + quoted(text) + ",\n";
    tables_ += "};\n";
    std::string aroundName = prefix_ + "around" + std::to_string(first);
    tables_ += "static const int " + aroundName + "[] = {" + around + "};\n";
    functions_ += "  {" +
                  quoted("{\"name\": " + jsonString(f.name) +
                         ", \"file\": " + jsonString(program_[unit_].path) +
                         ", \"hash\": " + jsonString(function.hash)) +
                  ",\n   " + std::to_string(texts.size()) + ", &" + places() +
                  "[" + std::to_string(first) + "], " + name + ", " +
                  aroundName + "},\n";
    ++functionCount_;
  }

  bool hasPlaces() const { return count_ != 0; }

  std::string emit(const ProfileTextOptions &options) const {
    const std::string &text = program_[unit_].text;
    if (!hasPlaces())
      return text;
    uint32_t first = firstMarkersEnd(text);
    std::string start = lineMarker({program_[unit_].path, 1, 1}, false);
    Insertions insertions;
    insertions.emplace(first, (first == 0 ? start : "") +
                                  abiMarker("hocket/abi_profile.h", prefix_) +
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
  std::string visitDeclaration(unsigned number, bool isTimed,
                               bool countsRuns) const {
    std::string leave = (isTimed ? "leave" : "leave_untimed") + shared_;
    std::string enter = isTimed      ? "visit" + shared_
                        : countsRuns ? "visit_untimed" + shared_
                                     : "visit_uncounted";
    return "struct " + prefix_ + "visit " + visit(number) +
           " __attribute__((cleanup(" + prefix_ + leave + "))) = " + prefix_ +
           enter + "(&" + places() + "[" + std::to_string(number) + "]); ";
  }

  std::string visit(unsigned number) const {
    return prefix_ + "visit" + std::to_string(number);
  }

  /// Of the line above that is no marker; `at` begins a line.
  uint32_t endOfLineAbove(uint32_t at) const {
    const std::string &text = program_[unit_].text;
    while (at > 1) {
      size_t before = text.rfind('\n', at - 2);
      uint32_t start = before == std::string::npos ? 0 : uint32_t(before + 1);
      if (text.compare(start, 2, "# ") != 0)
        break;
      at = start;
    }
    return at > 0 ? at - 1 : 0;
  }

  /// Braces around a text, with something behind the first; \returns where to
  /// put it: before the pragmas of a loop, at the end of the line above.
  void wrap(const TextRange &text, const std::string &inside) {
    uint32_t begin = ir::pragmasAbove(program_[unit_].text, text.begin);
    // Clang has some pragmas in the loop's own text.
    const std::string &all = program_[unit_].text;
    while (begin > 0 && all[all.find_first_not_of(" \t", begin)] == '#')
      begin = endOfLineAbove(begin);
    openings_.emplace(begin, "{ " + inside);
    pending_.push_back(text.end);
  }

  /// \param hasOuter its runs follow from a loop around it.
  void instrument(const Place &place, bool hasOuter) {
    const Node &node = program_[place.node];
    unsigned number = count_++;
    switch (place.kind) {
    case PlaceKind::Loop: {
      wrap(node.text,
           visitDeclaration(number, choice_.isTimed(place), !hasOuter));
      wrap(program_[node.as<Loop>()->body].text,
           choice_.mayNotComeBack(place.node) ? plusOne(number, "times")
                                              : visit(number) + ".times++; ");
      break;
    }
    case PlaceKind::Branch:
      if (!hasOuter)
        wrap(node.text, plusOne(number, "runs"));
      wrap(program_[node.as<Branch>()->thenNode].text,
           plusOne(number, "times"));
      break;
    case PlaceKind::Call:
      wrap(node.text, visitDeclaration(number, true, true));
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
    result.push_back(
        {program.units[u].path, unit.emit(options), unit.hasPlaces()});
  }
  return result;
}

} // namespace hocket::codegen
