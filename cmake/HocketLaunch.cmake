# SPDX-License-Identifier: Apache-2.0
#
# The commands that are run in place of a target's own: hocketcc with the
# project's compiler behind it, through launch.sh. What the user has as a
# launcher, ccache for one, launches hocketcc.

# Words, quoted for the shell.
function(_hocket_quote result)
  set(quoted "")
  foreach(word ${ARGN})
    string(REPLACE "'" "'\\''" word "${word}")
    list(APPEND quoted "'${word}'")
  endforeach()
  list(JOIN quoted " " quoted)
  set(${result} "${quoted}" PARENT_SCOPE)
endfunction()

# Is the project's C compiler hocketcc already?
function(_hocket_is_compiler result)
  get_filename_component(name "${CMAKE_C_COMPILER}" REALPATH)
  get_filename_component(name "${name}" NAME)
  set(${result} FALSE PARENT_SCOPE)
  if(name STREQUAL hocketcc)
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

# hocketcc as a command for this project's C.
function(_hocket_command result)
  _hocket_is_compiler(is_compiler)
  if(is_compiler)
    separate_arguments(words UNIX_COMMAND "${CMAKE_C_COMPILER_ARG1}")
    set(${result} "${CMAKE_C_COMPILER}" ${words} PARENT_SCOPE)
  else()
    set(${result} "${Hocket_COMPILER}" "--cc=${CMAKE_C_COMPILER}" PARENT_SCOPE)
  endif()
endfunction()

# What CMake itself says of the machine in the project's commands.
function(_hocket_machine_flags result)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_C_FLAGS}")
  _hocket_is_compiler(is_compiler)
  if(NOT is_compiler)
    separate_arguments(words UNIX_COMMAND "${CMAKE_C_COMPILER_ARG1}")
    list(PREPEND flags ${words})
  endif()
  if(CMAKE_C_COMPILER_TARGET AND CMAKE_C_COMPILER_ID STREQUAL Clang)
    list(APPEND flags "--target=${CMAKE_C_COMPILER_TARGET}")
  endif()
  if(CMAKE_SYSROOT)
    list(APPEND flags "--sysroot=${CMAKE_SYSROOT}")
  endif()
  set(${result} ${flags} PARENT_SCOPE)
endfunction()

# What the C++ compiler links and the C compiler does not.
function(_hocket_cxx_words result)
  set(folders ${CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES})
  list(REMOVE_ITEM folders "" ${CMAKE_C_IMPLICIT_LINK_DIRECTORIES})
  list(TRANSFORM folders PREPEND -L)
  set(libraries ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
  list(REMOVE_ITEM libraries "" ${CMAKE_C_IMPLICIT_LINK_LIBRARIES})
  list(REMOVE_DUPLICATES libraries)
  list(TRANSFORM libraries PREPEND -l REGEX "^[^/-]")
  _hocket_quote(quoted ${folders} ${libraries})
  set(${result} "${quoted}" PARENT_SCOPE)
endfunction()

# Sets the launcher PROPERTY of the target; ARGN: words for launch.sh itself.
function(_hocket_launch target property)
  get_target_property(others ${target} ${property})
  if(NOT others)
    set(others "")
  endif()
  _hocket_command(command)
  _hocket_quote(command ${others} ${command})
  set_property(TARGET ${target} PROPERTY ${property}
    "${Hocket_PREFIX}/share/hocket/cmake/launch.sh" ${ARGN} "${command}")
endfunction()
