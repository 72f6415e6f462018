// SPDX-License-Identifier: Apache-2.0
//
// By the lvalues that a statement's accesses are written as: accesses of one
// text are one mark.
#include "speculation/marks/Marks.h"

#include "speculation/marks/AccessItems.h"
#include "speculation/marks/Comparisons.h"
#include "speculation/marks/Formulas.h"

#include "ir/CallInstance.h"
#include "ir/Identifiers.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <string_view>

namespace hocket::speculation {

using namespace ir;

namespace {

/// The variable that an address names directly; None: it is computed.
ObjectId namedBy(const Program &program, ExprId address) {
  while (isValid(address)) {
    const Expr &e = program[address];
    if (e.kind == ExprKind::AddrOf)
      return e.object;
    if (e.kind != ExprKind::Add && e.kind != ExprKind::Sub)
      return ObjectId::None;
    auto base = std::find_if(e.operands.begin(), e.operands.end(),
                             [&](ExprId id) { return program[id].isPointer; });
    address = base == e.operands.end() ? ExprId::None : *base;
  }
  return ObjectId::None;
}

bool isAutomatic(const Program &program, ObjectId id) {
  return isValid(id) && (program[id].kind == ObjectKind::Local ||
                         program[id].kind == ObjectKind::Param);
}

struct ByText {
  bool operator()(const TextRange &a, const TextRange &b) const {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  }
};

/// The accesses of a statement that are written as one lvalue.
struct SameText {
  const Access *read = nullptr, *write = nullptr;
};

/// Without space around it, and without lines that say where the text is from:
/// a macro of the system's headers has one before it.
std::string trimmed(std::string_view text) {
  std::string result;
  for (std::size_t end; !text.empty(); text.remove_prefix(end)) {
    end = std::min(text.find('\n'), text.size() - 1) + 1;
    std::string_view line = text.substr(0, end);
    std::size_t first = line.find_first_not_of(" \t");
    if (first == line.npos || line[first] != '#')
      result += line;
  }
  const char *space = " \t\n";
  std::size_t begin = result.find_first_not_of(space);
  return begin == result.npos
             ? ""
             : result.substr(begin, result.find_last_not_of(space) + 1 - begin);
}

/// What stands before the arguments of a call; empty if that is not clear.
TextRange calledExpression(const Program &program, const TextRange &call) {
  std::string_view text = program.text(call);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"' || c == '\'') {
      for (++i; i < text.size() && text[i] != c; ++i)
        i += text[i] == '\\';
    } else if (c == '(') {
      open.push_back(i);
    } else if (c == ')') {
      if (open.empty())
        break;
      if (i + 1 == text.size())
        return {call.unit, call.begin, call.begin + uint32_t(open.back())};
      open.pop_back();
    }
  }
  return {call.unit, call.begin, call.begin};
}

enum class OfResult {
  No,
  Member, ///< `f(x).a`, by which no mark can lead, and needs none
  Unclear ///< `f(x).a[i]`, `f(x).p->a`, `(c ? f(x) : g(x)).a`
};

/// A part of what a call returns is gone with the expression that it is in.
/// Calls in subscripts are none that the access is a part of.
OfResult partOfResult(const Program &program, const Stmt &stmt,
                      const TextRange &text) {
  const std::string_view all = program.text(text), space = " \t\n";
  for (const CallSite &call : stmt.calls) {
    if (call.text.empty() || !text.contains(call.text) ||
        call.text.end >= text.end)
      continue;
    std::string_view before = all.substr(0, call.text.begin - text.begin),
                     rest = all.substr(call.text.end - text.begin);
    std::size_t next = rest.find_first_not_of(" \t\n)");
    bool isInSubscript = std::count(before.begin(), before.end(), '[') >
                         std::count(before.begin(), before.end(), ']');
    if (next == rest.npos || rest[next] != '.' || isInSubscript)
      continue;
    bool isMember = before.find_first_not_of(" \t\n(") == before.npos &&
                    std::all_of(rest.begin(), rest.end(), [&](char c) {
                      return std::isalnum((unsigned char)c) || c == '_' ||
                             c == '.' || c == ')' ||
                             space.find(c) != space.npos;
                    });
    return isMember ? OfResult::Member : OfResult::Unclear;
  }
  return OfResult::No;
}

