// SPDX-License-Identifier: Apache-2.0
//
// The branch's body is a list of assignments to scalar variables and places in
// memory. Either one of them stores what the condition compared with it, also
// as a member of a record; or one side of the comparison is the other with an
// assigned variable in place of its new value.

#include "frontend/Selections.h"

#include "frontend/Updates.h"
#include "frontend/unit/Lvalues.h"

#include "clang/AST/Attr.h"

#include <algorithm>
#include <cctype>

namespace hocket::frontend {

using namespace clang;
using namespace ir;

namespace {

struct Assignment {
  const clang::Expr *target = nullptr;
  const clang::Expr *value = nullptr;
  const VarDecl *variable = nullptr; ///< null: memory
};

/// Members of packed structs have less than their type's alignment.
bool isPacked(const clang::Expr *lvalue) {
  for (const clang::Expr *e = lvalue->IgnoreParens();;) {
    if (const auto *member = llvm::dyn_cast<MemberExpr>(e)) {
      const auto *field = llvm::dyn_cast<FieldDecl>(member->getMemberDecl());
      if (!field || field->hasAttr<PackedAttr>() ||
          field->getParent()->hasAttr<PackedAttr>() ||
          field->getParent()->hasAttr<MaxFieldAlignmentAttr>())
        return true;
      e = member->getBase()->IgnoreParenImpCasts();
    } else if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(e)) {
      e = element->getBase()->IgnoreParenImpCasts();
    } else {
      return false;
    }
  }
}

/// A pointer to the type without qualifiers and attributes reaches the place as
/// well: gcc lets members of unions be reached as members only.
bool isPlainPlace(const UnitReader &unit, const clang::Expr *target) {
  const ASTContext &ast = unit.ast;
  QualType type = target->getType();
  QualType plain = ast.getCanonicalType(type).getUnqualifiedType();
  ir::CType text = unit.cType(plain);
  bool isKind = type->isScalarType()
                    ? !llvm::isa<DeclRefExpr>(target->IgnoreParens())
                    : type->isStructureType();
  return isKind && !halfOf(target) && !touchesMore(target) &&
         !type.isVolatileQualified() && !target->refersToVectorElement() &&
         !target->HasSideEffects(ast, /*IncludePossibleEffects=*/true) &&
         !isPacked(target) &&
         ast.getTypeAlign(type) >= ast.getTypeAlign(plain) &&
         unit.typeName(target) == unit.typeName(type) &&
         unit.typeName(type) == unit.typeName(plain) && text.isNameable &&
         text.needs.empty();
}

/// The variable that an lvalue is, be it as `*&x`.
const VarDecl *variableOf(const clang::Expr *lvalue) {
  const clang::Expr *e = lvalue->IgnoreParens();
  while (const auto *load = llvm::dyn_cast<UnaryOperator>(e)) {
    const auto *address = llvm::dyn_cast<UnaryOperator>(
        load->getSubExpr()->IgnoreParenImpCasts());
    if (load->getOpcode() != UO_Deref || !address ||
        address->getOpcode() != UO_AddrOf)
      return nullptr;
    e = address->getSubExpr()->IgnoreParens();
  }
  const auto *ref = llvm::dyn_cast<DeclRefExpr>(e);
  return ref ? llvm::dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

std::optional<Assignment> assignmentOf(const UnitReader &unit,
                                       const clang::Stmt *s) {
  const auto *e = llvm::dyn_cast_or_null<BinaryOperator>(s);
  if (!e || e->getOpcode() != BO_Assign ||
      e->getRHS()->HasSideEffects(unit.ast, /*IncludePossibleEffects=*/true))
    return std::nullopt;
  const VarDecl *variable = variableOf(e->getLHS());
  if (variable && !variable->getType()->isScalarType())
    variable = nullptr; // a place like others
  if (!variable && !isPlainPlace(unit, e->getLHS()))
    return std::nullopt;
  return Assignment{e->getLHS(), e->getRHS(), variable};
}

/// Nothing if a statement is anything else, or a variable is assigned twice.
std::vector<Assignment> assignments(const UnitReader &unit,
                                    const clang::Stmt *body) {
  std::vector<const clang::Stmt *> statements{body};
  if (const auto *block = llvm::dyn_cast<CompoundStmt>(body))
    statements.assign(block->body_begin(), block->body_end());
  std::vector<Assignment> result;
  for (const clang::Stmt *s : statements) {
    std::optional<Assignment> one = assignmentOf(unit, s);
    if (!one)
      return {};
    for (const Assignment &other : result)
      if (other.variable && other.variable == one->variable)
        return {};
    result.push_back(*one);
  }
  return result;
}

/// The text without blanks, one name written as another.
std::string renamed(std::string_view text, std::string_view from,
                    std::string_view to) {
  std::string result;
  auto isName = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isName(text[end]))
      ++end;
    if (end == at) {
      if (!std::isspace(static_cast<unsigned char>(text[at])))
        result += text[at];
      ++at;
      continue;
    }
    std::string_view word = text.substr(at, end - at);
    bool isMember =
        !result.empty() && (result.back() == '.' || result.ends_with("->"));
    result += word == from && !isMember ? to : word;
    result += ' ';
    at = end;
  }
  return result;
}

