#ifndef TENON_BASE_CONFIG_HPP
#define TENON_BASE_CONFIG_HPP

// The only header that defines macros.

#include <version>  // which tells whether libstdc++ has its assertions

#define TENON_VERSION_MAJOR 0
#define TENON_VERSION_MINOR 1
#define TENON_VERSION_PATCH 0

#if defined(__FAST_MATH__)
#error "Tenon states the accuracy of every function and relies on NaN and infinities: compile without -ffast-math."
#endif

// TENON_HOT is for what every call runs: it stands together in the program, so that a first call touches few pages.
// TENON_IS_CONSTANT says whether the compiler knows a number, after it has inlined what it inlines.
#if defined(__GNUC__)
#define TENON_INLINE [[gnu::always_inline]] inline
#define TENON_LAMBDA_INLINE __attribute__((always_inline))
#define TENON_NOINLINE [[gnu::noinline]]
#define TENON_HOT [[gnu::hot]]
#define TENON_IS_CONSTANT(x) __builtin_constant_p(x)
#elif defined(_MSC_VER)
#define TENON_INLINE __forceinline
#define TENON_LAMBDA_INLINE
#define TENON_NOINLINE __declspec(noinline)
#define TENON_HOT
#define TENON_IS_CONSTANT(x) false
#else
#define TENON_INLINE inline
#define TENON_LAMBDA_INLINE
#define TENON_NOINLINE
#define TENON_HOT
#define TENON_IS_CONSTANT(x) false
#endif

/// Whether operator() and operator[] of tensors and views check indices: where TENON_CHECKED is defined, which is up to the
/// user, or where the assertions of libstdc++ are on. It must be the same in all sources of a program.
#if defined(TENON_CHECKED) || defined(_GLIBCXX_ASSERTIONS)
#define TENON_CHECKS_INDICES true
#else
#define TENON_CHECKS_INDICES false
#endif

/// Whether freed memory may be kept: not where a sanitizer watches the use of it.
#if defined(__SANITIZE_ADDRESS__)
#define TENON_KEEPS_MEMORY false
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TENON_KEEPS_MEMORY false
#endif
#endif
#if !defined(TENON_KEEPS_MEMORY)
#define TENON_KEEPS_MEMORY true
#endif

/// How many characters of a template argument the compiler prints.
#if defined(__clang__)
#define TENON_PRINTED_TEXT 31
#else
#define TENON_PRINTED_TEXT 4096
#endif

/// Behind the overloads of an operation for captured values: the same operation on tensors gives an expression.
#define TENON_FOR_EXPRESSIONS(name)                                                                            \
  namespace detail {                                                                                           \
  struct name##_call {                                                                                         \
    template <class... A>                                                                                      \
    constexpr auto operator()(const A&... arguments) const -> decltype(tenon::name(arguments...)) {             \
      return tenon::name(arguments...);                                                                        \
    }                                                                                                          \
  };                                                                                                           \
  }                                                                                                            \
  template <class... A>                                                                                        \
    requires(expression_operand<A> || ...)                                                                     \
  constexpr auto name(A&&... arguments) {                                                                      \
    return make_expression(detail::name##_call{}, std::forward<A>(arguments)...);                              \
  }

// Whether math::strict calls SLEEF, and its name for a function of doubles in registers of the instruction set at hand.
#if !defined(TENON_USE_SLEEF)
#if __has_include(<sleef.h>) && defined(__x86_64__) && (defined(__AVX512F__) || defined(__FMA__) || !defined(__AVX__))
#define TENON_USE_SLEEF 1
#else
#define TENON_USE_SLEEF 0
#endif
#endif
#if TENON_USE_SLEEF
#if defined(__AVX512F__)
#define TENON_SLEEF(name, bound) Sleef_##name##d8_##bound##avx512f
#elif defined(__AVX2__) && defined(__FMA__)
#define TENON_SLEEF(name, bound) Sleef_##name##d4_##bound##avx2
#elif defined(__x86_64__) && !defined(__AVX__)
#define TENON_SLEEF(name, bound) Sleef_##name##d2_##bound##sse2
#else
#error "Tenon knows no names of SLEEF for this instruction set: compile with TENON_USE_SLEEF=0."
#endif
#endif

#endif
