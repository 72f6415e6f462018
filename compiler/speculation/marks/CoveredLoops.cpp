// SPDX-License-Identifier: Apache-2.0
#include "speculation/marks/CoveredLoops.h"

#include "analysis/objects/ObjectUnion.h"
#include "dataflow/ExprIntervals.h"
#include "speculation/marks/SteadyMemory.h"

#include "ir/Holes.h"
#include "ir/LoopPragmas.h"
#include "ir/Tree.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace hocket::speculation {

using namespace ir;

namespace {

/// What is known of an expression in the iterations of a loop and those inside:
/// the sum of something that stays and multiples of their iterators.
struct Course {
  bool isKnown = false;
  /// The most that one iteration adds, 0: the same in all of them. Signed
  /// factors that are variables count as 1: their products do not overflow.
  double step = 0;

  static Course fixed() { return {true, 0}; }
  bool isFixed() const { return isKnown && step == 0; }
};

/// More places are not looked at: it takes as long as their marks would.
constexpr std::size_t mostPlaces = 16;

/// What subscripts may come to is looked at as a whole, up to so many bytes.
constexpr int64_t mostBytes = 1 << 14;

/// Beyond this a course of 64 unsigned bits might come round in a loop.
constexpr double mostStep = 1u << 31;

class Courses {
public:
  Courses(const Program &program, const analysis::Effects &effects,
          bool strictAliasing, NodeId whole, const std::vector<NodeId> &loops)
      : program_(program), steady_(program, effects, whole, strictAliasing) {
    for (NodeId id : loops)
      iterators_.emplace_back(program[id].as<Loop>()->counted->iterator,
                              program[id].text);
    for (StmtId stmt : allStmts(program, whole)) {
      if (isValid(program[stmt].declares))
        written_.add(program[stmt].declares);
      writesAnything_ |= effects.stmts[index(stmt)].isUnknown;
      for (const analysis::EffectItem &item : effects.stmts[index(stmt)].items)
        if (item.kind == AccessKind::Write) {
          written_.add(item.objects.ids);
          writesAnything_ |= item.objects.unknown;
        }
    }
  }

  /// \param isSafe false: nothing says that the expression is evaluated in the
  /// first and in the last iteration, so doing so must not trap
  Course of(const Stmt &stmt, ExprId id, bool isSafe) const {
    if (!isValid(id))
      return {};
    const Expr &e = program_[id];
    switch (e.kind) {
    case ExprKind::Const:
    case ExprKind::AddrOf:
      return Course::fixed();
    case ExprKind::Var:
      return ofVariable(stmt, e.object);
    case ExprKind::Load:
      return isSafe ? ofLoad(stmt, e) : Course{};
    case ExprKind::Unknown:
    case ExprKind::CallResult:
      return {};
    default:
      return ofOperation(stmt, e, isSafe);
    }
  }

private:
  /// An iterator is known where it counts, not behind its loop.
  Course ofVariable(const Stmt &stmt, ObjectId object) const {
    bool isIterator = false;
    for (const auto &[iterator, text] : iterators_) {
      if (iterator == object && text.contains(stmt.text))
        return {true, 1};
      isIterator |= iterator == object;
    }
    if (isIterator)
      return {};
    bool isNamedAlone = !program_[object].isAddressTaken &&
                        (program_[object].kind == ObjectKind::Local ||
                         program_[object].kind == ObjectKind::Param);
    if (written_.contains(object) || (writesAnything_ && !isNamedAlone))
      return {};
    return Course::fixed();
  }

  Course ofLoad(const Stmt &stmt, const Expr &load) const {
    if (load.operands.size() != 1 ||
        !of(stmt, load.operands[0], true).isFixed())
      return {};
    bool isSteady = std::any_of(
        stmt.accesses.begin(), stmt.accesses.end(), [&](const Access &access) {
          return access.kind == AccessKind::Read && !access.isVolatile &&
                 access.address == load.operands[0] &&
                 steady_.isSteady(stmt.id, access);
        });
    return isSteady ? Course::fixed() : Course{};
  }

