# SPDX-License-Identifier: Apache-2.0
#
# A whole project for one chip: hocketcc compiles its C, with the compiler for
# that chip behind it. The files beside this one name the chips of
# soc-specs/. For a spec of your own, this file itself, with
#   HOCKET_SOC      the spec: a name, or a file with its whole path
#   HOCKET_TRIPLE   its machine, as compilers are called: "aarch64-linux-gnu";
#                   empty: this machine
# For all, if the defaults do not suit:
#   HOCKET_CC       the C compiler behind hocketcc; a gcc brings its g++ and tools
#   CMAKE_SYSROOT   the system's files; default: the compiler's own
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HOCKET_SOC HOCKET_TRIPLE HOCKET_CC)
get_filename_component(_hocket_prefix "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(_hocket_prefix "${_hocket_prefix}/../../.." ABSOLUTE)
set(_hocket_words "--soc=${HOCKET_SOC}")
if(HOCKET_CC)
  list(APPEND _hocket_words "--cc=${HOCKET_CC}")
endif()

# A chip like this machine needs no cross compiler.
string(REGEX REPLACE "-.*" "" _hocket_processor "${HOCKET_TRIPLE}")
if(_hocket_processor AND NOT _hocket_processor STREQUAL CMAKE_HOST_SYSTEM_PROCESSOR)
  set(CMAKE_SYSTEM_NAME Linux)
  set(CMAKE_SYSTEM_PROCESSOR ${_hocket_processor})
  if(_hocket_processor STREQUAL arm)
    set(CMAKE_SYSTEM_PROCESSOR armv7l)
  endif()
  set(_hocket_tools ${HOCKET_TRIPLE}-)
  if(HOCKET_CC MATCHES "^(.*)gcc(-[0-9.]+)?$")
    set(_hocket_tools "${CMAKE_MATCH_1}")
    set(_hocket_suffix "${CMAKE_MATCH_2}")
  elseif(HOCKET_CC MATCHES "clang")
    set(CMAKE_C_COMPILER_TARGET ${HOCKET_TRIPLE})
    set(CMAKE_CXX_COMPILER_TARGET ${HOCKET_TRIPLE})
    # Clang names this machine's OpenMP library, if there is one.
    list(APPEND _hocket_words --launcher=threads)
  elseif(NOT HOCKET_CC)
    find_program(HOCKET_CROSS_GCC ${HOCKET_TRIPLE}-gcc)
    if(NOT HOCKET_CROSS_GCC)
      message(FATAL_ERROR "there is no ${HOCKET_TRIPLE}-gcc for ${HOCKET_SOC}: install it"
        " (Debian: gcc-${HOCKET_TRIPLE}), or name a compiler with -DHOCKET_CC=")
    endif()
    list(APPEND _hocket_words "--cc=${HOCKET_CROSS_GCC}")
  endif()
  set(CMAKE_CXX_COMPILER ${_hocket_tools}g++${_hocket_suffix})
  if(CMAKE_CXX_COMPILER_TARGET)
    string(REPLACE clang clang++ CMAKE_CXX_COMPILER "${HOCKET_CC}")
  endif()
  foreach(_hocket_tool ar ranlib strip nm objcopy objdump)
    string(TOUPPER CMAKE_${_hocket_tool} _hocket_variable)
    find_program(${_hocket_variable} ${_hocket_tools}${_hocket_tool})
  endforeach()

  # Programs are this machine's, libraries and headers the chip's.
  set(_hocket_root "${CMAKE_SYSROOT}")
  if(NOT _hocket_root)
    set(_hocket_root /usr/${HOCKET_TRIPLE})
  endif()
  list(APPEND CMAKE_FIND_ROOT_PATH "${_hocket_root}")
  foreach(_hocket_kind LIBRARY INCLUDE PACKAGE)
    if(NOT DEFINED CMAKE_FIND_ROOT_PATH_MODE_${_hocket_kind})
      set(CMAKE_FIND_ROOT_PATH_MODE_${_hocket_kind} ONLY)
    endif()
  endforeach()
  if(NOT DEFINED CMAKE_FIND_ROOT_PATH_MODE_PROGRAM)
    set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
  endif()

  # Tests are run by qemu-user, if it is here.
  if(NOT DEFINED CMAKE_CROSSCOMPILING_EMULATOR)
    find_program(HOCKET_QEMU NAMES qemu-${_hocket_processor} qemu-${_hocket_processor}-static)
    if(HOCKET_QEMU)
      set(CMAKE_CROSSCOMPILING_EMULATOR ${HOCKET_QEMU} -L "${_hocket_root}")
    endif()
  endif()
endif()

set(CMAKE_C_COMPILER "${_hocket_prefix}/bin/hocketcc" ${_hocket_words})
# The linker would name objects that are gone when hocketcc ends.
set(CMAKE_LINK_DEPENDS_USE_LINKER FALSE)
if(NOT DEFINED Hocket_DIR)
  set(Hocket_DIR "${_hocket_prefix}/lib/cmake/Hocket" CACHE PATH "for find_package(Hocket)")
endif()
