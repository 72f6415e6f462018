# SPDX-License-Identifier: Apache-2.0
#
# Which LLVM and Clang to link. HOCKET_LLVM_LIBRARIES and HOCKET_CLANG_LIBRARIES are the shared ones,
# or, in a program that has the property HOCKET_STATIC_LLVM, the archives. Sets
# HOCKET_STATIC_LLVM to OFF where these, or what they need, are missing.
option(HOCKET_STATIC_LLVM "link hocketcc with LLVM's archives: it starts faster" ON)
file(GLOB llvm_archives ${LLVM_LIBRARY_DIR}/libLLVM*.a)
file(GLOB clang_archives ${LLVM_LIBRARY_DIR}/libclang[A-Z]*.a)
find_library(HOCKET_ZLIB NAMES z libz.so.1)
find_library(HOCKET_ZSTD NAMES zstd libzstd.so.1)
if(NOT llvm_archives OR NOT clang_archives OR NOT HOCKET_ZLIB OR NOT HOCKET_ZSTD
   OR CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  set(HOCKET_STATIC_LLVM OFF)
endif()

set(HOCKET_LLVM_LIBRARIES LLVM)
set(HOCKET_CLANG_LIBRARIES clang-cpp)
if(HOCKET_STATIC_LLVM)
  # One name for all of them, which refer to each other: a script for the linker.
  set(archives ${CMAKE_BINARY_DIR}/llvm_archives.ld)
  list(JOIN clang_archives " " clang_names)
  list(JOIN llvm_archives " " llvm_names)
  file(CONFIGURE OUTPUT ${archives} CONTENT "GROUP ( @clang_names@ @llvm_names@ )\n" @ONLY)
  set(is_static $<BOOL:$<TARGET_PROPERTY:HOCKET_STATIC_LLVM>>)
  set(HOCKET_LLVM_LIBRARIES $<IF:${is_static},${archives},LLVM>
    $<${is_static}:${HOCKET_ZLIB}> $<${is_static}:${HOCKET_ZSTD}>)
  set(HOCKET_CLANG_LIBRARIES $<IF:${is_static},${archives},clang-cpp>)
endif()
