// SPDX-License-Identifier: Apache-2.0
#include "speculation/CarriedGuess.h"

#include "speculation/LoopFacts.h"
#include "speculation/StateSteps.h"

#include "ir/CallInstance.h"
#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>

namespace hocket::speculation {

using namespace ir;
using analysis::EffectItem;

namespace {

bool isOfName(char c) { return std::isalnum((unsigned char)c) || c == '_'; }

/// `s->a[t[i].k]` is of member "a"; of no member: empty.
std::string memberNamedIn(std::string_view text) {
  while (text.starts_with("(") && text.ends_with(")"))
    text = text.substr(1, text.size() - 2);
  std::size_t end = text.size(), begin;
  int depth = 0;
  auto isOfSubscript = [&](char c) {
    depth += (c == ']') - (c == '[');
    return depth > 0 || c == '[' || c == ' ';
  };
  while (end > 0 && isOfSubscript(text[end - 1]))
    --end;
  for (begin = end; begin > 0 && isOfName(text[begin - 1]);)
    --begin;
  bool isMember = begin > 0 && (text[begin - 1] == '.' ||
                                text.substr(0, begin).ends_with("->"));
  return isMember ? std::string(text.substr(begin, end - begin)) : "";
}

/// One that is no number.
bool hasSubscript(std::string_view text) {
  for (std::size_t at = text.find('['); at != text.npos;
       at = text.find('[', at + 1))
    if (at + 1 < text.size() && !std::isdigit((unsigned char)text[at + 1]))
      return true;
  return false;
}

bool isAutomatic(const Object &object) {
  return object.kind == ObjectKind::Local || object.kind == ObjectKind::Param;
}

std::set<ObjectId> writtenByName(const Program &program,
                                 const std::vector<StmtId> &stmts) {
  std::set<ObjectId> result;
  for (StmtId stmt : stmts)
    for (const Access &access : program[stmt].accesses)
      if (ObjectId id = speculation::writtenByName(program, access);
          isValid(id))
        result.insert(id);
  return result;
}

/// What the loop's condition needs, or that of a statement of its body that may
/// end it, by name.
std::set<ObjectId> neededToGoOn(const Program &program, NodeId loop) {
  std::set<ObjectId> result;
  auto add = [&](const TextRange &text) {
    if (isValid(text.unit))
      for (const Hole &hole : holesIn(program, text))
        result.insert(hole.object);
  };
  const Loop &data = *program[loop].as<Loop>();
  add(data.conditionText);
  for (NodeId child : childrenOf(program, data.body))
    if (const Branch *branch = program[child].as<Branch>();
        branch &&
        (program[child].exits.byBreak || program[child].exits.byReturn))
      add(program[branch->condition].text);
  return result;
}

std::set<ObjectId> cursorsOf(const Program &program, NodeId loop) {
  const Loop &data = *program[loop].as<Loop>();
  std::vector<StmtId> header, all = allStmts(program, loop);
  std::erase(all, data.init);
  for (StmtId stmt : {data.condition, data.step})
    if (isValid(stmt))
      header.push_back(stmt);
  std::set<ObjectId> result = writtenByName(program, header);
  const std::set<ObjectId> needed = neededToGoOn(program, loop);
  for (ObjectId id : writtenByName(program, all))
    if (needed.count(id) && !isOfIteration(program, loop, id))
      result.insert(id);
  return result;
}

/// Which member is meant where a pointer to it is all that is named.
class Ways {
public:
  explicit Ways(const Program &program) : program_(program) {}

  /// `float *row = s->row`: what it leads to is that member, whatever it is
  /// called here.
  void note(const Stmt &s) {
    if (isValid(s.declares) && isValid(s.initText.unit))
      note(s.declares, s.initText);
    for (const Access &access : s.accesses)
      if (access.kind == AccessKind::Write && isValid(access.address) &&
          program_[access.address].kind == ExprKind::AddrOf &&
          isValid(access.assigned.unit))
        note(program_[access.address].object, access.assigned);
  }

  void note(ObjectId variable, const TextRange &to) {
    if (std::string member = memberOf(to); !member.empty())
      leadsTo_[variable] = member;
  }

  void forget(ObjectId variable) { leadsTo_.erase(variable); }

  std::string memberOf(const TextRange &range) const {
    std::string member = memberNamedIn(program_.text(range));
    return member.empty() ? ledTo(range) : member;
  }

private:
  /// By the first variable that is named.
  std::string ledTo(const TextRange &range) const {
    auto holes = holesIn(program_, range);
    auto found =
        holes.empty() ? leadsTo_.end() : leadsTo_.find(holes.front().object);
    return found == leadsTo_.end() ? "" : found->second;
  }

