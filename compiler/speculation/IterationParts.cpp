// SPDX-License-Identifier: Apache-2.0
#include "speculation/IterationParts.h"

#include "speculation/ApartEpilogues.h"
#include "speculation/CarriedGuess.h"
#include "speculation/LoopFacts.h"

#include "ir/Holes.h"
#include "ir/Identifiers.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace hocket::speculation {

using namespace ir;

namespace {

/// How much there is to do, in statements, as far as the text tells.
class Weights {
public:
  Weights(const Program &program, const analysis::Effects &effects)
      : program_(program), effects_(effects) {}

  double of(NodeId node) {
    double weight = 0;
    for (StmtId stmt : ownStmts(program_, node)) {
      weight += 1;
      for (const CallSite &call : program_[stmt].calls)
        weight += isValid(call.callee) ? of(call.callee)
                                       : ofPointer(program_[node].function);
    }
    for (NodeId child : childrenOf(program_, node))
      weight += of(child);
    if (!program_[node].as<Loop>())
      return weight;
    double trips = knownTrips(program_, node).value_or(p_.usualTrips);
    return weight * std::min(trips, p_.mostTrips);
  }

private:
  /// One that calls itself does so often.
  double of(FunctionId function) {
    if (!isValid(function) || !isValid(program_[function].body))
      return p_.unknownCall;
    auto [known, isNew] = functions_.try_emplace(function, p_.recursiveCall);
    if (isNew)
      known->second = of(program_[function].body);
    return known->second;
  }

  /// The heaviest that a pointer may lead to, in calls of this function.
  double ofPointer(FunctionId caller) {
    double weight = 0;
    for (FunctionId callee : effects_.callees[index(caller)])
      if (program_[callee].isAddressTaken)
        weight = std::max(weight, of(callee));
    return weight;
  }

  static constexpr const SpeculationPolicy &p_ = policy.speculation;
  const Program &program_;
  const analysis::Effects &effects_;
  std::map<FunctionId, double> functions_;
};

/// Numbers of the body's children: the prologue ends before `begin`, the
/// epilogue begins with `end`, the step, which is of the prologue, with `step`.
struct Cut {
  std::size_t begin = 0, end = 0, step = 0;
  bool needsPrologue = false, needsEpilogue = false;
  bool isDoubtful = false, doubtsHeader = false;
};

class Cutter {
public:
  Cutter(const Program &program, const analysis::Effects &effects,
         CalledFunctions &called, NodeId loop, std::vector<NodeId> children)
      : program_(program), called_(called), loop_(loop),
        children_(std::move(children)),
        isCounted_(countedHeader(program, loop) != nullptr) {
    Weights weights(program, effects);
    for (NodeId child : children_)
      weights_.push_back(weights.of(child));
    places_ = carriedPlaces(program, effects, loop, loop);
    std::stable_sort(places_.begin(), places_.end(),
                     [](const CarriedPlace &a, const CarriedPlace &b) {
                       return a.first > b.first;
                     });
  }

  /// Nothing: what iterations pass on is not at their ends, or most of the work
  /// is. Of loops without cursors, a cut has an epilogue or a prologue.
  std::optional<Cut> cut() const {
    Cut cut = none();
    std::vector<const CarriedPlace *> others;
    int lastOfEpilogue = -1;
    for (const CarriedPlace &place : places_)
      if (isPassedOn(place)) {
        if (takesIn(cut, place, policy.speculation.mostEpilogue))
          lastOfEpilogue = std::max(lastOfEpilogue, place.lastWrite);
        else if (!isOfHeader(place))
          others.push_back(&place);
      }
    for (const CarriedPlace *place : others)
      addToPrologue(cut, *place);
    cut.needsEpilogue = cut.end < cut.step;
    if (!isWorthIt(cut) || !isKnownBefore(cut) ||
        (lastOfEpilogue >= int(cut.step) && cut.step < children_.size()))
      return std::nullopt;
    addOthers(cut);
    if (cut.end == children_.size())
      addLightEnd(cut);
    if (isCounted_ && cut.begin == 0 && cut.end == children_.size())
      return std::nullopt;
    cut.isDoubtful = std::any_of(
        places_.begin(), places_.end(), [&](const CarriedPlace &place) {
          return isSureValue(place) && place.first < int(cut.end) &&
                 place.lastWrite >= int(cut.begin) &&
                 place.firstWrite < int(cut.step);
        });
    cut.doubtsHeader = !isCounted_ && doubtsRepeated(cut);
    return cut;
  }

