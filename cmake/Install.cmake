# SPDX-License-Identifier: Apache-2.0
#
# What other projects' builds take from an installed Hocket: find_package(Hocket),
# toolchain files, pkg-config. All of it finds the rest from its own place.
include(CMakePackageConfigHelpers)
set(made ${CMAKE_CURRENT_BINARY_DIR}/cmake)
configure_file(cmake/HocketConfig.cmake.in ${made}/HocketConfig.cmake @ONLY)
# It serves projects of any machine: those that are cross compiled, too.
write_basic_package_version_file(${made}/HocketConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${made}/HocketConfig.cmake ${made}/HocketConfigVersion.cmake
  cmake/HocketArguments.cmake cmake/HocketLaunch.cmake cmake/HocketParallelize.cmake
  cmake/HocketRuntime.cmake DESTINATION lib/cmake/Hocket COMPONENT compiler)
install(PROGRAMS cmake/launch.sh DESTINATION share/hocket/cmake COMPONENT compiler)

# The machine that a spec's programs are for, as compilers are called; empty: any.
# The driver does the same (machineName): "armv7-linux-gnueabihf" is
# "arm-linux-gnueabihf".
function(hocket_machine_of spec result)
  file(STRINGS ${spec} lines REGEX "^ +triple: *[^ ]+")
  set(machine "")
  if(lines)
    list(GET lines 0 line)
    string(REGEX REPLACE "^ +triple: *([^ ]+).*" "\\1" machine "${line}")
    string(REGEX REPLACE "^arm[^-]*" arm machine "${machine}")
  endif()
  set(${result} "${machine}" PARENT_SCOPE)
endfunction()

# One toolchain file for each spec, and one for the machine that one works on.
function(hocket_toolchain soc machine)
  set(HOCKET_TOOLCHAIN_SOC ${soc})
  set(HOCKET_TOOLCHAIN_TRIPLE ${machine})
  configure_file(cmake/toolchain/chip.cmake.in ${made}/hocket-${soc}.cmake @ONLY)
  install(FILES ${made}/hocket-${soc}.cmake DESTINATION share/hocket/cmake COMPONENT compiler)
endfunction()
install(FILES cmake/toolchain/HocketToolchain.cmake DESTINATION share/hocket/cmake
  COMPONENT compiler)
hocket_toolchain(host "")
file(GLOB specs CONFIGURE_DEPENDS soc-specs/*.yaml)
foreach(spec ${specs})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${spec})
  get_filename_component(soc ${spec} NAME_WE)
  hocket_machine_of(${spec} machine)
  hocket_toolchain(${soc} "${machine}")
endforeach()

# pkg-config's file, and one beside the archive for each other machine:
# PKG_CONFIG_LIBDIR=PREFIX/lib/TRIPLE/pkgconfig.
function(hocket_pkg_config folder up component)
  set(HOCKET_PC_PREFIX ${up})
  set(HOCKET_PC_LIBDIR \${prefix}/${folder})
  configure_file(cmake/hocket.pc.in ${made}/${folder}/pkgconfig/hocket.pc @ONLY)
  install(FILES ${made}/${folder}/pkgconfig/hocket.pc DESTINATION ${folder}/pkgconfig
    COMPONENT ${component})
endfunction()
hocket_pkg_config(lib ../.. runtime)
get_property(cross GLOBAL PROPERTY HOCKET_CROSS_TRIPLES)
foreach(triple ${cross})
  hocket_pkg_config(lib/${triple} ../../.. runtime-${triple})
endforeach()
