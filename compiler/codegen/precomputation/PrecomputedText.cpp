// SPDX-License-Identifier: Apache-2.0
#include "codegen/precomputation/PrecomputedText.h"

#include "codegen/text/Text.h"
#include "ir/FunctionClones.h"

#include "llvm/Support/Path.h"

namespace hocket::codegen {

using namespace ir;
using precomputation::Place;

namespace {

/// The function's record; the same name in every unit.
std::string recordOf(const Program &program, FunctionId function,
                     const std::string &prefix) {
  return prefix + "pre_" + std::to_string(index(function)) + "_" +
         program[function].name;
}

std::string externRecord(const Program &program, FunctionId function,
                         const std::string &prefix) {
  return "extern struct " + prefix + "pre_function " +
         recordOf(program, function, prefix) + ";\n";
}

class FunctionText {
public:
  FunctionText(const Program &program,
               const precomputation::PrecomputedFunction &function,
               const std::string &prefix)
      : p_(program), one_(function), f_(program[function.function]), k_(prefix),
        record_(recordOf(program, function.function, prefix)) {}

  PrecomputedText text() const {
    PrecomputedText result;
    result.declaration =
        externRecord(p_, one_.function, k_) + header("_ask") + ";\n";
    std::string arguments;
    for (ObjectId param : f_.params)
      arguments += (arguments.empty() ? "" : ", ") + p_[param].name;
    const std::string call = record_ + "_ask(" + arguments + ")";
    result.before =
        "{ if (" + k_ + "pre_asks(&" + record_ + ")) " +
        (f_.returnsVoid ? "{ " + call + "; return; }" : "return " + call + ";");
    result.after = " }";
    result.tail = structure() + header("_made") + ";\n" + caller() + finder() +
                  record() + ask() + header("_made") + "\n";
    return result;
  }

private:
  std::string structName() const { return "struct " + record_ + "_all"; }
  std::string resultName() const { return k_ + "result"; }

  std::string header(const std::string &suffix) const {
    std::string parameters;
    for (ObjectId param : f_.params)
      parameters += (parameters.empty() ? "" : ", ") +
                    p_[param].type.declare(p_[param].name);
    return "static " + cloneAttributes(p_, one_.function) +
           "__attribute__((__noinline__, __unused__)) " +
           f_.resultType.declare(record_ + suffix + "(" +
                                 (parameters.empty() ? "void" : parameters) +
                                 ")");
  }

  /// An empty array where there is no result.
  std::string structure() const {
    std::string text = structName() + " {\n";
    for (ObjectId param : f_.params)
      text += "  " + p_[param].type.declare(p_[param].name) + ";\n";
    text += "  " +
            (f_.returnsVoid ? "char " + resultName() + "[1]"
                            : f_.resultType.declare(resultName())) +
            ";\n";
    return text + "};\n";
  }

  std::string all() const { return k_ + "all"; }

  std::string caller() const {
    std::string arguments;
    for (ObjectId param : f_.params)
      arguments +=
          (arguments.empty() ? "" : ", ") + all() + "->" + p_[param].name;
    const std::string call = record_ + "_made(" + arguments + ")";
    const std::string value = k_ + "value";
    return "static void " + record_ + "_call(void *" + k_ + "given)\n{\n  " +
           structName() + " *" + all() + " = (" + structName() + " *)" + k_ +
           "given;\n  (void)" + all() + ";\n  " +
           (f_.returnsVoid ? call + ";\n"
                           : "__typeof__(" + call + ") " + value + " = " +
                                 call + ";\n  __builtin_memcpy((void *)&" +
                                 all() + "->" + resultName() + ", &" + value +
                                 ", sizeof " + value + ");\n") +
           "}\n";
  }

  std::string addressOf(const Place &place) const {
    if (place.param < 0)
      return "(char *)&" + p_[place.object].name + " + " +
             std::to_string(place.begin);
    std::string param =
        all() + "->" + p_[f_.params[std::size_t(place.param)]].name;
    return param + " ? (char *)" + param + " + " + std::to_string(place.begin) +
           " : (char *)0";
  }

  std::string kindOf(const Place &place) const {
    if (place.isSum)
      return k_ + "pre_sum";
    std::string kind = place.isKey ? k_ + "pre_key" : "";
    if (place.isAnswer)
      kind += (kind.empty() ? "" : " | ") + k_ + "pre_answer";
    return kind;
  }