  const Program &program_;
  std::map<ObjectId, std::string> leadsTo_; ///< pointers, to members
};

class Walk {
public:
  Walk(const Program &program, const analysis::Effects &effects)
      : program_(program), effects_(effects), ways_(program) {}

  std::vector<CarriedPlace> carried(NodeId loop, NodeId whole) {
    const Loop &data = *program_[loop].as<Loop>();
    const Counted *counted = countedHeader(program_, loop);
    function_ = around_ = program_[loop].function;
    whole_ = counted ? whole : data.body;
    if (counted) {
      own_.insert(counted->iterator);
    } else {
      own_ = cursors_ = cursorsOf(program_, loop);
      header(data);
    }
    const Block *body = program_[data.body].as<Block>();
    if (whole == loop && body)
      for (NodeId child : body->children) {
        node(child);
        ++child_;
      }
    else
      node(whole == loop ? data.body : whole);
    std::vector<CarriedPlace> result;
    for (const auto &[place, touched] : touched_)
      if (touched.isReadFirst && touched.isWritten)
        result.push_back(
            {place.first,
             touched.isOtherwiseWritten ? Carried::Values : Carried::States,
             isAutomatic(program_[place.first]), touched.isSurelyWritten,
             touched.isElement, touched.first, touched.firstWrite,
             touched.lastWrite, touched.lastRead});
    return result;
  }

private:
  struct Touched {
    bool isReadFirst = false, isWritten = false, isSurelyWritten = false;
    bool isOtherwiseWritten =
        false; ///< than by one more step in each iteration
    bool isElement = false;
    int first = 0, firstWrite = 0, lastWrite = 0,
        lastRead = 0; ///< children of the body
  };
  using Place = std::pair<ObjectId, std::string>; ///< and the member's name

  void header(const Loop &loop) {
    child_ = -1;
    for (StmtId each : {loop.step, loop.condition})
      if (isValid(each))
        stmt(each);
    child_ = 0;
  }

  void node(NodeId id) {
    const Node &n = program_[id];
    if (const Loop *loop = n.as<Loop>(); loop && isValid(loop->init))
      stmt(loop->init);
    for (StmtId own : ownStmts(program_, id))
      if (!n.as<Loop>() || own != n.as<Loop>()->init)
        stmt(own);
    if (n.as<Branch>() || n.as<Opaque>()) {
      alternatives(id);
      return;
    }
    bool isOften = n.as<Loop>() && !n.as<Loop>()->header();
    uncounted_ += isOften;
    for (NodeId child : childrenOf(program_, id))
      node(child);
    uncounted_ -= isOften;
  }

  /// What both arms of a branch write is written, whichever is taken.
  void alternatives(NodeId id) {
    const Branch *branch = program_[id].as<Branch>();
    const Sure before = sure_;
    std::vector<Sure> after;
    ++conditional_;
    for (NodeId child : childrenOf(program_, id)) {
      sure_ = before;
      node(child);
      after.push_back(std::move(sure_));
    }
    --conditional_;
    bool hasBoth = branch && isValid(branch->elseNode) && after.size() == 2;
    sure_ = hasBoth ? inBoth(after[0], after[1]) : before;
  }

  /// Written in each iteration that comes to this place.
  struct Sure {
    std::set<Place> places;
    std::set<ObjectId> filled; ///< all of them

    bool covers(const Place &place) const {
      return places.count(place) != 0 || filled.count(place.first) != 0;
    }
  };

  static Sure inBoth(const Sure &a, const Sure &b) {
    Sure result;
    for (const Sure *one : {&a, &b})
      for (const Place &place : one->places)
        if (a.covers(place) && b.covers(place))
          result.places.insert(place);
    std::set_intersection(a.filled.begin(), a.filled.end(), b.filled.begin(),
                          b.filled.end(),
                          std::inserter(result.filled, result.filled.end()));
    return result;
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
    ways_.note(s);
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
    if (isValid(site.heap))
      fresh_.insert(site.heap);
    for (const auto &[there, here] : site.heapClones)
      fresh_.insert(here);
    if (!isValid(program_[site.callee].body)) {
      if (site.must)
        fillBlocks(point.stmt, program_[site.callee].name);
      return;
    }
    if (!open_.insert(site.callee).second)
      return;
    for (const BoundArgument &argument :
         callInstance(program_, point).arguments)
      if (isValid(argument.param)) {
        bool hasText = isValid(argument.text.unit);
        if (dependsOnIterator(hasText ? argument.text : site.text))
          own_.insert(argument.param);
        ways_.forget(argument.param);
        if (hasText)
          ways_.note(argument.param, argument.text);
      }
    FunctionId caller = function_;
    function_ = site.callee;
    const Sure before = sure_;
    conditional_ += !site.must;
    ++calls_;
    node(program_[site.callee].body);
    --calls_;
    conditional_ -= !site.must;
    if (!site.must)
      sure_ = before;
    function_ = caller;
    open_.erase(site.callee);
  }

