# SPDX-License-Identifier: Apache-2.0
#
# Hocket::runtime: libhocket, for C that hocketcc wrote or that calls libhocket
# itself. Its archive is the one for the machine that the project is built for.

# The folder in runtime/src/arch for a processor, as CMake names it.
function(_hocket_arch processor result)
  string(TOLOWER "${processor}" processor)
  if(processor MATCHES "^(x86_64|amd64)$")
    set(${result} x86_64 PARENT_SCOPE)
  elseif(processor MATCHES "^(aarch64|arm64)$")
    set(${result} aarch64 PARENT_SCOPE)
  elseif(processor MATCHES "^arm")
    set(${result} arm PARENT_SCOPE)
  else()
    set(${result} "${processor}" PARENT_SCOPE)
  endif()
endfunction()

# The archive for the project's machine; empty: there is none.
function(_hocket_archive result)
  set(${result} "" PARENT_SCOPE)
  if(NOT CMAKE_SYSTEM_NAME STREQUAL CMAKE_HOST_SYSTEM_NAME)
    return()
  endif()
  _hocket_arch("${CMAKE_SYSTEM_PROCESSOR}" arch)
  set(folder "")
  if(NOT arch STREQUAL Hocket_RUNTIME_ARCH)
    set(folder ${arch}-linux-gnu/)
    if(arch STREQUAL arm)
      set(folder arm-linux-gnueabihf/)
    endif()
  elseif(CMAKE_SIZEOF_VOID_P AND NOT CMAKE_SIZEOF_VOID_P EQUAL Hocket_RUNTIME_POINTER_BYTES)
    return()
  endif()
  set(archive "${Hocket_PREFIX}/lib/${folder}libhocket.a")
  if(EXISTS "${archive}")
    set(${result} "${archive}" PARENT_SCOPE)
  endif()
endfunction()

_hocket_archive(Hocket_RUNTIME_LIBRARY)
set(Hocket_runtime_FOUND FALSE)
if(Hocket_RUNTIME_LIBRARY)
  set(Hocket_runtime_FOUND TRUE)
  include(CMakeFindDependencyMacro)
  set(THREADS_PREFER_PTHREAD_FLAG ON)
  find_dependency(Threads)
  if(NOT TARGET Hocket::runtime)
    add_library(Hocket::runtime STATIC IMPORTED)
    set_target_properties(Hocket::runtime PROPERTIES
      IMPORTED_LOCATION "${Hocket_RUNTIME_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${Hocket_PREFIX}/include"
      INTERFACE_LINK_LIBRARIES Threads::Threads)
  endif()
elseif(NOT Hocket_FIND_QUIETLY)
  message(STATUS "Hocket: no libhocket.a for ${CMAKE_SYSTEM_NAME} on"
    " ${CMAKE_SYSTEM_PROCESSOR}, hence no Hocket::runtime")
endif()
