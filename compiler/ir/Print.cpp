// SPDX-License-Identifier: Apache-2.0
//
// Text of the IR. Everything is printed in order of ids, by name where a name
// exists, so that the same program gives the same text and tests can match it.

#include "ir/Print.h"

#include "ir/Tree.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace hocket::ir {
namespace {

const char *operatorText(ExprKind kind) {
  switch (kind) {
  case ExprKind::Add:
    return " + ";
  case ExprKind::Sub:
    return " - ";
  case ExprKind::Mul:
    return " * ";
  case ExprKind::Div:
    return " / ";
  case ExprKind::Rem:
    return " % ";
  case ExprKind::Shl:
    return " << ";
  case ExprKind::Shr:
    return " >> ";
  case ExprKind::And:
    return " & ";
  case ExprKind::Or:
    return " | ";
  case ExprKind::Xor:
    return " ^ ";
  case ExprKind::Lt:
    return " < ";
  case ExprKind::Le:
    return " <= ";
  case ExprKind::Eq:
    return " == ";
  case ExprKind::Ne:
    return " != ";
  case ExprKind::LogicalAnd:
    return " && ";
  case ExprKind::LogicalOr:
    return " || ";
  default:
    return nullptr;
  }
}

std::string widthText(const Expr &e) {
  if (e.isPointer)
    return "ptr";
  return std::string(e.isFloat    ? "f"
                     : e.isSigned ? "i"
                                  : "u") +
         std::to_string(e.bits);
}

/// Prints expressions; operators in parentheses unless outermost.
class ExprText {
public:
  explicit ExprText(const Program &program) : program_(program) {}

  std::string text(ExprId id, bool isOuter) const {
    if (!isValid(id))
      return "none";
    const Expr &e = program_[id];
    if (const char *op = operatorText(e.kind)) {
      std::string s =
          text(e.operands[0], false) + op + text(e.operands[1], false);
      return isOuter ? s : std::string("(") + s + ")";
    }
    return symbol(e);
  }

private:
  std::string list(const Expr &e) const {
    std::string s;
    for (ExprId operand : e.operands) {
      if (!s.empty())
        s += ", ";
      s += text(operand, true);
    }
    return std::string("(") + s + ")";
  }

  std::string symbol(const Expr &e) const {
    switch (e.kind) {
    case ExprKind::Const:
      return std::to_string(e.value);
    case ExprKind::Var:
      return program_[e.object].name;
    case ExprKind::AddrOf:
      return std::string("&") + program_[e.object].name;
    case ExprKind::Load:
      return std::string("*") + widthText(e) + list(e);
    case ExprKind::Not:
      return std::string("~") + text(e.operands[0], false);
    case ExprKind::Neg:
      return std::string("-") + text(e.operands[0], false);
    case ExprKind::LogicalNot:
      return std::string("!") + text(e.operands[0], false);
    case ExprKind::Min:
      return std::string("min") + list(e);
    case ExprKind::Max:
      return std::string("max") + list(e);
    case ExprKind::Select:
      return std::string("select") + list(e);
    case ExprKind::Cast:
      return widthText(e) + list(e);
    case ExprKind::CallResult:
      return std::string("call") + std::to_string(e.value);
    default:
      return std::string("?") + (e.operands.empty() ? "" : list(e));
    }
  }

  const Program &program_;
};

const char *kindName(ObjectKind kind) {
  switch (kind) {
  case ObjectKind::Global:
    return "global";
  case ObjectKind::Static:
    return "static";
  case ObjectKind::Local:
    return "local";
  case ObjectKind::Param:
    return "param";
  case ObjectKind::Heap:
    return "heap";
  case ObjectKind::String:
    return "string";
  case ObjectKind::Function:
    return "function";
  case ObjectKind::Hidden:
    return "hidden";
  }
  return "?";
}

const char *opName(UpdateOp op) {
  switch (op) {
  case UpdateOp::Add:
    return "+";
  case UpdateOp::Mul:
    return "*";
  case UpdateOp::And:
    return "&";
  case UpdateOp::Or:
    return "|";
  case UpdateOp::Xor:
    return "^";
  case UpdateOp::Min:
    return "min";
  case UpdateOp::Max:
    return "max";
  case UpdateOp::LogicalAnd:
    return "&&";
  case UpdateOp::LogicalOr:
    return "||";
  }
  return "?";
}

const char *compareName(Compare compare) {
  switch (compare) {
  case Compare::Lt:
    return "<";
  case Compare::Le:
    return "<=";
  case Compare::Gt:
    return ">";
  case Compare::Ge:
    return ">=";
  case Compare::Ne:
    return "!=";
  }
  return "?";
}

/// Runs of white space become one space, line markers go; at most 60 bytes.
std::string squeeze(std::string_view text) {
  std::string s;
  bool atLineStart = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (atLineStart && text[i] == '#') {
      while (i < text.size() && text[i] != '\n')
        ++i;
      continue;
    }
    if (text[i] == '\n')
      atLineStart = true;
    else if (text[i] != ' ' && text[i] != '\t')
      atLineStart = false;
    if (text[i] == ' ' || text[i] == '\t' || text[i] == '\n') {
      if (!s.empty() && s.back() != ' ')
        s += ' ';
    } else {
      s += text[i];
    }
  }
  while (!s.empty() && s.back() == ' ')
    s.pop_back();
  if (s.size() > 60)
    s = s.substr(0, 57) + "...";
  return s;
}

