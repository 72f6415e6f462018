// SPDX-License-Identifier: Apache-2.0
//
// Checks of a Program: every id in range, every range inside its text, holes
// in order, operands before their users, children inside their parents.

#include "ir/CallInstance.h"
#include "ir/Print.h"

#include "ir/Tree.h"

namespace hocket::ir {
namespace {

class Verifier {
public:
  explicit Verifier(const Program &program) : p_(program) {}

  std::vector<std::string> run() {
    for (std::size_t i = 0; i < p_.units.size(); ++i)
      checkUnit(i);
    for (std::size_t i = 0; i < p_.objects.size(); ++i)
      checkObject(i);
    for (std::size_t i = 0; i < p_.exprs.size(); ++i)
      checkExpr(i);
    for (std::size_t i = 0; i < p_.stmts.size(); ++i)
      checkStmt(i);
    for (std::size_t i = 0; i < p_.functions.size(); ++i)
      checkFunction(i);
    for (std::size_t i = 0; i < p_.nodes.size(); ++i)
      checkNode(i);
    return std::move(problems_);
  }

private:
  void report(const char *what, std::size_t id, const std::string &problem) {
    problems_.push_back(std::string(what) + " " + std::to_string(id) + ": " +
                        problem);
  }

  bool ok(ObjectId id) const {
    return !isValid(id) || index(id) < p_.objects.size();
  }
  bool ok(ExprId id) const {
    return !isValid(id) || index(id) < p_.exprs.size();
  }
  bool ok(StmtId id) const {
    return !isValid(id) || index(id) < p_.stmts.size();
  }
  bool ok(NodeId id) const {
    return !isValid(id) || index(id) < p_.nodes.size();
  }
  bool ok(FunctionId id) const {
    return !isValid(id) || index(id) < p_.functions.size();
  }
  bool ok(const TextRange &r) const {
    if (!isValid(r.unit))
      return r.begin == 0 && r.end == 0;
    return index(r.unit) < p_.units.size() && r.begin <= r.end &&
           r.end <= p_.units[index(r.unit)].text.size();
  }

  void checkUnit(std::size_t i) {
    const Unit &unit = p_.units[i];
    uint32_t last = 0;
    for (const Hole &hole : unit.holes) {
      if (hole.begin < last || hole.begin >= hole.end ||
          hole.end > unit.text.size())
        report("unit", i, "hole out of order or out of the text");
      if (!isValid(hole.object) || !ok(hole.object))
        report("unit", i, "hole without an object");
      last = hole.end;
    }
  }

  void checkObject(std::size_t i) {
    const Object &o = p_.objects[i];
    if (index(o.id) != i)
      report("object", i, "id is not its position");
    if (!ok(o.function) || !ok(o.scope) || !ok(o.cloneOf))
      report("object", i, "dangling id");
    for (const InitialPointer &p : o.initialPointers)
      if (!isValid(p.value) || !ok(p.value))
        report("object", i, "dangling initial pointer");
  }

  void checkExpr(std::size_t i) {
    const Expr &e = p_.exprs[i];
    for (ExprId operand : e.operands)
      if (!isValid(operand) || index(operand) >= i)
        report("expr", i, "operand not before its user");
    bool needsObject = e.kind == ExprKind::Var || e.kind == ExprKind::AddrOf;
    if (needsObject != isValid(e.object) || !ok(e.object))
      report("expr", i, "object missing or misplaced");
    if (!hasRightArity(e))
      report("expr", i, "wrong number of operands");
  }

  static bool hasRightArity(const Expr &e) {
    switch (e.kind) {
    case ExprKind::Unknown:
      return true;
    case ExprKind::Const:
    case ExprKind::Var:
    case ExprKind::AddrOf:
    case ExprKind::CallResult:
      return e.operands.empty();
    case ExprKind::Load:
    case ExprKind::Not:
    case ExprKind::Neg:
    case ExprKind::LogicalNot:
    case ExprKind::Cast:
      return e.operands.size() == 1;
    case ExprKind::Select:
      return e.operands.size() == 3;
    default:
      return e.operands.size() == 2;
    }
  }

  /// CallResults must name calls of this very statement.
  void checkValue(std::size_t stmt, ExprId value, const char *what) {
    if (!ok(value)) {
      report("stmt", stmt, std::string("dangling ") + what);
      return;
    }
    if (!isValid(value))
      return;
    const Expr &e = p_[value];
    if (e.kind == ExprKind::CallResult &&
        (e.value < 0 ||
         static_cast<std::size_t>(e.value) >= p_.stmts[stmt].calls.size()))
      report("stmt", stmt, std::string("no such call in ") + what);
    for (ExprId operand : e.operands)
      if (operand < value)
        checkValue(stmt, operand, what);
  }