class StmtMarker {
public:
  StmtMarker(const MarkContext &context, const Stmt &stmt, Instrumented &result)
      : context_(context), program_(context.program), stmt_(stmt),
        result_(result) {}

  void add() {
    std::map<TextRange, SameText, ByText> accesses;
    for (const Access &access : stmt_.accesses) {
      if (!isMarked(access))
        continue;
      SameText &same = accesses[access.text];
      (access.kind == AccessKind::Read ? same.read : same.write) = &access;
    }
    std::optional<MemoryMark> bound = boundAmong(accesses);
    const MemoryMark formula = formulaAmong(accesses);
    for (const auto &[text, same] : accesses)
      if ((!bound || !isCompared(text, *bound)) &&
          (formula.op.empty() ||
           (isOperandOf(text, formula) && !isSame(text, formula.target))))
        addMark(same);
    if (!formula.op.empty())
      result_.marks.push_back(formula);
    if (bound)
      result_.marks.push_back(std::move(*bound));
    for (const CallSite &call : stmt_.calls)
      addCall(call);
  }

private:
  bool isMarked(const Access &access) const {
    ObjectId object = namedBy(program_, access.address);
    if ((isAutomatic(program_, object) && !context_.tracked.count(object)) ||
        partOfResult(program_, stmt_, access.text) == OfResult::Member)
      return false;
    // A pointer may lead to the iteration's own memory or to what stays.
    return !isWithin(context_.effects, stmt_.id, access,
                     [&](const analysis::EffectItem &item, ObjectId object) {
                       return context_.own.isOwn(object) ||
                              context_.steady.isSteady(access, item, object);
                     });
  }

  using Accesses = std::map<TextRange, SameText, ByText>;

  /// Of an `if`: those of loops are asked too often.
  std::optional<MemoryMark> boundAmong(const Accesses &accesses) const {
    NodeId node = context_.index.nodeOf(stmt_.id);
    if (!isValid(node) || !program_[node].as<Branch>() || callsMayChange())
      return std::nullopt;
    for (const auto &[text, same] : accesses) {
      if (same.write || !isNumber(same.read->type))
        continue;
      std::optional<MemoryMark> mark = boundOf(program_, stmt_, *same.read);
      if (!mark)
        continue;
      auto other = accesses.find(mark->assigned);
      mark->isOfTwo = other != accesses.end() &&
                      boundOf(program_, stmt_, *other->second.read);
      return mark;
    }
    return std::nullopt;
  }

  /// In which order operands are computed is the compiler's choice.
  bool callsMayChange() const {
    return !std::all_of(
        stmt_.calls.begin(), stmt_.calls.end(), [&](const CallSite &call) {
          const analysis::LibraryFunction *known =
              isValid(call.callee)
                  ? context_.library.find(program_, program_[call.callee])
                  : nullptr;
          return known && isHarmless(*known);
        });
  }

  static bool isNumber(const std::string &type) {
    static constexpr std::string_view types[] = {
        "int",       "unsigned int",       "long",  "unsigned long",
        "long long", "unsigned long long", "float", "double"};
    return std::find(std::begin(types), std::end(types), type) !=
           std::end(types);
  }

  static bool isSame(const TextRange &a, const TextRange &b) {
    return a.begin == b.begin && a.end == b.end;
  }

  static bool isCompared(const TextRange &text, const MemoryMark &bound) {
    return isSame(text, bound.target) ||
           (bound.isOfTwo && isSame(text, bound.assigned));
  }

  /// Without an operator where there is none.
  MemoryMark formulaAmong(const Accesses &accesses) const {
    for (const auto &[text, same] : accesses)
      if (same.write && context_.mayDefer && !same.write->assigned.empty())
        return formulaOf(program_, stmt_, *same.write);
    return {};
  }