class Printer {
public:
  Printer(const Program &program, llvm::raw_ostream &out)
      : p_(program), out_(out) {}

  void printAll() {
    for (const Unit &unit : p_.units) {
      out_ << "unit " << unit.path;
      if (!unit.parsed)
        out_ << " not parsed: " << unit.problem;
      out_ << '\n';
    }
    out_ << "program " << (p_.isClosed ? "closed" : "open") << '\n';
    for (const Object &object : p_.objects)
      printObject(object);
    for (const Function &function : p_.functions)
      if (isValid(function.body) || !function.problem.empty())
        printFunction(function);
  }

private:
  void printObject(const Object &o) {
    out_ << "object " << index(o.id) << ' ' << kindName(o.kind) << ' '
         << o.name;
    if (isValid(o.function) && o.kind != ObjectKind::Function)
      out_ << " in " << p_[o.function].name;
    std::string type = o.type.declare("");
    while (!type.empty() && type.back() == ' ')
      type.pop_back();
    if (!type.empty())
      out_ << " : " << type;
    if (o.size)
      out_ << " (" << o.size << ')';
    std::pair<bool, const char *> flags[] = {
        {o.isConst, "const"},
        {o.isRestrict, "restrict"},
        {o.isVolatile, "volatile"},
        {o.isThreadLocal, "thread-local"},
        {o.isRegister, "register"},
        {o.isVariablyModified, "variably-modified"},
        {o.isAddressTaken, "address-taken"},
        {o.hasInitializer, "initialized"},
        {!o.type.isNameable, "unnameable"}};
    for (auto [flag, name] : flags)
      if (flag)
        out_ << ' ' << name;
    if (o.initialPointersKnown && !o.initialPointers.empty()) {
      out_ << " points {";
      for (const InitialPointer &p : o.initialPointers)
        out_ << ' ' << p.offset << ": " << toString(p_, p.value);
      out_ << " }";
    }
    out_ << '\n';
  }

  void printFunction(const Function &f) {
    out_ << "function " << f.name << '(';
    for (std::size_t i = 0; i < f.params.size(); ++i)
      out_ << (i ? ", " : "") << p_[f.params[i]].name;
    out_ << (f.isVariadic ? ", ...)" : ")");
    std::pair<bool, const char *> flags[] = {
        {f.isStatic, "static"},
        {f.isNoReturn, "noreturn"},
        {f.isPure, "pure"},
        {f.isAddressTaken, "address-taken"}};
    for (auto [flag, name] : flags)
      if (flag)
        out_ << ' ' << name;
    if (!isValid(f.body)) {
      out_ << " not analysed: " << f.problem << '\n';
      return;
    }
    out_ << '\n';
    printNode(f.body, 1);
  }

  llvm::raw_ostream &line(unsigned depth) { return out_.indent(depth * 2); }

  void printNode(NodeId id, unsigned depth) {
    const Node &n = p_[id];
    line(depth) << 'n' << index(id) << ' ';
    if (n.as<Block>())
      out_ << "block";
    else if (n.as<Leaf>())
      out_ << (isCallNode(p_, id) ? "call" : "leaf");
    else if (const auto *loop = n.as<Loop>())
      printLoop(*loop);
    else if (n.as<Branch>())
      out_ << "branch";
    else if (const auto *jump = n.as<Jump>())
      printJump(*jump);
    else if (const auto *opaque = n.as<Opaque>())
      out_ << "opaque " << opaque->reason;
    printNodeFlags(n);
    printBody(id, depth);
  }

  void printNodeFlags(const Node &n) {
    if (n.exits.any() && !n.as<Jump>()) {
      out_ << " exits:";
      std::pair<bool, const char *> kinds[] = {{n.exits.byReturn, "return"},
                                               {n.exits.byBreak, "break"},
                                               {n.exits.byContinue, "continue"},
                                               {n.exits.byGoto, "goto"}};
      for (auto [has, name] : kinds)
        if (has)
          out_ << ' ' << name;
    }
    if (n.hasLabel)
      out_ << " labelled";
    out_ << " @" << n.location.line << '\n';
  }

