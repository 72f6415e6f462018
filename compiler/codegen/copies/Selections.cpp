// SPDX-License-Identifier: Apache-2.0
#include "codegen/copies/Selections.h"

#include "codegen/text/Text.h"

namespace hocket::codegen {

using namespace ir;

namespace {

/// `hk_took_x` beside the member `hk_best_x`.
std::string nameFor(const RegionContext &c, const Selected &selected,
                    const char *what) {
  const std::string &p = c.naming.prefix;
  return p + what + selected.name.substr((p + "best").size());
}

std::string noteName(const RegionContext &c, const Selected &selected) {
  return nameFor(c, selected, "took");
}

/// The chunk's own for a target in memory.
std::string heldName(const RegionContext &c, const Selected &selected,
                     size_t target) {
  return nameFor(c, selected, "held") + "_" + std::to_string(target);
}

/// The target's address, null before the chunk comes to it.
std::string whereName(const RegionContext &c, const Selected &selected,
                      size_t target) {
  return nameFor(c, selected, "where") + "_" + std::to_string(target);
}

const std::vector<SelectionTarget> &targetsOf(const Selected &selected) {
  return selected.what.selection.targets;
}

bool hasKey(const Selected &selected) {
  return selected.what.selection.hasKey();
}

bool hasAlternative(const Selected &selected) {
  return selected.what.selection.hasAlternative();
}

/// Whether the condition's alternative has just held.
std::string alternativeName(const RegionContext &c, const Selected &selected) {
  return nameFor(c, selected, "other");
}

/// Whether something was taken by it.
std::string byOtherName(const RegionContext &c, const Selected &selected) {
  return nameFor(c, selected, "byother");
}

/// The key that the condition has just compared with, and the first one that
/// was beaten.
std::string keyName(const RegionContext &c, const Selected &selected) {
  return nameFor(c, selected, "key");
}
std::string startName(const RegionContext &c, const Selected &selected) {
  return nameFor(c, selected, "start");
}

std::string element(const RegionContext &c, const Selected &selected,
                    const std::string &chunk) {
  return c.naming.prefix + "f->" + selected.name + "[" + chunk + "]";
}

std::string memberOf(size_t position) { return "m" + std::to_string(position); }

std::string addressOf(size_t position) {
  return "at" + std::to_string(position);
}

/// `(*(double *)p)`
std::string pointedAt(const SelectionTarget &target,
                      const std::string &pointer) {
  return "(*(" + target.type.declare("*") + ")" + pointer + ")";
}

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
  const std::vector<SelectionTarget> &targets = targetsOf(selected);
  std::string text = "struct { int took; ";
  if (hasAlternative(selected))
    text += "int other; ";
  for (size_t i = 0; i < targets.size(); ++i)
    if (targets[i].isMemory())
      text += targets[i].type.declare(memberOf(i)) + "; void *" + addressOf(i) +
              "; ";
    else
      text +=
          withoutRestrict(c.program[targets[i].object]).declare(memberOf(i)) +
          "; ";
  if (hasKey(selected))
    text += selected.what.selection.type + " start, key; ";
  return text + "} __attribute__((aligned(64))) " + selected.name + "[" +
         std::to_string(c.region.tasks[selected.task].chunkCount()) + "];";
}

namespace {

/// The lvalue's text becomes before + text + after.
struct Around {
  std::string before, after;
};

/// What is noted where the branch is taken, before a comma.
std::string takeNote(const RegionContext &c, const Selected &selected,
                     const std::string &star) {
  std::string note = star + noteName(c, selected), text;
  if (hasKey(selected))
    text += "(void)(" + note + " || (" + startName(c, selected) + " = " +
            keyName(c, selected) + ", 1)), ";
  if (hasAlternative(selected))
    text +=
        byOtherName(c, selected) + " |= " + alternativeName(c, selected) + ", ";
  return text + note + " = 1, ";
}

Around aroundPlace(const RegionContext &c, const Selected &selected,
                   size_t target, bool isWritten, bool isClone) {
  std::string star = isClone ? "*" : "";
  std::string name = heldName(c, selected, target);
  std::string held = star + name, address = (isClone ? "" : "&") + name;
  std::string where = star + whereName(c, selected, target);
  if (isWritten) {
    std::string note = target == 0 ? takeNote(c, selected, star) : "";
    return {"(*(" + note + where + " = (void *)&(", "), " + address + "))"};
  }
  const Selection &selection = selected.what.selection;
  bool isMember = target == 0 && !selection.member.empty();
  return {
      "(*(" + where + " ? " + address + " : (" + held + " = *(" +
          targetsOf(selected)[target].type.declare("*") + ")(" + where +
          " = (void *)" + (isMember ? "((char *)&(" : "&("),
      (isMember ? ") - " + std::to_string(selection.memberOffset) + ")" : ")") +
          "), " + address + ")))" + (isMember ? selection.member : "")};
}

} // namespace

void addSelected(const RegionContext &c, const Selected &selected,
                 const std::set<StmtId> &stmts, bool isClone,
                 Insertions &insertions) {
  const std::vector<SelectionTarget> &targets = targetsOf(selected);
  for (size_t i = 0; i < targets.size(); ++i)
    for (const polyhedral::ReductionPlace &place :
         selected.what.places[i].places) {
      if (!stmts.count(place.stmt))
        continue;
      Around around = aroundPlace(c, selected, i, place.isWritten, isClone);
      insertions.emplace(place.text.begin, around.before);
      insertions.emplace(place.text.end, around.after);
    }
  if (isClone)
    return;
  auto around = [&](const TextRange &text, const std::string &before,
                    const std::string &after) {
    insertions.emplace(text.begin, before);
    insertions.emplace(text.end, after);
  };
  if (hasAlternative(selected))
    around(selected.what.selection.alternative,
           "(" + alternativeName(c, selected) + " = !!(", "))");
  if (hasKey(selected))
    around(selected.what.selection.key, "(" + keyName(c, selected) + " = (",
           "))");
  if (!targets.front().isMemory())
    for (const TextRange &mark : selected.what.marks)
      around(mark, "(*(" + takeNote(c, selected, "") + "&(", ")))");
}

std::vector<Carrier> carriers(const RegionContext &c,
                              const Selected &selected) {
  std::vector<Carrier> result;
  auto add = [&](const std::string &declaration, const std::string &name) {
    result.push_back({declaration, name, "&" + name});
  };
  const std::vector<SelectionTarget> &targets = targetsOf(selected);
  for (size_t i = 0; i < targets.size(); ++i) {
    if (!targets[i].isMemory())
      continue;
    std::string held = heldName(c, selected, i);
    std::string where = whereName(c, selected, i);
    add(targets[i].type.declare("*" + held), held);
    add("void **" + where, where);
  }
  if (targets.front().isMemory())
    add("int *" + noteName(c, selected), noteName(c, selected));
  return result;
}

std::vector<Local> selectionNote(const RegionContext &c,
                                 const Selected &selected) {
  std::vector<Local> locals = {
      {LocalKind::Own, "int " + noteName(c, selected), "0"}};
  const std::vector<SelectionTarget> &targets = targetsOf(selected);
  for (size_t i = 0; i < targets.size(); ++i) {
    if (!targets[i].isMemory())
      continue;
    locals.push_back({LocalKind::Partial,
                      targets[i].type.declare(heldName(c, selected, i))});
    locals.push_back(
        {LocalKind::Own, "void *" + whereName(c, selected, i), "0"});
  }
  if (hasAlternative(selected)) {
    locals.push_back(
        {LocalKind::Own, "int " + alternativeName(c, selected), "0"});
    locals.push_back({LocalKind::Own, "int " + byOtherName(c, selected), "0"});
  }
  if (hasKey(selected)) {
    const std::string &type = selected.what.selection.type;
    locals.push_back({LocalKind::Own, type + " " + keyName(c, selected), "0"});
    locals.push_back(
        {LocalKind::Own, type + " " + startName(c, selected), "0"});
  }
  return locals;
}

std::vector<Update> selectedInChunk(const RegionContext &c,
                                    const Selected &selected,
                                    const Filler &filler) {
  std::string mine = element(c, selected, c.naming.prefix + "c");
  std::string note = noteName(c, selected);
  Update taken{note, {}, /*isBlock=*/true};
  const std::vector<SelectionTarget> &targets = targetsOf(selected);
  for (size_t i = 0; i < targets.size(); ++i) {
    bool isMemory = targets[i].isMemory();
    taken.assignments.push_back(
        {mine + "." + memberOf(i),
         isMemory ? heldName(c, selected, i) : ownName(c, targets[i].object)});
    if (isMemory)
      taken.assignments.push_back(
          {mine + "." + addressOf(i), whereName(c, selected, i)});
  }
  if (hasAlternative(selected))
    taken.assignments.push_back({mine + ".other", byOtherName(c, selected)});
  if (hasKey(selected)) {
    taken.assignments.push_back({mine + ".start", startName(c, selected)});
    taken.assignments.push_back(
        {mine + ".key", fill(c.program, selected.what.selection.key, filler)});
  }
  return {{"", {{mine + ".took", note}}}, taken};
}

void takeSelected(const RegionContext &c, const Selected &selected,
                  unsigned chunks, const std::vector<std::string> &targets,
                  CWriter &out) {
  const std::vector<SelectionTarget> &all = targetsOf(selected);
  const Selection &selection = selected.what.selection;
  const std::string &p = c.naming.prefix;
  std::string part = element(c, selected, p + "k"), has = p + "has";
  auto shared = [&](size_t i) {
    return all[i].isMemory() ? pointedAt(all[i], part + "." + addressOf(i))
                             : targets[i];
  };
  // Of a key, what the first chunk that took something had to beat is the
  // start.
  std::string value = part + ".m0" + selection.member;
  std::string best = shared(0) + selection.member;
  bool needsFirst = hasKey(selected) || hasAlternative(selected);
  if (hasKey(selected)) {
    value = part + ".key";
    best = noteName(c, selected);
  }
  std::string takes = value + comparison(selection) + best;
  if (hasAlternative(selected))
    takes = "(!" + has + " && " + part + ".other) || " + takes;
  if (needsFirst) {
    out.line("{");
    if (hasKey(selected))
      out.line(selection.type + " " + best + " = 0;");
    out.line("int " + has + " = 0;");
  }
  out.line(loopOver(p + "k", std::to_string(chunks)));
  out.line(1, "if (" + part + ".took) {");
  if (hasKey(selected)) {
    out.line(2, "if (!" + has + ")");
    out.line(3, best + " = " + part + ".start;");
  }
  out.line(2, "if (" + takes + ") {");
  if (hasKey(selected))
    out.line(3, best + " = " + value + ";");
  for (size_t i = 0; i < all.size(); ++i)
    out.line(3, shared(i) + " = " + part + "." + memberOf(i) + ";");
  out.line(2, "}");
  if (needsFirst)
    out.line(2, has + " = 1;");
  out.line(1, "}");
  if (needsFirst)
    out.line("}");
}

} // namespace hocket::codegen
