// SPDX-License-Identifier: Apache-2.0
#include "nestcheck/Copies.h"

#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>
#include <cctype>

namespace hocket::nestcheck {

using ir::NodeId;
using ir::ObjectId;
using polyhedral::Polynomial;
using polyhedral::Value;

namespace {

class Finder {
public:
  explicit Finder(const Question &question)
      : q_(question), old_(q_.before.program()), now_(q_.after.program()) {
    std::set<std::string> names;
    for (const ir::Hole &hole : ir::holesIn(old_, old_[q_.before.root].text))
      names.insert(old_[hole.object].name);
    for (const ir::Hole &hole : ir::holesIn(now_, now_[q_.text.whole].text))
      if (ir::isDeclaredIn(now_, hole.object, q_.text.whole) &&
          !names.count(now_[hole.object].name))
        fresh_.insert(hole.object);
  }

  Copies run() {
    result_.isComputed.assign(q_.before.runs.all.size(), false);
    for (const auto &[object, node] : q_.variables.computed)
      for (std::size_t k = 0; k < q_.before.runs.all.size(); ++k)
        if (q_.before.runs.all[k].node == node)
          result_.isComputed[k] = true;
    for (std::size_t k = 0; k < q_.after.runs.all.size(); ++k)
      findOne(k);
    return std::move(result_);
  }

private:
  // Which one.

  void findOne(std::size_t after) {
    std::vector<std::size_t> order(q_.before.runs.all.size());
    for (std::size_t k = 0; k < order.size(); ++k)
      order[k] = k;
    const SourceLocation &here = now_[q_.after.runs.all[after].node].location;
    // Where the same is written twice, the nearer one is likely meant.
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) {
                       return distance(a, here) < distance(b, here);
                     });
    for (std::size_t before : order)
      if (isCopy(before, after))
        return;
    result_.others.push_back(after);
  }

  uint32_t distance(std::size_t before, const SourceLocation &here) const {
    uint32_t line = old_[q_.before.runs.all[before].node].location.line;
    return line < here.line ? here.line - line : line - here.line;
  }

  bool isCopy(std::size_t before, std::size_t after) {
    const Run &old = q_.before.runs.all[before];
    const Run &now = q_.after.runs.all[after];
    const ir::Leaf *oldLeaf = old_[old.node].as<ir::Leaf>();
    const ir::Leaf *nowLeaf = now_[now.node].as<ir::Leaf>();
    if (!oldLeaf != !nowLeaf)
      return false;
    if (!oldLeaf)
      return compare(before, after, old_[old.node].text, now_[now.node].text);
    const ir::Stmt &was = old_[oldLeaf->stmt], &is = now_[nowLeaf->stmt];
    if (isValid(was.declares) != isValid(is.declares))
      return isValid(was.declares) && isStored(before, after, was, is);
    // A fresh variable's declaration sets what nobody reads.
    if (isValid(was.declares) &&
        (fresh_.count(is.declares) || !areAlike(was.declares, is.declares)))
      return false;
    if (result_.isComputed[before])
      return false; // who uses it is looked at
    return compare(before, after, was.text, is.text);
  }

  /// `double s = 0` as `ht_s[i] = 0`.
  bool isStored(std::size_t before, std::size_t after, const ir::Stmt &was,
                const ir::Stmt &is) {
    if (was.initText.empty())
      return false;
    for (const ir::Access &access : is.accesses) {
      if (access.kind != ir::AccessKind::Write || access.assigned.empty() ||
          access.text.begin != is.text.begin ||
          access.assigned.end != is.text.end)
        continue;
      std::string_view between =
          now_.text({access.text.unit, access.text.end, access.assigned.begin});
      std::string compact;
      for (char c : between)
        if (!std::isspace(static_cast<unsigned char>(c)))
          compact += c;
      std::span<const ir::Hole> holes = ir::holesIn(now_, access.text);
      if (compact != "=" || holes.empty() || !fresh_.count(holes[0].object) ||
          holes[0].begin != access.text.begin ||
          !holds(was.declares, holes[0].object) ||
          !isNamedAfter(holes[0].object, was.declares))
        continue;
      if (!compare(before, after, was.initText, access.assigned))
        continue;
      result_.all.back().places.emplace_back(was.declares, holes[0].object);
      return true;
    }
    return false;
  }

