# The only vocabulary of a continuous integration; `make` alone prints help.
SWIFT   ?= swift
SCRATCH ?= .build
PREFIX  ?= /usr/local
FILTER  ?=
MINUTES ?= 1
TARGET  ?=
RUNS    ?= 1
SEED    ?=
MUTANTS ?=
MUTANTS_FULL ?=
SCENARIOS ?=
JOBS    ?= 8
CLIENTS ?= arcgis qgis
PARTS   ?=
LIMIT   ?=
TORTURE ?= .build-torture

# An undeclared sideways import compiles once the other module has been built; this makes it an error.
WALLS   := --explicit-target-dependency-import-check error
BUILD   := $(SWIFT) build --scratch-path $(SCRATCH) $(WALLS)
RELEASE := $(SWIFT) build --scratch-path $(SCRATCH) $(WALLS) -c release --product mockportal
# On Linux the Swift runtime travels inside, without its symbols; macOS has it in the system. No library is looked for beside the
# program (SwiftPM adds the run path $ORIGIN unless told not to), and all of its imports are bound before it starts, so that the
# table of their addresses is read-only from then on (ld(1): -z relro, -z now). `.ci/hardening` asserts both. Nothing looks for a
# symbol in the program, so it names none to others (--no-export-dynamic), and each function has a section of its own, so that those
# which nothing calls are left out and those of the same code are one (--icf; Swift compares no functions); each makes it 1.5 to 2 MB
# smaller.
ifeq ($(shell uname -s),Linux)
RELEASE += -Xswiftc -Xfrontend -Xswiftc -function-sections --static-swift-stdlib --disable-local-rpath -Xlinker -s -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic -Xlinker --icf=all
endif

.PHONY: help setup setup-test test-clients setup-bench setup-dist embed build release dist dist-test demo docs test check links arrows walls lint goldens bench fuzz fuzz-build fuzz-check shuffle mutants soak tsan asan torture torture-table torture-keep install clean
.DEFAULT_GOAL := help

help: ## Print this help.
	@echo "usage: make <target>"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "variables: PREFIX=$(PREFIX) (install), FILTER= (test: a regular expression), SCRATCH=$(SCRATCH), SWIFT=$(SWIFT),"
	@echo "           MINUTES=$(MINUTES) and TARGET= (fuzz: how long each, and which alone), RUNS=$(RUNS) and SEED= (shuffle: how often, from which seed),"
	@echo "           CLIENTS=$(CLIENTS) (test-clients: of those that are asked for by name, which),"
	@echo "           PARTS= (torture: which parts), LIMIT= (torture: minutes after which it stops), TORTURE=$(TORTURE) (where it keeps its logs),"
	@echo "           MUTANTS= (a regular expression), SCENARIOS= (selectors), JOBS=$(JOBS) and MUTANTS_FULL=1 (mutants: which, against which, how many at once, against all)"

setup: ## Install the system packages that a build needs, where permitted.
	@.ci/setup build

setup-test:
	@.ci/setup build test

setup-bench:
	@.ci/setup build bench

setup-dist:
	@.ci/setup build dist

embed: ## List the files of Fixtures/ and certs/ for embedding (needs python3; the list is committed).
	@if command -v python3 >/dev/null; then python3 .ci/embed.py; else echo "embed: no python3, the committed list is used"; fi

build: setup embed ## Build everything for debugging.
	$(BUILD)

release: setup embed ## Build the optimised mockportal with the Swift runtime inside.
	$(RELEASE)
	@.ci/hardening "$$($(RELEASE) --show-bin-path)/mockportal"

dist: setup-dist release ## Make what is installed without a Swift toolchain (tarball, .deb, image, wheel) into .build/dist.
	@.ci/dist/make "$$($(RELEASE) --show-bin-path)/mockportal" '$(SCRATCH)/dist'

