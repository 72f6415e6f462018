// SPDX-License-Identifier: Apache-2.0
//
// The IR: a whole C program as a tree of regions for each function, with the
// memory that each statement touches. Plain data, built by `frontend`,
// immutable afterwards; nothing here knows Clang or isl.
//
// The idea. C text is never regenerated from a syntax tree. Each unit keeps its
// preprocessed text; statements and nodes are ranges of it, and every naming of
// a variable is a *hole* in it that codegen may fill with another name. What
// the text *does* is described beside it: nodes for the control flow, accesses
// and calls for the memory. Where the description is not exact it must claim
// more, never less (more accesses, `must` false, Unknown addresses, Opaque).
//
// Semantics of nodes. A Block runs its children in order. A Loop with
// `counted` runs its body for iterator = lower, lower + step, ... while the
// comparison with bound holds; `bound` is evaluated anew before each iteration,
// so a reader has to check that the body does not change it. A Branch runs one
// side. A Jump leaves: every node says in `exits` which kinds of jump may leave
// it. What is in an Opaque may run zero or more times, in any order.
#pragma once

#include "ir/Expr.h"
#include "ir/FloatSums.h"
#include "ir/Ids.h"
#include "ir/TextRange.h"
#include "support/SourceLocation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hocket::ir {

/// A place in a unit's text, inside a function body, that names a variable:
/// every use, and the name in every declarator of a local.
struct Hole {
  uint32_t begin = 0;
  uint32_t end = 0;
  ObjectId object = ObjectId::None;
  bool isDeclarator = false;
};

/// One C file, preprocessed by the compiler behind hocketcc.
struct Unit {
  std::string path;        ///< as the user wrote it
  std::string text;        ///< preprocessed, with line markers
  std::vector<Hole> holes; ///< by `begin`, not overlapping
  bool parsed = false;     ///< false: compiled as it is, nothing known
  std::string problem;     ///< why not, one line; empty when parsed
};

/// A C type as text around a declared name: declare("x") is before + x + after.
struct CType {
  std::string before;
  std::string after;
  /// Variables that the text names (sizes of variable length arrays); they must
  /// be in scope under their own names where the text is used.
  std::vector<ObjectId> needs;
  /// False: the type cannot be named outside its scope (struct declared in the
  /// function, or without any name).
  bool isNameable = true;

  std::string declare(std::string_view name) const {
    return before + std::string(name) + after;
  }
};

enum class ObjectKind : uint8_t {
  Global,   ///< file scope, external or internal linkage
  Static,   ///< static storage, declared in a function
  Local,    ///< automatic storage
  Param,    ///< parameter of a function; "...": what va_arg finds
  Heap,     ///< everything that one allocating call site returns
  String,   ///< a string literal
  Function, ///< a function, as something that has an address
  Hidden,   ///< state outside the program: I/O, errno, the allocator, ...
};

/// An address that the initializer of an object with static storage stores.
struct InitialPointer {
  int64_t offset = 0;          ///< bytes from the start of the object
  ExprId value = ExprId::None; ///< over AddrOf and Const alone
};

/// An integer that an initializer stores. For guesses alone.
struct InitialNumber {
  ObjectId object = ObjectId::None; ///< a scalar with static storage, or None
  FieldId field = FieldId::None;    ///< else the member of a record
  int64_t value = 0;
};

/// A piece of memory that has a name of its own.
struct Object {
  ObjectId id = ObjectId::None;
  ObjectKind kind = ObjectKind::Local;
  std::string name;
  CType type;                 ///< as declared; for Heap, String, Hidden empty
  CType pointerType;          ///< the type "pointer to this object"
  UnitId unit = UnitId::None; ///< None for external linkage and Hidden
  FunctionId function = FunctionId::None; ///< owner of Local, Param, Static;
                                          ///< Kind::Function: the function
  NodeId scope =
      NodeId::None; ///< Local: innermost Block or Loop whose scope holds it
  SourceLocation location;

