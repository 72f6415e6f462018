// SPDX-License-Identifier: Apache-2.0
//
// Programs made by hand: just enough of a builder to write a C function as a
// few lines of test.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"

#include <algorithm>
#include <string>
#include <vector>

namespace hocket::test {

class ProgramFixture {
public:
  ir::Program program;

  ProgramFixture() {
    program.isClosed = true;
    ir::HiddenObjects &hidden = program.hidden;
    for (auto [id, name] :
         {std::pair(&hidden.io, "io"), std::pair(&hidden.errnoValue, "errno"),
          std::pair(&hidden.allocator, "allocator"),
          std::pair(&hidden.random, "random"),
          std::pair(&hidden.library, "library"),
          std::pair(&hidden.control, "control"),
          std::pair(&hidden.external, "external")})
      *id = object(ir::ObjectKind::Hidden, name);
  }

  ir::ObjectId object(ir::ObjectKind kind, const std::string &name) {
    ir::Object o;
    o.id = ir::ObjectId(program.objects.size());
    o.kind = kind;
    o.name = name;
    o.function = current_;
    program.objects.push_back(o);
    return o.id;
  }
  ir::ObjectId pointer(const std::string &name,
                       ir::ObjectKind kind = ir::ObjectKind::Local) {
    ir::ObjectId id = object(kind, name);
    ir::Object &o = program.objects[ir::index(id)];
    o.isScalar = o.isPointer = true;
    o.bits = 64;
    o.size = 8;
    return id;
  }
  ir::ObjectId integer(const std::string &name,
                       ir::ObjectKind kind = ir::ObjectKind::Local) {
    ir::ObjectId id = object(kind, name);
    ir::Object &o = program.objects[ir::index(id)];
    o.isScalar = o.isSigned = true;
    o.bits = 32;
    o.size = 4;
    return id;
  }
  ir::ObjectId array(const std::string &name, uint64_t size,
                     ir::ObjectKind kind = ir::ObjectKind::Global) {
    ir::ObjectId id = object(kind, name);
    ir::Object &o = program.objects[ir::index(id)];
    o.isArray = o.isAddressTaken = true;
    o.size = size;
    return id;
  }
  ir::ObjectId heap(const std::string &name) {
    return object(ir::ObjectKind::Heap, name);
  }

  // Expressions.
  ir::ExprId expr(ir::Expr e) {
    program.exprs.push_back(std::move(e));
    return ir::ExprId(program.exprs.size() - 1);
  }
  ir::ExprId constant(int64_t value) {
    ir::Expr e;
    e.kind = ir::ExprKind::Const;
    e.value = value;
    return expr(e);
  }
  ir::ExprId var(ir::ObjectId object) {
    ir::Expr e;
    e.kind = ir::ExprKind::Var;
    e.object = object;
    e.isPointer = program[object].isPointer;
    return expr(e);
  }
  ir::ExprId addressOf(ir::ObjectId object) {
    program.objects[ir::index(object)].isAddressTaken |=
        program[object].kind != ir::ObjectKind::Function;
    return lvalue(object);
  }
  /// The address that an access by name has.
  ir::ExprId lvalue(ir::ObjectId object) {
    ir::Expr e;
    e.kind = ir::ExprKind::AddrOf;
    e.object = object;
    e.isPointer = true;
    return expr(e);
  }
  ir::ExprId load(ir::ExprId address, bool isPointer = true,
                  uint8_t bits = 64) {
    ir::Expr e;
    e.kind = ir::ExprKind::Load;
    e.isPointer = isPointer;
    e.bits = bits;
    e.operands = {address};
    return expr(e);
  }
  ir::ExprId add(ir::ExprId a, ir::ExprId b) {
    ir::Expr e;
    e.kind = ir::ExprKind::Add;
    e.isPointer = program[a].isPointer;
    e.operands = {a, b};
    return expr(e);
  }
  /// address + scale * index
  ir::ExprId element(ir::ExprId address, int64_t scale, ir::ObjectId index) {
    ir::Expr e;
    e.kind = ir::ExprKind::Mul;
    e.operands = {constant(scale), var(index)};
    return add(address, expr(e));
  }
  ir::ExprId result(unsigned call, bool isPointer = true) {
    ir::Expr e;
    e.kind = ir::ExprKind::CallResult;
    e.value = call;
    e.isPointer = isPointer;
    return expr(e);
  }
  ir::ExprId unknownPointer() {
    ir::Expr e;
    e.isPointer = true;
    return expr(e);
  }