  void addMark(const SameText &same) {
    MemoryMark mark;
    mark.target = (same.write ? same.write : same.read)->text;
    if (!same.write) {
      mark.kind = MarkKind::Read;
    } else if (same.write->assigned.empty()) {
      mark.kind = same.read ? MarkKind::Update : MarkKind::Write;
      mark.op = stepOperator(mark.target);
      mark.whole = stmt_.text;
    } else {
      mark.assigned = same.write->assigned;
      mark.op = trimmed(program_.text(
          {mark.target.unit, mark.target.end, mark.assigned.begin}));
      mark.kind = mark.op == "=" ? MarkKind::Assign : MarkKind::AssignUpdate;
      mark.whole = {mark.target.unit, mark.target.begin, mark.assigned.end};
      if (mark.op == "=" && same.read)
        mark.kind = MarkKind::Update;
    }
    if (mayDefer(mark))
      mark.kind = MarkKind::Defer;
    if (mark.kind == MarkKind::Write)
      mark.kind = MarkKind::Update; // before a read, perhaps
    result_.marks.push_back(std::move(mark));
  }

  /// `x++;`: the statement is nothing else. Empty: it is.
  std::string stepOperator(const TextRange &target) const {
    const TextRange &all = stmt_.text;
    if (stmt_.kind != StmtKind::Expression || !all.contains(target))
      return "";
    std::string before =
        trimmed(program_.text({target.unit, all.begin, target.begin}));
    std::string after =
        trimmed(program_.text({target.unit, target.end, all.end}));
    std::string op = before + after;
    return op == "++" || op == "--" ? op : "";
  }

  /// The statement is the update alone, of a number, by an operation that gives
  /// the same when it is made later with the same operand.
  bool mayDefer(MemoryMark &mark) const {
    if (!context_.mayDefer || !stmt_.update || mark.op.empty() ||
        stmt_.kind != StmtKind::Expression ||
        mark.whole.begin != stmt_.text.begin ||
        mark.whole.end != stmt_.text.end)
      return false;
    const Update &update = *stmt_.update;
    static constexpr std::string_view ops[] = {
        "+=", "-=", "*=", "&=", "|=", "^=", "++", "--"};
    if (update.text.begin != mark.target.begin ||
        update.text.end != mark.target.end ||
        std::find(std::begin(ops), std::end(ops), mark.op) == std::end(ops) ||
        !isNumberType(update.type))
      return false;
    mark.type = update.type;
    mark.computed = isStep(mark) ? update.type : update.computed;
    return isNumberType(mark.computed);
  }

  static bool isStep(const MemoryMark &mark) {
    return mark.op == "++" || mark.op == "--";
  }

  void addCall(const CallSite &call) {
    MarkedCall marked;
    marked.text = call.text;
    marked.callee = call.callee;
    if (!isValid(call.callee)) {
      marked.pointer = calledExpression(program_, call.text);
      if (!marked.pointer.empty())
        marked.kind = CallKind::Indirect;
      result_.calls.push_back(std::move(marked));
      return;
    }
    marked.name = program_[call.callee].name;
    if (!isWrittenPlainly(program_, call)) {
      result_.calls.push_back(std::move(marked));
      return;
    }
    const Function &callee = program_[call.callee];
    if (isValid(callee.body)) {
      if (context_.isCloned(callee.id) && call.text.unit == callee.unit)
        marked.kind = CallKind::Clone;
    } else if (const analysis::LibraryFunction *known =
                   context_.library.find(program_, callee)) {
      if (isHarmless(*known) && callee.name != "malloc_usable_size")
        return;
      if (!wrapperOf(callee.name).empty() && passFunctions(call, marked))
        marked.kind = CallKind::Wrapper;
      marked.neverReturns = known->isNoReturn;
    }
    result_.calls.push_back(std::move(marked));
  }

  /// A function of its arguments' values, and of what nobody changes.
  static bool isHarmless(const analysis::LibraryFunction &f) {
    return f.accesses.empty() && f.flows.empty() && f.callbacks.empty() &&
           f.formats.empty() && f.globals.empty() && !f.usesIo &&
           !f.usesAllocator && !f.usesRandom && !f.writesLibrary &&
           !f.isNoReturn && !f.mayNotReturn && !f.readsClock && !f.isUnknown &&
           !f.readsErrno && !f.isAsync && !f.changesFloatEnvironment &&
           !f.needsThread;
  }

