// SPDX-License-Identifier: Apache-2.0
#include "accelerators/MarkTasks.h"

#include "accelerators/Pragmas.h"
#include "ir/OwnPragmas.h"
#include "ir/Text.h"
#include "ir/Tree.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace hocket::accelerators {

using namespace ir;

namespace {

const soc::Accelerator *find(const soc::SocSpec &soc, const std::string &name) {
  for (const soc::Accelerator &unit : soc.accelerators)
    if (unit.name == name)
      return &unit;
  return nullptr;
}

struct Reason {
  std::string why, help;
};

/// Why no task can be planned on the accelerator; both empty: one can.
Reason whyNot(const soc::SocSpec &soc, const Pragma &pragma) {
  const soc::Accelerator *unit = find(soc, pragma.accelerator);
  if (!unit)
    return {"'" + soc.name + "' has no accelerator of that name",
            "name a chip that has it with --soc="};
  if (unit->frequencyHz == 0)
    return {"the clock of '" + unit->name + "' is not known",
            "give it 'mhz' in the SoC spec"};
  if (!pragma.runs.empty() && !unit->runs.empty() &&
      !std::count(unit->runs.begin(), unit->runs.end(), pragma.runs))
    return {"it runs no '" + pragma.runs + "'",
            "name it among what the accelerator 'runs' in the SoC spec"};
  return {};
}

constexpr const char *declarations =
    "extern int __hocket_task(int, int, int) __attribute__((__const__)); "
    "extern int __hocket_given(const volatile void *, int, unsigned long) "
    "__attribute__((__const__)); "
    "extern int __hocket_taken(volatile void *, int, unsigned long) "
    "__attribute__((__const__));";

class UnitMarker {
public:
  UnitMarker(const Program &program, UnitId unit, const soc::SocSpec &soc,
             const LeftOut &without, MarkedTasks &out)
      : program_(program), unit_(unit), soc_(soc), without_(without),
        text_(program[unit].text), out_(out) {}

  /// \returns the unit's text with its statements marked.
  std::string mark() {
    for (const Pragma &pragma : findPragmas(text_)) {
      out_.hasMarks = true;
      const auto number = uint32_t(out_.tasks.size());
      out_.tasks.push_back({pragma.accelerator, pragma.cycles, pragma.runs,
                            ir::locationOf(program_[unit_], pragma.begin), ""});
      if (program_[unit_].parsed) // else another remark tells
        follow(pragma, number);
    }
    // A line marker has to stand at the start of its line.
    if (isMarked_)
      edits_.insert(
          edits_.begin(),
          {0, 0,
           std::string(declarations) + (text_.starts_with("#") ? "\n" : " ")});
    return fillReplaced(
        program_, {unit_, 0, uint32_t(text_.size())},
        [](ObjectId) { return std::string(); }, edits_);
  }

private:
  void follow(const Pragma &pragma, uint32_t number) {
    AcceleratorTask &task = out_.tasks[number];
    const NodeId node = statementBehind(pragma.end);
    if (isValid(node)) {
      task.function = program_[program_[node].function].name;
      if (task.name.empty())
        task.name = nameOf(node);
    }
    std::string problem = pragma.problem;
    if (problem.empty() && !isValid(node))
      problem = "no statement follows it that is analysed";
    for (const Section &section : pragma.sections)
      if (problem.empty())
        problem = whyNoSection(section, node);
    Reason reason = whyNot(soc_, pragma);
    auto left = without_.find(number);
    if (problem.empty() && reason.why.empty() && left == without_.end())
      return put(pragma, number, node);
    // Nothing is to be seen of it: a pragma would keep nests in their order.
    edits_.push_back({pragma.begin, pragma.end, ""});
    if (!problem.empty())
      out_.remarks.push_back({RemarkId::AcceleratorNotRead,
                              task.location,
                              task.function,
                              {problem},
                              {}});
    else if (!reason.why.empty())
      out_.remarks.push_back(notUsed(task, reason.why, reason.help));
    else
      out_.remarks.push_back(left->second);
  }

  /// A call's function, else the function that it stands in.
  std::string nameOf(NodeId node) const {
    const Leaf *leaf = program_[node].as<Leaf>();
    if (leaf && !program_[leaf->stmt].calls.empty()) {
      FunctionId callee = program_[leaf->stmt].calls.back().callee;
      if (isValid(callee))
        return program_[callee].name;
    }
    return program_[program_[node].function].name;
  }

  /// The outermost statement that begins there: nothing but blanks, line
  /// markers and other pragmas is between the two.
  NodeId statementBehind(uint32_t at) const {
    NodeId found = NodeId::None;
    uint32_t begin = 0, end = 0;
    for (const Node &node : program_.nodes) {
      if (node.text.unit != unit_ || node.text.begin < at ||
          (isValid(found) && node.text.begin > begin) || isDeclaration(node) ||
          !ir::isBetweenLines(
              std::string_view(text_).substr(at, node.text.begin - at)))
        continue;
      if (!isValid(found) || node.text.begin < begin || node.text.end > end) {
        found = node.id;
        begin = node.text.begin;
        end = node.text.end;
      }
    }
    return found;
  }