  /// For tests.
  Cut anyCut() const {
    Cut cut = none();
    if (children_.size() < 2)
      return cut;
    cut.begin = children_.size() / 3;
    cut.end -= std::max<std::size_t>(cut.begin, 1);
    cut.needsPrologue |= cut.begin > 0;
    cut.needsEpilogue = true;
    return cut;
  }

private:
  Cut none() const {
    Cut cut;
    cut.end = cut.step = children_.size();
    cut.needsPrologue = !isCounted_;
    return cut;
  }

  /// Surely, as far as the guess goes. A header needs values whatever rule they
  /// follow.
  bool isPassedOn(const CarriedPlace &place) const {
    return place.isSure && !place.isElement &&
           (place.how == Carried::Values || place.first < 0);
  }

  /// Copies do again what writes it: before all else, or, if that is last, as
  /// their step.
  void addToPrologue(Cut &cut, const CarriedPlace &place) const {
    const auto first = std::size_t(place.firstWrite);
    cut.needsPrologue = true;
    if (place.first < place.firstWrite && place.firstWrite > 0 &&
        weight(first, children_.size()) <=
            policy.speculation.mostPrologue * all()) {
      const int before = lastNeededBy(first);
      if (before + 1 < place.firstWrite) {
        cut.step = std::min(cut.step, first);
        cut.end = std::min(cut.end, first);
        cut.begin = std::max<std::size_t>(cut.begin, std::size_t(before + 1));
        return;
      }
    }
    cut.begin =
        std::max<std::size_t>(cut.begin, std::size_t(place.lastWrite + 1));
  }

  /// The last child before this one that writes, by its name, a variable which
  /// those from here on name; -1: there is none.
  int lastNeededBy(std::size_t step) const {
    std::set<ObjectId> named;
    for (std::size_t i = step; i < children_.size(); ++i)
      for (const Hole &hole : holesIn(program_, program_[children_[i]].text))
        named.insert(hole.object);
    auto isNeeded = [&](StmtId id) {
      const Stmt &stmt = program_[id];
      return named.count(stmt.declares) != 0 ||
             std::any_of(stmt.accesses.begin(), stmt.accesses.end(),
                         [&](const Access &access) {
                           ObjectId to = writtenByName(program_, access);
                           return isValid(to) && named.count(to) != 0;
                         });
    };
    for (std::size_t i = step; i-- > 0;) {
      std::vector<StmtId> stmts = allStmts(program_, children_[i]);
      if (std::any_of(stmts.begin(), stmts.end(), isNeeded))
        return int(i);
    }
    return -1;
  }

  /// Copies come to the values of variables that the header needs.
  bool isKnownBefore(const Cut &cut) const {
    return std::all_of(places_.begin(), places_.end(),
                       [&](const CarriedPlace &place) {
                         return !place.isAutomatic || place.first >= 0 ||
                                place.isElement || !isOfMidst(cut, place);
                       });
  }

  /// What copies repeat reads memory that the midst writes, and may leave as it
  /// was.
  bool doubtsRepeated(const Cut &cut) const {
    return std::any_of(places_.begin(), places_.end(),
                       [&](const CarriedPlace &place) {
                         return !place.isAutomatic && isOfMidst(cut, place) &&
                                (place.first < int(cut.begin) ||
                                 place.lastRead >= int(cut.step));
                       });
  }

  /// It is written there.
  static bool isOfMidst(const Cut &cut, const CarriedPlace &place) {
    return place.lastWrite >= int(cut.begin) &&
           place.firstWrite < int(cut.step);
  }

  /// What is behind most of the work may pass something on that no guess sees:
  /// elements of a table.
  void addLightEnd(Cut &cut) const {
    auto heaviest = std::max_element(weights_.rbegin(), weights_.rend());
    Cut more = cut;
    more.end = std::size_t(weights_.rend() - heaviest);
    if (weight(more.end, weights_.size()) <=
            policy.speculation.mostOfBoth * all() &&
        isWorthIt(more))
      cut = more;
  }

  static bool isSureValue(const CarriedPlace &place) {
    return place.how == Carried::Values && place.isSure;
  }

  double weight(std::size_t begin, std::size_t end) const {
    return std::accumulate(weights_.begin() + std::ptrdiff_t(begin),
                           weights_.begin() + std::ptrdiff_t(end), 0.0);
  }

  double all() const { return weight(0, weights_.size()); }

  /// All that touches the place becomes part of the epilogue, if that does not
  /// get more than a share of the work.
  bool takesIn(Cut &cut, const CarriedPlace &place, double mostShare) const {
    if (place.first <= 0)
      return false;
    std::size_t end = std::min(cut.end, std::size_t(place.first));
    if (weight(end, weights_.size()) > mostShare * all())
      return false;
    cut.end = end;
    return true;
  }

