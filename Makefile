# Thin wrapper around CMake: see CMakePresets.json for the builds themselves.

BUILD ?= build
PACKAGES = cmake ninja-build gcc libc6-dev pkg-config libjansson-dev
GAMES = $(sort $(wildcard games/*/*.*))
PLAYOUTS ?= 500
SECONDS ?= 2
LUDENS = $(BUILD)/release/ludens

.PHONY: all run check check-all asan tsan fuzz stress bench install format clean deps

all:
	@cmake --preset release -B $(BUILD)/release >$(BUILD).log 2>&1 || { cat $(BUILD).log; rm -f $(BUILD).log; exit 1; }
	@rm -f $(BUILD).log
	@cmake --build $(BUILD)/release

# Everything that is needed beyond what is here, through apt where that is possible.
deps:
	@sh cmake/dependencies.sh $(PACKAGES)

run: deps
	@$(MAKE) --no-print-directory all
	@$(LUDENS) check $(GAMES)
	@echo
	@$(LUDENS) run -n $(PLAYOUTS) --max-seconds $(SECONDS) --enumerate $(GAMES)

check: deps
	@$(MAKE) --no-print-directory all
	@ctest --test-dir $(BUILD)/release -L fast --output-on-failure -j $$(nproc)

check-all: deps
	@$(MAKE) --no-print-directory all
	@ctest --test-dir $(BUILD)/release --output-on-failure -j $$(nproc)

asan tsan stress: deps
	cmake --preset $@ -B $(BUILD)/$@
	cmake --build $(BUILD)/$@
	ctest --test-dir $(BUILD)/$@ -L fast --output-on-failure -j $$(nproc)

# Ten minutes for each harness by default: make fuzz FUZZ_SECONDS=60 for a short look.
FUZZ_SECONDS ?= 600
fuzz:
	@sh cmake/dependencies.sh $(PACKAGES) clang
	cmake --preset fuzz -B $(BUILD)/fuzz
	cmake --build $(BUILD)/fuzz
	sh tests/fuzz/run.sh $(BUILD)/fuzz $(FUZZ_SECONDS)

bench: all
	@$(LUDENS) bench $(GAMES)

install: all
	cmake --install $(BUILD)/release

format:
	clang-format -i $$(find include src tests bench -name '*.[ch]')

clean:
	rm -rf $(BUILD)
