#ifndef TENON_TENON_HPP
#define TENON_TENON_HPP

// The whole library. Programs that need less of it compile faster with tenon/compile.hpp (tensors, expressions, compiled
// functions) or tenon/model.hpp.

#include "tenon/compile.hpp"
#include "tenon/explain.hpp"
#include "tenon/io/npy.hpp"
#include "tenon/io/safetensors.hpp"
#include "tenon/model.hpp"
#include "tenon/tensor/compare.hpp"
#include "tenon/tensor/print.hpp"
#include "tenon/training.hpp"

#endif