  /// `double a = 0, b = 0`: which one is meant. If that is wrong, there is no
  /// proof.
  bool isNamedAfter(ObjectId fresh, ObjectId user) const {
    return now_[fresh].name.find("_" + old_[user].name + "_") !=
           std::string::npos;
  }

  bool compare(std::size_t before, std::size_t after,
               const ir::TextRange &oldText, const ir::TextRange &nowText) {
    const Run &old = q_.before.runs.all[before];
    const Run &now = q_.after.runs.all[after];
    ComparedTexts texts{old_, now_, fresh_, textStmts(old_, old)};
    Copy copy{before, after, {}, {}};
    if (!findIterators(old, now, copy))
      return false;
    std::function<bool(const TextPair &)> standsFor =
        [&](const TextPair &pair) { return isStandIn(pair, old, now, copy); };
    std::optional<std::vector<TextPair>> pairs =
        pairsOf(texts, oldText, nowText, standsFor);
    if (!pairs)
      return false;
    for (const TextPair &pair : *pairs)
      if (isValid(pair.before) && !accept(pair, old, now, copy))
        return false;
    result_.all.push_back(std::move(copy));
    return true;
  }

  // The user's iterators.

  bool findIterators(const Run &old, const Run &now, Copy &copy) {
    for (NodeId loop : old.loops) {
      ObjectId user = iteratorOf(loop);
      ObjectId here = visibleAt(now.node, old_[user].name);
      if (!isValid(here) || !areAlike(user, here))
        return false;
      std::optional<Value> value = valueIn(q_.after, here, now);
      if (!value || !isExact(q_.after.model, *value, now_[here], now.node))
        return false;
      copy.iterators.emplace(loop, value->polynomial);
      standIns_[loop] = here;
    }
    return true;
  }

  ObjectId iteratorOf(NodeId loop) const {
    return old_[loop].as<ir::Loop>()->counted->iterator;
  }

  /// The variable that the name means at the node, of those that the new text
  /// declares.
  ObjectId visibleAt(NodeId node, const std::string &name) const {
    for (NodeId at = node; at != q_.text.whole; at = now_[at].parent) {
      const ir::Node &parent = now_[now_[at].parent];
      if (const ir::Loop *loop = parent.as<ir::Loop>();
          loop && loop->counted && loop->counted->declaresIterator &&
          now_[loop->counted->iterator].name == name)
        return loop->counted->iterator;
      const ir::Block *block = parent.as<ir::Block>();
      if (!block)
        continue;
      auto self = std::find(block->children.begin(), block->children.end(), at);
      for (auto it = std::make_reverse_iterator(self);
           it != block->children.rend(); ++it) {
        const ir::Leaf *leaf = now_[*it].as<ir::Leaf>();
        ObjectId declared = leaf ? now_[leaf->stmt].declares : ObjectId::None;
        if (isValid(declared) && now_[declared].name == name)
          return declared;
      }
    }
    return ObjectId::None;
  }

  // The variables.

  /// Of one type.
  bool areAlike(ObjectId user, ObjectId here) const {
    const ir::Object &a = old_[user], &b = now_[here];
    return a.isScalar == b.isScalar && a.bits == b.bits &&
           a.isSigned == b.isSigned && a.isFloat == b.isFloat &&
           a.isPointer == b.isPointer && a.size == b.size &&
           (a.isScalar || a.isArray == b.isArray) &&
           a.isVolatile == b.isVolatile;
  }

