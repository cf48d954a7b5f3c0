# Thin wrapper around CMake: see CMakePresets.json for the builds themselves.

BUILD ?= build
GAMES = $(filter-out %.md,$(sort $(wildcard games/*/*.*)))
PLAYOUTS ?= 500
SECONDS ?= 2
LUDENS = $(BUILD)/release/ludens

PREFIX ?= /usr/local
PYTHON ?= /usr/bin/python3

.PHONY: all help python deb page-static configure run check check-all asan tsan fuzz stress bench install uninstall format clean ci ci-format ci-clang ci-page ci-asan deps deps-test

all: configure
	@cmake --build $(BUILD)/release

help:
	@echo "make                 release build: $(LUDENS)"
	@echo "make run             check and play every game of games/"
	@echo "make check           build and fast tests; check-all: all tests"
	@echo "make install         into PREFIX ($(PREFIX)); uninstall: takes away what it installed"
	@echo "make bench           speed of the games of games/, with details"
	@echo "make asan tsan stress fuzz   tests under sanitizers, with tiny tables, by fuzzing"
	@echo "make page-static     the page as plain files"
	@echo "make deb             Debian packages, in $(BUILD)/deb"
	@echo "make python          the Python package, a wheel and its sources, in $(BUILD)/python"
	@echo "make format clean    clang-format; removes $(BUILD)"

configure:
	@mkdir -p $(BUILD)
	@cmake --preset release -B $(BUILD)/release >$(BUILD)/configure.log 2>&1 || { cat $(BUILD)/configure.log; exit 1; }

# The packages of cmake/packages.txt that are missing, through apt where that is possible.
deps:
	@sh cmake/dependencies.sh build
deps-test:
	@sh cmake/dependencies.sh build test

run: deps
	@$(MAKE) --no-print-directory configure
	@cmake --build $(BUILD)/release --target ludens
	@$(LUDENS) check $(GAMES)
	@echo
	@$(LUDENS) run -n $(PLAYOUTS) --max-seconds $(SECONDS) --enumerate $(GAMES)
	@echo
	@echo "To play, watch and write games in a browser: $(LUDENS) serve --open"

check: deps-test
	@$(MAKE) --no-print-directory all
	@sh tests/check.sh $(BUILD)/release -L fast

check-all: deps-test
	@$(MAKE) --no-print-directory all
	@sh tests/check.sh $(BUILD)/release

# What has to hold before a change lands: the layout of the source, the fast tests, clang without a warning, the page
# in a browser, and the fast tests under the address and undefined behaviour sanitizers. Under an hour on two cores.
FORMATTED = $$(git ls-files 'include/*.h' 'src/*.[ch]' 'tests/*.[ch]' 'bench/*.[ch]' 'python/module/*.[ch]' page/wasm.c)
ci: ci-format check ci-clang ci-page ci-asan
ci-format:
	@sh cmake/dependencies.sh build test ci
	clang-format --dry-run --Werror $(FORMATTED)
ci-clang:
	cmake --preset clang -B $(BUILD)/clang
	cmake --build $(BUILD)/clang
ci-page: all
	@sh tests/page/check.sh $(BUILD)/release/ludens $(BUILD)/npm

asan tsan stress: deps-test
	cmake --preset $@ -B $(BUILD)/$@
	cmake --build $(BUILD)/$@
	@sh tests/check.sh $(BUILD)/$@ -L fast $(WITHOUT)

# Without the tests that look at a clock: with sanitizers, and beside other tests, they may be late.
ci-asan:
	@$(MAKE) asan WITHOUT="-E 'cli_(stopping|loading|terminal|serve)'"

# Ten minutes for each harness by default: make fuzz FUZZ_SECONDS=60 for a short look.
FUZZ_SECONDS ?= 600
fuzz:
	@sh cmake/dependencies.sh build fuzz
	cmake --preset fuzz -B $(BUILD)/fuzz
	cmake --build $(BUILD)/fuzz
	sh tests/fuzz/run.sh $(BUILD)/fuzz $(FUZZ_SECONDS)

bench: all
	@$(LUDENS) bench --details $(GAMES)

install: all
	cmake --install $(BUILD)/release --prefix $(PREFIX)

# What `make install` with the same PREFIX writes: it is installed once more, into a folder of its own, to see that.
# Folders stay: others may use them.
uninstall: all
	@aside=$$(mktemp -d) && trap 'rm -rf "$$aside"' EXIT && \
	DESTDIR=$$aside cmake --install $(BUILD)/release --prefix $(PREFIX) >/dev/null && \
	(cd "$$aside" && find . ! -type d) | sed 's/^\.//' | while IFS= read -r file; do \
		test -e "$$file" || test -L "$$file" || continue; rm -- "$$file" && echo "removed $$file" || exit 1; done

# The Python package: its sources, and from these a wheel for Python 3.11 and later, in build/python.
python:
	@sh cmake/dependencies.sh build python
	@rm -rf $(BUILD)/python && mkdir -p $(BUILD)/python && cp -R python $(BUILD)/python/from && cp LICENSE $(BUILD)/python/from && ln -s $(CURDIR) $(BUILD)/python/from/engine
	SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)} \
		$(PYTHON) -m build --no-isolation --outdir $(BUILD)/python $(BUILD)/python/from
	@rm -r $(BUILD)/python/from

# Debian packages, in build/deb, of the files that git knows. lintian finds no errors in them, but that the maintainer has no
# address: who publishes them puts one into debian/.
deb:
	@sh cmake/dependencies.sh build python deb
	@rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb/ludens
	@{ git ls-files -z 2>/dev/null || find . -path ./$(BUILD) -prune -o -type f -print0; } | tar -c --null -T - | tar -x -C $(BUILD)/deb/ludens
	cd $(BUILD)/deb/ludens && dpkg-buildpackage -b -us -uc
	lintian --fail-on error --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog $(BUILD)/deb/*.changes

# The page as plain files, with the library as WebAssembly.
page-static:
	@sh cmake/page-static.sh . $(BUILD)/wasm

format:
	clang-format -i $(FORMATTED)

clean:
	rm -rf $(BUILD)
