#ifndef TENON_NN_NN_HPP
#define TENON_NN_NN_HPP

#include "tenon/nn/activation.hpp"
#include "tenon/nn/description.hpp"
#include "tenon/nn/embedding.hpp"
#include "tenon/nn/initializer.hpp"
#include "tenon/nn/linear.hpp"
#include "tenon/nn/normalization.hpp"
#include "tenon/nn/parameter.hpp"
#include "tenon/nn/sequential.hpp"
#include "tenon/nn/visit.hpp"

#endif