  void printBody(NodeId id, unsigned depth) {
    const Node &n = p_[id];
    if (const auto *loop = n.as<Loop>()) {
      printPart("init", loop->init, depth);
      printPart("condition", loop->condition, depth);
      printPart("step", loop->step, depth);
    } else if (const auto *branch = n.as<Branch>()) {
      printPart("condition", branch->condition, depth);
      if (branch->update)
        printUpdate(*branch->update, depth + 1);
    } else {
      for (StmtId stmt : ownStmts(p_, id))
        printPart(nullptr, stmt, depth);
    }
    for (NodeId child : childrenOf(p_, id))
      printNode(child, depth + 1);
  }

  void printLoop(const Loop &loop) {
    const char *forms[] = {"for", "while", "do"};
    out_ << "loop " << forms[static_cast<int>(loop.form)];
    if (!loop.counted) {
      out_ << " uncounted (" << loop.notCounted << ')';
      if (loop.search)
        printCounted(loop.search->header, " at most ");
      return;
    }
    printCounted(*loop.counted, " counted ");
  }

  void printCounted(const Counted &c, const char *how) {
    const std::string &name = p_[c.iterator].name;
    out_ << how << name << " = " << toString(p_, c.lower) << "; " << name << ' '
         << compareName(c.compare) << ' ' << toString(p_, c.bound) << "; "
         << name << (c.step < 0 ? " -= " : " += ")
         << (c.step < 0 ? -c.step : c.step);
    if (isValid(c.stepBy))
      out_ << " * " << p_[c.stepBy].name;
    if (c.isPlain)
      return;
    out_ << " anywhere";
    if (c.tested != 0)
      out_ << ", tested at " << (c.tested > 0 ? "+" : "") << c.tested;
    if (isValid(c.boundVariable))
      out_ << ", bound " << p_[c.boundVariable].name
           << (c.boundStep < 0 ? " -= " : " += ") << std::abs(c.boundStep);
  }

  void printJump(const Jump &jump) {
    const char *names[] = {"return", "break", "continue", "goto"};
    out_ << "jump " << names[static_cast<int>(jump.kind)];
  }

  void printPart(const char *role, StmtId id, unsigned depth) {
    if (!isValid(id))
      return;
    const Stmt &s = p_[id];
    line(depth + 1) << 's' << index(id) << ' ';
    if (role)
      out_ << role << ' ';
    if (s.kind == StmtKind::Declaration)
      out_ << "declare ";
    out_ << '`' << squeeze(p_.text(s.text)) << '`';
    if (s.isOpaque)
      out_ << " opaque";
    if (s.usesLocalName)
      out_ << " local-name";
    if (isValid(s.value))
      out_ << " = " << toString(p_, s.value);
    out_ << '\n';
    for (const Access &access : s.accesses)
      printAccess(access, depth + 2);
    for (std::size_t i = 0; i < s.calls.size(); ++i)
      printCall(s.calls[i], i, depth + 2);
    if (s.update)
      printUpdate(*s.update, depth + 2);
  }

  void printAccess(const Access &a, unsigned depth) {
    line(depth) << (a.kind == AccessKind::Read ? "R" : "W")
                << (a.must ? " " : "? ") << a.type << ' '
                << toString(p_, a.address) << " (" << a.size << ')';
    if (a.kind == AccessKind::Write && isValid(a.value))
      out_ << " := " << toString(p_, a.value);
    if (a.isVolatile)
      out_ << " volatile";
    out_ << '\n';
  }

  void printCall(const CallSite &c, std::size_t position, unsigned depth) {
    line(depth) << "call" << position << (c.must ? " " : "? ");
    if (isValid(c.callee))
      out_ << p_[c.callee].name;
    else
      out_ << '*' << toString(p_, c.pointer);
    out_ << '(';
    for (std::size_t i = 0; i < c.args.size(); ++i)
      out_ << (i ? ", " : "") << toString(p_, c.args[i]);
    out_ << ')';
    if (isValid(c.heap))
      out_ << " -> " << p_[c.heap].name;
    out_ << '\n';
  }

  void printUpdate(const Update &u, unsigned depth) {
    line(depth) << "update " << opName(u.op) << ' ' << u.type << ' '
                << toString(p_, u.target) << '\n';
  }

  const Program &p_;
  llvm::raw_ostream &out_;
};

} // namespace

void print(const Program &program, llvm::raw_ostream &out) {
  Printer(program, out).printAll();
}

std::string toString(const Program &program, ExprId expr) {
  return ExprText(program).text(expr, true);
}

} // namespace hocket::ir
