# SPDX-License-Identifier: Apache-2.0
#
# Debian packages, by "cpack -G DEB" in the build's folder: one for each
# component that is installed. Names and relations are Debian's for a compiler,
# its library and that library for other machines.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME hocket)
set(CPACK_PACKAGE_VENDOR Hocket)
set(CPACK_PACKAGE_CONTACT "Hocket developers <hocket@localhost>" CACHE STRING
  "who makes the packages: a name and an address")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL "")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

# hocket_package(COMPONENT NAME SECTION SUMMARY [FIELD value]...): a package; the
# fields are those of CPACK_DEBIAN_<COMPONENT>_PACKAGE_*.
macro(hocket_package component name section summary)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  string(TOUPPER ${component} _package)
  set(CPACK_COMPONENT_${_package}_DESCRIPTION "${summary}")
  set(CPACK_DEBIAN_${_package}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${_package}_PACKAGE_SECTION ${section})
  set(_fields ${ARGN})
  while(_fields)
    list(POP_FRONT _fields _field _value)
    set(CPACK_DEBIAN_${_package}_PACKAGE_${_field} "${_value}")
  endwhile()
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/${name}
    RENAME copyright COMPONENT ${component})
endmacro()

set(same "(= ${PROJECT_VERSION})")
find_program(HOCKET_SHLIBDEPS dpkg-shlibdeps)
set(computed OFF)
if(HOCKET_SHLIBDEPS)
  set(computed ON)
endif()
hocket_package(compiler hocket devel "parallelizing compiler for C
hocketcc compiles C as gcc does, and runs the independent parts of a program
on several cores. With its tools, chips and files for CMake."
  DEPENDS "gcc, libhocket-dev ${same}" SHLIBDEPS ${computed}
  RECOMMENDS "hocket-board" SUGGESTS "cmake (>= 3.21), qemu-user")
hocket_package(runtime libhocket-dev libdevel "runtime of programs that Hocket made parallel
Threads, flags and barriers, cores reserved, clocks set, traces."
  DEPENDS "libc6-dev" SUGGESTS "pkg-config")
hocket_package(board hocket-board admin "runs programs on cores of their own
The tool for boards: run, doctor and restore, without the compiler."
  SHLIBDEPS ${computed})
get_property(cross GLOBAL PROPERTY HOCKET_CROSS_TRIPLES)
foreach(triple ${cross})
  set(machine arm64)
  if(triple MATCHES "^arm-")
    set(machine armhf)
  elseif(triple MATCHES "^riscv64-")
    set(machine riscv64)
  endif()
  hocket_package(runtime-${triple} libhocket-dev-${machine}-cross libdevel
    "runtime of programs that Hocket made parallel (for cross compiling)
libhocket for ${machine}."
    ARCHITECTURE all DEPENDS "libhocket-dev (>= ${PROJECT_VERSION})"
    SUGGESTS "gcc-${triple}, libc6-dev-${machine}-cross")
endforeach()
include(CPack)
