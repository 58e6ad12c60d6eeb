# Fetches those of the dependencies that have no target yet. A commit is pinned, the release it belongs to stands beside it.

include(FetchContent)

function(tenon_fetch name repository commit)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)  # the options set below hold in projects of old CMake too
  FetchContent_Declare(${name} GIT_REPOSITORY https://github.com/${repository}.git GIT_TAG ${commit} SYSTEM)
  FetchContent_MakeAvailable(${name})
endfunction()

if(TENON_INSTALL)
  message(STATUS "Tenon is not installed from this build: fetched dependencies are not packages that others could find.")
  set(TENON_INSTALL OFF)
endif()

if(NOT TARGET xsimd)
  set(XSIMD_SKIP_INSTALL ON)
  tenon_fetch(xsimd xtensor-stack/xsimd 1f8dd9c8e162968d9b4ff0251c56d431b8777f36)  # 13.2.0
endif()

if(NOT TARGET TBB::tbb)
  set(TBB_TEST OFF)
  set(TBB_STRICT OFF)
  set(TBB_INSTALL OFF)
  tenon_fetch(TBB uxlfoundation/oneTBB 45587e94dfb6dfe00220c5f520020a5bc745e92f)  # 2022.1.0
endif()

if(NOT TARGET sleef::sleef)
  foreach(part TESTS DFT QUAD GNUABI_LIBS SCALAR_LIB)
    set(SLEEF_BUILD_${part} OFF)
  endforeach()
  foreach(library SSL MPFR FFTW OPENMP)
    set(SLEEF_DISABLE_${library} ON)
  endforeach()
  tenon_fetch(sleef shibatch/sleef 6ee14bcae5fe92c2ff8b000d5a01102dab08d774)  # 3.6.1
  add_library(sleef_with_header INTERFACE)
  add_library(sleef::sleef ALIAS sleef_with_header)
  target_link_libraries(sleef_with_header INTERFACE sleef)
  FetchContent_GetProperties(sleef BINARY_DIR sleef_binary_directory)
  target_include_directories(sleef_with_header SYSTEM INTERFACE ${sleef_binary_directory}/include)
endif()

if(TENON_BUILD_TESTS AND NOT TARGET GTest::gtest_main)
  set(INSTALL_GTEST OFF)
  set(BUILD_GMOCK OFF)
  tenon_fetch(googletest google/googletest 6910c9d9165801d8827d628cb72eb7ea9dd538c5)  # 1.16.0
endif()

if(TENON_BUILD_BENCHMARKS AND NOT TARGET benchmark::benchmark)
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(BENCHMARK_ENABLE_INSTALL OFF)
  tenon_fetch(benchmark google/benchmark c58e6d0710581e3a08d65c349664128a8d9a2461)  # 1.9.1
endif()
