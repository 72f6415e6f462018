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
  for (size_t i = 0; i < targets.size(); ++i)
    if (targets[i].isMemory())
      text += targets[i].type.declare(memberOf(i)) + "; void *" + addressOf(i) +
              "; ";
    else
      text +=
          withoutRestrict(c.program[targets[i].object]).declare(memberOf(i)) +
          "; ";
  if (hasKey(selected))
    text += "int ran; " + selected.what.selection.type + " start, key; ";
  return text + "} __attribute__((aligned(64))) " + selected.name + "[" +
         std::to_string(c.region.tasks[selected.task].chunkCount()) + "];";
}

namespace {

/// The lvalue's text becomes before + text + after.
struct Around {
  std::string before, after;
};

Around aroundPlace(const RegionContext &c, const Selected &selected,
                   size_t target, bool isWritten, bool isClone) {
  std::string star = isClone ? "*" : "";
  std::string name = heldName(c, selected, target);
  std::string held = star + name, address = (isClone ? "" : "&") + name;
  std::string where = star + whereName(c, selected, target);
  if (isWritten) {
    std::string note =
        target == 0 ? star + noteName(c, selected) + " = 1, " : "";
    return {"(*(" + note + where + " = (void *)&(", "), " + address + "))"};
  }
  return {"(*(" + where + " ? " + address + " : (" + held + " = *(" +
              targetsOf(selected)[target].type.declare("*") + ")(" + where +
              " = (void *)&(",
          ")), " + address + ")))"};
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
  if (targets.front().isMemory() || isClone)
    return;
  for (const TextRange &mark : selected.what.marks) {
    insertions.emplace(mark.begin, "(*(" + noteName(c, selected) + " = 1, &(");
    insertions.emplace(mark.end, ")))");
  }
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
  return locals;
}

std::vector<Update> selectionStart(const RegionContext &c,
                                   const Selected &selected,
                                   const Filler &filler) {
  const std::string &p = c.naming.prefix;
  if (!hasKey(selected))
    return {};
  std::string mine = element(c, selected, p + "c");
  std::string key = fill(c.program, selected.what.selection.key, filler);
  return {{"", {{mine + ".ran", p + "first < " + p + "last"}}},
          {mine + ".ran", {{mine + ".start", key}}}};
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
  if (hasKey(selected))
    taken.assignments.push_back(
        {mine + ".key", fill(c.program, selected.what.selection.key, filler)});
  return {{"", {{mine + ".took", note}}}, taken};
}

namespace {

/// The chunks' key values on entry come first: the first that ran says what to
/// compare with.
void openKeyed(const RegionContext &c, const Selected &selected,
               unsigned chunks, CWriter &out) {
  const std::string &p = c.naming.prefix;
  std::string part = element(c, selected, p + "k");
  std::string best = noteName(c, selected);
  out.line("{");
  out.line(selected.what.selection.type + " " + best + ";");
  out.line("int " + p + "has = 0;");
  out.line(loopOver(p + "k", std::to_string(chunks)));
  out.line(1, "if (" + part + ".ran) {");
  out.line(2, "if (!" + p + "has) {");
  out.line(3, best + " = " + part + ".start;");
  out.line(3, p + "has = 1;");
  out.line(2, "}");
}

} // namespace

void takeSelected(const RegionContext &c, const Selected &selected,
                  unsigned chunks, const std::vector<std::string> &targets,
                  CWriter &out) {
  const std::vector<SelectionTarget> &all = targetsOf(selected);
  std::string k = c.naming.prefix + "k", part = element(c, selected, k);
  auto shared = [&](size_t i) {
    return all[i].isMemory() ? pointedAt(all[i], part + "." + addressOf(i))
                             : targets[i];
  };
  std::string value = part + ".m0", best = shared(0);
  if (hasKey(selected)) {
    value = part + ".key";
    best = noteName(c, selected);
    openKeyed(c, selected, chunks, out);
  } else {
    out.line(loopOver(k, std::to_string(chunks)));
    out.line(1, "{");
  }
  out.line(2, "if (" + part + ".took && " + value +
                  comparison(selected.what.selection) + best + ") {");
  if (hasKey(selected))
    out.line(3, best + " = " + value + ";");
  for (size_t i = 0; i < all.size(); ++i)
    out.line(3, shared(i) + " = " + part + "." + memberOf(i) + ";");
  out.line(2, "}");
  out.line(1, "}");
  if (hasKey(selected))
    out.line("}");
}

} // namespace hocket::codegen
