// SPDX-License-Identifier: Apache-2.0
#include "driver/planned/MacroTaskRows.h"

#include "taskgraph/conditions/Conditions.h"

namespace hocket::driver {

namespace {

std::vector<report::DecisionRow>
rowsOf(const std::vector<taskgraph::Decision> &decisions) {
  std::vector<report::DecisionRow> rows;
  for (const taskgraph::Decision &one : decisions)
    rows.push_back({one.branch + 1, one.side});
  return rows;
}

} // namespace

std::vector<report::MacroTaskRow>
macroTaskRows(const ir::Program &program, const taskgraph::TaskGraph &graph) {
  std::vector<report::MacroTaskRow> rows;
  for (const taskgraph::ConditionedTask &task : taskgraph::executableConditions(
           program, graph.region, graph.dependences)) {
    report::MacroTaskRow row;
    row.number = uint32_t(rows.size() + 1);
    row.block = taskgraph::blockName(task.kind);
    row.name = taskgraph::conditionedName(program, graph.region, task);
    const ir::StmtId stmt = task.body == taskgraph::none
                                ? graph.region.tasks[task.tasks.front()].stmt()
                                : ir::StmtId::None;
    const SourceLocation &at =
        isValid(stmt) ? program[stmt].location : program[task.node].location;
    row.file = at.file;
    row.line = at.line;
    row.column = at.column;
    row.layer = task.layer;
    row.isBranch = task.isBranch;
    row.condition = taskgraph::conditionText(task);
    row.control = rowsOf(task.control);
    for (const taskgraph::Finished &term : task.data)
      row.data.push_back({term.task + 1, rowsOf(term.orNot)});
    rows.push_back(std::move(row));
  }
  return rows;
}

Remark conditionsRemark(const std::vector<report::MacroTaskRow> &rows,
                        const SourceLocation &at, const std::string &function) {
  Remark remark{RemarkId::TaskConditions,
                at,
                function,
                {std::to_string(rows.size()), "this region"},
                {}};
  for (const report::MacroTaskRow &row : rows)
    remark.notes.push_back({{row.file, row.line, row.column},
                            std::to_string(row.number) + ' ' + row.block + ' ' +
                                row.name + " when " + row.condition});
  return remark;
}

} // namespace hocket::driver
