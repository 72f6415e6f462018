// SPDX-License-Identifier: Apache-2.0
#include "codegen/forkjoin/ForkJoin.h"

#include "codegen/text/Text.h"
#include "ir/FunctionClones.h"

#include "llvm/Support/Path.h"

#include <algorithm>

namespace hocket::codegen {

using namespace ir;
using polyhedral::ForkJoinGroup;

namespace {

Filler asWritten() {
  return [](ObjectId) { return std::string(); };
}

class Emitter {
public:
  Emitter(const Program &program, const polyhedral::ForkJoinFunction &forkJoin,
          const Naming &naming, std::size_t number,
          const ForkJoinOptions &options)
      : program_(program), forkJoin_(forkJoin),
        function_(program[forkJoin.function]), p_(naming.prefix),
        name_(p_ + function_.name + "_d" + std::to_string(number)),
        options_(options) {}

  ForkJoinText emit() {
    ForkJoinText text;
    for (const CallPoint &entry : forkJoin_.entries) {
      uint32_t begin = siteOf(program_, entry).text.begin;
      text.calls.push_back(
          {begin, begin + uint32_t(function_.name.size()), name_ + "_enter"});
    }
    text.declaration = "static " + enterHeader() + ";\n";
    text.tail = taskStruct() + runDeclaration() + ";\n" + part() + run() +
                record() + enter();
    return text;
  }

private:
  std::string parameters() const {
    std::string text;
    for (ObjectId param : function_.params)
      text += (text.empty() ? "" : ", ") +
              program_[param].type.declare(program_[param].name);
    return text;
  }

  /// What the parameters are called, each behind `before`.
  std::string arguments(const std::string &before) const {
    std::string text;
    for (ObjectId param : function_.params)
      text += (text.empty() ? "" : ", ") + before + program_[param].name;
    return text;
  }

  std::string withComma(const std::string &list) const {
    return list.empty() ? "" : ", " + list;
  }

  std::string enterHeader() const {
    std::string list = parameters();
    return function_.resultType.declare(name_ + "_enter(" +
                                        (list.empty() ? "void" : list) + ")");
  }

  std::string runDeclaration() const {
    return "static void " + name_ + "_run(struct " + p_ + "task *" + p_ +
           "head, const struct " + p_ + "here *" + p_ + "at)";
  }

  std::string taskStruct() const {
    std::string text = "struct " + name_ + "_task {\n  struct " + p_ + "task " +
                       p_ + "head;\n";
    for (ObjectId param : function_.params)
      text += "  " + program_[param].type.declare(program_[param].name) + ";\n";
    if (!function_.returnsVoid)
      text += "  " + function_.resultType.declare(p_ + "result") + ";\n";
    return text + "};\n";
  }

  /// `{{hk_sort_d1_run}, a, n}`
  std::string task(const std::string &argumentList) const {
    return "{{" + name_ + "_run}" + withComma(argumentList) + "}";
  }

  /// What stands between the parentheses of a call.
  std::string argumentsOf(const CallPoint &place) const {
    TextRange text = siteOf(program_, place).text;
    std::string_view all = program_.text(text);
    text.begin += uint32_t(all.find('(') + 1);
    text.end -= 1;
    bool isEmpty =
        program_.text(text).find_first_not_of(" \t\n") == std::string::npos;
    return isEmpty ? "" : fill(program_, text, asWritten());
  }

  /// The tasks of a group, declared and given their arguments.
  std::string tasksOf(const ForkJoinGroup &group,
                      const std::string &tasks) const {
    const std::string type = "struct " + name_ + "_task";
    const std::string count = std::to_string(group.calls.size());
    std::string text = type + " " + tasks + "[" + count + "]";
    bool isAlways = std::all_of(
        group.conditions.begin(), group.conditions.end(),
        [](const TextRange &condition) { return condition.empty(); });
    if (isAlways) {
      for (std::size_t i = 0; i < group.calls.size(); ++i)
        text += (i ? ", " : " = {") + task(argumentsOf(group.calls[i]));
      return text + "}; ";
    }
    text += "; ";
    for (std::size_t i = 0; i < group.calls.size(); ++i) {
      std::string one = tasks + "[" + std::to_string(i) + "]";
      if (!group.conditions[i].empty())
        text += one + "." + p_ + "head.run = 0; if (" +
                fill(program_, group.conditions[i], asWritten()) + ") ";
      text +=
          one + " = (" + type + ")" + task(argumentsOf(group.calls[i])) + "; ";
    }
    return text;
  }

  void addGroup(std::size_t number, Replacements &replacements) const {
    const ForkJoinGroup &group = forkJoin_.groups[number];
    const std::string tasks = p_ + "d" + std::to_string(number);
    std::string before =
        (group.hasDeclaration ? "" : "{ ") + tasksOf(group, tasks) + p_ +
        "together(" + p_ + "at, &" + tasks + "[0]." + p_ + "head, sizeof *" +
        tasks + ", " + std::to_string(group.calls.size()) + "); ";
    for (std::size_t i = 0; i < group.calls.size(); ++i) {
      const TextRange &text = siteOf(program_, group.calls[i]).text;
      std::string result =
          "(" + tasks + "[" + std::to_string(i) + "]." + p_ + "result)";
      replacements.push_back(
          {text.begin, text.end, function_.returnsVoid ? "(void)0" : result});
    }
    uint32_t begin = program_[group.nodes.front()].text.begin;
    uint32_t end = program_[group.nodes.back()].text.end;
    replacements.push_back({begin, begin, before});
    if (!group.hasDeclaration)
      replacements.push_back({end, end, " }"});
  }