/// What a condition asks for: the comparison, guards before and behind it, and
/// what makes it true without comparing.
struct Question {
  Comparison test;
  const BinaryOperator *written = nullptr;
  std::vector<const clang::Expr *> guards; ///< all
  std::vector<const clang::Expr *> behind; ///< those among them
  const clang::Expr *alternative = nullptr;
};

/// `(x = f(i))` stands for `x`.
const clang::Expr *comparedIn(const clang::Expr *side) {
  const auto *assign =
      llvm::dyn_cast<BinaryOperator>(side->IgnoreParenImpCasts());
  if (!assign || assign->getOpcode() != BO_Assign)
    return side;
  const VarDecl *variable = variableOf(assign->getLHS());
  return variable && variable->getType()->isArithmeticType() &&
                 !variable->getType().isVolatileQualified()
             ? assign->getLHS()
             : side;
}

void splitConjunction(const clang::Expr *e,
                      std::vector<const clang::Expr *> &parts) {
  const auto *op = llvm::dyn_cast<BinaryOperator>(e->IgnoreParenImpCasts());
  if (!op || op->getOpcode() != BO_LAnd) {
    parts.push_back(e->IgnoreParenImpCasts());
    return;
  }
  splitConjunction(op->getLHS(), parts);
  splitConjunction(op->getRHS(), parts);
}

/// The ways to take one part of a conjunction for the comparison.
std::vector<Question> questionsIn(const clang::Expr *condition) {
  std::vector<const clang::Expr *> parts;
  splitConjunction(condition, parts);
  std::vector<Question> result;
  for (size_t i = 0; i < parts.size(); ++i) {
    Question one;
    const auto *test = llvm::dyn_cast<BinaryOperator>(parts[i]);
    if (test && test->getOpcode() == BO_LOr) {
      one.alternative = test->getLHS();
      test =
          llvm::dyn_cast<BinaryOperator>(test->getRHS()->IgnoreParenImpCasts());
    }
    if (!test || !test->isRelationalOp())
      continue;
    one.written = test;
    one.test = {test->getOpcode(), comparedIn(test->getLHS()),
                comparedIn(test->getRHS())};
    one.guards = parts;
    one.guards.erase(one.guards.begin() + static_cast<ptrdiff_t>(i));
    one.behind.assign(parts.begin() + static_cast<ptrdiff_t>(i) + 1,
                      parts.end());
    result.push_back(std::move(one));
  }
  return result;
}

/// `a && b`, `c ? a : b`, or what may hide one.
bool evaluatesInPart(const clang::Stmt *s) {
  const auto *op = llvm::dyn_cast<BinaryOperator>(s);
  if ((op && op->isLogicalOp()) ||
      llvm::isa<AbstractConditionalOperator, StmtExpr, CallExpr>(s))
    return true;
  return std::any_of(
      s->child_begin(), s->child_end(),
      [](const clang::Stmt *child) { return child && evaluatesInPart(child); });
}

class SelectionFinder {
public:
  SelectionFinder(UnitReader &unit, const Question &question,
                  std::vector<Assignment> all)
      : unit_(unit), question_(question), test_(question.test),
        all_(std::move(all)) {}

