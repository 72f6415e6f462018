// SPDX-License-Identifier: Apache-2.0
#include "checks/SpelledLoads.h"

#include "ir/Holes.h"

namespace hocket::polyhedral {

std::vector<ir::ObjectId> namesIn(const ir::Program &program,
                                  const ir::TextRange &text) {
  std::vector<ir::ObjectId> names;
  for (const ir::Hole &hole : ir::holesIn(program, text))
    names.push_back(hole.object);
  return names;
}

std::vector<SpelledLoad> loadsSpelledAs(const ir::Program &program,
                                        const std::vector<ir::StmtId> &stmts,
                                        const ir::TextRange &text) {
  const std::string_view spelling = program.text(text);
  const std::vector<ir::ObjectId> names = namesIn(program, text);
  std::vector<SpelledLoad> result;
  for (ir::StmtId stmt : stmts)
    for (const ir::Access &access : program[stmt].accesses) {
      const ir::TextRange &other = access.text;
      if (access.kind == ir::AccessKind::Read && isValid(other.unit) &&
          other.end - other.begin == text.end - text.begin &&
          program.text(other) == spelling && namesIn(program, other) == names)
        result.push_back({stmt, &access});
    }
  return result;
}

} // namespace hocket::polyhedral