  /// The fresh variable, or an element of it, has the type of the user's.
  bool holds(ObjectId user, ObjectId fresh) const {
    const ir::Object &variable = now_[fresh];
    if (variable.isRestrict || variable.isVolatile || !old_[user].isScalar)
      return false;
    if (!variable.isArray)
      return areAlike(user, fresh);
    auto bare = [](std::string type) {
      for (const char *word : {"const ", "register "})
        if (auto at = type.find(word); at == 0)
          type.erase(0, std::string(word).size());
      return type;
    };
    return bare(old_[user].type.before) == bare(variable.type.before);
  }

  bool isStandIn(const TextPair &pair, const Run &old, const Run &now,
                 const Copy &copy) {
    if (isValid(pair.before) && q_.variables.written.count(pair.before) &&
        !now_[pair.after].isConst && holds(pair.before, pair.after))
      return true;
    std::optional<Value> was;
    if (isValid(pair.before))
      was = valueIn(q_.before, pair.before, old);
    else if (auto load = loads().find(pair.loaded->address);
             load != loads().end())
      was = q_.before.model.valueAt(load->second, pair.at);
    return q_.values.areSame(was, valueIn(q_.after, pair.after, now),
                             copy.iterators);
  }

  const std::map<ir::ExprId, ir::ExprId> &loads() {
    if (loads_.empty())
      for (std::size_t k = 0; k < old_.exprs.size(); ++k)
        if (old_.exprs[k].kind == ir::ExprKind::Load)
          loads_.try_emplace(old_.exprs[k].operands[0], ir::ExprId(k));
    return loads_;
  }

  /// The user's variable and what has its place in the text mean the same.
  bool accept(const TextPair &pair, const Run &old, const Run &now,
              Copy &copy) {
    const bool isWritten = q_.variables.written.count(pair.before) != 0;
    if (fresh_.count(pair.after)) {
      if (isWritten && holds(pair.before, pair.after) &&
          !now_[pair.after].isConst)
        copy.places.emplace_back(pair.before, pair.after);
      return true; // or it was found to have the value
    }
    for (NodeId loop : old.loops)
      if (iteratorOf(loop) == pair.before)
        return standIns_.at(loop) == pair.after;
    if (q_.variables.iterators.count(pair.before))
      return false; // what the loop left in it
    if (!ir::isDeclaredIn(now_, pair.after, q_.text.whole)) {
      if (q_.objects[index(pair.after)] != pair.before)
        return false;
      if (isWritten)
        copy.places.emplace_back(pair.before, pair.after);
      return true;
    }
    if (!ir::isDeclaredIn(old_, pair.before, q_.before.root) ||
        !areAlike(pair.before, pair.after))
      return false;
    if (isWithin(old_, pair.before, old.node))
      return isWithin(now_, pair.after, now.node);
    if (q_.variables.computed.count(pair.before) &&
        q_.values.areSame(valueIn(q_.before, pair.before, old),
                          valueIn(q_.after, pair.after, now), copy.iterators))
      return true;
    copy.places.emplace_back(pair.before, pair.after);
    return true;
  }

  /// Nothing outside of the run, a subtree, knows it.
  static bool isWithin(const ir::Program &program, ObjectId object,
                       NodeId run) {
    return !program[run].as<ir::Leaf>() &&
           ir::isDeclaredIn(program, object, run);
  }

  const Question &q_;
  const ir::Program &old_, &now_;
  std::set<ObjectId> fresh_;
  std::map<NodeId, ObjectId> standIns_; ///< of the run that is looked at
  std::map<ir::ExprId, ir::ExprId> loads_;
  Copies result_;
};

} // namespace

Copies copiesIn(const Question &question) {
  for (;;) {
    Copies result = Finder(question).run();
    // A declaration that has a place, or whose place is used, is a statement.
    std::size_t count = question.variables.computed.size();
    for (const Copy &copy : result.all)
      for (const auto &[user, here] : copy.places)
        question.variables.computed.erase(user);
    if (count == question.variables.computed.size())
      return result;
  }
}

} // namespace hocket::nestcheck
