#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The checks of the source find what they are for."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import include_graph

HERE = pathlib.Path(__file__).resolve().parent


class Checks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def run_check(self, check):
        done = subprocess.run(
            [sys.executable, str(HERE / f"check_{check}.py"), str(self.root)],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def expect(self, check, *parts):
        status, output = self.run_check(check)
        self.assertEqual(status, 1 if parts else 0, output)
        for part in parts:
            self.assertIn(part, output)


class LayersCase(Checks):
    def setUp(self):
        super().setUp()
        self.write("compiler/CMakeLists.txt",
                   "function(hocket_stage name)\nendfunction()\n"
                   "hocket_stage(support)\n"
                   "hocket_stage(ir DEPENDS support)\n"
                   "hocket_stage(front DEPENDS ir CLANG)\n"
                   "hocket_stage(poly DEPENDS ir ISL)\n"
                   "hocket_stage(numbers DEPENDS support PURE)\n")
        self.write("compiler/support/Isl.h", "#include <isl/cpp.h>\n")
        self.write("compiler/front/A.cpp",
                   '#include "support/R.h"\n#include "clang/AST/Decl.h"\n')
        self.write("compiler/poly/P.cpp", '#include "support/Isl.h"\n')
        self.write("compiler/driver/D.cpp", '#include "front/A.h"\n')
        self.write("runtime/CMakeLists.txt",
                   "function(hocket_runtime_part folder)\nendfunction()\n"
                   "hocket_runtime_part(front)\n"
                   "hocket_runtime_part(front/linux DEPENDS front PORT front)\n"
                   "hocket_runtime_part(team DEPENDS front)\n")
        self.write("runtime/src/team/team.c", '#include "hocket/abi.h"\n#include "front/own.h"\n')
        self.write("runtime/src/front/own.h", "\n")


class Layers(LayersCase):
    def test_good(self):
        self.expect("layers")

    def test_against_the_arrows(self):
        self.write("compiler/ir/I.cpp", '#include "front/A.h"\n')
        self.expect("layers", "I.cpp: includes front/A.h: 'ir' does not depend on 'front'")

    def test_nobody_uses_the_driver(self):
        self.write("compiler/ir/I.cpp", '#include "driver/D.h"\n')
        self.expect("layers", "'ir' does not depend on 'driver'")

    def test_clang_and_isl(self):
        self.write("compiler/ir/I.cpp", '#include <clang/AST/Decl.h>\n')
        self.write("compiler/ir/J.cpp", '#include "support/Isl.h"\n')
        self.write("compiler/poly/K.cpp", '# include <isl/map.h>\n')
        self.expect("layers", "I.cpp: includes clang/AST/Decl.h",
                    "J.cpp: includes support/Isl.h", "K.cpp: includes isl/map.h")

    def test_numbers_without_llvm(self):
        self.write("compiler/numbers/N.cpp", '#include "support/R.h"\n')
        self.expect("layers")
        self.write("compiler/numbers/N.h", '#include "llvm/ADT/STLExtras.h"\n')
        self.expect("layers", "N.h: includes llvm/ADT/STLExtras.h, but 'numbers' is marked PURE")

    def test_cycles_and_unknown_folders(self):
        self.write("compiler/extra/E.cpp", "\n")
        self.expect("layers", "no hocket_stage(extra)")
        self.write("compiler/CMakeLists.txt",
                   "hocket_stage(a DEPENDS b)\nhocket_stage(b DEPENDS a)\n")
        self.expect("layers", "depend on each other")

    def test_circles_of_modules(self):
        self.write("compiler/ir/A.h", '#include "ir/B.h"\n')
        self.write("compiler/ir/B.h", "\n")
        self.write("compiler/ir/C.cpp", '#include "ir/A.h"\n')
        self.expect("layers")
        self.write("compiler/ir/B.cpp", '#include "ir/A.h"\n#include "ir/B.h"\n')
        self.expect("layers", "modules include each other: ir/A.h, ir/B.h")

    def test_circles_of_folders(self):
        self.write("compiler/ir/A.h", "\n")
        self.write("compiler/ir/sub/B.h", '#include "ir/A.h"\n')
        self.write("compiler/ir/other/C.cpp", '#include "ir/sub/B.h"\n')
        self.expect("layers")
        self.write("compiler/ir/D.cpp", '#include "ir/sub/B.h"\n')
        self.expect("layers", "folders include each other: ir, ir/sub")

    def test_headers_and_runtime(self):
        self.write("compiler/ir/I.h", "using namespace std;\n")
        self.write("runtime/src/x.c", '#include "ir/I.h"\n')
        self.expect("layers", "using namespace", "the runtime includes ir/I.h")


class Runtime(LayersCase):
    def test_good(self):
        self.write("runtime/src/front/own.h",
                   '#include "types.h"\n/* hki_no(); */\nvoid hki_sleep(void);\n'
                   "extern const int hki_table[2];\nint hki_slow(int);\n")
        self.write("runtime/src/front/own.c",
                   '#include "front/own.h"\nconst int hki_table[2] = {1, 2};\n')
        self.write("runtime/src/front/own_slow.c", "int hki_slow(int a) {\n  return a;\n}\n")
        self.write("runtime/src/front/linux/sleep.c",
                   '#include "front/own.h"\nvoid hki_sleep(void) {}\n')
        self.write("runtime/src/front/linux/types.h", "\n")
        self.write("runtime/tools/t.c", '#include "team/team.h"\n')
        self.expect("layers")

    def test_against_the_arrows(self):
        self.write("runtime/src/front/a.c", '#include "team/team.h"\n')
        self.write("runtime/src/team/team.h", "\n")
        self.expect("layers", "a.c: includes team/team.h: 'front' does not depend on 'team'")

    def test_public_headers_stand_alone(self):
        self.write("runtime/include/hocket/abi.h", '#include "front/own.h"\n')
        self.expect("layers", "abi.h: a public header includes front/own.h")

    def test_each_folder_has_a_place(self):
        self.write("runtime/src/other/o.c", "\n")
        self.expect("layers", "o.c: no hocket_runtime_part()")

    def test_circles_of_folders(self):
        self.write("runtime/CMakeLists.txt",
                   "hocket_runtime_part(front DEPENDS team)\n"
                   "hocket_runtime_part(team DEPENDS front)\n")
        self.expect("layers", "depend on each other: front, team")
        self.write("runtime/CMakeLists.txt", "hocket_runtime_part(front DEPENDS back)\n")
        self.expect("layers", "'front' depends on 'back', which is no part")

    def test_circles_of_files(self):
        # By way of what b.c includes.
        self.write("runtime/src/front/a.h", '#include "front/b.h"\n')
        self.write("runtime/src/front/b.h", "\n")
        self.write("runtime/src/front/b.c", '#include "front/a.h"\n')
        self.expect("layers", "include each other: src/front/a.h, src/front/b.h")

    def test_headers_declare_their_own(self):
        self.write("runtime/src/front/own.h",
                   "const struct hki_a *\nhki_far(int a,\n        int b);\nextern int hki_object;\n")
        self.write("runtime/src/front/far.c",
                   "const struct hki_a *\nhki_far(int a, int b) {\n}\nint hki_object = 1;\n")
        self.expect("layers", "own.h: declares hki_far, which far.c defines",
                    "own.h: declares hki_object, which far.c defines")

    def test_ports_are_ports_of_one_folder(self):
        self.write("runtime/src/team/team.h", "void hki_join(void);\n")
        self.write("runtime/src/front/linux/join.c", "void hki_join(void) {\n}\n")
        self.expect("layers", "team.h: declares hki_join, which join.c defines")


class IncludeGraph(Checks):
    def graph(self, group=include_graph.module_of):
        root = self.root.resolve()
        files = sorted(p for p in root.rglob("*") if p.is_file())
        graph = include_graph.graph_of(files, [root], group)
        return {p.relative_to(root).as_posix():
                {t.relative_to(root).as_posix() for t in targets}
                for p, targets in graph.items()}

    def test_modules(self):
        self.write("a/x.h", "\n")
        self.write("a/x.c", '#include "a/x.h"\n#include <b/y.h>\n')
        self.write("a/x_slow.c", '# include "y.h"\n')
        self.write("a/y.h", '#include "unknown.h"\n')
        self.write("a/lone.c", '#include "x.h"\n')
        self.assertEqual(self.graph(), {"a/x.h": {"a/y.h"}, "a/y.h": set(),
                                        "a/lone.c": {"a/x.h"}})

    def test_a_longer_header_name_wins(self):
        self.write("x.h", "\n")
        self.write("x_slow.h", '#include "x.h"\n')
        self.write("x_slow.c", '#include "x_slow.h"\n')
        self.assertEqual(self.graph(), {"x.h": set(), "x_slow.h": {"x.h"}})

    def test_folders(self):
        self.write("a/x.c", '#include "b/y.h"\n')
        self.write("b/y.h", "\n")
        self.assertEqual(self.graph(lambda path: path.parent), {"a": {"b"}, "b": set()})

    def test_circles(self):
        circles = include_graph.circles
        self.assertEqual(circles({"a": {"b"}, "b": {"c"}, "c": set()}), [])
        self.assertEqual(circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": {"a"},
                                  "e": {"a", "f"}, "f": {"e"}}),
                         [["a", "b", "c", "d"], ["e", "f"]])