  uint64_t size = 0;     ///< bytes; 0 unknown (Heap, VLA, incomplete)
  bool isScalar = false; ///< arithmetic or pointer, not an aggregate
  bool isArray = false;
  bool isPointer = false; ///< scalar of pointer type
  bool isFloat = false;   ///< scalar of floating type
  bool isSigned = false;  ///< scalar integer
  uint8_t bits = 0;       ///< of a scalar
  bool isConst = false;
  bool isRestrict = false;
  bool isVolatile = false; ///< volatile or _Atomic
  bool isThreadLocal = false;
  bool isRegister = false; ///< declared so: nothing may take its address
  bool isVariablyModified = false;
  /// Its address may be known elsewhere: `&x` anywhere, or an array that decays
  /// other than directly under `[]` or `*`. A Local without it is only ever
  /// touched by the accesses that name it.
  bool isAddressTaken = false;
  bool isLiteral = false; ///< of a compound literal
  bool hasInitializer = false;
  /// Of a call that is seen through (Node::inlined): the callee's parameter or
  /// local that this one stands for in that call. The text never names it.
  ObjectId cloneOf = ObjectId::None;
  /// Global and Static: every address in the initializer, if
  /// `initialPointersKnown`; else one that may hold pointers may hold any.
  std::vector<InitialPointer> initialPointers;
  bool initialPointersKnown = false;
};

enum class AccessKind : uint8_t { Read, Write };

/// One access to memory by a statement itself (calls: see CallSite).
struct Access {
  AccessKind kind = AccessKind::Read;
  /// Happens each time the statement runs, and writes all `size` bytes.
  bool must = true;
  bool isVolatile = false;
  ExprId address = ExprId::None;
  uint32_t size = 0; ///< bytes; 0: unknown
  /// Write: the value stored. Of an aggregate copy a Load with bits 0. None:
  /// no pointer can be in it.
  ExprId value = ExprId::None;
  /// Canonical C type, for aliasing alone: "double", "struct p"; "char" where
  /// anything may alias.
  std::string type;
  /// Read of an integer or a pointer: how a variable of its type is declared
  /// anywhere, without qualifiers ("float *"). Empty: that cannot be said by
  /// what stands before a name, or is not all of the type.
  std::string declared;
  /// The lvalue names an integer member of a record.
  FieldId field = FieldId::None;
  TextRange text; ///< the lvalue as written
  /// Write by `=` or `+=` and its like: the operand on the right, as written;
  /// the operator stands between `text` and this. Else empty.
  TextRange assigned;
  bool isBitField = false; ///< `text` has no address
  bool isOfUnion = false;  ///< a member of a union, or in one, by its name
  SourceLocation location;
};

struct CallSite {
  FunctionId callee = FunctionId::None; ///< None: through a pointer
  ExprId pointer = ExprId::None;        ///< the pointer called through
  std::vector<ExprId> args;             ///< one for each argument passed
  std::vector<uint32_t>
      argSizes; ///< bytes if passed by value as an aggregate, else 0
  ObjectId heap =
      ObjectId::None; ///< the Heap object that it returns, if it allocates
  /// A call of a function of the program that allocates for its caller: the
  /// Heap objects as the callee names them, and as they are after this call.
  std::vector<std::pair<ObjectId, ObjectId>> heapClones;
  bool must = true; ///< called each time the statement runs
  bool resultUsed = false;
  /// The Block below Node::inlined of what the callee does for this call; None:
  /// the call has no copy. (CallInstance.h)
  NodeId copy = NodeId::None;
  /// ... and the variable that it leaves its result in; None where it is not
  /// needed.
  ObjectId result = ObjectId::None;
  TextRange text;
  SourceLocation location;

  bool isSeenThrough() const { return isValid(copy); }
};

enum class UpdateOp : uint8_t {
  Add,
  Mul,
  And,
  Or,
  Xor,
  Min,
  Max,
  LogicalAnd,
  LogicalOr,
};

/// `target = target op value`, in whatever spelling; a reduction if nothing
/// else in the loop touches target. Sub appears as Add.
struct Update {
  UpdateOp op = UpdateOp::Add;
  ExprId target = ExprId::None;     ///< address
  ObjectId object = ObjectId::None; ///< when the target is a variable
  bool isFloat = false;
  bool isSigned = true; ///< of the target's type
  uint16_t bits = 0;
  std::string type; ///< C type of the target; of an enumeration, its integer's
  TextRange text;   ///< the target as written where it is assigned
  /// Min, Max: the target is replaced only by what is strictly beyond it, so
  /// the first of equal values stays and a NaN never gets in; then combining
  /// in order is exact for floating point too.
  bool keepsFirst = false;
  /// The type in which `target op value` is computed; empty if that is not one
  /// operation with the target itself as an operand, as in `s = s + a + b`.
  std::string computed = {};
  /// The value may be a product that a compiler fuses into the sum.
  bool takesProduct = true;
};

/// What a selection assigns: a scalar variable, or a place in memory.
struct SelectionTarget {
  ObjectId object = ObjectId::None; ///< None: memory
  TextRange text;                   ///< as written where it is assigned
  CType type;                       ///< without qualifiers

