// SPDX-License-Identifier: Apache-2.0
#include "transformation/nest/Repeatable.h"

#include "ir/Holes.h"
#include "ir/Tree.h"
#include "symbolic/Accesses.h"
#include "symbolic/Alias.h"

#include <algorithm>
#include <set>

namespace hocket::transformation {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

ObjectId Repeatable::declaredBy(NodeId node) const {
  const ir::Leaf *leaf = program_[node].as<ir::Leaf>();
  return leaf ? program_[leaf->stmt].declares : ObjectId::None;
}

std::size_t Repeatable::countAt(const std::vector<NodeId> &children,
                                std::size_t at,
                                const std::vector<NodeId> &around,
                                const std::vector<NodeId> &known) const {
  std::vector<NodeId> all = known;
  std::size_t end = at;
  const uint32_t begin = program_[children[at]].text.begin;
  // `int x = i, y = x + 1;` is taken as a whole.
  for (; end < children.size() && program_[children[end]].text.begin == begin;
       ++end) {
    if (!isFunction(children[end], around, all))
      return 0;
    all.push_back(children[end]);
  }
  return end - at;
}

bool Repeatable::isFunction(NodeId node, const std::vector<NodeId> &around,
                            const std::vector<NodeId> &known) const {
  const ObjectId object = declaredBy(node);
  if (!isValid(object) || program_[node].hasLabel ||
      program_[node].hasOuterCase)
    return false;
  const ir::Object &variable = program_[object];
  const StmtId id = program_[node].as<ir::Leaf>()->stmt;
  const ir::Stmt &stmt = program_[id];
  if (variable.kind != ir::ObjectKind::Local || !variable.isScalar ||
      !variable.type.isNameable || !index_.isNamedOnly(object) ||
      stmt.initText.empty() || stmt.computesFloats || stmt.isOpaque ||
      stmt.usesLocalName || !stmt.calls.empty() ||
      index_.effects().stmts[index(id)].isUnknown || isChanged(object, id))
    return false;
  auto isIterator = [&](ObjectId read) {
    return std::any_of(around.begin(), around.end(), [&](NodeId loop) {
      return program_[loop].as<ir::Loop>()->counted->iterator == read;
    });
  };
  auto isKnown = [&](ObjectId read) {
    return std::any_of(known.begin(), known.end(), [&](NodeId declaration) {
      return declaredBy(declaration) == read;
    });
  };
  const auto &items = index_.itemsOf(id);
  return std::all_of(items.begin(), items.end(), [&](const EffectItem &item) {
    const ObjectId named = index_.namedObject(item);
    if (item.isVolatile)
      return false;
    if (item.kind == ir::AccessKind::Write)
      return isValid(named) && named == object;
    if (!isValid(named))
      return isSteady(item);
    return program_[named].isScalar && named != object &&
           (isIterator(named) || isKnown(named) ||
            !isChanged(named, StmtId::None));
  });
}

/// By another statement of the nest than this one.
bool Repeatable::isChanged(ObjectId object, StmtId but) const {
  const std::vector<StmtId> &stmts = index_.stmtsOf(root_);
  return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
    if (stmt == but)
      return false;
    if (index_.effects().stmts[index(stmt)].isUnknown)
      return true;
    const auto &items = index_.itemsOf(stmt);
    return std::any_of(items.begin(), items.end(), [&](const EffectItem &item) {
      return item.kind == ir::AccessKind::Write &&
             index_.mayTouch(item, object);
    });
  });
}

/// The nest writes nothing that the read may touch.
bool Repeatable::isSteady(const EffectItem &read) const {
  const std::vector<StmtId> &stmts = index_.stmtsOf(root_);
  return !polyhedral::isHiddenOnly(index_, read) &&
         std::none_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
           const auto &items = index_.itemsOf(stmt);
           return index_.effects().stmts[index(stmt)].isUnknown ||
                  std::any_of(items.begin(), items.end(),
                              [&](const EffectItem &item) {
                                return item.kind == ir::AccessKind::Write &&
                                       polyhedral::objectsMayOverlap(
                                           index_, read, item);
                              });
         });
}

std::vector<NodeId>
Repeatable::neededBy(const std::vector<NodeId> &nodes,
                     const std::vector<NodeId> &known) const {
  std::set<ObjectId> named;
  auto name = [&](NodeId node) {
    for (const ir::Hole &hole : ir::holesIn(program_, program_[node].text))
      named.insert(hole.object);
  };
  for (NodeId node : nodes)
    name(node);
  std::vector<NodeId> result;
  std::set<uint32_t> texts;
  for (auto one = known.rbegin(); one != known.rend(); ++one)
    if (named.count(declaredBy(*one)) ||
        texts.count(program_[*one].text.begin)) {
      texts.insert(program_[*one].text.begin);
      result.push_back(*one);
      name(*one);
    }
  std::reverse(result.begin(), result.end());
  return result;
}

bool Repeatable::areClear(const std::vector<NodeId> &declarations,
                          const std::vector<NodeId> &nodes) const {
  std::map<std::string, ObjectId> meaning;
  for (NodeId declaration : declarations) {
    const ObjectId object = declaredBy(declaration);
    auto [known, isNew] = meaning.emplace(program_[object].name, object);
    if (!isNew && known->second != object)
      return false;
  }
  auto isClear = [&](NodeId node) {
    std::span<const ir::Hole> holes =
        ir::holesIn(program_, program_[node].text);
    return std::all_of(holes.begin(), holes.end(), [&](const ir::Hole &hole) {
      auto known = meaning.find(program_[hole.object].name);
      return known == meaning.end() || known->second == hole.object;
    });
  };
  return std::all_of(declarations.begin(), declarations.end(), isClear) &&
         std::all_of(nodes.begin(), nodes.end(), isClear);
}

} // namespace hocket::transformation
