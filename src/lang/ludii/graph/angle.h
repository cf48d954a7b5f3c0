#ifndef LUDENS_LANG_LUDII_GRAPH_ANGLE_H
#define LUDENS_LANG_LUDII_GRAPH_ANGLE_H

/* atan2 of finite numbers as the reference rounds it. */
double gr_atan2(double y, double x);

#endif