  bool isMemory() const { return !isValid(object); }
};

/// `if (x < best) { best = x; at = i; }`: the extreme so far, and what belongs
/// to it. Or without a place for the extreme: `if (a[i] < a[at]) at = i;`.
/// The branch assigns nothing else and calls nothing. The condition may ask for
/// more (`if (!done[i] && x < best)`), and take without comparing
/// (`if (at < 0 || x < best)`).
struct Selection {
  UpdateOp op = UpdateOp::Min; ///< Min or Max
  bool keepsFirst = true;      ///< strict: of equal values the first stays
  /// What else the condition asks for is in part asked after the comparison.
  bool asksBehind = false;
  /// The comparison, if all that stands in it is evaluated with it.
  TextRange comparison;
  /// All that is assigned: the extreme, if there is no key, then the others in
  /// order of text.
  std::vector<SelectionTarget> targets;
  std::string type; ///< C type of the values compared
  TextRange key;    ///< the compared value of what is chosen; it names the
                    ///< first target, a variable
  /// The first target is a record: what of it is compared (".gain"), how many
  /// bytes from its beginning, and as the condition spells it.
  std::string member;
  uint64_t memberOffset = 0;
  TextRange memberText;
  /// What makes the branch take without comparing; invalid: nothing. It says
  /// that nothing has been taken yet: one variable among the targets, whose
  /// position is `none`, is less than 0, or equals a value.
  TextRange alternative;
  std::optional<uint32_t> none;
  std::optional<int64_t> noneIs; ///< not given: less than 0

  bool hasKey() const { return isValid(key.unit); }
  bool hasAlternative() const { return isValid(alternative.unit); }
  const SelectionTarget &first() const { return targets.front(); }
};

enum class StmtKind : uint8_t {
  Expression,  ///< `e;`
  Declaration, ///< one declarator, with or without initializer
  Condition,   ///< of a Branch or Loop; `value` is its truth
  ReturnValue, ///< operand of a return; `value` is what it returns
};

/// A statement: text, and what it does to memory in order of evaluation
/// (operands before results; accesses of unsequenced operands in any order).
struct Stmt {
  StmtId id = StmtId::None;
  StmtKind kind = StmtKind::Expression;
  /// Expression: without the semicolon. Declaration: the declarator with its
  /// initializer, as in `x = 1`. Condition, ReturnValue: the expression.
  TextRange text;
  SourceLocation location;
  std::vector<Access> accesses;
  std::vector<CallSite> calls;
  ExprId value = ExprId::None;
  std::optional<Update> update;
  ObjectId declares = ObjectId::None; ///< Declaration
  /// Declaration with a scalar initializer: the initializer alone; then
  /// `name = initText` means the same as an assignment.
  TextRange initText;
  /// Does more than the accesses and calls say (inline asm, ...).
  bool isOpaque = false;
  /// Names a type, tag or enumerator that is declared inside the function, or
  /// its variable arguments, so that the text cannot move out of it.
  bool usesLocalName = false;
  /// Some part of its text has a value of a floating type.
  bool computesFloats = false;
  /// A compiler may compute a product in it beforehand in some iterations of a
  /// loop, and fuse it into a sum in others (frontend/floats/FoldedProducts.h).
  bool foldsProducts = false;
  /// The same in some order of loops.
  bool knowsProducts = false;
  FloatOperations floats;
  /// A product of two complex numbers: two sums, in each of which a compiler
  /// that fuses may take either product.
  bool multipliesComplex = false;
};

enum class Compare : uint8_t { Lt, Le, Gt, Ge, Ne };
enum class LoopForm : uint8_t { For, While, Do };
enum class JumpKind : uint8_t { Return, Break, Continue, Goto };

/// Which jumps may leave a node (leave: continue somewhere else than after it).
struct Exits {
  bool byReturn = false, byBreak = false, byContinue = false, byGoto = false;
  bool any() const { return byReturn || byBreak || byContinue || byGoto; }
};

struct Block {
  std::vector<NodeId> children;
  /// In the place of one loop: the children are that loop's parts (LoopPart),
  /// in an order that does what the loop did.
  bool isSplitLoop = false;
};

/// One statement. A *call node* is one whose statement has a call as its
/// outermost operation (`f(x);`, `y = f(x);`); see isCallNode.
struct Leaf {
  StmtId stmt = StmtId::None;
};

