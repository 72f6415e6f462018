# SPDX-License-Identifier: Apache-2.0
#
# What hocket_parallelize is given, and whether that is right. Mistakes end the
# configuration, with the function's name and the target's.

function(_hocket_refuse target)
  set(text "")
  math(EXPR last "${ARGC} - 1")
  foreach(i RANGE 1 ${last}) # not ARGN: a text may hold ';'
    string(APPEND text "${ARGV${i}}")
  endforeach()
  message(FATAL_ERROR "hocket_parallelize(${target}): ${text}")
endfunction()

# A target whose C files can be compiled by hocketcc.
function(_hocket_check_target target)
  if(NOT TARGET ${target})
    _hocket_refuse(${target} "there is no such target")
  endif()
  get_target_property(imported ${target} IMPORTED)
  if(imported)
    _hocket_refuse(${target} "it is imported: built already")
  endif()
  get_target_property(called ${target} HOCKET_PARALLELIZE)
  if(called)
    _hocket_refuse(${target} "called for this target before")
  endif()
  get_target_property(type ${target} TYPE)
  if(type MATCHES "^(SHARED|MODULE)_LIBRARY$")
    _hocket_refuse(${target} "shared libraries are linked as they are;"
      " call it for programs and their static and object libraries")
  elseif(NOT type MATCHES "^(EXECUTABLE|STATIC_LIBRARY|OBJECT_LIBRARY)$")
    _hocket_refuse(${target} "it compiles nothing (${type})")
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT C IN_LIST languages)
    _hocket_refuse(${target} "the project has no language C, and only C is parallelized")
  endif()
  if(NOT CMAKE_C_COMPILER_ID MATCHES "^(GNU|Clang)$")
    _hocket_refuse(${target} "the C compiler is ${CMAKE_C_COMPILER_ID},"
      " and hocketcc works with gcc and clang")
  endif()
endfunction()

# Values that can be judged by themselves.
function(_hocket_check_values target type)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "SOC;CORES;OBJECTIVE;REMARKS" "REPORT;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    list(GET arg_UNPARSED_ARGUMENTS 0 word)
    _hocket_refuse(${target} "unknown word '${word}':"
      " expected SOC, CORES, OBJECTIVE, REPORT, REMARKS or OPTIONS")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    _hocket_refuse(${target} "${arg_KEYWORDS_MISSING_VALUES}: expected a value")
  endif()
  if(NOT type STREQUAL EXECUTABLE AND ARGC GREATER 2)
    _hocket_refuse(${target} "'${ARGV2}' is said of a program, as the whole program"
      " is parallelized when it is linked; a library has no options")
  endif()
  if(DEFINED arg_CORES AND NOT arg_CORES MATCHES "^[1-9][0-9]*$")
    _hocket_refuse(${target} "CORES ${arg_CORES}: expected a number of at least 1")
  endif()
  if(DEFINED arg_OBJECTIVE AND NOT arg_OBJECTIVE MATCHES "^(time|energy|deadline=[0-9.]+(ns|us|ms|s))$")
    _hocket_refuse(${target} "OBJECTIVE ${arg_OBJECTIVE}: expected time, energy or"
      " deadline=TIME, as in deadline=2s")
  endif()
  foreach(report ${arg_REPORT})
    if(NOT report MATCHES "\\.(html|json)$")
      _hocket_refuse(${target} "REPORT ${report}: expected a file name ending in .json or .html")
    endif()
  endforeach()
  foreach(option ${arg_OPTIONS})
    if(NOT option MATCHES "^(-|\\$<)")
      _hocket_refuse(${target} "OPTIONS ${option}: expected options of hocketcc")
    endif()
  endforeach()
endfunction()

# hocketcc itself judges the chip, the cores and whether this compiler is for
# that chip: it makes a small program. ARGN: its command.
function(_hocket_try target)
  get_property(tried GLOBAL PROPERTY HOCKET_TRIED)
  if("${ARGN}" IN_LIST tried)
    return()
  endif()
  set(folder "${CMAKE_BINARY_DIR}/CMakeFiles/hocket")
  file(WRITE "${folder}/try.c" "int main(void) { return 0; }\n")
  execute_process(COMMAND ${ARGN} -O1 try.c -o try WORKING_DIRECTORY "${folder}"
    RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  string(STRIP "${said}" said)
  if(NOT status EQUAL 0 AND said MATCHES "hocketcc: error: |\\.yaml:[0-9]+:[0-9]+: error: ")
    _hocket_refuse(${target} "${said}")
  elseif(NOT status MATCHES "^[0-9]+$")
    _hocket_refuse(${target} "hocketcc cannot be run: ${status}")
  elseif(said MATCHES "-Whocket=")
    message(WARNING "hocket_parallelize(${target}): ${said}")
  endif()
  set_property(GLOBAL APPEND PROPERTY HOCKET_TRIED "${ARGN}")
endfunction()