  Course ofOperation(const Stmt &stmt, const Expr &e, bool isSafe) const {
    if ((e.kind == ExprKind::Div || e.kind == ExprKind::Rem) && !isSafe)
      return {};
    std::vector<Course> courses;
    bool isFixed = true;
    for (ExprId operand : e.operands) {
      courses.push_back(of(stmt, operand, isSafe));
      if (!courses.back().isKnown)
        return {};
      isFixed &= courses.back().isFixed();
    }
    if (isFixed)
      return Course::fixed();
    bool mayWrap = !e.isSigned && !e.isPointer && e.bits < 64;
    switch (e.kind) {
    case ExprKind::Add:
    case ExprKind::Sub:
      return mayWrap ? Course{} : limited(courses[0].step + courses[1].step);
    case ExprKind::Mul:
      return mayWrap ? Course{} : ofProduct(e, courses);
    case ExprKind::Cast:
      return keepsValues(program_[e.operands[0]], e) ? courses[0] : Course{};
    default:
      return {};
    }
  }

  /// Of two, one of which moves.
  Course ofProduct(const Expr &e, const std::vector<Course> &courses) const {
    bool isFirst = courses[0].isFixed();
    if (!isFirst && !courses[1].isFixed())
      return {};
    const Expr &factor = program_[e.operands[isFirst ? 0 : 1]];
    double step = courses[isFirst ? 1 : 0].step;
    if (factor.kind == ExprKind::Const)
      return limited(step * std::abs(double(factor.value)));
    return e.isSigned ? limited(step) : Course{};
  }

  static Course limited(double step) {
    return step < mostStep ? Course{true, step} : Course{};
  }

  static bool keepsValues(const Expr &from, const Expr &to) {
    return to.bits >= 64 || (to.bits > from.bits && to.isSigned) ||
           (to.bits == from.bits && to.isSigned == from.isSigned);
  }

  const Program &program_;
  const SteadyMemory steady_;
  /// Of the loops, and where these are.
  std::vector<std::pair<ObjectId, TextRange>> iterators_;
  analysis::ObjectUnion written_;
  bool writesAnything_ = false;
};

bool isSame(const TextRange &a, const TextRange &b) {
  return a.unit == b.unit && a.begin == b.begin && a.end == b.end;
}

/// Nothing but memory is read as it is evaluated.
bool isPure(const Stmt &stmt, const TextRange &text) {
  return std::none_of(
             stmt.calls.begin(), stmt.calls.end(),
             [&](const CallSite &call) { return text.contains(call.text); }) &&
         std::none_of(stmt.accesses.begin(), stmt.accesses.end(),
                      [&](const Access &access) {
                        return access.kind == AccessKind::Write &&
                               text.contains(access.text) &&
                               !isSame(text, access.text);
                      });
}

/// What a subscript adds to an address, in bytes: as the array's declaration
/// says, else what its value may be. A child whose data are wrong may come to
/// others; then something that it has read before is wrong, and it is dropped.
std::optional<polyhedral::ValueRange>
subscriptRange(const polyhedral::ProgramIndex &index, const Stmt &stmt,
               const Expr &sum) {
  const Program &program = index.program();
  if (sum.value > 0 && sum.value != INT64_MAX) {
    const Expr &bytes = program[sum.operands[1]];
    int64_t element = 1;
    if (bytes.kind == ExprKind::Mul)
      for (ExprId operand : bytes.operands)
        if (program[operand].kind == ExprKind::Const)
          element = program[operand].value;
    if (element < 1 || element > sum.value)
      return std::nullopt;
    return polyhedral::ValueRange{0, sum.value - element};
  }
  polyhedral::IntervalContext context{index};
  std::optional<polyhedral::Interval> interval =
      polyhedral::exprInterval(context, sum.operands[1], stmt.id);
  return interval ? polyhedral::numbersOf(*interval) : std::nullopt;
}

/// Variables of an expression, of what its loads lead through, too.
void addVariables(const Program &program, ExprId id,
                  std::set<ObjectId> &variables) {
  const Expr &e = program[id];
  if (isValid(e.object))
    variables.insert(e.object);
  for (ExprId operand : e.operands)
    addVariables(program, operand, variables);
}

/// The subscript is what makes the sum: constant ones leave no sum, or one that
/// others share.
bool isOfSubscript(const Program &program, const TextRange &subscript,
                   const Expr &sum) {
  std::set<ObjectId> variables;
  addVariables(program, sum.operands[1], variables);
  auto holes = holesIn(program, subscript);
  return !variables.empty() &&
         std::all_of(variables.begin(), variables.end(), [&](ObjectId id) {
           return std::any_of(
               holes.begin(), holes.end(),
               [&](const Hole &hole) { return hole.object == id; });
         });
}

/// Where the last `[...]` begins; nothing if there is none.
std::optional<uint32_t> lastSubscript(const Program &program,
                                      const TextRange &lvalue) {
  std::string_view text = program.text(lvalue);
  std::size_t at = text.find_last_not_of(" \t\n");
  if (at == text.npos || text[at] != ']')
    return std::nullopt;
  for (int depth = 0;; --at) {
    depth += (text[at] == ']') - (text[at] == '[');
    if (depth == 0)
      return lvalue.begin + uint32_t(at);
    if (at == 0)
      return std::nullopt;
  }
}

class Finder {
public:
  Finder(const polyhedral::ProgramIndex &index,
         const analysis::Effects &effects, bool strictAliasing,
         const Instrumented &code)
      : index_(index), program_(index.program()), effects_(effects),
        strictAliasing_(strictAliasing), code_(code) {}

