#ifndef TENON_SIMD_MATH_TABLES_AVX512_HPP
#define TENON_SIMD_MATH_TABLES_AVX512_HPP

#include "tenon/simd/math/scale.hpp"

// Sixteen floats are one register, in which AVX-512 looks up with one instruction: sixteen polynomials of degree 5 then cost
// less than a division. The tables of tanh and erf are for arguments from 0 to where the function rounds to 1.
#if defined(__AVX512F__)
namespace tenon::simd::detail {

/// table[i][the four lowest bits of each lane].
TENON_INLINE xsimd::batch<float> look_up(const float (&row)[16], __m512i lane_bits) {
  return _mm512_permutexvar_ps(lane_bits, _mm512_load_ps(row));
}

/// The polynomial of x whose coefficients the lanes look up.
TENON_INLINE xsimd::batch<float> look_up_polynomial(xsimd::batch<float> x, const float (&table)[6][16], __m512i lane_bits) {
  xsimd::batch<float> r = detail::look_up(table[5], lane_bits);
  for (int i = 4; i >= 0; --i) r = xsimd::fma(r, x, detail::look_up(table[i], lane_bits));
  return r;
}

/// erf about the centres k * erf_step, k = 0 to 15: coefficients of powers of the distance, minimax, relative error 2.0e-8.
inline constexpr float erf_step = 0.25390625f;
alignas(64) inline constexpr float erf_table[6][16] = {
    {0.0f, 0.280463003f, 0.527338473f, 0.718623805f, 0.849086036f, 0.927408149f, 0.968796355f, 0.988047502f, 0.995929182f,
     0.998769433f, 0.999670306f, 0.999921801f, 0.999983595f, 0.999996959f, 0.999999502f, 0.999999928f},
    {1.12837916f, 1.05792976f, 0.87189068f, 0.631641577f, 0.402237777f, 0.22516375f, 0.110794336f, 0.0479225713f, 0.0182207464f,
     0.00608969731f, 0.00178907621f, 0.000462025181f, 0.000104883278f, 2.09291134e-5f, 3.67112899e-6f, 5.66047644e-7f},
    {0.0f, -0.268609126f, -0.442749749f, -0.481129522f, -0.408523621f, -0.285855577f, -0.168790952f, -0.0851760364f,
     -0.0370108701f, -0.0139154705f, -0.00454219009f, -0.00129020568f, -0.000319474657f, -6.9051315e-5f, -1.3040998e-5f,
     -2.15379727e-6f},
    {-0.376122479f, -0.307196193f, -0.140753907f, 0.0337688966f, 0.14252071f, 0.166877804f, 0.134496045f, 0.0849510498f,
     0.0440461453f, 0.019170246f, 0.00709270909f, 0.00224853976f, 0.000614050739f, 0.000144997057f, 2.96871806e-5f,
     5.28138574e-6f},
    {0.0f, 0.12755662f, 0.182123735f, 0.146901483f, 0.0639466047f, -0.0101210526f, -0.0457372612f, -0.0469108896f, -0.0324012926f,
     -0.0173377068f, -0.00755420284f, -0.0027457123f, -0.000844105574f, -0.000221423009f, -4.98569458e-5f, -9.6775171e-6f},
    {0.11219057f, 0.079903145f, 0.00584888225f, -0.0542990593f, -0.0682327278f, -0.0446114497f, -0.0123870397f, 0.00780865845f,
     0.0130173487f, 0.0100168159f, 0.00549919178f, 0.00237282437f, 0.000837245337f, 0.000246635066f, 6.14167729e-5f,
     1.30345064e-5f}};

/// erf of 0 <= x <= 15.5 * erf_step.
TENON_INLINE xsimd::batch<float> erf_by_table(xsimd::batch<float> x) {
  using batch = xsimd::batch<float>;
  const batch shift(layout<float>::to_integer);
  const batch shifted = xsimd::fma(x, batch(1 / erf_step), shift);  // the nearest centre stands in its low bits
  const batch t = xsimd::fnma(shifted - shift, batch(erf_step), x);
  return detail::look_up_polynomial(t, erf_table, _mm512_castps_si512(shifted));
}

/// tanh on quarters of octaves of x + tanh_offset, by the exponent and first two bits of that: centres, and coefficients of
/// powers of the distance to them, minimax, relative error 3.8e-8.
inline constexpr float tanh_offset = 0.625f;
alignas(64) inline constexpr float tanh_centre[16] = {1.625f,      2.125f, 2.625f,  3.125f,  3.875f, 4.875f, 5.875f, 6.875f,
                                                      8.23750019f, 0.0f,   0.1875f, 0.3125f, 0.5f,   0.75f,  1.0f,   1.25f};
alignas(64) inline constexpr float tanh_table[6][16] = {
    {0.925346257f, 0.971872742f, 0.989559744f, 0.996146528f, 0.999138848f, 0.999883412f, 0.999984221f, 0.999997864f, 0.99999986f,
     0.0f, 0.1853332f, 0.302709729f, 0.462117151f, 0.635148952f, 0.761594158f, 0.848283642f},
    {0.143734204f, 0.0554633523f, 0.0207715091f, 0.00769209295f, 0.00172154935f, 0.000233160351f, 3.15580107e-5f, 4.27097073e-6f,
     2.80235773e-7f, 0.999999994f, 0.965651608f, 0.908366822f, 0.786447805f, 0.596585822f, 0.419974337f, 0.28041486f},
    {-0.133013237f, -0.0539021485f, -0.0205532456f, -0.00766178246f, -0.00171731967f, -0.000232751322f, -3.15056504e-5f,
     -4.2639394e-6f, -2.75733334e-7f, 0.0f, -0.178966797f, -0.274970855f, -0.363424144f, -0.378920715f, -0.319852581f,
     -0.237873427f},
    {0.0751785479f, 0.0339008006f, 0.0134157124f, 0.00506853875f, 0.00114311868f, 0.000155155896f, 2.10063494e-5f, 2.84305196e-6f,
     1.84094522e-7f, -0.333325992f, -0.288717779f, -0.219554491f, -0.0942230804f, 0.0418033896f, 0.103605298f, 0.108312858f},
    {-0.0248274883f, -0.0150294534f, -0.00648430337f, -0.00252358346f, -0.000598836405f, -8.16057944e-5f, -1.10544665e-5f,
     -1.4962485e-6f, -1.08081425e-7f, 0.0f, 0.112816936f, 0.157693753f, 0.163501243f, 0.099726526f, 0.0281527647f,
     -0.0122320794f},
    {0.00108878519f, 0.00445078236f, 0.00236014347f, 0.000976309405f, 0.000237106288f, 3.25314849e-5f, 4.41079652e-6f,
     5.97085542e-7f, 4.29387824e-8f, 0.132077525f, 0.0971131592f, 0.0459345782f, -0.0256541809f, -0.0633771593f, -0.0463101901f,
     -0.0193785193f}};

/// tanh of 0 <= x <= 9.1.
TENON_INLINE xsimd::batch<float> tanh_by_table(xsimd::batch<float> x) {
  const __m512i place = _mm512_srli_epi32(_mm512_castps_si512(x + xsimd::batch<float>(tanh_offset)), 21);
  return detail::look_up_polynomial(x - detail::look_up(tanh_centre, place), tanh_table, place);
}

}  // namespace tenon::simd::detail

#endif  // AVX-512

#endif