  std::optional<Selection> find() {
    for (const clang::Expr *guard : question_.guards)
      if (namesTargets(guard) != 0)
        return std::nullopt;
    // Chunks come to them where the loop does not, and the other way round.
    for (const clang::Expr *guard : question_.behind)
      if (guard->HasSideEffects(unit_.ast))
        return std::nullopt;
    if (question_.alternative && question_.written->HasSideEffects(unit_.ast))
      return std::nullopt;
    std::optional<Selection> result = compared();
    if (!result || !addAlternative(*result))
      return std::nullopt;
    result->asksBehind = !question_.behind.empty();
    if (!evaluatesInPart(question_.written))
      result->comparison = unit_.range(question_.written->getSourceRange());
    return result;
  }

private:
  std::optional<Selection> compared() {
    for (size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].target->getType()->isStructureType()) {
        if (std::optional<Selection> found = byMember(i))
          return found;
      } else if (std::optional<UpdateOp> op = replacedExtreme(
                     unit_, test_, all_[i].target, all_[i].value)) {
        return make(i, *op, all_[i].value, /*hasBest=*/true);
      }
    }
    for (size_t i = 0; i < all_.size(); ++i)
      if (std::optional<Selection> found = byKey(i))
        return found;
    return std::nullopt;
  }

  std::string_view text(const clang::Expr *e) const {
    TextRange range = unit_.range(e->getSourceRange());
    return std::string_view(unit_.builder.program[unit_.unit].text)
        .substr(range.begin, range.end - range.begin);
  }

  /// `if (x > best.most) best = (struct hit){ x, i };` or
  /// `if (s.most > best.most) best = s;`.
  std::optional<Selection> byMember(size_t i) {
    for (const clang::Expr *side : {test_.left, test_.right}) {
      const auto *member =
          llvm::dyn_cast<MemberExpr>(side->IgnoreParenImpCasts());
      const auto *field =
          member ? llvm::dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
      if (!field || member->isArrow() || field->isBitField() ||
          !areAlike(unit_, member->getBase(), all_[i].target) ||
          mentions(unit_, all_[i].value, all_[i].target))
        continue;
      const clang::Expr *other = side == test_.left ? test_.right : test_.left;
      const clang::Expr *value = storedIn(all_[i].value, *field, other);
      std::optional<UpdateOp> op;
      if (value)
        op = replacedExtreme(unit_, test_, member, value);
      if (!op)
        continue;
      Selection result = make(i, *op, value, /*hasBest=*/true);
      result.member = "." + field->getNameAsString();
      result.memberOffset =
          unit_.ast.getFieldOffset(field) / unit_.ast.getCharWidth();
      result.memberText = unit_.range(member->getSourceRange());
      return result;
    }
    return std::nullopt;
  }

  /// What a record's value has in a field, as an expression; `like` names it
  /// where the record is copied.
  static const clang::Expr *storedIn(const clang::Expr *value,
                                     const FieldDecl &field,
                                     const clang::Expr *like) {
    value = value->IgnoreParenImpCasts();
    if (const auto *literal = llvm::dyn_cast<CompoundLiteralExpr>(value)) {
      const auto *list =
          llvm::dyn_cast<InitListExpr>(literal->getInitializer());
      unsigned at = field.getFieldIndex();
      if (!list || at >= list->getNumInits())
        return nullptr;
      const clang::Expr *init = list->getInit(at);
      return llvm::isa<ImplicitValueInitExpr>(init) ? nullptr : init;
    }
    const auto *from = llvm::dyn_cast<MemberExpr>(like->IgnoreParenImpCasts());
    if (!from || from->isArrow() || from->getMemberDecl() != &field)
      return nullptr;
    const auto *copied = llvm::dyn_cast<DeclRefExpr>(value);
    const auto *base =
        llvm::dyn_cast<DeclRefExpr>(from->getBase()->IgnoreParenImpCasts());
    return copied && base && copied->getDecl() == base->getDecl() ? like
                                                                  : nullptr;
  }

  /// `if (a[i] < a[at]) at = i;`
  std::optional<Selection> byKey(size_t i) {
    const auto *value =
        llvm::dyn_cast<DeclRefExpr>(all_[i].value->IgnoreParenImpCasts());
    const clang::Expr *left = test_.left->IgnoreParenImpCasts();
    const clang::Expr *right = test_.right->IgnoreParenImpCasts();
    const ASTContext &ast = unit_.ast;
    if (!value || !all_[i].variable ||
        !ast.hasSameUnqualifiedType(value->getType(),
                                    all_[i].variable->getType()) ||
        !ast.hasSameUnqualifiedType(left->getType(), right->getType()) ||
        !left->getType()->isArithmeticType() ||
        left->getType()->isAnyComplexType() || left->HasSideEffects(ast) ||
        right->HasSideEffects(ast))
      return std::nullopt;
    std::string from(all_[i].variable->getName());
    std::string to(value->getDecl()->getName());
    bool isLess = test_.op == BO_LT || test_.op == BO_LE;
    if (matches(left, right, from, to))
      return make(i, isLess ? UpdateOp::Min : UpdateOp::Max, right, false);
    if (matches(right, left, from, to))
      return make(i, isLess ? UpdateOp::Max : UpdateOp::Min, left, false);
    return std::nullopt;
  }

  bool matches(const clang::Expr *made, const clang::Expr *key,
               const std::string &from, const std::string &to) const {
    std::string same = renamed(text(key), from, to);
    return same != renamed(text(key), from, from) &&
           same == renamed(text(made), from, from);
  }

  /// How often an expression names variables among the targets.
  unsigned namesTargets(const clang::Expr *e) const {
    unsigned count = 0;
    for (const Assignment &one : all_)
      if (one.variable && mentions(unit_, e, one.target))
        ++count;
    return count;
  }

  /// \returns false if the condition has an alternative that is none of a
  /// selection.
  bool addAlternative(Selection &selection) const {
    const clang::Expr *e = question_.alternative;
    if (!e)
      return true;
    selection.alternative = unit_.range(e->getSourceRange());
    // A chunk that took a NaN first would keep it, and the loop what it had.
    if (test_.left->getType()->isRealFloatingType())
      return false;
    for (uint32_t i = 0; i < selection.targets.size(); ++i) {
      const Assignment &one = all_[sourceOf_[i]];
      if (one.variable && isNone(e->IgnoreParenImpCasts(), one, selection)) {
        selection.none = i;
        return true;
      }
    }
    return false;
  }

  /// `at < 0`, `at == -1`, `!found`, `!best`.
  bool isNone(const clang::Expr *e, const Assignment &target,
              Selection &selection) const {
    auto isTarget = [&](const clang::Expr *side) {
      return areAlike(unit_, side, target.target);
    };
    QualType type = target.variable->getType();
    if (!type->isIntegerType() && !type->isPointerType())
      return false;
    const auto *negation = llvm::dyn_cast<UnaryOperator>(e);
    if (negation && negation->getOpcode() == UO_LNot &&
        isTarget(negation->getSubExpr())) {
      selection.noneIs = 0;
      return true;
    }
    const auto *op = llvm::dyn_cast<BinaryOperator>(e);
    if (!op)
      return false;
    bool isLeft = isTarget(op->getLHS());
    if (!isLeft && !isTarget(op->getRHS()))
      return false;
    const clang::Expr *other = isLeft ? op->getRHS() : op->getLHS();
    if (op->getOpcode() == (isLeft ? BO_LT : BO_GT))
      return type->isSignedIntegerType() && constantOf(other) == 0;
    if (op->getOpcode() != BO_EQ)
      return false;
    selection.noneIs = constantOf(other);
    return selection.noneIs.has_value();
  }

  std::optional<int64_t> constantOf(const clang::Expr *e) const {
    if (e->isNullPointerConstant(unit_.ast,
                                 clang::Expr::NPC_ValueDependentIsNotNull))
      return 0;
    clang::Expr::EvalResult result;
    if (!e->EvaluateAsInt(result, unit_.ast) ||
        !result.Val.getInt().isRepresentableByInt64())
      return std::nullopt;
    return result.Val.getInt().getExtValue();
  }

  Selection make(size_t first, UpdateOp op, const clang::Expr *key,
                 bool hasBest) {
    Selection result;
    result.op = op;
    result.keepsFirst = test_.op == BO_LT || test_.op == BO_GT;
    QualType type = unit_.ast.getCanonicalType(
        key->IgnoreParenImpCasts()->getType().getUnqualifiedType());
    if (const auto *enumeration = type->getAs<EnumType>())
      type = unit_.ast.getCanonicalType(
          enumeration->getDecl()->getIntegerType().getUnqualifiedType());
    result.type = type.getAsString(PrintingPolicy(unit_.ast.getLangOpts()));
    if (!hasBest)
      result.key = unit_.range(key->getSourceRange());
    sourceOf_ = {first};
    for (size_t i = 0; i < all_.size(); ++i)
      if (i != first)
        sourceOf_.push_back(i);
    for (size_t i : sourceOf_)
      result.targets.push_back(targetOf(all_[i]));
    return result;
  }

  SelectionTarget targetOf(const Assignment &one) {
    SelectionTarget result;
    result.text = unit_.range(one.target->getSourceRange());
    result.type = unit_.cType(
        unit_.ast.getCanonicalType(one.target->getType()).getUnqualifiedType());
    if (one.variable)
      result.object = unit_.object(one.variable);
    return result;
  }

  UnitReader &unit_;
  const Question &question_;
  const Comparison &test_;
  std::vector<Assignment> all_;
  /// For each of the selection's targets its assignment.
  std::vector<size_t> sourceOf_;
};

} // namespace

std::optional<Selection> findSelection(UnitReader &unit, const IfStmt *s) {
  if (s->getElse())
    return std::nullopt;
  std::vector<Assignment> all = assignments(unit, s->getThen());
  if (all.empty())
    return std::nullopt;
  for (const Question &question : questionsIn(s->getCond()))
    if (std::optional<Selection> found =
            SelectionFinder(unit, question, all).find())
      return found;
  return std::nullopt;
}

} // namespace hocket::frontend
