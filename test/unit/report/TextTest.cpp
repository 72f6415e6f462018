// SPDX-License-Identifier: Apache-2.0
//
// Escaping, shortening, amounts, C highlighting, layout.
#include "report/Text.h"
#include "report/Highlight.h"
#include "report/Layout.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace hocket::report;

namespace {

TEST(Text, Escape) {
  EXPECT_EQ(escape("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
  EXPECT_EQ(escape("\xff"), "\xef\xbf\xbd");
  EXPECT_EQ(escape("\x1b[0m"), "\xef\xbf\xbd[0m");
  EXPECT_EQ(escape("\xc3\xa9"), "\xc3\xa9");
}

TEST(Text, Shorten) {
  EXPECT_EQ(shorten("abc", 3), "abc");
  EXPECT_EQ(shorten("abcd", 3), "ab\u2026");
  EXPECT_EQ(shorten("abcdefghi", 6), "abc\u2026hi");
  EXPECT_EQ(shorten("\u00e9\u00e9\u00e9\u00e9", 3), "\u00e9\u00e9\u2026");
  EXPECT_EQ(shorten("", 3), "");
}

TEST(Text, Amounts) {
  EXPECT_EQ(formatTime(0), "0 ns");
  EXPECT_EQ(formatTime(740.2), "740 ns");
  EXPECT_EQ(formatTime(1234), "1.23 \u00b5s");
  EXPECT_EQ(formatTime(12.34e6), "12.3 ms");
  EXPECT_EQ(formatTime(999.6e6), "1.00 s");
  EXPECT_EQ(formatTime(-0.1), "0 ns");
  EXPECT_EQ(formatBytes(64), "64 B");
  EXPECT_EQ(formatBytes(4096), "4.0 KiB");
  EXPECT_EQ(formatBytes(3ull << 30), "3.0 GiB");
}

TEST(Highlight, MarksAndKeepsLines) {
  std::vector<std::string> lines =
      highlightC("#include <x.h> // h\nint i = 0x1f; /* a\n b */ \"/*\\\"\" c");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0], "<span class=\"pre\">#include &lt;x.h&gt; </span>"
                      "<span class=\"com\">// h</span>");
  EXPECT_EQ(lines[1], "<span class=\"kw\">int</span> i = "
                      "<span class=\"num\">0x1f</span>; "
                      "<span class=\"com\">/* a</span>");
  EXPECT_EQ(lines[2], "<span class=\"com\"> b */</span> "
                      "<span class=\"str\">&quot;/*\\&quot;&quot;</span> c");
}

TEST(Highlight, UnfinishedThingsEnd) {
  EXPECT_EQ(highlightC("").size(), 0u);
  EXPECT_EQ(highlightC("\n").size(), 1u);
  EXPECT_EQ(highlightC("'\\").front(), "<span class=\"str\">&#39;\\</span>");
  EXPECT_EQ(highlightC("/*").front(), "<span class=\"com\">/*</span>");
  EXPECT_EQ(highlightC("/").front(), "/");
}

TEST(Layout, EdgesGoDownAndNodesDoNotOverlap) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (std::size_t i = 0; i < 60; ++i)
    for (std::size_t step : {4, 5, 13})
      if (i + step < 60)
        edges.emplace_back(i, i + step);
  LayoutOptions options;
  GraphLayout layout = layOut(60, edges, options);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    EXPECT_LT(layout.nodes[edges[e].first].y, layout.nodes[edges[e].second].y);
    for (std::size_t i = 1; i < layout.edges[e].size(); ++i)
      EXPECT_LT(layout.edges[e][i - 1].y, layout.edges[e][i].y);
  }
  for (std::size_t a = 0; a < 60; ++a) {
    EXPECT_GE(layout.nodes[a].x, options.nodeWidth / 2);
    EXPECT_LE(layout.nodes[a].x, layout.width - options.nodeWidth / 2);
    EXPECT_LE(layout.nodes[a].y + options.nodeHeight / 2, layout.height);
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_TRUE(std::abs(layout.nodes[a].x - layout.nodes[b].x) >=
                      options.nodeWidth ||
                  std::abs(layout.nodes[a].y - layout.nodes[b].y) >=
                      options.nodeHeight)
          << a << " " << b;
  }
}

TEST(Layout, CyclesAndEmptyGraphs) {
  EXPECT_EQ(layOut(0, {}, {}).nodes.size(), 0u);
  GraphLayout layout = layOut(3, {{0, 1}, {1, 0}, {2, 2}}, {});
  EXPECT_EQ(layout.nodes.size(), 3u);
  for (const std::vector<Point> &edge : layout.edges)
    EXPECT_TRUE(edge.empty());
}

} // namespace
