# Finds what the headers include. Used by Tenon's build and by its installed package, so it names targets that exist in
# both: xsimd, TBB::tbb and sleef::sleef. What is absent ends in TENON_MISSING, as text for a sentence.

set(TENON_XSIMD_MINIMUM 13.2)
set(TENON_MISSING "")

# xsimd's version file takes only its own major version, so the comparison is made here.
set(XSIMD_ENABLE_XTL_COMPLEX OFF)
if(NOT TARGET xsimd)
  find_package(xsimd CONFIG QUIET GLOBAL)
  if(xsimd_FOUND AND xsimd_VERSION VERSION_LESS TENON_XSIMD_MINIMUM)
    list(APPEND TENON_MISSING "xsimd >= ${TENON_XSIMD_MINIMUM} (found ${xsimd_VERSION}; Debian: libxsimd-dev of trixie or later)")
  elseif(NOT TARGET xsimd)
    list(APPEND TENON_MISSING "xsimd >= ${TENON_XSIMD_MINIMUM} (Debian: libxsimd-dev of trixie or later)")
  endif()
endif()

if(NOT TARGET TBB::tbb)
  find_package(TBB CONFIG QUIET GLOBAL)
  if(NOT TARGET TBB::tbb)
    list(APPEND TENON_MISSING "oneTBB (Debian: libtbb-dev)")
  endif()
endif()

# Before 3.6 SLEEF installs a pkg-config file only.
if(NOT TARGET sleef::sleef)
  find_package(sleef CONFIG QUIET GLOBAL)
  if(NOT TARGET sleef::sleef)
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
      pkg_check_modules(TENON_SLEEF QUIET IMPORTED_TARGET GLOBAL sleef)
    endif()
    if(TARGET PkgConfig::TENON_SLEEF)
      add_library(sleef::sleef INTERFACE IMPORTED GLOBAL)
      target_link_libraries(sleef::sleef INTERFACE PkgConfig::TENON_SLEEF)
    else()
      list(APPEND TENON_MISSING "SLEEF (Debian: libsleef-dev and pkgconf)")
    endif()
  endif()
endif()