  /// `memset(s, 0, sizeof *s)`, `memcpy(work, row, n)`: what is read there
  /// later comes from it.
  void fillBlocks(StmtId id, const std::string &function) {
    std::set<ObjectId> read, written;
    for (const EffectItem &item : effects_.stmts[index(id)].items)
      if (item.via == function)
        (item.kind == AccessKind::Read ? read : written)
            .insert(item.objects.ids.begin(), item.objects.ids.end());
    std::set_difference(written.begin(), written.end(), read.begin(),
                        read.end(),
                        std::inserter(sure_.filled, sure_.filled.end()));
  }

  /// \param isUpdate of what it wrote: in itself, as a total is, no reason; who
  /// reads the place beside that reads what iterations before have made of it.
  void touch(StmtId id, const Access &access, bool isUpdate = false) {
    if (!isCursor(access) && dependsOnIterator(access.text))
      return;
    for (const EffectItem &item : effects_.stmts[index(id)].items) {
      if (!item.via.empty() || item.kind != access.kind ||
          item.text.begin != access.text.begin ||
          item.text.end != access.text.end)
        continue;
      const bool isStep =
          access.kind == AccessKind::Write && conditional_ == 0 &&
          uncounted_ == 0 &&
          isStateStep(program_, function_, program_[id], access);
      for (ObjectId object : item.objects.ids)
        if (Touched *touched = touch(object, access, isUpdate))
          touched->isOtherwiseWritten |=
              access.kind == AccessKind::Write && !isStep;
      return;
    }
  }

  /// The variable itself, not what it leads to.
  bool isCursor(const Access &access) const {
    return isValid(access.address) &&
           program_[access.address].kind == ExprKind::AddrOf &&
           cursors_.count(program_[access.address].object) != 0;
  }

  /// \returns nothing where it does not matter.
  Touched *touch(ObjectId object, const Access &access, bool isUpdate) {
    const Object &o = program_[object];
    // Of a function that calls itself, variables are others then.
    bool isInner = calls_ > 0 && o.function == function_;
    if (o.kind == ObjectKind::Hidden ||
        (isAutomatic(o) && (isInner || !isAround(o))) || fresh_.count(object))
      return nullptr;
    Place place{object, ways_.memberOf(access.text)};
    bool isWritten = sure_.covers(place);
    auto [known, isNew] = touched_.try_emplace(place);
    Touched &touched = known->second;
    if (isNew)
      touched.first = child_;
    touched.isElement |= hasSubscript(program_.text(access.text));
    if (access.kind == AccessKind::Read) {
      touched.isReadFirst |= !isWritten;
      touched.lastRead = child_;
    } else {
      if (!touched.isWritten)
        touched.firstWrite = child_;
      touched.isWritten = true;
      touched.lastWrite = child_;
      touched.isSurelyWritten |= conditional_ == 0;
      if (!isUpdate)
        sure_.places.insert(place);
    }
    return &touched;
  }

  /// The loop's function has it outside of the loop.
  bool isAround(const Object &object) const {
    return object.function == around_ && !isValid(object.cloneOf) &&
           (object.kind == ObjectKind::Param ||
            !isDeclaredIn(program_, object.id, whole_));
  }

  static constexpr unsigned mostSteps = 20000;
  const Program &program_;
  const analysis::Effects &effects_;
  std::set<ObjectId> own_;
  std::set<ObjectId> cursors_;
  std::set<FunctionId> open_;
  Ways ways_;
  std::map<Place, Touched> touched_;
  Sure sure_;
  FunctionId function_ = FunctionId::None; ///< whose text it is
  FunctionId around_ = FunctionId::None;   ///< that has the loop
  std::set<ObjectId> fresh_; ///< blocks that the iteration itself allocates
  NodeId whole_ = NodeId::None;
  int child_ = 0;
  int conditional_ = 0, uncounted_ = 0;
  int calls_ = 0; ///< that are being followed
  unsigned steps_ = 0;
};

} // namespace

std::vector<CarriedPlace> carriedPlaces(const Program &program,
                                        const analysis::Effects &effects,
                                        NodeId loop, NodeId whole) {
  return Walk(program, effects).carried(loop, whole);
}

Carried guessCarried(const Program &program, const analysis::Effects &effects,
                     NodeId loop, NodeId whole) {
  Carried result = Carried::Nothing;
  for (const CarriedPlace &place : carriedPlaces(program, effects, loop, whole))
    if (place.isSure && !place.isAutomatic && !isOfHeader(place))
      result = std::max(result, place.how);
  return result;
}

} // namespace hocket::speculation
