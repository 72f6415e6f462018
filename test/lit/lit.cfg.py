# Tests by stage: a C file with RUN and CHECK lines in it. Substitutions:
#   %hocketcc %hocket   the programs of this build
#   %cc %clang          the C compilers gcc and clang, where there is one
#   %FileCheck %not %python
#   %inputs             test/lit/inputs, files that several tests use
#   %specs              soc-specs
#   %runtime            where libhocket and its like are
#   %same [--status N] ARGUMENTS  hocketcc does what gcc does; see tools/same.py
#   %status N COMMAND   runs COMMAND, which must end with exit status N
# A test that needs clang says REQUIRES: clang; one that needs gdb, gdb.
import os
import platform
import shutil

import lit.formats

config.name = "hocket"
config.suffixes = [".c", ".test", ".yaml"]
config.excludes = ["inputs", "Inputs"]
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.hocket_lit_dir

# The programs' own settings must not come from outside.
for name in ("HOCKETCC_FLAGS", "HOCKET_CC", "HOCKET_CORES", "HOCKET_VERBOSE", "HOCKET_PROFILE"):
    config.environment.pop(name, None)
for name in ("TMPDIR", "HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# A bug of ours must fail the test, not be compiled around. What is compiled is
# for a chip that is named: a test of this machine says --soc=host.
config.environment["HOCKETCC_FLAGS"] = "--no-fallback --soc=generic-4"
# No test finds what another one made.
config.environment["HOCKET_CACHE_DIR"] = ""
# LLVM's other test tools (split-file, ...), after all else.
config.environment["PATH"] += os.pathsep + os.path.dirname(config.filecheck)
# Messages are compared: in English, in plain ASCII.
config.environment["LC_ALL"] = "C"
# Another processor than this one, played: see docs/testing.md.
if lit_config.params.get("native_cpu"):
    config.environment["HOCKET_NATIVE_CPU"] = lit_config.params["native_cpu"]
    config.environment["LD_PRELOAD"] = config.native_cpu_library
    config.environment["ASAN_OPTIONS"] = "verify_asan_link_order=0"

tools = os.path.join(config.test_source_root, "tools")
programs = os.path.join(config.hocket_binary_dir, "bin")
hocketcc = os.path.join(programs, "hocketcc")
# LLVM inside it would not ask what is preloaded.
if lit_config.params.get("native_cpu") and os.path.exists(hocketcc + "-shared"):
    hocketcc += "-shared"
same = " ".join([config.python, os.path.join(tools, "same.py"), hocketcc, "gcc"])
config.substitutions += [
    ("%same", same),
    ("%hocketcc", hocketcc),
    ("%hocket", os.path.join(programs, "hocket")),
    ("%FileCheck", config.filecheck),
    ("%not", config.not_program),
    ("%cc", "gcc"),
    ("%clang", config.clang),
    ("%python", config.python),
    ("%inputs", os.path.join(config.test_source_root, "inputs")),
    ("%runtime", os.path.join(config.hocket_binary_dir, "lib")),
    ("%specs", os.path.join(config.hocket_source_dir, "soc-specs")),
    ("%status", config.python + " " + os.path.join(tools, "status.py")),
]
if config.clang and not config.clang.endswith("-NOTFOUND"):
    config.available_features.add("clang")
if shutil.which("gdb"):
    config.available_features.add("gdb")
config.available_features.add(platform.machine())
