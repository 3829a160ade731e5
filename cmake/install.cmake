# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where.  The tool installs itself (tools/CMakeLists.txt).
include(CMakePackageConfigHelpers)
set(GICMASK_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/gicmask)

install(DIRECTORY include/gicmask DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.inc")
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES examples/masking.S examples/unit_test.c examples/embed.c examples/CMakeLists.txt
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
install(DIRECTORY examples/scenarios DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
file(GLOB pages CONFIGURE_DEPENDS docs/*.md)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)
file(GLOB manpages CONFIGURE_DEPENDS docs/man/*.1)
install(FILES ${manpages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

# The shared library is gicmask::gicmask.  The static one needs its dependencies at the user's link, so it is
# a component of its own: find_package(gicmask COMPONENTS static), gicmask::gicmask_static.
install(TARGETS gicmask EXPORT gicmaskTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS gicmask_static EXPORT gicmaskStaticTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(set IN ITEMS gicmaskTargets gicmaskStaticTargets)
  install(EXPORT ${set} NAMESPACE gicmask:: DESTINATION ${GICMASK_CMAKEDIR})
endforeach()
configure_package_config_file(cmake/gicmaskConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/gicmaskConfig.cmake
                              INSTALL_DESTINATION ${GICMASK_CMAKEDIR})
# Before 1.0 a minor version may break what an earlier one offered.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/gicmaskConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/gicmaskConfig.cmake
        ${CMAKE_CURRENT_BINARY_DIR}/gicmaskConfigVersion.cmake DESTINATION ${GICMASK_CMAKEDIR})

# The prefix is found from the file's own place, so that an installed tree can be moved.
file(RELATIVE_PATH GICMASK_PC_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/gicmask.pc.in ${CMAKE_CURRENT_BINARY_DIR}/gicmask.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/gicmask.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
