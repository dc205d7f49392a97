/* Defines the fast precision: the types and functions of wide lanes become the types and functions of floats,
   so that kernels included after this file compute in floats. */
#define wide flanes
#define widemask mask

#define m_narrow(m) (m)
#define w_widen(a) (a)
#define w_load f_load
#define w_narrow(a) (a)
#define w_set(a) f_set((float)(a))
#define w_count w_count_is_for_doubles
#define w_add f_add
#define w_sub f_sub
#define w_mul f_mul
#define w_div f_div
#define w_sqrt f_sqrt
#define w_abs f_abs
#define w_negate f_negate
#define w_flip f_flip
#define w_lt f_lt
#define w_le f_le
#define w_and m_and
#define w_or m_or
#define w_andnot m_andnot
#define w_select f_select
#define w_keep f_keep
#define w_larger f_larger
#define w_smaller f_smaller
