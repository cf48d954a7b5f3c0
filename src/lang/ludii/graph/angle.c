/* The arctangent to the last bit as the reference has it, which computes with fdlibm (Sun Microsystems, 1993, e_atan2.c
 * and s_atan.c: the reduction and the coefficients are from there): the order of what lies in nearly the same direction
 * follows from rounding. The C library's is as accurate, but rounds differently. */
#include "lang/ludii/graph/angle.h"

#include <math.h>

/* Arctangents of 1/2, 1, 3/2 and infinity, each the sum of two numbers. */
static const double high[] = {4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01,
                              1.57079632679489655800e+00};
static const double low[] = {2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17,
                             6.12323399573676603587e-17};
/* Of the series in odd powers, for arguments below 7/16. */
static const double series[] = {3.33333333333329318027e-01,  -1.99999999998764832476e-01, 1.42857142725034663711e-01,
                                -1.11111104054623557880e-01, 9.09088713343650656196e-02,  -7.69187620504482999495e-02,
                                6.66107313738753120669e-02,  -5.83357013379057348645e-02, 4.97687799461593236017e-02,
                                -3.65315727442169155270e-02, 1.62858201153657823623e-02};
static const double LOW_PI = 1.2246467991473531772e-16;

enum { TERMS = sizeof series / sizeof *series };

/* The sum of every second coefficient from `first` on, in powers of w. */
static double half_series(double w, int first)
{
    double sum = 0;
    for (int i = first + (TERMS - 1 - first) / 2 * 2; i >= first; i -= 2)
        sum = series[i] + w * sum;
    return sum;
}

/* x >= 0 */
static double arctangent(double x)
{
    const int part = x < 0.4375 ? -1 : x < 0.6875 ? 0 : x < 1.1875 ? 1 : x < 2.4375 ? 2 : 3;
    if (x >= 0x1p66)
        return high[3] + low[3];
    if (x < 0x1p-29)
        return x;
    const double y = part < 0    ? x
                     : part == 0 ? (2 * x - 1) / (2 + x)
                     : part == 1 ? (x - 1) / (x + 1)
                     : part == 2 ? (x - 1.5) / (1 + 1.5 * x)
                                 : -1 / x;
    const double z = y * y, w = z * z, odd = z * half_series(w, 0), even = w * half_series(w, 1);
    return part < 0 ? y - y * (odd + even) : high[part] - ((y * (odd + even) - low[part]) - y);
}

double gr_atan2(double y, double x)
{
    int power_y, power_x;
    if (y == 0 || x == 0)
        return atan2(y, x);
    frexp(y, &power_y);
    frexp(x, &power_x);
    const int apart = power_y - power_x;
    const double z = apart > 60 ? high[3] + 0.5 * LOW_PI : x < 0 && apart < -60 ? 0 : arctangent(fabs(y / x));
    if (x > 0)
        return y < 0 ? -z : z;
    return y < 0 ? (z - LOW_PI) - 2 * high[3] : 2 * high[3] - (z - LOW_PI);
}