class Remarks(Checks):
    def setUp(self):
        super().setUp()
        self.write("compiler/support/remarks.def",
                   'REMARK(MayAlias, "may-alias", Missed, "s", "t", "h")\n')
        self.write("docs/remarks.md", "# R\n\n## `may-alias`\n\n```c\n```\n")
        self.write("test/lit/remarks/may-alias.c", "// CHECK: =may-alias]\n")

    def test_good(self):
        self.expect("remarks")

    def test_missing(self):
        self.write("compiler/support/remarks.def",
                   'REMARK(MayAlias, "may-alias", Missed, "s", "t", "h")\n'
                   'REMARK(Other,\n  "other-one", Missed, "s", "t", "h")\n')
        self.expect("remarks", "no section for 'other-one'",
                    "test/lit/remarks/other-one.c: missing", "has the enumerator Other")

    def test_too_many(self):
        self.write("docs/remarks.md", "## `may-alias`\n\n```c\n```\n\n## `gone`\n")
        self.write("test/lit/remarks/old.c", "\n")
        self.expect("remarks", "'gone', which is no remark", "'old' is no remark")

    def test_tests_that_test_nothing(self):
        self.write("test/lit/remarks/may-alias.c", "int x;\n")
        self.expect("remarks", "does not look for")


class Docs(Checks):
    PAGE = ("# ir\n\n## What comes in\n\n## The idea\n\n## An example\n\n"
            "## The papers\n\n## The tests\n")

    def setUp(self):
        super().setUp()
        self.write("compiler/CMakeLists.txt", "hocket_stage(ir DEPENDS support)\n")
        self.write("compiler/ir/A.h", "\n")
        self.write("docs/passes/README.md", "| `compiler/ir` | [ir](ir.md#the-idea) |\n")
        self.write("docs/passes/ir.md", self.PAGE + "`ir/A.h`, `ir/NAME.h`, `A.cpp`\n")

    def test_good(self):
        self.expect("docs")

    def test_links_and_files(self):
        self.write("docs/a.md", "[x](b.md) [y](passes/ir.md#gone) [z](https://x.org/y)\n"
                                "```\n[v](w.md)\n```\nsee `ir/B.h`\n")
        self.expect("docs", "a.md: links to b.md: no such file",
                    "links to passes/ir.md#gone: no such heading", "names ir/B.h")
        self.assertNotIn("w.md", self.run_check("docs")[1])

    def test_pages(self):
        self.write("compiler/CMakeLists.txt", "hocket_stage(ir)\nhocket_stage(soc)\n")
        self.write("docs/passes/ir.md", self.PAGE.replace("idea", "thought") + "a " * 50)
        self.expect("docs", "nothing about compiler/soc", "ir.md: has no heading 'The idea'",
                    "ir.md: line 12 has 100 characters")