  void visit(NodeId node) {
    const Block *block = program_[node].as<Block>();
    if (block && block->isSplitLoop)
      look(block->children.front(), node);
    else if (program_[node].as<Loop>() && !isPart(node))
      look(node, node);
    for (NodeId child : childrenOf(program_, node))
      visit(child);
  }

  std::vector<CoveredLoop> found;

private:
  bool isPart(NodeId node) const {
    NodeId above = program_[node].parent;
    const Block *block = isValid(above) ? program_[above].as<Block>() : nullptr;
    return block && block->isSplitLoop;
  }

  /// It wants the loop right behind it.
  bool hasPragma(const Node &node) const {
    return pragmasAbove(program_[node.text.unit].text, node.text.begin) !=
           node.text.begin;
  }

  /// Its text can stand there twice.
  bool isRepeatable(const Node &node) const {
    return node.as<Loop>()->form != LoopForm::Do && !node.hasLabel &&
           !node.hasOuterCase && !hasPragma(node);
  }

  /// A `for` whose header says all of its iterations.
  bool isSuitable(const Node &node) const {
    const Loop &loop = *node.as<Loop>();
    if (loop.form != LoopForm::For || !loop.counted || node.exits.any() ||
        !isRepeatable(node))
      return false;
    const Counted &counted = *loop.counted;
    const Object &iterator = program_[counted.iterator];
    return counted.isPlain && !isValid(counted.stepBy) &&
           !isValid(counted.boundVariable) && counted.boundStep == 0 &&
           !iterator.isPointer && !counted.lowerText.empty() &&
           !counted.boundText.empty() && counted.otherBoundText.empty() &&
           counted.aheadText.empty() && counted.tested == 0 &&
           counted.boundTested == 0;
  }

  /// The header's values are those that it has on entry, at each test.
  /// \param isSafe they may be computed before the outermost loop
  bool isSteadyHeader(const Loop &loop, const Courses &courses,
                      bool isSafe) const {
    for (StmtId id : {loop.init, loop.condition}) {
      if (!isValid(id) || !program_[id].calls.empty() || program_[id].isOpaque)
        return false;
      for (const Access &access : program_[id].accesses)
        if (access.isVolatile ||
            (access.kind == AccessKind::Write && id == loop.condition))
          return false;
    }
    return courses.of(program_[loop.init], loop.counted->lower, isSafe)
               .isFixed() &&
           courses.of(program_[loop.condition], loop.counted->bound, isSafe)
               .isFixed();
  }