  void checkStmt(std::size_t i) {
    const Stmt &s = p_.stmts[i];
    if (index(s.id) != i)
      report("stmt", i, "id is not its position");
    if (!ok(s.text) || !ok(s.initText) || !ok(s.declares))
      report("stmt", i, "range or object out of bounds");
    checkValue(i, s.value, "value");
    for (const Access &a : s.accesses) {
      if (!isValid(a.address))
        report("stmt", i, "access without an address");
      checkValue(i, a.address, "address");
      checkValue(i, a.value, "stored value");
      if (!ok(a.text))
        report("stmt", i, "access text out of bounds");
    }
    for (const CallSite &c : s.calls) {
      if (isValid(c.callee) == isValid(c.pointer) || !ok(c.callee) ||
          !ok(c.heap))
        report("stmt", i, "call needs either a callee or a pointer");
      if (c.args.size() != c.argSizes.size())
        report("stmt", i, "arguments and their sizes differ in number");
      if (!ok(c.result))
        report("stmt", i, "dangling result");
      checkValue(i, c.pointer, "pointer");
      for (ExprId arg : c.args)
        checkValue(i, arg, "argument");
    }
    if (s.update && (!isValid(s.update->target) || !ok(s.update->object)))
      report("stmt", i, "update without a target");
  }

  void checkFunction(std::size_t i) {
    const Function &f = p_.functions[i];
    if (index(f.id) != i)
      report("function", i, "id is not its position");
    if (!ok(f.body) || !ok(f.object) || !ok(f.text))
      report("function", i, "dangling id or range");
    else if (isValid(f.body) && isValid(p_[f.body].parent))
      report("function", i, "its body has a parent");
    for (ObjectId param : f.params)
      if (!isValid(param) || !ok(param))
        report("function", i, "dangling parameter");
  }

  void checkNode(std::size_t i) {
    const Node &n = p_.nodes[i];
    if (index(n.id) != i)
      report("node", i, "id is not its position");
    if (!ok(n.text) || !ok(n.parent) || !isValid(n.function)) {
      report("node", i, "dangling id or range");
      return;
    }
    for (StmtId stmt : ownStmts(p_, n.id))
      if (!ok(stmt))
        report("node", i, "dangling statement");
    if (const auto *leaf = n.as<Leaf>(); leaf && !isValid(leaf->stmt))
      report("node", i, "leaf without a statement");
    if (isValid(n.inlined) && (!ok(n.inlined) || p_[n.inlined].parent != n.id))
      report("node", i, "seen-through calls with another parent");
    else
      checkCopies(n);
    uint32_t last = 0;
    for (NodeId child : childrenOf(p_, n.id)) {
      if (!ok(child) || p_[child].parent != n.id) {
        report("node", i, "child with another parent");
        continue;
      }
      if (isValid(n.inlinedFrom))
        continue; // the text is the callees'
      if (!n.text.contains(p_[child].text) || p_[child].text.begin < last)
        report("node", i, "child out of its place in the text");
      last = p_[child].text.begin;
    }
    checkLoop(n);
  }

  /// One copy for each seen-through call, in their order.
  void checkCopies(const Node &n) {
    if (!isValid(n.inlined))
      return;
    const std::vector<NodeId> &copies = p_[n.inlined].as<Block>()->children;
    std::size_t count = 0;
    for (const CallPoint &call : copiedCalls(p_, n.id)) {
      NodeId copy = siteOf(p_, call).copy;
      if (!ok(copy) || count == copies.size() ||
          !isWithin(p_, copy, copies[count]))
        report("node", index(n.id), "copy of a call out of its place");
      ++count;
    }
    if (count != copies.size())
      report("node", index(n.id), "copy of no call");
  }

  void checkLoop(const Node &n) {
    const auto *loop = n.as<Loop>();
    if (!loop)
      return;
    std::size_t i = index(n.id);
    if (loop->counted.has_value() != loop->notCounted.empty())
      report("node", i, "loop neither counted nor with a reason why not");
    if (loop->counted && loop->search)
      report("node", i, "loop both counted and a search");
    if (!loop->header())
      return;
    const Counted &c = *loop->header();
    if (!isValid(c.iterator) || !ok(c.iterator) || !isValid(c.lower) ||
        !isValid(c.bound) || c.step == 0 || !ok(c.lowerText) ||
        !ok(c.boundText) || !ok(c.otherBoundText) || !ok(c.aheadText))
      report("node", i, "counted loop with a missing part");
    bool down = c.compare == Compare::Gt || c.compare == Compare::Ge;
    int64_t approach = c.step - c.boundStep;
    bool mayTurn = c.compare == Compare::Ne || isValid(c.stepBy);
    if (approach == 0 || (!mayTurn && down != (approach < 0)))
      report("node", i, "counted loop that runs away from its bound");
    if (loop->counted && n.exits.any())
      report("node", i, "counted loop that a jump may leave");
    bool isHeader = loop->form == LoopForm::For && isValid(loop->step) &&
                    c.tested == 0 && c.boundStep == 0 &&
                    !p_[c.iterator].isPointer;
    if (isValid(c.stepBy) &&
        (c.isPlain || isValid(c.boundVariable) || !ok(c.stepBy)))
      report("node", i, "counted loop with a step that cannot be a variable");
    if (c.isPlain && !isHeader)
      report("node", i, "plain loop with more than a header shows");
  }

  const Program &p_;
  std::vector<std::string> problems_;
};

} // namespace

std::vector<std::string> verify(const Program &program) {
  return Verifier(program).run();
}

} // namespace hocket::ir
