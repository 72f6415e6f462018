// SPDX-License-Identifier: Apache-2.0
#include "speculation/IterationParts.h"

#include "speculation/ApartEpilogues.h"
#include "speculation/CarriedGuess.h"
#include "speculation/LoopFacts.h"

#include "ir/Holes.h"
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
/// epilogue begins with `end`.
struct Cut {
  std::size_t begin = 0, end = 0;
  bool needsPrologue = false, needsEpilogue = false;
  bool isDoubtful = false;
};

class Cutter {
public:
  Cutter(const Program &program, const analysis::Effects &effects,
         CalledFunctions &called, NodeId loop, const Block &body)
      : program_(program), called_(called), children_(body.children) {
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
  /// is.
  std::optional<Cut> cut() const {
    Cut cut = {0, children_.size()};
    std::vector<const CarriedPlace *> others;
    for (const CarriedPlace &place : places_)
      if (isSureValue(place) && !place.isElement &&
          !takesIn(cut, place, policy.speculation.mostEpilogue))
        others.push_back(&place);
    for (const CarriedPlace *place : others) {
      cut.begin = std::max<std::size_t>(cut.begin, place->lastWrite + 1);
      cut.needsPrologue = true;
    }
    cut.needsEpilogue = cut.end < children_.size();
    if (!isWorthIt(cut))
      return std::nullopt;
    addOthers(cut);
    if (cut.end == children_.size())
      addLightEnd(cut);
    if (cut.begin == 0 && cut.end == children_.size())
      return std::nullopt;
    cut.isDoubtful = std::any_of(
        places_.begin(), places_.end(), [&](const CarriedPlace &place) {
          return isSureValue(place) && place.first < cut.end &&
                 place.lastWrite >= cut.begin;
        });
    return cut;
  }

  /// For tests.
  std::optional<Cut> anyCut() const {
    const std::size_t part = children_.size() / 3;
    if (children_.size() < 2)
      return std::nullopt;
    return Cut{part, children_.size() - std::max<std::size_t>(part, 1),
               part > 0, true};
  }

private:
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
    std::size_t end = std::min<std::size_t>(cut.end, place.first);
    if (end == 0 || weight(end, weights_.size()) > mostShare * all())
      return false;
    cut.end = end;
    return true;
  }

  bool isWorthIt(const Cut &cut) const {
    if (cut.begin >= cut.end ||
        weight(0, cut.begin) > policy.speculation.mostPrologue * all())
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
      if (isSureValue(place) && !place.isElement)
        continue;
      Cut more = cut;
      bool isEnd = cut.end < children_.size() ||
                   (cut.begin > 0 && place.how == Carried::States);
      if (isEnd && takesIn(more, place, policy.speculation.mostOfBoth) &&
          isWorthIt(more)) {
        cut = more;
      } else if (place.how == Carried::States) {
        more = cut;
        more.begin = std::max<std::size_t>(cut.begin, place.lastWrite + 1);
        if (isWorthIt(more))
          cut = more;
      }
    }
  }

  const Program &program_;
  CalledFunctions &called_;
  const std::vector<NodeId> &children_;
  std::vector<double> weights_;
  std::vector<CarriedPlace> places_; ///< those that come late first
};

/// The parts as text, and what is handed on.
class Texts {
public:
  Texts(const Program &program, const analysis::Effects &effects, NodeId loop)
      : program_(program), effects_(effects), loop_(loop),
        body_(program[program[loop].as<Loop>()->body]),
        children_(body_.as<Block>()->children) {}

  std::optional<IterationParts> parts(const Cut &cut) const {
    IterationParts result;
    result.needsPrologue = cut.needsPrologue;
    result.needsEpilogue = cut.needsEpilogue;
    result.isDoubtful = cut.isDoubtful;
    const TextRange &text = body_.text;
    std::string_view all = program_.text(text);
    if (!all.starts_with("{") || !all.ends_with("}"))
      return std::nullopt;
    if (cut.begin > 0) {
      result.prologue = {text.unit, text.begin,
                         program_[children_[cut.begin]].text.begin};
      if (!isAfterStatement(result.prologue))
        return std::nullopt;
    }
    if (cut.end == children_.size())
      return result;
    result.epilogue = {text.unit, program_[children_[cut.end]].text.begin,
                       text.end - 1};
    if (!isAfterStatement({text.unit, text.begin, result.epilogue.begin}) ||
        callsAlloca() || !handOn(result) || mayHandAddresses(result.epilogue))
      return std::nullopt;
    setApart(program_, effects_, loop_, result);
    return result;
  }

private:
  /// The text ends behind a statement or a declaration, between which there are
  /// only lines that say where the text is from; a pragma is of what follows.
  bool isAfterStatement(const TextRange &range) const {
    std::string_view text = program_.text(range);
    while (!text.empty()) {
      std::size_t begin = text.rfind('\n', text.size() - 1);
      std::string_view line = text.substr(begin == text.npos ? 0 : begin + 1);
      std::size_t first = line.find_first_not_of(" \t"),
                  last = line.find_last_not_of(" \t\r");
      if (line.find("#pragma") != line.npos)
        return false;
      if (first != line.npos && line[first] != '#')
        return line[last] == ';' || line[last] == '{' || line[last] == '}';
      text = text.substr(0, begin == text.npos ? 0 : begin);
    }
    return false;
  }

  /// What it gives is gone with the copy's stack.
  bool callsAlloca() const {
    std::string_view text = program_.text(body_.text);
    return text.find("alloca") != text.npos;
  }

  bool isOfIteration(ObjectId id) const {
    return isValid(id) && program_[id].kind == ObjectKind::Local &&
           isDeclaredIn(program_, id, loop_) &&
           id != program_[loop_].as<Loop>()->header()->iterator;
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

} // namespace

std::optional<IterationParts> iterationParts(const Program &program,
                                             const analysis::Effects &effects,
                                             CalledFunctions &called,
                                             NodeId loop, bool always) {
  const Block *body = program[program[loop].as<Loop>()->body].as<Block>();
  if (!body || body->isSplitLoop || body->children.size() < 2)
    return std::nullopt;
  Cutter cutter(program, effects, called, loop, *body);
  std::optional<Cut> cut = cutter.cut();
  if (always && !(cut && (cut->needsPrologue || cut->needsEpilogue)))
    cut = cutter.anyCut();
  if (!cut)
    return std::nullopt;
  const Texts texts(program, effects, loop);
  std::optional<IterationParts> parts = texts.parts(*cut);
  if (!cut->needsEpilogue && !parts) {
    cut->end = body->children.size();
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
  if (!parts.prologue.empty())
    text += "; what iterations do before line " +
            lineAt(program, loop.loop, parts.prologue.end) +
            " copies do again to know what it passes on" +
            once(parts.needsPrologue);
  if (!parts.epilogue.empty())
    text += "; from line " + lineAt(program, loop.loop, parts.epilogue.begin) +
            " on the program does them" + once(parts.needsEpilogue);
  return text;
}

} // namespace hocket::speculation
