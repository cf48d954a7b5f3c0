type Score = {0}; // error E0206
begin, s: $ x;
s, end: $ y;
