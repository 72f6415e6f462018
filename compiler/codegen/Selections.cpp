// SPDX-License-Identifier: Apache-2.0
#include "codegen/Selections.h"

namespace hocket::codegen {

using namespace ir;

namespace {

std::string noteName(const RegionContext &c, const Selected &selected) {
  const std::string &p = c.naming.prefix;
  return p + "took" + selected.name.substr((p + "best").size());
}

bool hasKey(const Selected &selected) {
  return !isValid(selected.what.selection.best);
}

std::string element(const RegionContext &c, const Selected &selected,
                    const std::string &chunk) {
  return c.naming.prefix + "f->" + selected.name + "[" + chunk + "]";
}

std::string memberOf(size_t position) { return "m" + std::to_string(position); }

/// `const` objects are not assigned; their types are plain.
const char *comparison(const Selection &selection) {
  if (selection.op == UpdateOp::Min)
    return selection.keepsFirst ? " < " : " <= ";
  return selection.keepsFirst ? " > " : " >= ";
}

} // namespace

std::string ownName(const RegionContext &c, ObjectId object) {
  return c.naming.prefix + "own_" + c.program[object].name;
}

std::string selectedMember(const RegionContext &c, const Selected &selected) {
  const std::vector<ObjectId> objects = selected.what.objects();
  std::string text = "struct { int took; ";
  for (size_t i = 0; i < objects.size(); ++i)
    text += c.program[objects[i]].type.declare(memberOf(i)) + "; ";
  if (hasKey(selected))
    text += "int ran; " + selected.what.selection.type + " start, key; ";
  return text + "} __attribute__((aligned(64))) " + selected.name + "[" +
         std::to_string(c.region.leaves[selected.leaf].chunks) + "];\n";
}

void addMarks(const RegionContext &c, const Selected &selected,
              Insertions &insertions) {
  for (const TextRange &mark : selected.what.marks) {
    insertions.emplace(mark.begin, "(*(" + noteName(c, selected) + " = 1, &(");
    insertions.emplace(mark.end, ")))");
  }
}

std::string selectionNote(const RegionContext &c, const Selected &selected) {
  return "int " + noteName(c, selected) + " = 0;\n";
}

std::string selectionStart(const RegionContext &c, const Selected &selected,
                           const Filler &filler) {
  const std::string &p = c.naming.prefix;
  std::string text;
  if (!hasKey(selected))
    return text;
  std::string mine = element(c, selected, p + "c");
  text += mine + ".ran = " + p + "first < " + p + "last;\n";
  text += "if (" + mine + ".ran)\n  " + mine +
          ".start = " + fill(c.program, selected.what.selection.key, filler) +
          ";\n";
  return text;
}

std::string selectedInChunk(const RegionContext &c, const Selected &selected,
                            const Filler &filler) {
  std::string mine = element(c, selected, c.naming.prefix + "c");
  std::string note = noteName(c, selected);
  std::string text = mine + ".took = " + note + ";\nif (" + note + ") {\n";
  const std::vector<ObjectId> objects = selected.what.objects();
  for (size_t i = 0; i < objects.size(); ++i)
    text += "  " + mine + "." + memberOf(i) + " = " + ownName(c, objects[i]) +
            ";\n";
  if (hasKey(selected))
    text += "  " + mine +
            ".key = " + fill(c.program, selected.what.selection.key, filler) +
            ";\n";
  return text + "}\n";
}

std::string takeSelected(const RegionContext &c, const Selected &selected,
                         unsigned chunks,
                         const std::function<std::string(ObjectId)> &target) {
  const std::string &p = c.naming.prefix;
  const Selection &selection = selected.what.selection;
  const std::vector<ObjectId> objects = selected.what.objects();
  std::string k = p + "k", part = element(c, selected, k);
  std::string forEach = "for (" + k + " = 0; " + k + " < " +
                        std::to_string(chunks) + "; " + k + "++)\n";
  std::string value = part + ".m0", best = target(objects.front()), text;
  if (hasKey(selected)) {
    value = part + ".key";
    best = noteName(c, selected);
    text = "{\n" + selection.type + " " + best + ";\nint " + p + "has = 0;\n" +
           forEach + "  if (" + part + ".ran) {\n    if (!" + p +
           "has) {\n      " + best + " = " + part + ".start;\n      " + p +
           "has = 1;\n    }\n";
  } else {
    text = forEach + "  {\n";
  }
  text += "    if (" + part + ".took && " + value + comparison(selection) +
          best + ") {\n";
  if (hasKey(selected))
    text += "      " + best + " = " + value + ";\n";
  for (size_t i = 0; i < objects.size(); ++i)
    text += "      " + target(objects[i]) + " = " + part + "." + memberOf(i) +
            ";\n";
  return text + "    }\n  }\n" + (hasKey(selected) ? "}\n" : "");
}

} // namespace hocket::codegen
