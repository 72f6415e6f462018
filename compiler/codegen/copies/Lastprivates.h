// SPDX-License-Identifier: Apache-2.0
//
// The C of variables that only some iterations of a chunked loop assign.
//
// `if (a[i] < 0) last = i;`: after the loop `last` has the value of the last
// iteration that assigned it. Each chunk works on a copy and notes whether it
// was ever assigned; the combining task takes the copy of the last chunk that
// did. No text is put around the user's assignments: the analysis made sure
// that the variable is read only after the same iteration has assigned it, so
// every naming of it that is evaluated may set the note.
#pragma once

#include "codegen/frame/Frame.h"
#include "codegen/plan/BodyPlan.h"
#include "codegen/text/CWriter.h"

#include <string>

namespace hocket::codegen {

/// The frame's member: a value and a note for each chunk.
std::string frameMember(const ir::Object &object, const Lastprivate &last,
                        unsigned chunks);

struct ConditionalCopy {
  std::vector<Local> locals;
  std::string use;            ///< wherever the user names the variable
  std::vector<Update> stores; ///< at the end of the chunk
};

ConditionalCopy conditionalCopy(const ir::Object &object,
                                const Lastprivate &last,
                                const std::string &prefix);

/// The combining task: what the last chunk left that assigned the variable.
void takeLast(const Lastprivate &last, unsigned chunks,
              const std::string &target, const std::string &prefix,
              CWriter &out);

} // namespace hocket::codegen
