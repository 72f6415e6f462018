// SPDX-License-Identifier: Apache-2.0
//
// The page is well formed whatever the user's text, and needs nothing else.
#include "report/Html.h"
#include "Samples.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

using namespace hocket::report;

namespace {

/// \returns what is wrong with the markup: elements not closed or closed in
/// the wrong order, attributes without quotes or twice in one element, ids
/// twice, bare `<` and `&`. Contents of style and script are skipped.
class Markup {
public:
  explicit Markup(std::string_view text) : rest_(text) {}

  std::string problem() {
    eat("<!DOCTYPE html>");
    while (!rest_.empty() && problem_.empty()) {
      if (rest_.starts_with("</"))
        close();
      else if (rest_.starts_with("<"))
        open();
      else if (rest_.starts_with("&"))
        entity();
      else
        rest_.remove_prefix(1);
    }
    if (problem_.empty() && !stack_.empty())
      problem_ = "not closed: " + stack_.back();
    return problem_;
  }

private:
  bool eat(std::string_view text) {
    if (!rest_.starts_with(text))
      return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  std::string name() {
    std::string result;
    while (!rest_.empty() &&
           (std::isalnum(static_cast<unsigned char>(rest_[0])) ||
            rest_[0] == '-' || rest_[0] == ':')) {
      result += rest_[0];
      rest_.remove_prefix(1);
    }
    return result;
  }
  void space() {
    while (!rest_.empty() && rest_[0] <= ' ')
      rest_.remove_prefix(1);
  }
  void fail(const std::string &what) {
    problem_ = what + " at: " + std::string(rest_.substr(0, 60));
  }

  void entity() {
    for (const char *known : {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"})
      if (eat(known))
        return;
    fail("bare &");
  }
  void close() {
    eat("</");
    std::string element = name();
    if (stack_.empty() || stack_.back() != element || !eat(">"))
      return fail("closes " + element);
    stack_.pop_back();
  }
  void attribute(std::set<std::string> &seen) {
    std::string key = name();
    if (key.empty() || !eat("=\"") || !seen.insert(key).second)
      return fail("attribute " + key);
    std::size_t end = rest_.find('"');
    std::string value(rest_.substr(0, end));
    if (key == "id" && !ids_.insert(value).second)
      return fail("id twice: " + value);
    if (value.find('<') != value.npos)
      return fail("bare < in an attribute");
    rest_.remove_prefix(end + 1);
  }
  void open() {
    eat("<");
    std::string element = name();
    if (element.empty())
      return fail("bare <");
    std::set<std::string> seen;
    for (space(); !rest_.empty() && problem_.empty(); space()) {
      if (eat("/>"))
        return;
      if (eat(">"))
        break;
      attribute(seen);
    }
    stack_.push_back(element);
    if (element == "style" || element == "script")
      rest_.remove_prefix(rest_.find("</" + element + ">"));
  }

  std::string_view rest_;
  std::vector<std::string> stack_;
  std::set<std::string> ids_;
  std::string problem_;
};

std::string problemOf(const std::string &html) {
  return Markup(html).problem();
}

bool contains(const std::string &text, std::string_view part) {
  return text.find(part) != text.npos;
}

TEST(Html, SampleIsWellFormed) {
  EXPECT_EQ(problemOf(toHtml(sampleReport())), "");
}

TEST(Html, TheCheckOfTheMarkupFindsMistakes) {
  EXPECT_NE(problemOf("<p>a & b</p>"), "");
  EXPECT_NE(problemOf("<p><b></p></b>"), "");
  EXPECT_NE(problemOf("<p"), "");
  EXPECT_NE(problemOf("<p class=x></p>"), "");
  EXPECT_NE(problemOf("<p id=\"a\"></p><p id=\"a\"></p>"), "");
}

TEST(Html, ManyTasksOnManyCores) {
  ReportData data = sampleReport();
  data.cores = 16;
  data.regions = {sampleRegion(16, 5), sampleRegion(8, 3)};
  EXPECT_EQ(problemOf(toHtml(data)), "");
}

TEST(Html, WhatEachCoreDoesForItselfIsOneNode) {
  std::string html = toHtml(sampleReport());
  std::string_view text = html;
  std::size_t nodes = 0;
  for (std::size_t at = 0;
       (at = text.find("all cores \u00b7 20 ns", at)) != text.npos; ++at)
    ++nodes;
  EXPECT_EQ(nodes, 2u);
}

TEST(Html, GraphsTooLargeToDrawAreListed) {
  ReportData data = sampleReport();
  data.regions = {sampleRegion(16, 40)};
  std::string html = toHtml(data);
  EXPECT_EQ(problemOf(html), "");
  EXPECT_TRUE(contains(html, "too many to draw"));
}

TEST(Html, WhatIsNotAnalysedIsListed) {
  ReportData data = sampleReport();
  EXPECT_FALSE(contains(toHtml(data), "Not analysed"));
  data.remarks.push_back(
      {hocket::RemarkId::NeverCalled, {"a.c", 3, 1}, "spare", {"spare"}, {}});
  std::string html = toHtml(data);
  EXPECT_EQ(problemOf(html), "");
  EXPECT_TRUE(contains(html, "Not analysed"));
  EXPECT_TRUE(contains(html, "[never-called]"));
}

TEST(Html, UserTextCannotBreakThePage) {
  const std::string evil = "</script><b x='\">&amp; \x01\xff\xc3";
  ReportData data = sampleReport();
  data.program = data.soc = evil;
  data.sources[0].text = evil + "\n" + evil + "/* </div> " + evil;
  data.sources.push_back({evil, "int x;"});
  data.loops[0].reason = data.loops[0].kind = data.loops[0].remark = evil;
  data.loops[0].line = 1;
  data.loops[2].notes[0].text = evil;
  data.loops[2].line = 2;
  data.regions[0].function = evil;
  data.regions[0].levels[1].name = data.regions[0].levels[1].algorithm = evil;
  for (TaskRow &task : data.regions[0].tasks)
    task.name = task.kind = task.file = evil;
  for (EdgeRow &edge : data.regions[0].edges)
    edge.object = edge.kind = evil;
  std::string html = toHtml(data);
  EXPECT_EQ(problemOf(html), "");
  EXPECT_FALSE(contains(html, "<b x="));
  EXPECT_FALSE(contains(html, "\xff"));
  EXPECT_FALSE(contains(html, "\x01"));
}

TEST(Html, EmptyReportsAndOddOnes) {
  ReportData data;
  EXPECT_EQ(problemOf(toHtml(data)), "");
  data.sources = {{"a.c", ""}, {"b.c", "\n\r\n'"}};
  data.regions.emplace_back();
  EXPECT_EQ(problemOf(toHtml(data)), "");
  // Levels that are each other's parents, tasks of levels that are not there,
  // edges of tasks that are not there and cycles must not matter.
  RegionRow &region = data.regions[0];
  region.levels.resize(3);
  region.levels[0].parent = -1;
  region.levels[1].parent = 2;
  region.levels[2].parent = 1;
  region.tasks.resize(2);
  region.tasks[1].id = 1;
  region.tasks[0].level = 7;
  region.edges = {{5, 6, "", "", 0, 0, true}, {1, 1, "", "", 0, 0, true}};
  EXPECT_EQ(problemOf(toHtml(data)), "");
  region.tasks[0].level = 0;
  region.edges = {{0, 1, "", "", 0, 0, true}, {1, 0, "", "", 0, 0, true}};
  EXPECT_EQ(problemOf(toHtml(data)), "");
}

TEST(Html, NeedsNothingElse) {
  std::string html = toHtml(sampleReport());
  for (const char *part : {"http:", "https:", " src=", "@import", "<link"})
    EXPECT_FALSE(contains(html, part)) << part;
}

TEST(Html, VerdictsStandBesideTheirLines) {
  std::string html = toHtml(sampleReport());
  EXPECT_TRUE(contains(html, "<details class=\"loop par\" id=\"f0L9\">"));
  EXPECT_TRUE(contains(html, "<details class=\"loop seq\" id=\"f0L17\">"));
  EXPECT_TRUE(contains(html, "allow it with -ffast-math"));
  EXPECT_TRUE(contains(html, "<b>1 of 4</b>"));
}

TEST(Html, SameInputSameBytes) {
  EXPECT_EQ(toHtml(sampleReport()), toHtml(sampleReport()));
}

} // namespace
