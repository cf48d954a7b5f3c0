/* Sizes of boards, and numbers with a fraction. */
#include "lang/ludii/ludeme.h"

static const ludeme floats_math[] = {
    LUDEME("Cos", "cos", "Float", "the cosine", "<Float>"),
    LUDEME("Exp", "exp", "Float", "the exponential function", "<Float>"),
    LUDEME("FloatMultiply", "* mul", "Float", "the product", "{<Float>}", "<Float> <Float>"),
    LUDEME("FloatAdd", "+ add", "Float", "the sum", "{<Float>}", "<Float> <Float>"),
    LUDEME("FloatSubtract", "- sub", "Float", "the difference", "<Float> <Float>"),
    LUDEME("FloatDivide", "/ div", "Float", "the quotient", "<Float> <Float>"),
    LUDEME("FloatPower", "^ pow", "Float", "a power", "<Float> <Float>"),
    LUDEME("FloatAbs", "abs", "Float", "the absolute value", "<Float>"),
    LUDEME("FloatMax", "max", "Float", "the largest", "{<Float>}", "<Float> <Float>"),
    LUDEME("FloatMin", "min", "Float", "the smallest", "{<Float>}", "<Float> <Float>"),
    LUDEME("Log", "log", "Float", "the natural logarithm", "<Float>"),
    LUDEME("Log10", "log10", "Float", "the decimal logarithm", "<Float>"),
    LUDEME("Sin", "sin", "Float", "the sine", "<Float>"),
    LUDEME("Sqrt", "sqrt", "Float", "the square root", "<Float>"),
    LUDEME("Tan", "tan", "Float", "the tangent", "<Float>"),
};

static const ludeme floats[] = {
    LUDEME("Float", "float", "", "a number with a fraction", "=float"),
};

static const ludeme dim_math[] = {
    LUDEME("DimMultiply", "* mul", "Dim Int", "the product", "{<Dim>}", "<Dim> <Dim>"),
    LUDEME("DimAdd", "+ add", "Dim Int", "the sum", "{<Dim>}", "<Dim> <Dim>"),
    LUDEME("DimSubtract", "- sub", "Dim Int", "the difference", "<Dim> <Dim>"),
    LUDEME("DimDivide", "/ div", "Dim Int", "the quotient", "<Dim> <Dim>"),
    LUDEME("DimPower", "^ pow", "Dim Int", "a power", "<Dim> <Dim>"),
    LUDEME("DimAbs", "abs", "Dim Int", "the absolute value", "<Dim>"),
    LUDEME("DimMax", "max", "Dim Int", "the largest", "<Dim> <Dim>"),
    LUDEME("DimMin", "min", "Dim Int", "the smallest", "<Dim> <Dim>"),
};

static const ludeme dim[] = {
    LUDEME("Dim", "dim", "", "a size of a board, known when the game is loaded", "=int"),
};

const ludeme_package ludii_numbers[] = {PACKAGE("game.functions.floats.math", floats_math),
                                        PACKAGE("game.functions.floats", floats),
                                        PACKAGE("game.functions.dim.math", dim_math),
                                        PACKAGE("game.functions.dim", dim),
                                        {0}};
