// SPDX-License-Identifier: Apache-2.0
#include "codegen/speculation/MarkedText.h"

#include "codegen/speculation/CoverTest.h"
#include "speculation/marks/Marks.h"

#include <algorithm>
#include <tuple>

namespace hocket::codegen {

using namespace ir;
using speculation::CallKind;
using speculation::CoveredLoop;
using speculation::MarkedCall;
using speculation::MarkKind;
using speculation::MemoryMark;

namespace {

uint32_t lengthOf(const TextRange &range) { return range.end - range.begin; }

/// As abi_spec.h numbers them, of the place to the value.
unsigned relationOf(const MemoryMark &mark, bool isLeft) {
  bool isLess = (mark.op[0] == '<') == isLeft;
  bool isStrict = mark.op.size() == 1;
  return isLess ? (isStrict ? 0 : 1) : (isStrict ? 2 : 3);
}

/// As abi_spec.h numbers them.
std::string kindOf(const std::string &type) {
  if (type == "float" || type == "double")
    return "2";
  return type.substr(0, 8) == "unsigned" ? "1" : "0";
}

} // namespace

MarkedText::MarkedText(const Program &program,
                       const speculation::Instrumented &code,
                       const Callees &callees, Filler filler,
                       const std::string &prefix, ApplyFunctions &applies)
    : program_(program), filler_(std::move(filler)), p_(prefix) {
  for (const MemoryMark &mark : code.marks) {
    addMark(mark, applies);
    marked_.push_back(mark.target);
  }
  number_ = 0; // what follows is of no mark
  for (const MarkedCall &call : code.calls)
    addCall(call, callees);
  sort();
}

void MarkedText::sort() {
  std::stable_sort(items_.begin(), items_.end(),
                   [](const Item &a, const Item &b) {
                     auto key = [](const Item &i) {
                       return std::make_tuple(i.replacement.begin, i.isBegin,
                                              i.isBegin ? -int64_t(i.length)
                                                        : int64_t(i.length));
                     };
                     return key(a) < key(b);
                   });
}

void MarkedText::add(uint32_t at, const std::string &text, bool isBegin,
                     uint32_t length) {
  replace(at, at, text, isBegin, length);
}

void MarkedText::replace(uint32_t begin, uint32_t end, const std::string &text,
                         bool isBegin, uint32_t length) {
  items_.push_back({{begin, end, text}, isBegin, length, number_});
}

void MarkedText::addMark(const MemoryMark &mark, ApplyFunctions &applies) {
  ++number_;
  const TextRange &t = mark.target;
  const std::string at = p_ + "p" + std::to_string(number_);
  const std::string open = "__extension__ ({ __auto_type " + at + " = &(";
  switch (mark.kind) {
  case MarkKind::Assign:
    return addAssign(mark);
  case MarkKind::Defer:
    return addDefer(mark, applies);
  case MarkKind::Bound:
    return addBound(mark);
  case MarkKind::AssignUpdate: {
    const TextRange &by = mark.assigned;
    uint32_t length = by.end - t.begin;
    add(t.begin, "(" + open, true, length);
    add(t.end,
        "); " + p_ + "spec_update(" + at + ", sizeof *" + at + "); *" + at,
        false, lengthOf(t));
    add(by.begin, "(", true, lengthOf(by));
    add(by.end, "); }))", false, length);
    return;
  }
  default:
    break;
  }
  std::string name = mark.kind == MarkKind::Read ? "spec_read" : "spec_update";
  add(t.begin, "(*" + open, true, lengthOf(t));
  add(t.end,
      "); " + p_ + name + "(" + at + ", sizeof *" + at + "); " + at + "; }))",
      false, lengthOf(t));
}

/// The value first: what it reads may be what is written.
void MarkedText::addAssign(const MemoryMark &mark) {
  const TextRange &t = mark.target, &by = mark.assigned;
  const std::string at = p_ + "p" + std::to_string(number_);
  const std::string value = p_ + "v" + std::to_string(number_);
  uint32_t length = by.end - t.begin;
  add(t.begin, "(__extension__ ({ __auto_type " + at + " = &(", true, length);
  add(t.end, "); __typeof__(*" + at + ") " + value, false, lengthOf(t));
  add(by.begin, "(", true, lengthOf(by));
  add(by.end,
      "); " + p_ + "spec_write(" + at + ", sizeof *" + at + "); *" + at +
          " = " + value + "; }))",
      false, length);
}

void MarkedText::addDefer(const MemoryMark &mark, ApplyFunctions &applies) {
  for (const DeferredPiece &piece : deferredText(mark, number_, p_, applies))
    replace(piece.begin, piece.end, piece.text, piece.isBegin, piece.length);
}

/// Notes how `left OP right` comes out, of the place at `at`; 0 if that is not
/// possible.
std::string MarkedText::bound(const MemoryMark &mark, const std::string &at,
                              const std::string &value, bool isLeft) const {
  const unsigned relation = relationOf(mark, isLeft);
  return "(!" + touched(at) + " && " + p_ + "spec_bound(" + at + ", sizeof *" +
         at + ", " + kindOf(mark.type) + ", " + value + ", " + p_ + "holds ? " +
         std::to_string(relation) + " : " + std::to_string(3 - relation) + "))";
}

std::string MarkedText::touched(const std::string &at) const {
  return p_ + "spec_is_touched(" + at + ", " + p_ + "spec_bits(" + at +
         ", sizeof *" + at + "))";
}

std::string MarkedText::read(const std::string &at) const {
  return p_ + "spec_read(" + at + ", sizeof *" + at + "); ";
}

/// `x > s->most` notes what the comparison says of the place. Of two places
/// that of which the child does not know more.
void MarkedText::addBound(const MemoryMark &mark) {
  const TextRange &t = mark.target, &with = mark.assigned;
  const bool isLeft = t.begin < with.begin;
  const TextRange &first = isLeft ? t : with, &second = isLeft ? with : t;
  const std::string number = std::to_string(number_);
  const std::string at = p_ + "p" + number, other = p_ + "v" + number;
  const std::string otherValue = mark.isOfTwo ? "*" + other : other,
                    otherPlace = mark.isOfTwo ? other : "&" + other;
  const std::string place = "__auto_type " + at + " = &(",
                    value = "__auto_type " + other + " = " +
                            (mark.isOfTwo ? "&(" : "(");
  const std::string compared = (isLeft ? "*" + at : otherValue) + " " +
                               mark.op + " " + (isLeft ? otherValue : "*" + at);
  std::string test =
      "if (!" + bound(mark, at, otherPlace, isLeft) + ") " + read(at);
  if (mark.isOfTwo)
    test = "if (" + touched(at) + ") { if (!" +
           bound(mark, other, at, !isLeft) + ") " + read(other) + "} else { " +
           read(other) + test + "}";
  std::string unlike = read(at) + (mark.isOfTwo ? read(other) : "");
  uint32_t length = lengthOf(mark.whole);
  add(first.begin, "(__extension__ ({ " + (isLeft ? place : value), true,
      length);
  replace(first.end, second.begin, "); " + (isLeft ? value : place), false,
          length);
  add(second.end,
      "); int " + p_ + "holds = " + compared +
          "; if (__builtin_types_compatible_p(__typeof__(*" + at +
          "), __typeof__(" + otherValue + "))) { " + test + " } else { " +
          unlike + "} " + p_ + "holds; }))",
      false, length);
}

void MarkedText::addCall(const MarkedCall &call, const Callees &callees) {
  const TextRange &t = call.text;
  if (call.kind == CallKind::Indirect)
    return addIndirect(call, callees);
  if (call.kind == CallKind::GiveUp) {
    add(t.begin, "(" + p_ + "spec_give_up(), ", true, lengthOf(t));
    add(t.end, ")", false, lengthOf(t));
    return;
  }
  std::string name = call.kind == CallKind::Clone
                         ? callees.clones.at(call.callee)
                         : p_ + speculation::wrapperOf(call.name);
  uint32_t size = uint32_t(call.name.size());
  replace(t.begin, t.begin + size, name, true, size);
  for (const auto &[text, function] : call.functions)
    replace(text.begin, text.end, callees.clones.at(function), true,
            lengthOf(text));
}

/// `p->f(x)` as `((T)hk_target((void *)(p->f)))(x)`, T the pointer's own type.
void MarkedText::addIndirect(const MarkedCall &call, const Callees &callees) {
  const TextRange &called = call.pointer;
  add(called.begin,
      "((__typeof__(&*(" + fill(program_, called, filler_) + ")))" +
          callees.target + "((void *)(",
      true, lengthOf(call.text));
  add(called.end, ")))", false, lengthOf(called));
}

void MarkedText::cover(const std::vector<CoveredLoop> &loops) {
  std::vector<Item> added;
  for (const CoveredLoop &covered : loops) {
    std::set<unsigned> dropped;
    for (const TextRange &target : covered.targets)
      for (std::size_t i = 0; i < marked_.size(); ++i)
        if (marked_[i].begin == target.begin && marked_[i].end == target.end)
          dropped.insert(unsigned(i + 1));
    const Node &node = program_[covered.loop];
    const std::string line = "\n" + lineMarker(node.location, true);
    uint32_t length = lengthOf(node.text);
    std::string number = std::to_string(added.size() / 2 + 1);
    std::string before =
        "{ " + coverTest(program_, covered, filler_, p_, number) + " {" + line +
        fillReplaced(program_, node.text, filler_, inside(node.text, dropped)) +
        " } else {" + line;
    added.push_back(
        {{node.text.begin, node.text.begin, before}, true, length, 0});
    added.push_back({{node.text.end, node.text.end, " } }"}, false, length, 0});
  }
  items_.insert(items_.end(), added.begin(), added.end());
  sort();
}

void MarkedText::leave(const TextRange &jump, const TextRange &value,
                       const std::string &before, const std::string &after) {
  if (value.empty()) {
    replace(jump.begin, jump.end, before, true, lengthOf(jump));
  } else {
    replace(jump.begin, value.begin, before, true, lengthOf(jump));
    replace(value.end, jump.end, after, false, lengthOf(jump));
  }
  sort();
}

namespace {

/// What begins right behind the range, or ends right before it.
bool isOfNeighbour(const Replacement &r, bool isBegin, const TextRange &range) {
  return r.begin == r.end && r.begin == (isBegin ? range.end : range.begin);
}

} // namespace

/// In a range, without the marks of some numbers.
Replacements MarkedText::inside(const TextRange &range,
                                const std::set<unsigned> &dropped) const {
  Replacements result;
  for (const Item &item : items_)
    if (range.begin <= item.replacement.begin &&
        item.replacement.end <= range.end && !dropped.count(item.mark) &&
        !isOfNeighbour(item.replacement, item.isBegin, range))
      result.push_back(item.replacement);
  return result;
}

std::string MarkedText::text(const TextRange &range) const {
  return fillReplaced(program_, range, filler_, inside(range, {}));
}

} // namespace hocket::codegen