  bool isDeclaration(const Node &node) const {
    const Leaf *leaf = node.as<Leaf>();
    return leaf && program_[leaf->stmt].kind == StmtKind::Declaration;
  }

  /// The variable that the name means there; the innermost.
  const Object *variable(const std::string &name, NodeId node) const {
    const Object *found = nullptr;
    for (const Object &object : program_.objects) {
      if (object.name != name || isValid(object.cloneOf))
        continue;
      bool isGlobal = object.kind == ObjectKind::Global &&
                      (!isValid(object.unit) || object.unit == unit_);
      bool isOwn =
          (object.kind == ObjectKind::Local ||
           object.kind == ObjectKind::Param ||
           object.kind == ObjectKind::Static) &&
          object.function == program_[node].function &&
          (!isValid(object.scope) ||
           (object.scope != node && isWithin(program_, node, object.scope)));
      if (isOwn || (isGlobal && !found))
        found = &object;
    }
    return found;
  }

  std::string whyNoSection(const Section &section, NodeId node) const {
    const Object *object = variable(section.variable, node);
    if (!object)
      return "there is no variable '" + section.variable + "'";
    if (object->isRegister)
      return "'" + section.variable + "' is a register variable";
    if (object->isVolatile)
      return "'" + section.variable + "' is volatile";
    if (object->isPointer && section.count.empty())
      return "'" + section.variable +
             "' is a pointer; expected how much of what it leads to, as in " +
             section.variable + "[0:n]";
    if (section.isOut && object->isConst && section.count.empty())
      return "'" + section.variable + "' is const";
    return "";
  }

  static std::string callText(const char *function, const Section &section,
                              uint32_t number) {
    const std::string &x = section.variable;
    std::string address = "&(" + x + ")", bytes = "sizeof(" + x + ")";
    if (!section.count.empty()) {
      address = "&(" + x + ")[" + section.first + "]";
      bytes = "(unsigned long)(" + section.count + ") * sizeof((" + x + ")[0])";
    }
    return std::string("(void)") + function + "(" + address + ", " +
           std::to_string(number) + ", " + bytes + ");";
  }

  /// In front of all pragmas for the statement: compilers want them right
  /// before it. No line behind the mark moves.
  void put(const Pragma &pragma, uint32_t number, NodeId node) {
    std::string given, behind;
    unsigned ins = 0, outs = 0;
    for (const Section &section : pragma.sections) {
      if (section.isIn)
        given += callText("__hocket_given", section, number) + " ";
      if (section.isOut)
        behind += " " + callText("__hocket_taken", section, number);
      ins += section.isIn;
      outs += section.isOut;
    }
    const std::string before =
        "{ (void)__hocket_task(" + std::to_string(number) + ", " +
        std::to_string(ins) + ", " + std::to_string(outs) + "); " + given;
    edits_.push_back({pragma.begin, pragma.end, before});
    const uint32_t end = endOf(node);
    edits_.push_back({end, end, behind + " }"});
    out_.marked.push_back(number);
    isMarked_ = true;
  }

  /// Behind the statement's semicolon.
  uint32_t endOf(NodeId node) const {
    uint32_t end = program_[node].text.end;
    if (end > 0 && (text_[end - 1] == ';' || text_[end - 1] == '}') &&
        !program_[node].as<Leaf>())
      return end;
    uint32_t at = end;
    while (at < text_.size() && llvm::isSpace(text_[at]))
      ++at;
    return at < text_.size() && text_[at] == ';' ? at + 1 : end;
  }

  const Program &program_;
  UnitId unit_;
  const soc::SocSpec &soc_;
  const LeftOut &without_;
  const std::string &text_;
  MarkedTasks &out_;
  Replacements edits_;
  bool isMarked_ = false;
};

} // namespace

Remark notUsed(const AcceleratorTask &task, std::string why, std::string help) {
  return {RemarkId::AcceleratorNotUsed,
          task.location,
          task.function,
          {task.accelerator, std::move(why), std::move(help)},
          {}};
}

MarkedTasks markTasks(const Program &program, const soc::SocSpec &soc,
                      const LeftOut &without) {
  MarkedTasks result;
  std::vector<std::string> texts;
  for (size_t i = 0; i < program.units.size(); ++i)
    texts.push_back(
        UnitMarker(program, UnitId(i), soc, without, result).mark());
  if (result.hasMarks)
    result.texts = std::move(texts);
  return result;
}

} // namespace hocket::accelerators
