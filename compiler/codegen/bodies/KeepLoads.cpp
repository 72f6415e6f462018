// SPDX-License-Identifier: Apache-2.0
#include "codegen/bodies/KeepLoads.h"

#include "checks/SpelledLoads.h"
#include "codegen/text/CheckText.h"
#include "ir/Tree.h"

#include <algorithm>
#include <cctype>

namespace hocket::codegen {

using namespace ir;
using polyhedral::CheckExpr;
using polyhedral::CheckKind;
using polyhedral::KeptLoad;
using polyhedral::SpelledLoad;

namespace {

/// "float *const name", "const int name".
std::string declarationOf(const std::string &type, const std::string &name) {
  return type.back() == '*' ? type + "const " + name : "const " + type + name;
}

/// "g->rows[0]" becomes "g_rows_0".
std::string asName(std::string_view text) {
  std::string name;
  for (unsigned char c : text)
    if (std::isalnum(c) || c == '_')
      name += char(c);
    else if (!name.empty() && name.back() != '_')
      name += '_';
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  return name;
}

/// The body's bounds have the names of these functions.
bool isHidden(const CheckExpr &tree) {
  return tree.is(CheckKind::Count) || tree.is(CheckKind::Last) ||
         std::any_of(tree->operands.begin(), tree->operands.end(), isHidden);
}

/// It holds as long as nobody gives memory back.
bool asksForMemory(const CheckExpr &tree) {
  return tree.is(CheckKind::Readable) || tree.is(CheckKind::ReadableNear) ||
         std::any_of(tree->operands.begin(), tree->operands.end(),
                     asksForMemory);
}

class Keeper {
public:
  Keeper(const BodyContext &body, const std::set<ObjectId> &declared,
         BodyPlan &plan)
      : body_(body), declared_(declared), plan_(plan) {}

  void keep(const KeptLoad &kept, const std::string &trips) {
    const TextRange &text = kept.load->load.text;
    std::vector<const CheckExpr *> trees = {&kept.load};
    for (const CheckExpr &way : kept.ways)
      trees.push_back(&way);
    std::vector<ObjectId> names = polyhedral::variablesOf(trees);
    if (!std::all_of(names.begin(), names.end(),
                     [this](ObjectId name) { return isHere(name); }) ||
        std::any_of(kept.ways.begin(), kept.ways.end(), isHidden) ||
        (!body_.c.region.keepsMemory &&
         std::any_of(kept.ways.begin(), kept.ways.end(), asksForMemory)))
      return;
    Replacements places = placesOf(text);
    if (places.empty())
      return;
    const std::string name = freshName(asName(body_.program().text(text)));
    for (Replacement &place : places)
      place.text = name;
    plan_.locals.push_back({LocalKind::Own, declarationOf(kept.type, name),
                            condition(kept, trips) + " ? " +
                                std::string(body_.program().text(text)) +
                                " : 0"});
    plan_.replacements.insert(plan_.replacements.end(), places.begin(),
                              places.end());
  }

private:
  /// Under its own name, as a variable that nothing writes.
  bool isHere(ObjectId id) const {
    const Object &object = body_.object(id);
    auto renamed = plan_.names.find(id);
    if (renamed != plan_.names.end() && renamed->second != object.name)
      return false;
    bool isShared = object.kind == ObjectKind::Global;
    return isShared || declared_.count(id) != 0;
  }

  Replacements placesOf(const TextRange &text) const {
    const Program &program = body_.program();
    const NodeId inside = program[body_.task.node].as<Loop>()->body;
    Replacements result;
    for (const SpelledLoad &load :
         polyhedral::loadsSpelledAs(program, allStmts(program, inside), text))
      if (program[inside].text.contains(load.access->text))
        result.push_back({load.access->text.begin, load.access->text.end, ""});
    return result;
  }

  std::string condition(const KeptLoad &kept, const std::string &trips) const {
    std::string ways;
    for (const CheckExpr &way : kept.ways)
      ways += (ways.empty() ? "" : " || ") + std::string("(") +
              checkText(body_.program(), way, body_.p()) + ")";
    if (kept.ways.size() > 1)
      ways = "(" + ways + ")";
    return trips + " > 0" + (ways.empty() ? "" : " && " + ways);
  }

  std::string freshName(const std::string &like) {
    std::string name = body_.p() + "l_" + like;
    for (unsigned number = 2; !names_.insert(name).second; ++number)
      name = body_.p() + "l" + std::to_string(number) + "_" + like;
    return name;
  }

  const BodyContext &body_;
  const std::set<ObjectId> &declared_;
  BodyPlan &plan_;
  std::set<std::string> names_;
};

} // namespace

void keepLoads(const BodyContext &body, const std::set<ObjectId> &declared,
               BodyPlan &plan) {
  const std::string trips = body.p() + "count";
  bool isCounted = std::any_of(
      plan.locals.begin(), plan.locals.end(), [&](const Local &local) {
        return local.declaration == "const long long " + trips &&
               !local.initial.empty();
      });
  if (!isCounted)
    return;
  Keeper keeper(body, declared, plan);
  for (const KeptLoad &kept : body.verdict->keptLoads)
    keeper.keep(kept, trips);
  plan.replacements = outermost(std::move(plan.replacements));
}

} // namespace hocket::codegen
