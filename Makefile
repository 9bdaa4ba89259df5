# Two targets do everything on a fresh machine with Go 1.26, a C compiler and
# Node 20: `make demo` and `make test`. The others are for who changes the code.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

GO ?= go
# No fused multiply-add on amd64, whatever the machine has: it rounds once where
# two steps round twice, and a life would be other bytes (DESIGN §4).
export GOAMD64 := v1
# What `make demo` lives, and where it leaves the life.
DEMO_LIFE ?= --world trend --days 2 --strategy strategies/eth-mean-reversion.md --seed 7
DEMO_OUT ?= tmp/demo
HOSTILE_PAGE := $(CURDIR)/tmp/hostile
# What `make mutate` asks about: everything that guards; and whom it asks last.
PACKAGES ?=
HOSTILE_SUITE ?= ./test/adversarial
GIT ?=
ONLY ?=
# The revision whose trades `make compare` compares with.
BASE ?=

GOLANGCI := $(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
GOFUMPT := $(GO) run mvdan.cc/gofumpt@v0.12.0
# Packages whose tests compare a reference page with the code, or rewrite it.
REFERENCES := ./golem/world/protocol/table ./golem/core/config ./golem/mind/strategy ./golem/mind/heartbeat/fsm ./golem/safety/worstday ./test/faculties ./test/devnet
FORMATTED = $$(git ls-files '*.go' ':!*/testdata/*' ':!evm/bind/*')
# Static, stripped, and of one commit the same bytes wherever it is built.
COMMIT = $$(git describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null || true)
BUILD = CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags="-s -w -X bardo.run/bardo/internal/version.Commit=$(COMMIT)"
RUN := $(GO) run ./test/run
# Interpreting, hashing, big numbers and SQLite share no memory of ours between goroutines, and a
# test of them takes two to six times as long where the race detector looks into it. What
# publishes by atomics (encoding/json, cbor, rlp) cannot be left out: its readers would seem to race.
BLIND := github.com/ethereum/go-ethereum/core/vm github.com/ethereum/go-ethereum/crypto/... golang.org/x/crypto/... crypto/internal/fips140/... \
	modernc.org/... encoding/hex math/big github.com/holiman/uint256
RACE := -race $(foreach p,$(BLIND),-gcflags=$(p)=-race=false)
# Packages whose code or tests start goroutines, lock or send: the race detector looks at their tests,
# and in `make long` at all. Not at tests that compute for minutes and share nothing between
# goroutines of ours, which it would make six times as long.
SHARING = $$(grep -rlE --include='*.go' '^[[:space:]]*go [a-z(]|\.Go\(|\b(sync|atomic|errgroup)\.|<-|t\.Parallel' app evm golem internal life mirage test wire | xargs -n1 dirname | sort -u | sed 's|^|bardo.run/bardo/|')
LONG := $(addprefix bardo.run/bardo/,life/live test/adversarial test/cage test/conformance test/crash test/determinism test/dist test/dying test/examples test/faculties test/lives test/oracle \
	mirage/scenario/library life/experiment/luck life/status)
# These look at every file there is, so nothing of theirs is ever cached.
ALL := bardo.run/bardo
# The agent's program lives in real time, where a machine with too much to do makes a
# simulation late: its tests run after the others, side by side. Those that kill it do so
# without the detector, as the processes that they kill are without it, too.
WAITS := bardo.run/bardo/app/golem
KILLS := 'Killed'
KEYS := 'Key|Passphrase|Rotation'
# The lives of this script are a reader's who starts every template: minutes without the detector.
LIVED := TestScripts/first_strategies
APART := $(addprefix -e ,$(ALL) $(WAITS))
RACED = $$($(GO) list ./... | grep -vxF $(APART) $(addprefix -e ,$(LONG)) | grep -xF "$(SHARING)")
UNRACED = $$($(GO) list ./... | grep -vxF $(APART) | grep -vxF "$$(printf '%s\n' $(RACED))")

.PHONY: help setup artifacts build dist demo test hostile mutate suites compare long check house house-check bench generate fmt format lint layers generated dce cross bench-check clean

help: ## say what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

setup: contracts/node_modules/.package-lock.json test/oracle/js/node_modules/.package-lock.json build ## fetch modules, locked contract code, the compiler and the oracles, once
	@bin/bardo artifacts fetch 2>&1 >/dev/null | { grep -v ' present$$' || true; }
	@$(GO) list -deps -test ./... >/dev/null

artifacts: contracts/node_modules/.package-lock.json build ## what a life needs of that: no kit, no test modules, no oracles
	@bin/bardo artifacts fetch --life 2>&1 >/dev/null | { grep -v ' present$$' || true; }

contracts/node_modules/.package-lock.json: contracts/package-lock.json
	npm ci --prefix contracts --ignore-scripts --no-audit --no-fund
	@touch $@

# npm ci refuses a lock without other systems' binaries; install keeps to its hashes too.
test/oracle/js/node_modules/.package-lock.json: test/oracle/js/package-lock.json
	npm install --no-save --prefix test/oracle/js --ignore-scripts --no-audit --no-fund
	@touch $@

build: ## build bin/bardo, and bin/golem where it exists
	@mkdir -p bin
	@$(BUILD) -o bin/ $(patsubst %,./%,$(wildcard cmd/*))

dist: setup ## write dist/: an archive for each system, which needs no Go, no Node and no network
	$(GO) run ./test/dist

demo: artifacts ## live two days of a generated market, and look at them
	@rm -rf $(DEMO_OUT)
	bin/bardo live $(DEMO_LIFE) --out $(DEMO_OUT)

test: setup ## every test that a change reaches; with the race detector, but for packages that only compute
	$(RUN) $(RACE) -p 2 -timeout 40m -skip $(LIVED) $(RACED) -- -p 2 -timeout 40m $(UNRACED) \
		-- -run $(LIVED) -timeout 40m bardo.run/bardo/test/script -- -count=1 $(ALL) \
		--- -timeout 40m -run $(KILLS) $(WAITS) -- $(RACE) -timeout 40m -run $(KEYS) -skip $(KILLS) $(WAITS) \
		-- $(RACE) -timeout 40m -skip $(KILLS)'|'$(KEYS) $(WAITS)

hostile: setup ## ten million attacks on whole Golems, a million of them on lives with positions, a million more on portfolios, and each planted hole; about two hours on two cores, goes on where it was cut off; into docs/hostile.md
	@rm -rf $(HOSTILE_PAGE)/page
	BARDO_HOSTILE=10000000 BARDO_MUTATE=1 BARDO_HOSTILE_PAGE=$(HOSTILE_PAGE)/page BARDO_HOSTILE_PARTS=$(HOSTILE_PAGE)/parts GOGC=400 $(RUN) -count=1 -timeout 12h ./test/adversarial
	@cat $(HOSTILE_PAGE)/page/*.md >docs/hostile.md

# PACKAGES="golem/safety/cage contracts/src/CageOracle.sol" asks about these alone.
mutate: setup ## does a test notice each guard that is loosened? resumable; into docs/mutation.md
	@mkdir -p tmp/mutate
	$(GO) run ./test/mutate -only "$(PACKAGES)" -hostile "$(HOSTILE_SUITE)" -page docs/mutation.md

# GIT=FOLDER takes their repositories from there (Owner+name/repo), not from GitHub; ONLY=openzeppelin runs that one.
suites: setup ## run OpenZeppelin's, Uniswap's and Hardhat's own test suites on the devnet and on anvil, and print what passes there alone; an hour
	$(GO) run ./test/suites -git "$(GIT)" -only "$(ONLY)"

compare: artifacts ## BASE=REV: do the examples trade on the recorded days as by that revision? both lists, and processor times side by side
	@$(GO) run ./test/examples/compare -base "$(BASE)"

long: setup ## the big numbers: lives, attacks, kills, and each field planted that a checkpoint forgets
	BARDO_LONG=1 $(RUN) -race -shuffle=on -timeout 12h ./...

check: setup format lint layers house-check generated dce cross bench-check test ## format, lint, layers, bounds, generated files, binaries, figures, tests

house: ## print the house's measures: imports, fields, methods, ways, dead functions, lines
	@$(GO) run ./test/house

house-check: ## fail where a bound of the house is passed
	@$(GO) run ./test/house -check

bench: setup ## print every figure beside its floor and its aim
	@$(GO) run ./test/bench

bench-check: setup ## is every figure measured?
	@$(GO) run ./test/bench -quick

generate: setup ## rewrite what is generated; a clean tree stays clean
	$(GO) generate ./...
	$(GO) test -count=1 $(REFERENCES) -update >/dev/null

generated: ## generate, and fail if a committed file changed
	@tree() { { git status --porcelain; git diff; } | git hash-object --stdin; }; \
	before=$$(tree); $(MAKE) --no-print-directory generate; \
	if [ "$$before" != "$$(tree)" ]; then git status --short; echo "generated files differ: commit what make generate wrote"; exit 1; fi

fmt: ## format the code
	@$(GOFUMPT) -w $(FORMATTED)

format: ## fail on a file that is not formatted
	@bad=$$($(GOFUMPT) -l $(FORMATTED)); \
	if [ -n "$$bad" ]; then echo "not formatted, run make fmt:"; echo "$$bad"; exit 1; fi

lint: ## golangci-lint; the first run builds it
	$(GOLANGCI) run ./...

layers: ## the import order and the other rules of the house
	$(GO) test -count=1 .

# One reflective look-up of a method keeps every method of the binary alive.
dce: ## is dead code eliminated from the agent?
	@if [ ! -d cmd/golem ]; then echo "dce: skipped, there is no cmd/golem"; exit 0; fi; \
	deps=$$(CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags=-dumpdep -o /dev/null ./cmd/golem 2>&1); \
	found=$$(grep -c '<ReflectMethod>' <<<"$$deps" || true); \
	echo "dce: $$found reflective method look-ups in cmd/golem, want 0"; [ "$$found" = 0 ]

cross: ## build for linux/arm64
	CGO_ENABLED=0 GOOS=linux GOARCH=arm64 $(GO) build ./...

clean: ## remove what was built and lived; fetched files stay
	rm -rf bin tmp dist