/// What a counted loop does, independent of spelling.
///
/// Iterations are numbered from 0. Iteration k runs if each of the iterations 0
/// ... k passes the test
///     lower + step * k + tested  COMPARE  bound + boundStep * k
/// (step: times the value of `stepBy`, if there is one)
/// (of a `do` loop: 1 ... k). In a *plain* loop, `for (i = a; i < b; i += c)`,
/// the header alone sets, tests and moves the iterator. In any other loop the
/// iterator is one of its induction variables (Inductions.h), wherever it is
/// moved.
struct Counted {
  ObjectId iterator = ObjectId::None; ///< integer; not plain: or pointer
  ExprId lower = ExprId::None; ///< value of the iterator in the first iteration
  ExprId bound = ExprId::None;
  Compare compare = Compare::Lt; ///< iterator COMPARE bound
  /// Not 0; negative for Gt, Ge, but for a `stepBy`; pointers: in bytes.
  int64_t step = 1;
  /// Not plain: the step is `step` times this variable, which the loop does not
  /// assign; that this moves the iterator towards the bound is left to the
  /// reader. No boundVariable then.
  ObjectId stepBy = ObjectId::None;
  TextRange lowerText; ///< C expression for `lower`; empty: the iterator's
                       ///< value on entry
  TextRange boundText; ///< C expression for `bound`; empty: 0
  /// Not empty: `i < n && i < m`. This is the second of two signed bounds, and
  /// `bound` their Min (Lt, Le) or Max; a variable or a constant.
  TextRange otherBoundText;
  /// Not empty: `i + d < n`, of int at most, where `boundText` is of n and this
  /// of d. `bound` is n - d in 64 bits, or n + d if the header has `i - d`.
  TextRange aheadText;
  bool isBehind = false;         ///< `i - d`
  bool declaresIterator = false; ///< `for (int i = ...`

  bool isPlain = true;
  int64_t tested = 0; ///< pointers: in bytes
  /// The bound is an induction variable itself: `i < j` with i++ and j--. Then
  /// `bound` and `boundText` are its value on entry, and this is the variable
  /// with what is added to it before it is compared.
  ObjectId boundVariable = ObjectId::None;
  int64_t boundStep = 0, boundTested = 0;
};

/// A loop that its header would count if nothing ended it before: a `break` or
/// `return` in its body, or a further condition, `i < n && a[i] != key`.
struct Search {
  Counted header;  ///< iterations there are at most
  TextRange until; ///< what the loop's condition also asks for; empty: nothing
};

/// A place in the iterations of a loop that runs T of them.
struct IterationPoint {
  enum class From : uint8_t {
    Start, ///< iteration `count`, or T if there are fewer
    End,   ///< iteration T - `count`, or 0 if there are fewer
    Half,  ///< T / 2, rounded up if `count` is 1
    Value, ///< where the iterator is `variable` + `count`, else 0 or T
  };
  From from = From::Start;
  int64_t count = 0;
  ExprId variable = ExprId::None; ///< a Var
};

/// What a loop does of the loop that it is a part of: the statements below it
/// alone (Node::omitted are the others), for these iterations.
struct LoopPart {
  IterationPoint begin{IterationPoint::From::Start, 0, ExprId::None};
  IterationPoint end{IterationPoint::From::End, 0, ExprId::None};
  bool hasAllIterations() const {
    return begin.from == IterationPoint::From::Start && begin.count == 0 &&
           end.from == IterationPoint::From::End && end.count == 0;
  }
};

/// What a loop over tiles of a nest is, as whoever made the tiles knows.
enum class TileOrder {
  NotTiles,
  Kept,       ///< tiles need what those before have left
  Independent ///< they touch nothing of each other
};

struct Loop {
  LoopForm form = LoopForm::For;
  TileOrder tiles = TileOrder::NotTiles;
  StmtId init = StmtId::None; ///< None where the loop has none
  StmtId condition = StmtId::None;
  StmtId step = StmtId::None;
  NodeId body = NodeId::None;
  std::optional<Counted> counted;
  std::optional<LoopPart> part; ///< of the split loop that is its parent
  std::string notCounted;       ///< why not, for remarks; empty if counted
  std::optional<Search> search; ///< not counted, but could be
  TextRange initText, conditionText, stepText; ///< as written, without `;`

  /// How often the loop runs, or (Search) could; null where that is not known.
  const Counted *header() const {
    return counted ? &*counted : search ? &search->header : nullptr;
  }
};

struct Branch {
  StmtId condition = StmtId::None;
  NodeId thenNode = NodeId::None;
  NodeId elseNode = NodeId::None; ///< None without else
  /// `if (x > m) m = x;` and its like: the whole branch is this update.
  std::optional<Update> update;
  /// The whole branch is this selection.
  std::optional<Selection> selection;
};

