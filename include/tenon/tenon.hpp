#ifndef TENON_TENON_HPP
#define TENON_TENON_HPP

// Everything but input and output of files (tenon/io/).

#include "tenon/compile.hpp"
#include "tenon/tensor/compare.hpp"
#include "tenon/tensor/expression.hpp"
#include "tenon/tensor/print.hpp"

#endif
