# The checking runtime, for --check-dependences, and for the compiler behind
# hocketcc what the units and the program need: response files @FILE. Where the C
# library has no coroutines or cannot say what a format prints, there is none.
include(CheckSymbolExists)
check_symbol_exists(makecontext ucontext.h HOCKET_HAS_COROUTINES)
check_symbol_exists(parse_printf_format "stdio.h;printf.h" HOCKET_HAS_PARSED_FORMATS)
if(NOT HOCKET_HAS_COROUTINES OR NOT HOCKET_HAS_PARSED_FORMATS)
  return()
endif()

set(check ${CMAKE_CURRENT_SOURCE_DIR}/check)
file(GLOB check_sources CONFIGURE_DEPENDS ${check}/*.c)
list(TRANSFORM check_sources REPLACE "^${CMAKE_CURRENT_SOURCE_DIR}/" "../")
hocket_runtime_library(hocket_check ${HOCKET_PLATFORM} ${check_sources}
  errno.c index.c)
# Its own loops must not become calls of the functions that it wraps; it is
# linked into programs only.
target_compile_options(hocket_check PRIVATE -fno-builtin -ftls-model=initial-exec)
# One target builds all that hocketcc links.
add_dependencies(hocket_runtime hocket_check)

file(STRINGS ${check}/wrapped.txt wrapped)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${check}/wrapped.txt)
set(compile_words -fsanitize=thread -g)
set(link_words -g)
foreach(name ${wrapped})
  list(APPEND compile_words -fno-builtin-${name})
  list(APPEND link_words -Wl,--wrap=${name})
endforeach()
foreach(step compile link)
  list(JOIN ${step}_words "\n" words)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/lib/hocket_check.${step}
    CONTENT "${words}\n" @ONLY)
endforeach()
