# The same libraries for the other machines whose compilers are installed, by the
# plain Makefile: lib/TRIPLE/libhocket.a and libhocket_openmp.a. hocketcc links
# these where the compiler behind it compiles for such a machine.
option(HOCKET_CROSS_RUNTIMES "build libhocket for the other machines that there are compilers for" ON)
if(HOCKET_CROSS_RUNTIMES)
  find_program(HOCKET_MAKE make)
endif()
if(NOT HOCKET_MAKE)
  return()
endif()

file(GLOB_RECURSE cross_sources CONFIGURE_DEPENDS src/*.c src/*.h include/*.h)
foreach(triple aarch64-linux-gnu arm-linux-gnueabihf riscv64-linux-gnu)
  string(REGEX MATCH "^[^-]+" cross_arch ${triple})
  find_program(HOCKET_GCC_${triple} ${triple}-gcc)
  find_program(HOCKET_AR_${triple} ${triple}-ar)
  if(cross_arch STREQUAL HOCKET_ARCH OR NOT HOCKET_GCC_${triple} OR NOT HOCKET_AR_${triple})
    continue()
  endif()
  set(objects ${CMAKE_CURRENT_BINARY_DIR}/cross/${triple})
  set(archives ${CMAKE_BINARY_DIR}/lib/${triple})
  set(made ${archives}/libhocket.a ${archives}/libhocket_openmp.a)
  add_custom_command(OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${archives}
    COMMAND ${HOCKET_MAKE} -s -C ${CMAKE_CURRENT_SOURCE_DIR} OUT=${objects} ARCH=${cross_arch}
      "CC=${HOCKET_GCC_${triple}}" "AR=${HOCKET_AR_${triple}}"
      ${objects}/libhocket.a ${objects}/libhocket_openmp.a
    COMMAND ${CMAKE_COMMAND} -E copy ${objects}/libhocket.a ${objects}/libhocket_openmp.a ${archives}
    DEPENDS ${cross_sources} Makefile files.mk
    COMMENT "libhocket for ${triple}" VERBATIM)
  add_custom_target(hocket_for_${triple} ALL DEPENDS ${made})
  install(FILES ${made} DESTINATION lib/${triple} COMPONENT runtime-${triple})
  set_property(GLOBAL APPEND PROPERTY HOCKET_CROSS_TRIPLES ${triple})
endforeach()
