// SPDX-License-Identifier: Apache-2.0
//
// A call, as everyone sees it who looks at calls: who calls whom, which
// argument becomes which parameter, what stands for the callee's variables and
// nodes where the IR has a copy of its body for this call, and why there is no
// body to look at.
//
// The idea. Four parts of the compiler treat calls: effects and points-to say
// what a call does in its caller's terms, see-through copies the body for the
// analyses (Node::inlined), function clones are second definitions for the
// chunks of a loop (FunctionClones.h), inlining writes the body out as text.
// Each binds arguments to parameters and has to know where a copy stands; that
// is answered here, once, as plain data.
//
// Needs: a Program; copies as see-through leaves them. Nothing here changes the
// program or keeps a pointer into it.
#pragma once

#include "ir/Program.h"

#include <map>
#include <optional>
#include <vector>

namespace hocket::ir {

/// Which call: call `site` of a statement.
struct CallPoint {
  NodeId node = NodeId::None; ///< whose own statement it is; None: not known
  StmtId stmt = StmtId::None;
  uint32_t site = 0; ///< index into Stmt::calls

  bool operator==(const CallPoint &) const = default;
};

/// One argument, and what it becomes.
struct BoundArgument {
  ObjectId param = ObjectId::None; ///< None: the callee has no parameter for it
  ExprId value = ExprId::None; ///< in the calling statement; None: not known
  uint32_t bytes = 0;          ///< of an aggregate passed by value, else 0
  /// As written, without the space before it; of no unit where the call is not
  /// written plainly, or nobody asked for texts (bindArguments).
  TextRange text;
};

/// Why what the callee does is not to be had from its body.
enum class MissingBody : uint8_t {
  None,        ///< it is
  Indirect,    ///< the call is through a pointer
  NotDefined,  ///< only declared: the library's, or another program part's
  NotAnalysed, ///< defined, but not understood (Function::problem)
};

/// One call with its callee.
struct CallInstance {
  CallPoint point;
  FunctionId callee = FunctionId::None; ///< None: through a pointer
  MissingBody missing = MissingBody::None;
  std::vector<BoundArgument> arguments; ///< one for each argument passed
  /// Each parameter has its argument, and no argument is left over.
  bool isComplete = false;
  bool isCertain = true;    ///< called each time the statement runs
  bool needsResult = false; ///< the statement may use what it returns
  TextRange text;           ///< the call as written
  SourceLocation location;

  // Where the IR has a copy of the body for this call; else empty.
  NodeId copy = NodeId::None;       ///< the Block of what the callee does
  ObjectId result = ObjectId::None; ///< variable that the copy leaves the
                                    ///< result in; None: nobody needs it
  /// { the callee's parameter or local -> its clone }, { its node -> the node
  /// in the copy }. A return becomes the Leaf that sets the result, if any.
  std::map<ObjectId, ObjectId> objects;
  std::map<NodeId, NodeId> nodes;

  bool hasBody() const { return missing == MissingBody::None; }
  bool hasCopy() const { return isValid(copy); }
};

/// The call site itself.
const CallSite &siteOf(const Program &program, const CallPoint &point);

/// The function called by name. \param point of a call that is not indirect
const Function &calleeOf(const Program &program, const CallPoint &point);

/// The arguments of a call as `callee` gets them, in order: of one that may be
/// called (through a pointer there may be several), with parameters or, beyond
/// them, without.
std::vector<BoundArgument>
bindArguments(const Program &program, const CallSite &site, FunctionId callee);

/// What the call passes for parameter number `position`, perhaps an expression
/// that is not known (None); nothing if it passes no such argument.
std::optional<ExprId> argumentAt(const CallSite &site, std::size_t position);

/// The call as a whole, without `objects` and `nodes`: who copies the body
/// (analysis/CallCopier.h) fills those.
CallInstance callInstance(const Program &program, const CallPoint &point);

/// Which of the function's parameters the variable is.
std::optional<std::size_t> positionOf(const Program &program,
                                      FunctionId function, ObjectId param);

/// The statement of a node that makes calls with copies: a Leaf's, or a
/// Branch's condition; None for other nodes.
StmtId callingStmt(const Program &program, NodeId node);

/// Calls by name, of functions whose bodies are known, that Leaves below `root`
/// make, in order of text.
std::vector<CallPoint> callsIn(const Program &program, NodeId root);

/// By function: the calls of it by name in all bodies, in order of the callers.
/// Copies do not count.
std::vector<std::vector<CallPoint>> callsByCallee(const Program &program);

/// The calls of the node's own statement that have copies, in order.
std::vector<CallPoint> copiedCalls(const Program &program, NodeId node);

/// The call that the nearest copy around a node, or the node, stands for;
/// nothing in the user's own text.
std::optional<CallPoint> callAround(const Program &program, NodeId node);

/// The call by name begins with that name and ends with the arguments in
/// parentheses: `f (x, y)`, but not `(f)(x, y)`.
bool isWrittenPlainly(const Program &program, const CallSite &site);

} // namespace hocket::ir