  /// Nothing but blocks and loops that run is between the node and the loop,
  /// and nothing leaves an iteration early.
  bool runsAlways(NodeId whole, NodeId node) const {
    bool leavesEarly = false;
    forEachNode(program_, whole, [&](NodeId below) {
      leavesEarly |= program_[below].as<Jump>() != nullptr ||
                     program_[below].as<Opaque>() != nullptr;
    });
    while (node != whole &&
           (program_[node].as<Block>() || program_[node].as<Loop>() ||
            program_[node].as<Leaf>()))
      node = program_[node].parent;
    return node == whole && !leavesEarly;
  }

  bool runsAlways(NodeId whole, StmtId stmt) const {
    NodeId its = NodeId::None;
    forEachNode(program_, whole, [&](NodeId below) {
      const Leaf *leaf = program_[below].as<Leaf>();
      if (leaf && leaf->stmt == stmt)
        its = below;
    });
    return isValid(its) && runsAlways(whole, its);
  }

  /// Where the lvalue is, in each iteration, can be told as the loop begins.
  bool isForeseen(NodeId whole, const Courses &courses,
                  const std::vector<StmtId> &stmts,
                  const TextRange &target) const {
    bool isFound = false;
    for (StmtId id : stmts) {
      const Stmt &stmt = program_[id];
      if (stmt.text.unit != target.unit)
        continue;
      for (const Access &access : stmt.accesses) {
        if (!isSame(access.text, target))
          continue;
        isFound = true;
        bool isSafe = access.must && runsAlways(whole, id);
        if (access.isVolatile || stmt.isOpaque || stmt.usesLocalName ||
            !courses.of(stmt, access.address, isSafe).isKnown ||
            !isPure(stmt, target))
          return false;
      }
    }
    return isFound;
  }

  /// Where the lvalue is, whatever its subscripts are; nothing if that is not
  /// known, or much.
  std::optional<CoveredRange> rangeOf(NodeId whole, const Courses &courses,
                                      const std::vector<StmtId> &stmts,
                                      const TextRange &target,
                                      bool isCounted) const {
    std::optional<CoveredRange> result;
    for (StmtId id : stmts)
      for (const Access &access : program_[id].accesses) {
        if (program_[id].text.unit != target.unit ||
            !isSame(access.text, target))
          continue;
        std::optional<CoveredRange> range =
            rangeOf(courses, program_[id], access,
                    isCounted && access.must && runsAlways(whole, id));
        if (!range || (result && !isSame(result->base, range->base)))
          return std::nullopt;
        if (result) {
          range->begin = std::min(range->begin, result->begin);
          range->end = std::max(range->end, result->end);
        }
        result = range;
      }
    return result;
  }

  /// \param isSafe as Courses has it
  std::optional<CoveredRange> rangeOf(const Courses &courses, const Stmt &stmt,
                                      const Access &access, bool isSafe) const {
    if (access.isVolatile || access.isBitField || stmt.isOpaque ||
        stmt.usesLocalName || access.size == 0)
      return std::nullopt;
    CoveredRange range{access.text, true, 0, access.size};
    ExprId address = access.address;
    while (isValid(address)) {
      const Expr &sum = program_[address];
      if (sum.kind != ExprKind::Add || !sum.isPointer ||
          courses.of(stmt, sum.operands[1], isSafe).isFixed())
        break;
      std::optional<uint32_t> begin = lastSubscript(program_, range.base);
      std::optional<polyhedral::ValueRange> bytes =
          subscriptRange(index_, stmt, sum);
      TextRange array = range.base, subscript = range.base;
      array.end = subscript.begin = begin.value_or(array.end);
      if (!begin || !bytes || !isOfSubscript(program_, subscript, sum))
        return std::nullopt;
      range = {array, false, range.begin + bytes->low, range.end + bytes->high};
      if (range.begin < -mostBytes || range.end - range.begin > mostBytes)
        return std::nullopt;
      address = sum.operands[0];
    }
    bool isKnown =
        courses.of(stmt, address, isSafe).isFixed() && isPure(stmt, range.base);
    return isKnown ? std::optional(range) : std::nullopt;
  }