dist-test: setup-dist ## Install and use each package of .build/dist on a bare system made by debootstrap; needs root.
	@.ci/setup dist-test
	@.ci/dist/test '$(abspath $(SCRATCH))/dist'
	@.ci/dist/test-wheel '$(abspath $(SCRATCH))'/dist/*.whl

demo: ## Set up, build, ask a served portal with curl, judge the core scenarios and say what to type next.
	@.ci/setup build demo
	@$(MAKE) --no-print-directory embed
	@.ci/quietly 'demo: building mockportal' '$(abspath $(SCRATCH))/demo.log' $(BUILD) --product mockportal
	@.ci/demo "$$($(BUILD) --show-bin-path)/mockportal"

test: setup-test ## Set up, build and run every test; FILTER= selects, and selecting none fails.
	$(BUILD) --build-tests
	@SWIFT='$(SWIFT)' .ci/test '$(FILTER)' --scratch-path $(SCRATCH) $(WALLS) --skip-build
	@[ -n '$(FILTER)' ] || SWIFT='$(SWIFT)' .ci/example $(SCRATCH)/example

test-clients: setup-test ## Run every client that is not ours at the fake: those of Fixtures/clients, those of other makers, and CLIENTS.
	@.ci/setup $(CLIENTS)
	$(BUILD) --build-tests
	@MOCKPORTAL_CLIENTS='$(CLIENTS)' SWIFT='$(SWIFT)' .ci/test '(GDAL|esridump|geopy|geopandas with pyogrio|restgdf|ezesri|esri2gpd|restapi|MapProxy|fetch|HttpClient|HTTPie|ArcGIS API for Python|QGIS) at the fake|page of another origin' \
	--scratch-path $(SCRATCH) $(WALLS) --skip-build
	@MOCKPORTAL_CLIENTS='$(CLIENTS)' .ci/clients "$$($(BUILD) --show-bin-path)/mockportal"

check: lint walls links ## Check format, walls, links, the lists of files, that nothing sleeps, that every row is shown, how scenarios show it, and the scripts themselves.
	@python3 .ci/embed.py --check
	@.ci/sleeps
	@.ci/coverage
	@.ci/documents
	@.ci/scenarios
	@.ci/corpora
	@python3 -B -m unittest discover -q -s .ci/tests

walls:
	@.ci/arrows

links: ## Check that links and file names in README and guides lead somewhere.
	@.ci/links

docs: ## Build the guides and the interfaces of the products as a site, .build/docs/index.html; a warning fails.
	@SWIFT='$(SWIFT)' .ci/docs '$(SCRATCH)'

arrows: walls build ## Check that no import crosses a wall of the house, and that each folder of a room knows only those below it.
	@.ci/folders $(SCRATCH)

lint: ## Check the format of every Swift file.
	@$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Fixtures/ExamplePackage

goldens: setup-test ## Rewrite the golden screens; git shows what changed.
	MOCKPORTAL_GOLDENS=rewrite $(SWIFT) test --scratch-path $(SCRATCH) $(WALLS) --filter Goldens
	@git status --short -- Tests Sources/MockPortalCLI/MockPortal.docc Fixtures/scenarios/COVERAGE.md

bench: setup-bench embed ## Measure server, start-up, client and scenarios against their bars.
	$(RELEASE)
	@Tests/Benchmarks/run "$$($(RELEASE) --show-bin-path)/mockportal"

fuzz: ## Feed mutated bytes to the parsers for MINUTES each; crashes land in Tests/Fuzz/Crashes.
	@SWIFT='$(SWIFT)' SCRATCH='$(SCRATCH)' Tests/Fuzz/run '$(MINUTES)' $(TARGET)

fuzz-build: setup ## Compile every fuzz target, and run none.
	@SWIFT='$(SWIFT)' SCRATCH='$(SCRATCH)' Tests/Fuzz/run build

fuzz-check: build ## Compile every fuzz target against the debug build; link and run none.
	@SWIFT='$(SWIFT)' SCRATCH='$(SCRATCH)' Tests/Fuzz/run check

shuffle: setup-test ## Run tests and scenarios RUNS times, in other groups and another order each time.
	$(BUILD) --build-tests
	@SWIFT='$(SWIFT)' .ci/shuffle '$(RUNS)' '$(SEED)' --scratch-path $(SCRATCH) $(WALLS)

mutants: setup-test ## Run wrong clients, ours and those of Fixtures/clients, against the scenarios that must catch them; reports land in .build/mutants.
	$(BUILD) --build-tests
	@MOCKPORTAL_MUTANTS='$(if $(MUTANTS_FULL),all,families)' MOCKPORTAL_MUTANTS_NAMES='$(MUTANTS)' MOCKPORTAL_MUTANTS_SCENARIOS='$(SCENARIOS)' \
	MOCKPORTAL_MUTANTS_JOBS='$(JOBS)' MOCKPORTAL_MUTANTS_REPORT='$(abspath $(SCRATCH))/mutants' SWIFT='$(SWIFT)' \
	.ci/test '(every fault is caught for the right reason|every bug of a reference client is caught)' --scratch-path $(SCRATCH) $(WALLS) --skip-build

soak: setup-test ## Open 10 000 connections to a portal, abuse half of them and count what is left.
	$(BUILD) --build-tests
	@MOCKPORTAL_SOAK=10000 SWIFT='$(SWIFT)' .ci/test 'Soak' --scratch-path $(SCRATCH) $(WALLS) --skip-build

tsan: setup-test ## Run the tests under the thread sanitizer.
	@SWIFT='$(SWIFT)' .ci/sanitized thread '$(FILTER)' --scratch-path $(SCRATCH)-tsan $(WALLS)

asan: setup-test ## Run the tests under the address sanitizer.
	@SWIFT='$(SWIFT)' .ci/sanitized address '$(FILTER)' --scratch-path $(SCRATCH)-asan $(WALLS)

# Ten minutes a target, unless MINUTES is given.
torture: setup-test ## Run the sanitizers, fuzz targets, soak, mutants, loaded and disturbed runs and shuffles to their end, one by one; it goes on where it was.
	@SCRATCH='$(SCRATCH)' TORTURE='$(TORTURE)' .ci/torture $(if $(LIMIT),--limit '$(LIMIT)') \
	$(if $(filter file,$(origin MINUTES)),,--minutes '$(MINUTES)') $(PARTS)

torture-table: ## Print what torture has found so far.
	@SCRATCH='$(SCRATCH)' TORTURE='$(TORTURE)' .ci/torture --table $(if $(filter file,$(origin MINUTES)),,--minutes '$(MINUTES)') $(PARTS)

torture-keep: ## Write what torture has found for this tree to .ci/tortured; committed, another machine goes on from there.
	@SCRATCH='$(SCRATCH)' TORTURE='$(TORTURE)' .ci/torture --keep $(if $(filter file,$(origin MINUTES)),,--minutes '$(MINUTES)') $(PARTS)

install: release ## Install the one binary into PREFIX/bin.
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 "$$($(RELEASE) --show-bin-path)/mockportal" "$(DESTDIR)$(PREFIX)/bin/mockportal"

clean: ## Remove everything that was built.
	rm -rf $(SCRATCH) $(SCRATCH)-tsan $(SCRATCH)-asan $(SCRATCH)-fuzz Tests/Benchmarks/.build
