#!/bin/sh
# Nothing but lud_* may be visible in the shared library.
library=$1
names=$(nm -D --defined-only "$library" | awk '$2 ~ /^[A-Z]$/ && $2 != "A" { print $3 }' | sed 's/@.*//')
others=$(printf '%s\n' "$names" | grep -v '^lud_' | grep -v -e '^_init$' -e '^_fini$' -e '^__bss_start$' -e '^_edata$' -e '^_end$' -e '^__asan' -e '^__odr_asan' -e '^__ubsan' -e '^__tsan' -e '^__sancov')
if [ -n "$others" ]; then
    echo "exported, but not lud_*:"
    printf '%s\n' "$others"
    echo "0 passed, 1 failed, 0 skipped"
    exit 1
fi
if nm -D --defined-only "$library" | grep -q ' lud_[a-z_]*@@LUDENS_1$'; then :; else
    echo "the names have no version (cmake/ludens.map)"
    echo "0 passed, 1 failed, 0 skipped"
    exit 1
fi
count=$(printf '%s\n' "$names" | grep -c '^lud_')
if [ "$count" -lt 40 ]; then
    echo "only $count lud_* functions are exported"
    echo "0 passed, 1 failed, 0 skipped"
    exit 1
fi
echo "$count functions exported, all lud_*"
echo "1 passed, 0 failed, 0 skipped"