class Tracked(Checks):
    def add(self, path, data):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        for words in (["init", "-q"], ["add", path]):
            subprocess.run(["git", "-C", str(self.root), *words], check=True)

    def test_good(self):
        self.add("a.c", b"/* in /home/me, /tmp/k, $dir/root/bin */ char *s = \"\xc3\xa4\";\n")
        self.add("examples/data/cameraman.pgm", b"\0\1\2")
        (self.root / "a.out").write_bytes(b"\x7fELF")  # not tracked
        self.expect("tracked")

    def test_binaries(self):
        self.add("a.out", b"\x7fELF\2\1\1")
        self.add("lib/x.a", b"!<arch>\n")
        self.add("data", b"text, and then\0")
        self.add("latin", b"\xe4\xf6 ")
        self.expect("tracked", "a.out: is an ELF file", "lib/x.a: is an archive",
                    "data: is binary", "latin: is binary")

    def test_places(self):
        home, place = b"/" + b"home/bob/hocket", b"/" + b"tmp/bob/hocket"
        self.add("a.md", b"see\nfile://" + home + b"\n")
        self.add("b.c", b'char *s = "' + home + b'/x";\n')
        self.add("c.cmake", b"-I" + home + b"\n")
        self.add("d", b"cd " + place + b"\n")
        self.expect("tracked", "a.md:2: a path of one machine: /" + "home/bob", "b.c:1:",
                    "c.cmake:1:", "d:1: a path of one machine: " + place.decode())

    def test_what_programs_wrote(self):
        self.add("test/run/programs/io/a.c", b"// ARGS: 3 in.txt\nint main;\n")
        self.add("test/run/programs/io/in.txt", b"3\n")
        self.expect("tracked")
        self.add("test/run/programs/order.txt", b"3\n")
        self.add("test/run/programs/io/out.txt", b"3\n")
        self.expect("tracked", "programs/order.txt: neither source nor input",
                    "io/out.txt: neither source nor input")

    def test_no_checkout(self):
        self.assertEqual(self.run_check("tracked")[0], 77)


