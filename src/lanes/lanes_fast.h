/* The fast precision: the wide words become the float words, and kernels included from here on compute in
   floats. */
#define wide flanes
#define widemask mask

#define w_widen(a) (a)
#define w_load f_load
#define w_narrow(a) (a)
#define w_add f_add
#define w_sub f_sub
#define w_mul f_mul
#define w_lt f_lt
#define w_select f_select
#define w_larger f_larger
#define w_smaller w_smaller_is_for_doubles