  std::string finder() const {
    const std::string places = k_ + "places";
    std::string text = "static void " + record_ + "_find(void *" + k_ +
                       "given, struct " + k_ + "pre_place *" + places +
                       ")\n{\n  " + structName() + " *" + all() + " = (" +
                       structName() + " *)" + k_ + "given;\n  (void)" + all() +
                       ", (void)" + places + ";\n";
    for (std::size_t i = 0; i < one_.places.size(); ++i) {
      const Place &place = one_.places[i];
      const std::string at = "  " + places + "[" + std::to_string(i) + "].";
      text += at + "at = (void *)(" + addressOf(place) + ");\n" + at +
              "bytes = " + std::to_string(place.end - place.begin) + ";\n" +
              at + "kind = " + kindOf(place) + ";\n";
    }
    return text + "}\n";
  }

  std::string record() const {
    int64_t bytes = 0;
    for (const Place &place : one_.places)
      bytes += place.end - place.begin;
    const std::string member =
        "__builtin_offsetof(" + structName() + ", " + resultName() + ")";
    const std::string size =
        f_.returnsVoid ? "0"
                       : "sizeof((" + structName() + " *)0)->" + resultName();
    return "__attribute__((__visibility__(\"hidden\"))) struct " + k_ +
           "pre_function " + record_ + " = {\n  0, " + member + ", " + size +
           ", " + member + ", " + std::to_string(one_.places.size()) + ", " +
           std::to_string(bytes) + ",\n  " + record_ + "_call, " + record_ +
           "_find, {0}};\n";
  }

  std::string ask() const {
    std::string text = header("_ask") + "\n{\n  " + structName() + " " + all() +
                       ";\n  __builtin_memset((void *)&" + all() +
                       ", 0, sizeof " + all() + ");\n";
    for (ObjectId param : f_.params)
      text += "  __builtin_memcpy((void *)&" + all() + "." + p_[param].name +
              ", &" + p_[param].name + ", sizeof " + p_[param].name + ");\n";
    return text + "  " + k_ + "pre_call(&" + record_ + ", (void *)&" + all() +
           ");\n" +
           (f_.returnsVoid ? ""
                           : "  return " + all() + "." + resultName() + ";\n") +
           "}\n";
  }

  const Program &p_;
  const precomputation::PrecomputedFunction &one_;
  const Function &f_;
  const std::string k_; ///< the prefix of all names that are ours
  const std::string record_;
};

} // namespace

PrecomputedText
emitPrecomputed(const Program &program,
                const precomputation::PrecomputedFunction &function,
                const std::string &prefix) {
  return FunctionText(program, function, prefix).text();
}

PrecomputedText emitPrecomputed(const Program &program,
                                const precomputation::PrecomputedLoop &loop,
                                const std::string &k, std::size_t number,
                                bool always) {
  const Node &node = program[loop.loop];
  const std::string name = k + "pre_loop_" + std::to_string(number);
  const std::string scope = k + "pre_scope_" + std::to_string(number);
  const std::string label =
      llvm::sys::path::filename(node.location.file).str() + ":" +
      std::to_string(node.location.line) + " " + program[node.function].name;
  PrecomputedText result;
  result.declaration = "static struct " + k + "pre_loop " + name + ";\n";
  result.before = "{ struct " + k + "pre_scope " + scope +
                  " __attribute__((__cleanup__(" + k + "pre_leave))); " + k +
                  "pre_enter(&" + scope + ", &" + name + "); ";
  result.after = " }";
  std::string functions;
  for (FunctionId function : loop.functions) {
    result.tail += externRecord(program, function, k);
    functions +=
        (functions.empty() ? "&" : ", &") + recordOf(program, function, k);
  }
  result.tail += "static struct " + k + "pre_function *const " + name +
                 "_functions[] = {" + functions + "};\nstatic struct " + k +
                 "pre_loop " + name + " = {" + quoted(label) + ", " + name +
                 "_functions, " + std::to_string(loop.functions.size()) + ", " +
                 (always ? "1" : "0") + ", 0, {0}};\n";
  return result;
}

} // namespace hocket::codegen
