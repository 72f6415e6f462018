// SPDX-License-Identifier: Apache-2.0
#include "codegen/text/CWriter.h"

#include "ir/Text.h"

namespace hocket::codegen {

namespace {
constexpr unsigned step = 2;
}

void CWriter::line(unsigned steps, std::string_view text) {
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    if (end == at || text[at] != '#')
      text_ += pin_;
    if (end > at && text[at] != '#')
      text_.append(columns_ + steps * step, ' ');
    text_.append(text, at, end - at);
    text_ += '\n';
    at = end + 1;
  }
}

void CWriter::unbroken(unsigned steps, std::string_view text) {
  text_.append(pin_).append(columns_ + steps * step, ' ').append(text) += '\n';
}

void CWriter::open(std::string_view header) {
  line(std::string(header) + " {");
  indent();
}

void CWriter::indent() { columns_ += step; }

void CWriter::reopen(std::string_view braces) {
  close(braces);
  indent();
}

void CWriter::close(std::string_view brace) {
  columns_ -= step;
  line(brace);
}

void CWriter::marker(const SourceLocation &location, bool isGenerated) {
  text_ += ir::lineMarker(location, isGenerated);
}

void CWriter::pin(const SourceLocation &location) {
  pin_ = ir::pinnedMarker(location);
}

void CWriter::ours(std::string_view what) {
  text_.append("# 1 \"hocket: ").append(what).append("\" 3\n");
}

} // namespace hocket::codegen