  bool isWorthIt(const Cut &cut) const {
    double repeated = weight(0, cut.begin) + weight(cut.step, children_.size());
    if (cut.begin >= cut.end ||
        repeated > policy.speculation.mostPrologue * all())
      return false;
    unsigned height = 0;
    for (std::size_t i = cut.begin; i < cut.end; ++i)
      height = std::max(height, called_.heightOf(children_[i]));
    return height + 1 >= policy.speculation.leastHeight;
  }

  /// What else is carried at the end belongs to an epilogue, if there is one.
  /// States that nothing foresees may have a prologue.
  void addOthers(Cut &cut) const {
    for (const CarriedPlace &place : places_) {
      if (isPassedOn(place) || isOfHeader(place) ||
          place.firstWrite >= int(cut.step))
        continue;
      Cut more = cut;
      bool isEnd =
          cut.end < cut.step || (cut.begin > 0 && place.how == Carried::States);
      if (isEnd && takesIn(more, place, policy.speculation.mostOfBoth) &&
          isWorthIt(more)) {
        cut = more;
      } else if (place.how == Carried::States) {
        more = cut;
        more.begin =
            std::max<std::size_t>(cut.begin, std::size_t(place.lastWrite + 1));
        if (isWorthIt(more))
          cut = more;
      }
    }
  }

  const Program &program_;
  CalledFunctions &called_;
  const NodeId loop_;
  const std::vector<NodeId> children_;
  const bool isCounted_; ///< else its header is of the prologue
  std::vector<double> weights_;
  std::vector<CarriedPlace> places_; ///< those that come late first
};

/// The parts as text, and what is handed on.
class Texts {
public:
  Texts(const Program &program, const analysis::Effects &effects, NodeId loop,
        const std::vector<NodeId> &children)
      : program_(program), effects_(effects), loop_(loop),
        body_(program[program[loop].as<Loop>()->body]), children_(children) {}

  std::optional<IterationParts> parts(const Cut &cut) const {
    IterationParts result;
    result.needsPrologue = cut.needsPrologue;
    result.needsEpilogue = cut.needsEpilogue;
    result.isDoubtful = cut.isDoubtful || cut.doubtsHeader;
    result.doubtsHeader = cut.doubtsHeader;
    const TextRange &text = body_.text;
    if (cut.begin == 0 && cut.end == children_.size())
      return result;
    std::string_view all = program_.text(text);
    if (!all.starts_with("{") || !all.ends_with("}"))
      return std::nullopt;
    if (cut.begin > 0) {
      result.prologue = {text.unit, text.begin,
                         program_[children_[cut.begin]].text.begin};
      if (!isAfterStatement(result.prologue))
        return std::nullopt;
    }
    uint32_t end = text.end - 1;
    if (cut.step < children_.size()) {
      result.step = {text.unit, program_[children_[cut.step]].text.begin, end};
      end = result.step.begin;
      if (!isAfterStatement({text.unit, text.begin, end}))
        return std::nullopt;
    }
    if (cut.end == cut.step)
      return result;
    result.epilogue = {text.unit, program_[children_[cut.end]].text.begin, end};
    if (!isAfterStatement({text.unit, text.begin, result.epilogue.begin}) ||
        callsAlloca() || !handOn(result) || mayHandAddresses(result.epilogue))
      return std::nullopt;
    setApart(program_, effects_, loop_, result);
    if (!result.isApart && !result.step.empty())
      return std::nullopt; // copies make the step before the epilogue
    return result;
  }

private:
  /// The text ends behind a statement or a declaration, between which there are
  /// only lines that say where the text is from; a pragma is of what follows.
  bool isAfterStatement(const TextRange &range) const {
    std::string_view text = upToLastToken(program_.text(range));
    std::string_view line = text.substr(text.rfind('\n') + 1);
    return line.find("#pragma") == line.npos &&
           (text.ends_with(";") || text.ends_with("{") || text.ends_with("}"));
  }

  /// What it gives is gone with the copy's stack.
  bool callsAlloca() const {
    std::string_view text = program_.text(body_.text);
    return text.find("alloca") != text.npos;
  }

  bool isOfIteration(ObjectId id) const {
    return speculation::isOfIteration(program_, loop_, id);
  }

  std::set<ObjectId> declaredIn(const TextRange &range) const {
    std::set<ObjectId> result;
    for (const Hole &hole : holesIn(program_, range))
      if (hole.isDeclarator)
        result.insert(hole.object);
    return result;
  }

  /// False: a variable has no place in a frame.
  bool handOn(IterationParts &parts) const {
    const std::set<ObjectId> own = declaredIn(parts.epilogue);
    std::set<ObjectId> handed;
    for (const Hole &hole : holesIn(program_, parts.epilogue))
      if (isOfIteration(hole.object) && !own.count(hole.object))
        handed.insert(hole.object);
    parts.handed.assign(handed.begin(), handed.end());
    return std::all_of(handed.begin(), handed.end(), [&](ObjectId id) {
      const Object &object = program_[id];
      return object.type.isNameable && object.type.needs.empty() &&
             !object.isVariablyModified && !object.isVolatile &&
             !object.isRegister && !object.isThreadLocal && object.size > 0;
    });
  }