  /// Functions that the call passes on can be passed as clones.
  bool passFunctions(const CallSite &call, MarkedCall &marked) const {
    CallPoint point{NodeId::None, stmt_.id,
                    uint32_t(&call - stmt_.calls.data())};
    for (const BoundArgument &argument :
         callInstance(program_, point).arguments) {
      if (!isValid(argument.value))
        continue;
      const Expr &value = program_[argument.value];
      bool isFunction = value.kind == ExprKind::AddrOf &&
                        program_[value.object].kind == ObjectKind::Function;
      if (!isFunction)
        continue;
      FunctionId function = program_[value.object].function;
      if (!isValid(argument.text.unit) || !isValid(function) ||
          program_.text(argument.text) != program_[function].name ||
          program_[function].unit != argument.text.unit ||
          !context_.isCloned(function))
        return false;
      marked.functions.emplace_back(argument.text, function);
    }
    bool takesFunction = marked.name == "qsort" || marked.name == "bsearch";
    return !takesFunction || !marked.functions.empty();
  }

  const MarkContext &context_;
  const Program &program_;
  const Stmt &stmt_;
  Instrumented &result_;
};

/// Of those with one text the first stays.
template <typename Element, typename TextOf>
void dropRepeated(std::vector<Element> &elements, const TextOf &textOf) {
  std::set<TextRange, ByText> seen;
  std::erase_if(elements, [&](const Element &element) {
    return !seen.insert(textOf(element)).second;
  });
}

} // namespace

/// `(struct s){1, 2}` in the statement's text, of which nobody has the address:
/// its value is taken at once.
static bool isLiteralValue(const Program &program, const Stmt &stmt,
                           uint32_t brace) {
  return std::any_of(stmt.accesses.begin(), stmt.accesses.end(),
                     [&](const Access &access) {
                       ObjectId id = namedBy(program, access.address);
                       if (!isValid(id) || !program[id].isLiteral ||
                           program[id].isAddressTaken || access.text.empty())
                         return false;
                       std::size_t first = program.text(access.text).find('{');
                       return first != std::string_view::npos &&
                              access.text.begin + first == brace;
                     });
}

/// The text ends with the parenthesis of `if (...)` or the like.
static bool endsWithControl(std::string_view text) {
  static constexpr std::string_view words[] = {"if", "for", "while", "switch"};
  int depth = 0;
  std::size_t at = text.size();
  do {
    if (at == 0)
      return false;
    --at;
    depth += (text[at] == ')') - (text[at] == '(');
  } while (depth > 0);
  text = upToLastToken(text.substr(0, at));
  const std::vector<std::string_view> named = identifiersIn(text);
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) {
                       return text.ends_with(word) && named.back() == word;
                     });
}

/// `(int[]){1, 2}`: it would live no longer than the mark around it.
static bool hasLiteral(const Program &program, const Stmt &stmt,
                       const TextRange &range) {
  if (range.empty())
    return false;
  std::string_view text = program.text(range);
  for (std::size_t at = text.find('{'); at != text.npos;
       at = text.find('{', at + 1)) {
    std::string_view before = upToLastToken(text.substr(0, at));
    if (before.ends_with(")") &&
        !isLiteralValue(program, stmt, range.begin + uint32_t(at)) &&
        !endsWithControl(before))
      return true;
  }
  return false;
}