class Sizes(Checks):
    def lines(self, count):
        return "  work();\n" * count

    def test_good(self):
        self.write("compiler/a/A.cpp",
                   f"namespace n {{\nint f(int a, int b) {{\n{self.lines(55)}}}\n}}\n")
        status, output = self.run_check("sizes")
        self.assertEqual((status, output), (0, ""))

    def test_flags_do_not_fail(self):
        self.write("compiler/a/A.cpp", f"int f() {{\n{self.lines(70)}}}\n")
        status, output = self.run_check("sizes")
        self.assertEqual(status, 0)
        self.assertIn("A.cpp:1: f: lines: 72, over 60", output)

    def test_long_functions(self):
        body = self.lines(120)
        self.write("compiler/a/A.cpp",
                   f"struct S {{\n  const char *s = \"{{\"; // {{\n"
                   f"  void g(int x) const {{\n    if (x) {{\n{body}    }}\n  }}\n}};\n")
        self.expect("sizes", "A.cpp:3: g: lines: 124, over the limit of 100")
        self.write("compiler/a/A.cpp",
                   f"/// long: one case for each kind.\nint f() {{\n{body}}}\n")
        self.expect("sizes")

    def test_parameters(self):
        self.write("runtime/a.c",
                   "void f(int a, int b, int (*c)(int, int), int d, int e, int f, int g) {\n}\n")
        self.expect("sizes", "a.c:1: f: parameters: 7")

    def class_with(self, methods, name="A"):
        text = "".join(f"  std::function<void(int)> f{i}_;\n  int value{i} = f(1);\n"
                       f"  std::set<int> get{i}(int a) const;\n" for i in range(methods))
        return (f"class {name} : public B {{\npublic:\n  explicit {name}(int a) : a_(a) {{\n"
                f"    go(a);\n  }}\n  ~{name}();\n  bool operator==(int) const = default;\n"
                f"{text}}};\n")

    def test_methods(self):
        self.write("compiler/a/A.h", self.class_with(20))
        status, output = self.run_check("sizes")
        self.assertEqual((status, output), (0, ""))
        self.write("compiler/a/A.h", self.class_with(26))
        self.expect("sizes", "A.h:1: class A: methods: 26, over the limit of 25")
        self.write("compiler/a/A.h", "/// long: one for each kind.\n" + self.class_with(26))
        self.expect("sizes")

    def test_classes_across_files(self):
        def part(name):
            return "".join(f"int {name}::get{i}(int a) const {{\n{self.lines(48)}}}\n"
                           for i in range(3))
        self.write("compiler/a/A.h", self.class_with(5))
        self.write("compiler/a/A.cpp", part("A"))
        status, output = self.run_check("sizes")
        self.assertEqual((status, output), (0, ""))
        self.write("compiler/a/More.cpp", part("n::A"))
        self.expect("sizes", "A.h:1: class A: lines: 323, over the limit of 300")
        # Another class of the name, in a file of its own.
        self.write("compiler/a/More.cpp", self.class_with(5) + part("A"))
        self.assertEqual(self.run_check("sizes")[0], 0)

    def test_files_and_folders(self):
        self.write("compiler/a/A.h", "\n" * 601)
        self.write("compiler/b/B.cpp", "\n" * 1201)
        for i in range(41):
            self.write(f"compiler/c/C{i}.cpp", "\n")
        self.expect("sizes", "A.h: lines: 601", "B.cpp: lines: 1201",
                    "compiler/c: files: 41")


if __name__ == "__main__":
    unittest.main()