  /// Loops inside, in order of text; nothing if some are inside others, or not
  /// suitable.
  std::optional<std::vector<NodeId>> loopsInside(NodeId whole,
                                                 NodeId loop) const {
    std::vector<NodeId> inner;
    bool isFlat = true;
    forEachNode(program_, whole, [&](NodeId below) {
      if (!program_[below].as<Loop>() || isValid(program_[below].copyOf) ||
          isSame(program_[below].text, program_[loop].text))
        return;
      isFlat &= isSuitable(program_[below]) && !isPart(below) &&
                std::none_of(inner.begin(), inner.end(), [&](NodeId other) {
                  return program_[other].text.contains(program_[below].text);
                });
      inner.push_back(below);
    });
    return isFlat ? std::optional(inner) : std::nullopt;
  }

  /// \param loops the last is the outermost
  bool haveSteadyHeaders(NodeId whole, const std::vector<NodeId> &loops) const {
    Courses courses(program_, effects_, strictAliasing_, whole, loops);
    return std::all_of(loops.begin(), loops.end(), [&](NodeId loop) {
      return isSteadyHeader(*program_[loop].as<Loop>(), courses,
                            loop == loops.back() || runsAlways(whole, loop));
    });
  }

  std::vector<const MemoryMark *> marksIn(const TextRange &text) const {
    std::vector<const MemoryMark *> marks;
    for (const MemoryMark &mark : code_.marks)
      if (text.contains(mark.target))
        marks.push_back(&mark);
    return marks;
  }

  /// \param whole the loop, or the Block of all parts
  void look(NodeId id, NodeId whole) {
    const Node &node = program_[id];
    std::vector<const MemoryMark *> marks = marksIn(node.text);
    if (marks.empty() || marks.size() > mostPlaces || !isRepeatable(node))
      return;
    CoveredLoop covered;
    covered.loop = id;
    std::optional<std::vector<NodeId>> inner = loopsInside(whole, id);
    if (!inner)
      return;
    covered.inner = *inner;
    std::vector<NodeId> loops = *inner;
    loops.push_back(id);
    covered.isCounted = isSuitable(node) && haveSteadyHeaders(whole, loops);
    if (!covered.isCounted && !inner->empty())
      return;
    if (!covered.isCounted)
      loops.clear();
    std::vector<StmtId> stmts = allStmts(program_, whole);
    Courses courses(program_, effects_, strictAliasing_, whole, loops);
    std::size_t marksLeft = 0;
    // A total, or the best so far, stays untouched, which would be all that
    // there is to say of the loop.
    auto isKnown = [&](const TextRange &place, bool isPutOff) {
      if (covered.isCounted && isForeseen(whole, courses, stmts, place)) {
        covered.places.push_back(place);
        return true;
      }
      std::optional<CoveredRange> range =
          rangeOf(whole, courses, stmts, place, covered.isCounted);
      if (!range || (range->isPlace && isPutOff))
        return false;
      covered.ranges.push_back(*range);
      return true;
    };
    for (const MemoryMark *mark : marks) {
      bool isOfTwo = mark->kind == MarkKind::Bound && mark->isOfTwo;
      // Sums find their place fast.
      bool isSum = mark->kind == MarkKind::Defer && mark->formula.empty();
      bool isPutOff = isSum || mark->kind == MarkKind::Bound;
      if (isKnown(mark->target, isPutOff) &&
          (!isOfTwo || isKnown(mark->assigned, isPutOff)))
        covered.targets.push_back(mark->target);
      else
        ++marksLeft;
    }
    // Of a nest all: else the loops inside are looked at alone.
    std::size_t most = inner->empty() ? covered.targets.size() : 0;
    if (marksLeft <= most && !covered.targets.empty())
      found.push_back(std::move(covered));
  }

  const polyhedral::ProgramIndex &index_;
  const Program &program_;
  const analysis::Effects &effects_;
  const bool strictAliasing_;
  const Instrumented &code_;
};

} // namespace

std::vector<CoveredLoop> coveredLoops(const polyhedral::ProgramIndex &index,
                                      const analysis::Effects &effects,
                                      bool strictAliasing, NodeId root,
                                      const Instrumented &code) {
  Finder finder(index, effects, strictAliasing, code);
  finder.visit(root);
  return std::move(finder.found);
}

} // namespace hocket::speculation