std::string whyNotMarked(const Program &program,
                         const std::vector<StmtId> &stmts, bool isOfLoop) {
  for (StmtId id : stmts) {
    const Stmt &stmt = program[id];
    if (stmt.isOpaque)
      return "has assembly or its like";
    for (const Access &access : stmt.accesses) {
      if (access.isVolatile)
        return "accesses volatile or atomic memory";
      // Also of variables: the loop's clone may have them in its frame.
      if (hasLiteral(program, stmt, access.text) ||
          hasLiteral(program, stmt, access.assigned))
        return "has a compound literal in an expression";
      bool isVariable = isAutomatic(program, namedBy(program, access.address));
      if (access.isBitField && (isOfLoop || !isVariable))
        return "accesses bit-fields in memory";
      if (isVariable)
        continue;
      if (partOfResult(program, stmt, access.text) == OfResult::Unclear)
        return "accesses a part of what a call returns";
      if (access.size == 0 || access.text.empty() ||
          access.text.unit != stmt.text.unit)
        return "has accesses of unknown size";
    }
  }
  return "";
}

Instrumented marksOf(const MarkContext &context,
                     const std::vector<StmtId> &stmts) {
  Instrumented result;
  for (StmtId stmt : stmts)
    StmtMarker(context, context.program[stmt], result).add();
  // A header's text can be that of several statements.
  dropRepeated(result.marks,
               [](const MemoryMark &mark) { return mark.target; });
  dropRepeated(result.calls, [](const MarkedCall &call) { return call.text; });
  return result;
}

bool isIntegerSum(const MemoryMark &mark) {
  auto isFloat = [](const std::string &type) {
    return type == "float" || type == "double";
  };
  bool isSum =
      mark.op == "+=" || mark.op == "-=" || mark.op == "++" || mark.op == "--";
  return mark.kind == MarkKind::Defer && isSum && !isFloat(mark.type) &&
         !isFloat(mark.computed);
}

std::string wrapperOf(const std::string &name) {
  static constexpr std::string_view builtin = "__builtin_";
  static constexpr std::string_view wrapped[] = {
      "memcpy",   "memmove", "memset",  "memcmp",   "memchr",     "strlen",
      "strcmp",   "strncmp", "strcpy",  "strncpy",  "strcat",     "strchr",
      "strrchr",  "strstr",  "qsort",   "bsearch",  "malloc",     "calloc",
      "realloc",  "free",    "printf",  "fprintf",  "putchar",    "puts",
      "fputs",    "fputc",   "putc",    "fwrite",   "fflush",     "sprintf",
      "snprintf", "strdup",  "strndup", "strnlen",  "strncat",    "stpcpy",
      "mempcpy",  "strspn",  "strcspn", "strpbrk",  "strcasecmp", "strncasecmp",
      "strtol",   "strtoul", "strtoll", "strtoull", "strtof",     "strtod",
      "atoi",     "atol",    "atoll",   "atof"};
  std::string_view plain = name;
  if (plain.starts_with(builtin))
    plain.remove_prefix(builtin.size());
  if (std::find(std::begin(wrapped), std::end(wrapped), plain) ==
      std::end(wrapped))
    return "";
  return "spec_" + std::string(plain);
}

/// All that the wrapper does beside the function's work is to say what memory
/// that touches.
static bool touchesAlone(const std::string &wrapper) {
  static constexpr std::string_view others[] = {
      "malloc",  "calloc", "realloc", "free",    "strdup",
      "strndup", "printf", "fprintf", "putchar", "puts",
      "fputs",   "fputc",  "putc",    "fwrite",  "fflush"};
  return std::none_of(std::begin(others), std::end(others),
                      [&](std::string_view other) {
                        return wrapper == "spec_" + std::string(other);
                      });
}

Instrumented withoutMarks(const Instrumented &code) {
  Instrumented result;
  std::copy_if(code.calls.begin(), code.calls.end(),
               std::back_inserter(result.calls), [](const MarkedCall &call) {
                 return call.kind != CallKind::Wrapper ||
                        !call.functions.empty() ||
                        !touchesAlone(wrapperOf(call.name));
               });
  return result;
}

bool keepsMemory(const Instrumented &code) {
  return std::none_of(
      code.calls.begin(), code.calls.end(), [](const MarkedCall &call) {
        std::string wrapper = wrapperOf(call.name);
        return call.kind == CallKind::Indirect ||
               (call.kind == CallKind::GiveUp && !call.neverReturns) ||
               wrapper == "spec_free" || wrapper == "spec_realloc";
      });
}

} // namespace hocket::speculation