  /// A variable of the iteration that others may know the address of. Compound
  /// literals have no scope, and may be any.
  bool mayBeKnown(const Object &object) const {
    bool isLiteral = object.isLiteral && !isValid(object.scope) &&
                     object.kind == ObjectKind::Local &&
                     object.function == program_[loop_].function;
    return !isValid(object.cloneOf) && object.isAddressTaken &&
           (isLiteral || isOfIteration(object.id));
  }

  /// Through some pointer the epilogue may come to a variable of the iteration
  /// whose place is the copy's stack.
  bool mayHandAddresses(const TextRange &epilogue) const {
    const std::set<ObjectId> own = declaredIn(epilogue);
    std::set<ObjectId> named;
    for (const Hole &hole : holesIn(program_, epilogue))
      if (!own.count(hole.object))
        named.insert(hole.object);
    auto isNamed = [&](ObjectId holder) { return named.count(holder) != 0; };
    return std::any_of(program_.objects.begin(), program_.objects.end(),
                       [&](const Object &object) {
                         if (!mayBeKnown(object) || own.count(object.id))
                           return false;
                         auto held = effects_.heldByScalars.find(object.id);
                         return held == effects_.heldByScalars.end() ||
                                std::any_of(held->second.begin(),
                                            held->second.end(), isNamed);
                       });
  }

  const Program &program_;
  const analysis::Effects &effects_;
  const NodeId loop_;
  const Node &body_;
  const std::vector<NodeId> &children_;
};

/// Parts that the first copies have, and not of the header alone.
bool isNeeded(const Cut &cut) {
  return (cut.needsPrologue && cut.begin > 0) || cut.needsEpilogue;
}

} // namespace

std::optional<IterationParts> iterationParts(const Program &program,
                                             const analysis::Effects &effects,
                                             CalledFunctions &called,
                                             NodeId loop, bool always) {
  std::vector<NodeId> children = {program[loop].as<Loop>()->body};
  if (const Block *body = program[children.front()].as<Block>();
      body && !body->isSplitLoop)
    children = body->children;
  bool isCounted = countedHeader(program, loop) != nullptr;
  if (isCounted && children.size() < 2)
    return std::nullopt;
  Cutter cutter(program, effects, called, loop, children);
  std::optional<Cut> cut = cutter.cut();
  if (always && !(cut && isNeeded(*cut)))
    cut = cutter.anyCut();
  if (!cut || (isCounted && cut->begin == 0 && cut->end == children.size()))
    return std::nullopt;
  const Texts texts(program, effects, loop, children);
  std::optional<IterationParts> parts = texts.parts(*cut);
  if (!cut->needsEpilogue && !parts) {
    cut->end = cut->step;
    parts = texts.parts(*cut);
  }
  // Where a prologue is needed, its states at the end are an epilogue's.
  if (parts && parts->isApart && parts->needsPrologue)
    parts->needsEpilogue = !parts->epilogue.empty();
  return parts;
}

/// The line of the first of the body's children that begins there or behind.
static std::string lineAt(const Program &program, NodeId loop, uint32_t at) {
  const Block &body = *program[program[loop].as<Loop>()->body].as<Block>();
  for (NodeId child : body.children)
    if (program[child].text.begin >= at)
      return std::to_string(program[child].location.line);
  return std::to_string(program[loop].endLine);
}

std::string partsInWords(const Program &program, const SpeculativeLoop &loop) {
  const IterationParts &parts = loop.parts;
  std::string text;
  auto once = [](bool isNeeded) {
    return std::string(isNeeded ? "" : " once one was wrong");
  };
  if (!loop.isCounted)
    text += "; copies run its header again to know where they begin";
  if (!parts.prologue.empty())
    text += "; what iterations do before line " +
            lineAt(program, loop.loop, parts.prologue.end) +
            " copies do again to know what it passes on" +
            once(parts.needsPrologue);
  if (!parts.step.empty())
    text += "; likewise what they do from line " +
            lineAt(program, loop.loop, parts.step.begin) + " on";
  if (!parts.epilogue.empty())
    text += "; from line " + lineAt(program, loop.loop, parts.epilogue.begin) +
            (parts.step.empty()
                 ? std::string(" on")
                 : " to " + lineAt(program, loop.loop, parts.step.begin)) +
            " the program does them" + once(parts.needsEpilogue);
  return text;
}

} // namespace hocket::speculation