  std::string part() const {
    Replacements replacements;
    for (std::size_t i = 0; i < forkJoin_.groups.size(); ++i)
      addGroup(i, replacements);
    // What is put in before a call comes before what stands for the call.
    std::stable_sort(replacements.begin(), replacements.end(),
                     [](const Replacement &a, const Replacement &b) {
                       return a.begin != b.begin ? a.begin < b.begin
                                                 : a.end < b.end;
                     });
    const Node &body = program_[function_.body];
    return "static " + cloneAttributes(program_, function_.id) +
           function_.resultType.declare(name_ + "_part(const struct " + p_ +
                                        "here *" + p_ + "at" +
                                        withComma(parameters()) + ")") +
           "\n" + lineMarker(body.location, true) +
           fillReplaced(program_, body.text, asWritten(),
                        std::move(replacements)) +
           "\n\n";
  }

  std::string run() const {
    const std::string from = p_ + "task->";
    std::string keep =
        function_.returnsVoid ? "" : p_ + "task->" + p_ + "result = ";
    std::string list = arguments(from);
    return runDeclaration() + "\n{\n  struct " + name_ + "_task *" + p_ +
           "task = (struct " + name_ + "_task *)" + p_ + "head;\n  if (" + p_ +
           "at->share > 1)\n    " + keep + name_ + "_part(" + p_ + "at" +
           withComma(list) + ");\n  else\n    " + keep + function_.name + "(" +
           list + ");\n}\n\n";
  }

  std::vector<ObjectId> sizes() const {
    std::vector<ObjectId> result;
    for (ObjectId param : function_.params) {
      const Object &object = program_[param];
      if (object.isScalar && !object.isPointer && !object.isFloat &&
          object.bits <= 64)
        result.push_back(param);
    }
    return result;
  }

  std::string record() const {
    const std::string cores = std::to_string(options_.cores);
    std::string programs = p_ + "lead";
    for (unsigned core = 1; core < options_.cores; ++core)
      programs += ", " + p_ + "help";
    std::string label =
        llvm::sys::path::filename(function_.location.file).str() + ":" +
        std::to_string(function_.location.line) + " " + function_.name;
    const std::size_t count = sizes().size();
    std::string spans;
    for (std::size_t i = 0; i < count; ++i)
      spans += "{0x7fffffffffffffffLL, -0x7fffffffffffffffLL}, ";
    return "static " + p_ + "core_program *const " + name_ + "_programs[" +
           cores + "] = {" + programs + "};\n" + "static struct " + p_ +
           "span " + name_ + "_spans[" + std::to_string(count + 1) + "] = {" +
           spans + "{0, 0}};\n" + "static struct " + p_ + "divide " + name_ +
           "_divide = {{" + quoted(label) + ", " + cores + ", " + name_ +
           "_programs, 0, 0, 1}, " +
           std::to_string((unsigned long long)options_.worthNs) + "ULL, " +
           name_ + "_spans, " + std::to_string(count) + ", 0, 0, 0};\n\n";
  }

  std::string enter() const {
    const std::string task_ = p_ + "task", sizes_ = p_ + "sizes";
    std::string values;
    for (ObjectId param : sizes())
      values += "(long long)" + program_[param].name + ", ";
    bool isVoid = function_.returnsVoid;
    std::string result = isVoid ? "" : "return " + task_ + "." + p_ + "result;";
    std::string plain = function_.name + "(" + arguments("") + ")";
    return "static " + enterHeader() + "\n{\n  const long long " + sizes_ +
           "[] = {" + values + "0};\n  struct " + name_ + "_task " + task_ +
           " = " + task(arguments("")) + ";\n  if (" + p_ + "is_short(&" +
           name_ + "_divide, " + sizes_ + "))\n    " +
           (isVoid ? "{ " + plain + "; return; }" : "return " + plain + ";") +
           "\n  " + p_ + "divide_call(&" + name_ + "_divide, &" + task_ + "." +
           p_ + "head, " + sizes_ + ");\n  " + result + "\n}\n\n";
  }

  const Program &program_;
  const polyhedral::ForkJoinFunction &forkJoin_;
  const Function &function_;
  const std::string &p_; ///< prefix of our names
  const std::string name_;
  const ForkJoinOptions &options_;
};

} // namespace

ForkJoinText emitForkJoin(const Program &program,
                          const polyhedral::ForkJoinFunction &forkJoin,
                          const Naming &naming, std::size_t number,
                          const ForkJoinOptions &options) {
  return Emitter(program, forkJoin, naming, number, options).emit();
}

} // namespace hocket::codegen
