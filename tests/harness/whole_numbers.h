/* Declares whole numbers of any length. */
#ifndef WHOLE_NUMBERS_H
#define WHOLE_NUMBERS_H

#include <cmath>

#include <gmp.h>

class whole {
  public:
    whole() { mpz_init(number); }
    whole(const whole &other) { mpz_init_set(number, other.number); }
    whole(whole &&other) noexcept : whole() { mpz_swap(number, other.number); }
    /* The whole number is the float in units of the smallest denormal. */
    explicit whole(float x) { mpz_init_set_d(number, std::ldexp((double)x, 149)); }
    whole &operator=(whole other) {
        mpz_swap(number, other.number);
        return *this;
    }
    ~whole() { mpz_clear(number); }
    int sign() const { return mpz_sgn(number); }
    mpz_t number;
};

inline whole operator+(const whole &a, const whole &b) {
    whole sum;
    mpz_add(sum.number, a.number, b.number);
    return sum;
}

inline whole operator-(const whole &a, const whole &b) {
    whole difference;
    mpz_sub(difference.number, a.number, b.number);
    return difference;
}

inline whole operator*(const whole &a, const whole &b) {
    whole product;
    mpz_mul(product.number, a.number, b.number);
    return product;
}

inline whole operator<<(const whole &a, unsigned bits) {
    whole shifted;
    mpz_mul_2exp(shifted.number, a.number, bits);
    return shifted;
}

#endif
