// SPDX-License-Identifier: Apache-2.0
//
// A region made by hand: text with holes, a loop over it, what was found about
// that loop, and the frame. No C is read.
#pragma once

#include "codegen/bodies/PlanBody.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace hocket::test {

/// `for (int i = 0; i < n; i++) <body>` and what planning its tasks reads.
class ProgramByHand {
public:
  ir::Program program;
  std::vector<polyhedral::LoopVerdict> verdicts;
  taskgraph::Region region;
  codegen::Frame frame;
  codegen::Naming naming;

  /// \param body the loop's, one statement
  explicit ProgramByHand(const std::string &body) : body_(body) {
    i_ = scalar("i", "int ");
    n_ = scalar("n", "int ");
  }

  ir::ObjectId scalar(const std::string &name, const std::string &type,
                      ir::ObjectKind kind = ir::ObjectKind::Local) {
    ir::Object o;
    o.id = ir::ObjectId(program.objects.size());
    o.kind = kind;
    o.name = name;
    o.isScalar = o.isSigned = true;
    o.bits = 32;
    o.size = 4;
    o.type = {type, "", {}, true};
    o.pointerType = {type + "*", "", {}, true};
    program.objects.push_back(o);
    return o.id;
  }

  /// Reached by a member of the frame.
  codegen::Member &member(ir::ObjectId object, codegen::Storage storage) {
    codegen::Member m;
    m.object = object;
    m.storage = storage;
    m.name = program[object].name;
    frame.memberOf[object] = uint32_t(frame.members.size());
    frame.members.push_back(m);
    return frame.members.back();
  }

  /// Makes text and tree. To be called when all objects are there.
  void finish() {
    program.units.emplace_back();
    program.units[0].path = "t.c";
    program.units[0].text = "for (int i = 0; i < n; i++) " + body_;
    loop_ = node(ir::Loop{}, 0, text().size());
    ir::NodeId body = node(ir::Leaf{stmt()}, text().find(body_), text().size());
    auto *loop = program.nodes[ir::index(loop_)].as<ir::Loop>();
    loop->condition = stmt();
    loop->body = body;
    loop->initText = range("int i = 0");
    loop->conditionText = range("i < n");
    loop->stepText = range("i++");
    ir::Counted counted;
    counted.iterator = i_;
    program.exprs.resize(1);
    program.exprs[0].isSigned = true;
    counted.bound = ir::ExprId(0);
    counted.lowerText = range("0");
    counted.boundText = {ir::UnitId(0), at("n;"), at("n;") + 1};
    counted.declaresIterator = true;
    loop->counted = counted;
    for (const ir::Object &object : program.objects)
      addHoles(object);
    std::sort(
        program.units[0].holes.begin(), program.units[0].holes.end(),
        [](const ir::Hole &a, const ir::Hole &b) { return a.begin < b.begin; });
    polyhedral::LoopVerdict verdict;
    verdict.loop = loop_;
    verdict.of = polyhedral::DoallLoop{};
    verdicts.push_back(verdict);
    region.text = range(text());
    member(n_, codegen::Storage::Value);
  }

  ir::NodeId loop() const { return loop_; }

  taskgraph::TaskId chunks(unsigned count) {
    taskgraph::Chunks four;
    four.verdict = 0;
    four.count = count;
    region.tasks.push_back({loop_, four});
    return taskgraph::TaskId(region.tasks.size() - 1);
  }

  taskgraph::TaskId combine(taskgraph::TaskId chunks) {
    region.tasks.push_back({loop_, taskgraph::Combine{0, chunks}});
    return taskgraph::TaskId(region.tasks.size() - 1);
  }

  codegen::RegionContext context() const {
    return {program, verdicts, region, frame, naming, "hk_f_1"};
  }

private:
  const std::string &text() const { return program.units[0].text; }
  uint32_t at(const std::string &part) const {
    return uint32_t(text().find(part));
  }
  ir::TextRange range(const std::string &part) const {
    return {ir::UnitId(0), at(part), at(part) + uint32_t(part.size())};
  }
  ir::StmtId stmt() {
    ir::Stmt s;
    s.id = ir::StmtId(program.stmts.size());
    program.stmts.push_back(s);
    return s.id;
  }
  template <typename Data>
  ir::NodeId node(Data data, size_t begin, size_t end) {
    ir::Node n;
    n.id = ir::NodeId(program.nodes.size());
    n.text = {ir::UnitId(0), uint32_t(begin), uint32_t(end)};
    n.location = {"t.c", 3, 1};
    n.data = std::move(data);
    program.nodes.push_back(n);
    return n.id;
  }
  static bool isWordChar(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  }
  void addHoles(const ir::Object &object) {
    const std::string &name = object.name;
    for (size_t found = text().find(name); found != std::string::npos;
         found = text().find(name, found + 1)) {
      size_t end = found + name.size();
      if ((found > 0 && isWordChar(text()[found - 1])) ||
          (end < text().size() && isWordChar(text()[end])))
        continue;
      bool declares = text().compare(found, 3, "i =") == 0;
      program.units[0].holes.push_back(
          {uint32_t(found), uint32_t(end), object.id, declares});
    }
  }

  std::string body_;
  ir::ObjectId i_ = ir::ObjectId::None, n_ = ir::ObjectId::None;
  ir::NodeId loop_ = ir::NodeId::None;
};

} // namespace hocket::test
