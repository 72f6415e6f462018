# SPDX-License-Identifier: Apache-2.0
#
# hocket_parallelize(TARGET [SOC spec] [CORES n] [OBJECTIVE time|energy]
#   [REPORT file...] [REMARKS ON|file] [OPTIONS option...])
#
# The C files of one target are compiled by hocketcc, with the project's own
# compiler behind it, and a program is linked by it: that is where the whole
# program is parallelized. All other targets stay as they are. See docs/cmake.md.

# A file that hocketcc writes: below the folder of the build, whose folders are
# made for all configurations.
function(_hocket_output file result)
  if(NOT IS_ABSOLUTE "${file}" AND NOT file MATCHES "^\\$<[^C]")
    set(file "${CMAKE_CURRENT_BINARY_DIR}/${file}")
  endif()
  foreach(config ${CMAKE_CONFIGURATION_TYPES} "${CMAKE_BUILD_TYPE}")
    string(REPLACE "$<CONFIG>" "${config}" folder "${file}")
    get_filename_component(folder "${folder}" DIRECTORY)
    if(NOT folder MATCHES "\\$<")
      file(MAKE_DIRECTORY "${folder}")
    endif()
  endforeach()
  set(${result} "${file}" PARENT_SCOPE)
endfunction()

# The file of a spec, as SOC names it; empty: none.
function(_hocket_spec_file soc result)
  set(file "")
  if(soc MATCHES "/|\\.yaml$")
    get_filename_component(file "${soc}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  set(${result} "${file}" PARENT_SCOPE)
endfunction()

# What makes that nothing is parallelized.
function(_hocket_warn target)
  get_target_property(launcher ${target} C_COMPILER_LAUNCHER)
  _hocket_is_compiler(is_compiler)
  if(NOT is_compiler AND NOT launcher MATCHES "/hocket/cmake/launch\\.sh")
    message(WARNING "hocket_parallelize(${target}): C_COMPILER_LAUNCHER was set later, to"
      " '${launcher}', and so the target is not parallelized; set it before the call")
  endif()

  get_target_property(options ${target} COMPILE_OPTIONS)
  list(FILTER options EXCLUDE REGEX "-Wno-hocket")
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  get_target_property(lto ${target} INTERPROCEDURAL_OPTIMIZATION)
  get_target_property(config_lto ${target} INTERPROCEDURAL_OPTIMIZATION_${config})
  set(flags "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${config}} ${options} ")
  get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(NOT is_multi AND NOT flags MATCHES "-O[1-9sgzf ;]|\\$<")
    message(WARNING "hocket_parallelize(${target}): it is compiled without optimization,"
      " and so not parallelized; set CMAKE_BUILD_TYPE to Release")
  endif()
  if(lto OR config_lto OR flags MATCHES "-flto")
    message(WARNING "hocket_parallelize(${target}): it is compiled with -flto,"
      " and so not parallelized: the compiler's own link step reads the program")
  endif()
endfunction()

# What can be done when all of the target's sources are named.
function(_hocket_look_again target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(type ${target} TYPE)
  set(files ${sources})
  list(FILTER files INCLUDE REGEX "(\\.c|>)$")
  if(NOT files AND NOT type STREQUAL EXECUTABLE)
    _hocket_refuse(${target} "it has no C files, and only C is parallelized")
  endif()
  list(FILTER sources INCLUDE REGEX "\\.(cc|cpp|cxx|c\\+\\+|C|CPP)$")
  if(sources)
    message(NOTICE "hocket_parallelize(${target}): only C is parallelized;"
      " its C++ files stay as they are")
  endif()

  # C++ may be enabled after the call.
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(type STREQUAL EXECUTABLE AND CXX IN_LIST languages)
    _hocket_cxx_words(words)
    _hocket_launch(${target} CXX_LINKER_LAUNCHER "--after=${words}")
  endif()
  _hocket_warn(${target})
endfunction()

# How the program is linked.
function(_hocket_link target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOC;CORES;OBJECTIVE;REMARKS" "REPORT;OPTIONS")
  _hocket_launch(${target} C_LINKER_LAUNCHER)
  set(used "${Hocket_COMPILER}")
  set(options "")
  if(DEFINED arg_SOC)
    _hocket_spec_file("${arg_SOC}" file)
    if(file)
      set(arg_SOC "${file}")
      list(APPEND used "${file}")
    endif()
    list(APPEND options "--soc=${arg_SOC}")
  endif()
  if(DEFINED arg_CORES)
    list(APPEND options "--cores=${arg_CORES}")
  endif()
  if(DEFINED arg_OBJECTIVE)
    list(APPEND options "--objective=${arg_OBJECTIVE}")
  endif()
  _hocket_machine_flags(flags)
  _hocket_command(command)
  _hocket_try(${target} ${command} ${flags} ${options})

  foreach(report ${arg_REPORT})
    _hocket_output("${report}" file)
    list(APPEND options "--report=${file}")
    set_property(TARGET ${target} APPEND PROPERTY ADDITIONAL_CLEAN_FILES "${file}")
  endforeach()
  if(arg_REMARKS)
    list(APPEND options -Rhocket -Rhocket-missed)
    if(NOT arg_REMARKS MATCHES "^([Oo][Nn]|TRUE|YES|1)$")
      _hocket_output("${arg_REMARKS}" file)
      list(APPEND options "--hocket-remarks=${file}")
      set_property(TARGET ${target} APPEND PROPERTY ADDITIONAL_CLEAN_FILES "${file}")
    endif()
  endif()
  list(APPEND options ${arg_OPTIONS})
  list(TRANSFORM options REPLACE ".+" "$<$<LINK_LANGUAGE:C,CXX>:\\0>")
  target_link_options(${target} PRIVATE ${options})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${used})
endfunction()

function(hocket_parallelize target)
  _hocket_check_target(${target})
  get_target_property(type ${target} TYPE)
  _hocket_check_values(${target} ${type} ${ARGN})
  get_target_property(alias ${target} ALIASED_TARGET)
  if(alias)
    set(target ${alias})
  endif()
  set_property(TARGET ${target} PROPERTY HOCKET_PARALLELIZE TRUE)
  _hocket_is_compiler(is_compiler)
  if(NOT is_compiler)
    _hocket_launch(${target} C_COMPILER_LAUNCHER)
    # Says nothing to hocketcc here, and nothing to gcc; but where the flags have
    # changed, Makefiles compile again.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:-Wno-hocket>)
  endif()
  if(type STREQUAL EXECUTABLE)
    _hocket_link(${target} ${ARGN})
  endif()
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _hocket_look_again [[${target}]])")
endfunction()
