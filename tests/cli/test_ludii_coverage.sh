# The class grammar: what is played of each constructor and argument, and that none is ignored.
. "$(dirname "$0")/lib.sh"
unset LUDENS_DEFINES

for library in ludii ludii-1.3; do
    run 0 grammar --coverage --library $library
    out_has "harmless, 0 ignored, 0 without an example"
    out_lacks "^ignored"
done

run 0 grammar --coverage Is.Line
out_has "^played  *Is.Line  *through:<int>"
out_has "^[0-9]* played, [0-9]* refused, 0 harmless, 0 ignored, 0 without an example"
run 0 grammar --coverage --json --library ludii-1.3 Seq
json 0.row Seq
json 0.outcome refused
out_has 'E1008: the ludeme .seq'
run 2 grammar --coverage --html
err_has 'goes with neither --html nor --compare'
run 1 grammar --coverage nosuch
err_has 'no row or class `nosuch`'
run 1 grammar --coverage --library prototype
err_has "there are no games for the library"

finish