struct Jump {
  JumpKind kind = JumpKind::Return;
  StmtId value = StmtId::None; ///< ReturnValue, or None
};

/// Irregular control flow (switch, labels, goto). The statements below it are
/// known, but neither their order nor how often they run.
struct Opaque {
  std::string reason; ///< "a switch", "a label", ...
  std::vector<NodeId> children;
};

struct Node {
  NodeId id = NodeId::None;
  NodeId parent = NodeId::None; ///< None: body of the function
  FunctionId function = FunctionId::None;
  TextRange text; ///< whole, with `;` or braces
  SourceLocation location;
  uint32_t endLine = 0;
  Exits exits;
  bool hasLabel = false;     ///< a label or case stands inside
  bool hasOuterCase = false; ///< a case of a switch around it does
  /// In a part of a split loop: the node of another part with the same text.
  /// What that one declares, this one declares too.
  NodeId copyOf = NodeId::None;
  /// In a part of a split loop: statements in `text` that it does not do, in
  /// order.
  std::vector<TextRange> omitted;
  /// Leaf, Branch: a Block of what the seen-through calls of its own statement
  /// do, which runs before the statement's own accesses; None: no such call.
  /// For analysis alone: not among childrenOf, its text is the callees'.
  NodeId inlined = NodeId::None;
  /// Below such a Block: the function whose body this is a copy of.
  FunctionId inlinedFrom = FunctionId::None;
  std::variant<Block, Leaf, Loop, Branch, Jump, Opaque> data;

  template <typename T> const T *as() const { return std::get_if<T>(&data); }
  template <typename T> T *as() { return std::get_if<T>(&data); }
};

struct Function {
  FunctionId id = FunctionId::None;
  std::string name;
  UnitId unit = UnitId::None; ///< of the definition; None if only declared
  ObjectId object = ObjectId::None; ///< its address
  std::vector<ObjectId> params;
  NodeId body = NodeId::None; ///< None: not defined here, or not analysed
  TextRange text;             ///< the definition, from its first token to `}`
  SourceLocation location;
  CType resultType;
  std::vector<ExprId> results; ///< value of each return
  bool isStatic = false;
  bool isVariadic = false;
  bool returnsVoid = false;
  bool isAddressTaken = false;
  /// A function that the program never comes to, and that is not in `functions`
  /// (frontend/ReachedFunctions.h), mentions it.
  bool isMentionedElsewhere = false;
  bool isNoReturn = false;  ///< declared _Noreturn
  bool isRunAtExit = false; ///< __attribute__((destructor))
  bool isPure = false;      ///< __attribute__((pure)) or const
  std::string problem;      ///< why `body` is None though it is defined
};

/// The Hidden objects. `program` always has exactly these.
struct HiddenObjects {
  ObjectId io =
      ObjectId::None; ///< files, terminals, the outside world; ordered
  ObjectId errnoValue = ObjectId::None;
  ObjectId allocator =
      ObjectId::None; ///< malloc's own state; its operations commute
  ObjectId random = ObjectId::None; ///< rand, drand48, ...
  ObjectId library =
      ObjectId::None; ///< strtok, localtime, locale, environment, ...
  ObjectId control =
      ObjectId::None; ///< written by what may not return; read by everything
  ObjectId external = ObjectId::None; ///< memory of code that we do not see
};

struct Program {
  std::vector<Unit> units;
  std::vector<Function> functions;
  std::vector<Object> objects;
  std::vector<Expr> exprs;
  std::vector<Stmt> stmts;
  std::vector<Node> nodes;
  std::vector<std::string> fields; ///< names of members: "struct p::x"
  std::vector<InitialNumber> initialNumbers; ///< not all, if there are many
  HiddenObjects hidden;
  uint8_t pointerBytes = 8; ///< in the memory of the target
  /// True: `main` is here and nothing but the C library is called from outside
  /// (all inputs are C files that were parsed). Else any external function may
  /// call any non-static function and touch any external object.
  bool isClosed = false;

  const Unit &operator[](UnitId id) const { return units[index(id)]; }
  const Function &operator[](FunctionId id) const {
    return functions[index(id)];
  }
  const Object &operator[](ObjectId id) const { return objects[index(id)]; }
  const Expr &operator[](ExprId id) const { return exprs[index(id)]; }
  const Stmt &operator[](StmtId id) const { return stmts[index(id)]; }
  const Node &operator[](NodeId id) const { return nodes[index(id)]; }

  /// The text of a range as it stands in the unit.
  std::string_view text(const TextRange &range) const;
};

} // namespace hocket::ir
