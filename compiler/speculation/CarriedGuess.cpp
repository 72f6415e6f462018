// SPDX-License-Identifier: Apache-2.0
#include "speculation/CarriedGuess.h"

#include "ir/CallInstance.h"
#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace hocket::speculation {

using namespace ir;
using analysis::EffectItem;

namespace {

class Walk {
public:
  Walk(const Program &program, const analysis::Effects &effects)
      : program_(program), effects_(effects) {}

  bool isCarried(NodeId loop, NodeId whole) {
    const Loop &data = *program_[loop].as<Loop>();
    own_.insert(data.header()->iterator);
    node(whole == loop ? data.body : whole);
    return std::any_of(touched_.begin(), touched_.end(), [](const auto &entry) {
      return entry.second.isReadFirst && entry.second.isSurelyWritten;
    });
  }

private:
  struct Touched {
    bool isReadFirst = false, isSurelyWritten = false;
  };
  using Place = std::pair<ObjectId, std::string>; ///< and the member's name

  void node(NodeId id) {
    const Node &n = program_[id];
    bool isBranch = n.as<Branch>() || n.as<Opaque>();
    if (const Loop *loop = n.as<Loop>(); loop && isValid(loop->init))
      stmt(loop->init);
    for (StmtId own : ownStmts(program_, id))
      if (!n.as<Loop>() || own != n.as<Loop>()->init)
        stmt(own);
    conditional_ += isBranch;
    for (NodeId child : childrenOf(program_, id))
      node(child);
    conditional_ -= isBranch;
  }

  void stmt(StmtId id) {
    if (++steps_ > mostSteps)
      return;
    const Stmt &s = program_[id];
    for (const Access &access : s.accesses)
      if (access.kind == AccessKind::Read && !isUpdated(s, access))
        touch(id, access);
    for (uint32_t i = 0; i < s.calls.size(); ++i)
      call({NodeId::None, id, i});
    for (const Access &access : s.accesses)
      if (access.kind == AccessKind::Write)
        touch(id, access, isUpdated(s, access));
    noteOwn(s);
  }

  static bool isUpdated(const Stmt &s, const Access &access) {
    return s.update && s.update->text.begin == access.text.begin &&
           s.update->text.end == access.text.end;
  }

  /// Variables that the iteration's number goes into.
  void noteOwn(const Stmt &s) {
    if (!dependsOnIterator(s.text))
      return;
    if (isValid(s.declares))
      own_.insert(s.declares);
    for (const Access &access : s.accesses)
      if (access.kind == AccessKind::Write && isValid(access.address) &&
          program_[access.address].kind == ExprKind::AddrOf)
        own_.insert(program_[access.address].object);
  }

  bool dependsOnIterator(const TextRange &text) const {
    if (!isValid(text.unit))
      return false;
    auto holes = holesIn(program_, text);
    return std::any_of(holes.begin(), holes.end(), [&](const Hole &hole) {
      return own_.count(hole.object) != 0;
    });
  }

  void call(const CallPoint &point) {
    const CallSite &site = siteOf(program_, point);
    if (!isValid(site.callee))
      return;
    if (!isValid(program_[site.callee].body)) {
      if (site.must && conditional_ == 0)
        fillBlocks(point.stmt, program_[site.callee].name);
      return;
    }
    if (!open_.insert(site.callee).second)
      return;
    for (const BoundArgument &argument :
         callInstance(program_, point).arguments)
      if (isValid(argument.param) &&
          dependsOnIterator(isValid(argument.text.unit) ? argument.text
                                                        : site.text))
        own_.insert(argument.param);
    conditional_ += !site.must;
    node(program_[site.callee].body);
    conditional_ -= !site.must;
    open_.erase(site.callee);
  }

  /// `memset(s, 0, sizeof *s)`: whatever is read there comes from it.
  void fillBlocks(StmtId id, const std::string &function) {
    for (const EffectItem &item : effects_.stmts[index(id)].items)
      if (item.via == function && item.kind == AccessKind::Write && item.must)
        filled_.insert(item.objects.ids.begin(), item.objects.ids.end());
  }

  /// \param isUpdate of what it wrote: in itself, as a total is, no reason; who
  /// reads the place beside that reads what iterations before have made of it.
  void touch(StmtId id, const Access &access, bool isUpdate = false) {
    if (dependsOnIterator(access.text))
      return;
    for (const EffectItem &item : effects_.stmts[index(id)].items) {
      if (!item.via.empty() || item.kind != access.kind ||
          item.text.begin != access.text.begin ||
          item.text.end != access.text.end)
        continue;
      for (ObjectId object : item.objects.ids)
        touch(object, access, isUpdate);
      return;
    }
  }

  void touch(ObjectId object, const Access &access, bool isUpdate) {
    const Object &o = program_[object];
    if (o.kind == ObjectKind::Local || o.kind == ObjectKind::Param ||
        o.kind == ObjectKind::Hidden)
      return;
    Place place{object, memberOf(access.text)};
    bool isWritten = surely_.count(place) != 0 || filled_.count(object) != 0;
    Touched &touched = touched_[place];
    if (access.kind == AccessKind::Read) {
      touched.isReadFirst |= !isWritten;
    } else if (conditional_ == 0) {
      touched.isSurelyWritten = true;
      if (!isUpdate)
        surely_.insert(place);
    }
  }

  /// `s->a[i]` is of member "a"; of no member: empty.
  std::string memberOf(const TextRange &range) const {
    std::string_view text = program_.text(range);
    std::size_t arrow = text.rfind("->"), dot = text.rfind('.');
    std::size_t at = arrow == text.npos ? 0 : arrow + 2;
    if (dot != text.npos)
      at = std::max(at, dot + 1);
    std::size_t end = at;
    while (end < text.size() &&
           (std::isalnum((unsigned char)text[end]) || text[end] == '_'))
      ++end;
    return at == 0 ? "" : std::string(text.substr(at, end - at));
  }

  static constexpr unsigned mostSteps = 20000;
  const Program &program_;
  const analysis::Effects &effects_;
  std::set<ObjectId> own_;
  std::set<FunctionId> open_;
  std::map<Place, Touched> touched_;
  std::set<Place> surely_;
  std::set<ObjectId> filled_;
  int conditional_ = 0;
  unsigned steps_ = 0;
};

} // namespace

bool isLikelyCarried(const Program &program, const analysis::Effects &effects,
                     NodeId loop, NodeId whole) {
  return Walk(program, effects).isCarried(loop, whole);
}

} // namespace hocket::speculation
