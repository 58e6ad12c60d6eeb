include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_directory share/cmake/tenon)
install(DIRECTORY include/tenon DESTINATION include)
install(TARGETS tenon EXPORT tenon_targets)
install(EXPORT tenon_targets FILE tenon-targets.cmake NAMESPACE tenon:: DESTINATION ${package_directory})
configure_package_config_file(cmake/tenon-config.cmake.in tenon-config.cmake INSTALL_DESTINATION ${package_directory})
write_basic_package_version_file(tenon-config-version.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(
  FILES ${PROJECT_BINARY_DIR}/tenon-config.cmake ${PROJECT_BINARY_DIR}/tenon-config-version.cmake
        cmake/tenon_dependencies.cmake
  DESTINATION ${package_directory})
configure_file(cmake/tenon.pc.in tenon.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tenon.pc DESTINATION share/pkgconfig)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