  // Functions and statements.
  ir::FunctionId declare(const std::string &name) {
    ir::Function f;
    f.id = ir::FunctionId(program.functions.size());
    f.name = name;
    program.functions.push_back(f);
    ir::FunctionId saved = current_;
    current_ = f.id;
    program.functions.back().object = object(ir::ObjectKind::Function, name);
    current_ = saved;
    return f.id;
  }
  /// Statements made from now on go into the body of this function.
  void define(ir::FunctionId id) {
    current_ = id;
    ir::Function &f = program.functions[ir::index(id)];
    f.unit = ir::UnitId(0);
    f.body = node(ir::Block{}, ir::NodeId::None);
    block_ = f.body;
  }
  ir::FunctionId define(const std::string &name) {
    ir::FunctionId id = declare(name);
    define(id);
    return id;
  }
  ir::ObjectId param(const std::string &name, bool isPointer = true) {
    ir::ObjectId id = isPointer ? pointer(name, ir::ObjectKind::Param)
                                : integer(name, ir::ObjectKind::Param);
    program.functions[ir::index(current_)].params.push_back(id);
    return id;
  }
  ir::NodeId node(std::variant<ir::Block, ir::Leaf, ir::Loop, ir::Branch,
                               ir::Jump, ir::Opaque>
                      data,
                  ir::NodeId parent) {
    ir::Node n;
    n.id = ir::NodeId(program.nodes.size());
    n.function = current_;
    n.parent = parent;
    n.data = std::move(data);
    program.nodes.push_back(n);
    if (ir::isValid(parent))
      if (auto *block = program.nodes[ir::index(parent)].as<ir::Block>())
        block->children.push_back(n.id);
    return n.id;
  }
  ir::StmtId bareStmt() {
    ir::Stmt s;
    s.id = ir::StmtId(program.stmts.size());
    program.stmts.push_back(s);
    return s.id;
  }
  ir::StmtId stmt() {
    ir::StmtId id = bareStmt();
    node(ir::Leaf{id}, block_);
    return id;
  }
  ir::Stmt &at(ir::StmtId id) { return program.stmts[ir::index(id)]; }

  /// Statements after this go into a new `if` (then side) until endIf.
  ir::NodeId beginIf() {
    ir::NodeId branch = node(ir::Branch{}, block_);
    ir::NodeId side = node(ir::Block{}, branch);
    auto *data = program.nodes[ir::index(branch)].as<ir::Branch>();
    data->condition = bareStmt();
    data->thenNode = side;
    outer_.push_back(block_);
    block_ = side;
    return branch;
  }
  ir::NodeId beginLoop() {
    ir::NodeId loop = node(ir::Loop{}, block_);
    ir::NodeId body = node(ir::Block{}, loop);
    auto *data = program.nodes[ir::index(loop)].as<ir::Loop>();
    data->condition = bareStmt();
    data->body = body;
    outer_.push_back(block_);
    block_ = body;
    return loop;
  }
  void end() {
    block_ = outer_.back();
    outer_.pop_back();
  }

  void read(ir::StmtId s, ir::ExprId address, uint32_t size = 8,
            const std::string &type = "double") {
    access(s, ir::AccessKind::Read, address, size, ir::ExprId::None, type);
  }
  void write(ir::StmtId s, ir::ExprId address, uint32_t size = 8,
             ir::ExprId value = ir::ExprId::None,
             const std::string &type = "double") {
    access(s, ir::AccessKind::Write, address, size, value, type);
  }
  /// `target = value;` for a pointer variable
  ir::StmtId assign(ir::ObjectId target, ir::ExprId value) {
    ir::StmtId s = stmt();
    write(s, lvalue(target), 8, value, "void *");
    return s;
  }
  unsigned call(ir::StmtId s, ir::FunctionId callee,
                std::vector<ir::ExprId> args,
                ir::ObjectId heap = ir::ObjectId::None) {
    ir::CallSite site;
    site.callee = callee;
    site.argSizes.assign(args.size(), 0);
    site.args = std::move(args);
    site.heap = heap;
    at(s).calls.push_back(site);
    return static_cast<unsigned>(at(s).calls.size() - 1);
  }
  void returnValue(ir::ExprId value) {
    ir::StmtId s = bareStmt();
    at(s).kind = ir::StmtKind::ReturnValue;
    at(s).value = value;
    ir::NodeId jump = node(ir::Jump{ir::JumpKind::Return, s}, block_);
    program.nodes[ir::index(jump)].exits.byReturn = true;
    program.functions[ir::index(current_)].results.push_back(value);
  }
  /// A call of `callee` as a statement of its own.
  ir::StmtId callStmt(ir::FunctionId callee, std::vector<ir::ExprId> args,
                      ir::ObjectId heap = ir::ObjectId::None) {
    ir::StmtId s = stmt();
    call(s, callee, std::move(args), heap);
    return s;
  }

private:
  void access(ir::StmtId s, ir::AccessKind kind, ir::ExprId address,
              uint32_t size, ir::ExprId value, const std::string &type) {
    ir::Access a;
    a.kind = kind;
    a.address = address;
    a.size = size;
    a.value = value;
    a.type = type;
    at(s).accesses.push_back(a);
  }

  ir::FunctionId current_ = ir::FunctionId::None;
  ir::NodeId block_ = ir::NodeId::None;
  std::vector<ir::NodeId> outer_;
};

/// The objects that the statement's items of one kind may fall into.
inline std::vector<ir::ObjectId> touched(const analysis::StmtEffects &effects,
                                         ir::AccessKind kind) {
  std::vector<ir::ObjectId> all;
  for (const analysis::EffectItem &item : effects.items)
    if (item.kind == kind)
      for (ir::ObjectId id : item.objects.ids)
        if (std::find(all.begin(), all.end(), id) == all.end())
          all.push_back(id);
  std::sort(all.begin(), all.end());
  return all;
}

} // namespace hocket::test
