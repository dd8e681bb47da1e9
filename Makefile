# Everything runs through the Go tool; `make help` lists what there is.

GO      ?= go
TOOL     = $(GO) tool -modfile=.tools/go.mod
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
ARGS    ?=
BASE    ?= HEAD
KILLS   ?= 500
FOR     ?= 10m
VULNDB  ?= https://vuln.go.dev
DRAWS   ?= 1000000
TABLES  ?= 100000
MONTH   ?= 200
LONG_KILLS ?= 100
LONG_DRAWS ?= 100000
HTML     = .tools/html
API      = .tools/api
# podman writes the health check into an image only in the format of docker.
CONTAINER ?= $(shell command -v podman || command -v docker || echo podman)
FORMAT     = $(if $(findstring podman,$(CONTAINER)),--format docker)

# The program ships without cgo, and is tested so. Nobody looks at tests with a debugger here: what it would
# read takes the compiler time. Without the paths of this checkout the next one need not compile what is the same.
# All targets have the same flags, or the second of them would compile all again.
export CGO_ENABLED = 0
UNDEBUGGED   = -trimpath -gcflags=all=-dwarf=false
OWN_GOFLAGS := $(filter-out $(UNDEBUGGED),$(shell $(GO) env GOFLAGS 2>/dev/null))
export GOFLAGS := $(strip $(OWN_GOFLAGS) $(UNDEBUGGED))
build release newcomer: export GOFLAGS := $(OWN_GOFLAGS)

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: build ## start the server on http://127.0.0.1:8080 (ARGS="--listen :8080" for more)
	@bin/bankhalter serve $(ARGS)

.PHONY: build
build: ## build bin/bankhalter, one file without dependencies, the same bytes from the same source and Go
	CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags '-s -w -buildid= -X main.version=$(VERSION)' -o bin/bankhalter ./cmd/bankhalter

.PHONY: release
release: ## build dist/bankhalter-linux-ARCH of the tag that is checked out, with SHA256SUMS
	@git diff --quiet HEAD && git describe --tags --exact-match HEAD >/dev/null 2>&1 || { echo "check out a tag, with nothing changed"; exit 1; }
	rm -rf dist && mkdir dist
	for arch in amd64 arm64; do GOOS=linux GOARCH=$$arch CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags '-s -w -buildid= -X main.version=$(VERSION)' -o dist/bankhalter-linux-$$arch ./cmd/bankhalter || exit 1; done
	cd dist && sha256sum bankhalter-linux-* > SHA256SUMS
	@echo "the binaries are in dist; make image builds the container image of this tag"

.PHONY: image
image: ## build the container image bankhalter:VERSION, with podman or docker (CONTAINER=docker to choose)
	$(CONTAINER) build $(FORMAT) -f cmd/bankhalter/deploy/Containerfile --build-arg VERSION=$(VERSION) -t bankhalter:$(VERSION) -t bankhalter:latest .

# Tests of the handlers that also run on PostgreSQL: what is decided in the store.
ON_POSTGRES := Races|Idempot|Seats|Joined|Account|Recover|Session|Token|Link|Chat|Messages|Notes|Orders|Pace|Vote|Proof|Operator|Ban|Deleted|Merg|Guest|Outbox|Notices|NoText

# The compiler and the linker may spend memory instead of time; the tests themselves do not see GOGC.
GO_TEST = $(GO) test -toolexec 'env GOGC=800' -vet=off -ldflags=-w -timeout 30m

.PHONY: test
test: ## run every test, with the real program, browsers and text browsers
	@if command -v npm >/dev/null && [ ! -e $(HTML)/node_modules/html-validate ]; then $(MAKE) html-tools || true; fi
	@if command -v npm >/dev/null && { [ ! -e $(API)/node_modules/openapi-typescript ] || [ ! -e $(API)/node_modules/standardwebhooks ]; }; then $(MAKE) api-tools || true; fi
	$(GO) build -toolexec 'env GOGC=800' ./db/... ./game/... ./handlers/... # cmd/e2e builds the program beside go test, and both would compile it
	$(GO_TEST) ./handlers -run '^$$' # so would the two that go on at once
	@$(MAKE) --no-print-directory -j2 test-packages test-postgres
	@missing=; PATH="$$PATH:/usr/sbin"; for p in chromium lynx w3m curl jq python3 nginx prometheus npm; do command -v $$p >/dev/null || missing="$$missing $$p"; done; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || missing="$$missing postgresql"; \
	if [ -n "$$missing" ]; then echo "NOT TESTED, not installed:$$missing (apt-get install$$missing)"; fi
	@[ -e $(HTML)/node_modules/html-validate ] || echo "NOT TESTED, not installed: html-validate (make html-tools)"
	@[ -e $(API)/node_modules/standardwebhooks ] || echo "NOT TESTED, not installed: the libraries that read feeds, mails, hooks and streams (make api-tools)"
	@[ -e $(API)/node_modules/openapi-typescript ] || echo "NOT TESTED, not installed: openapi-typescript and redocly (make api-tools)"

.PHONY: test-packages
test-packages:
	$(GO_TEST) -skip '^TestSlow' ./... # make check vets, make looks runs the long ones

.PHONY: test-postgres
test-postgres:
	BANKHALTER_TEST_DB=postgres $(GO_TEST) ./handlers -run '$(ON_POSTGRES)'

.PHONY: html-tools
html-tools: ## install the HTML validator that the tests use (needs npm)
	cd $(HTML) && npm ci --ignore-scripts --no-audit --no-fund

.PHONY: api-tools
api-tools: ## install what reads the description of the API in the tests (needs npm)
	cd $(API) && npm ci --ignore-scripts --no-audit --no-fund

.PHONY: check
check: fmt-check vet generated lint vuln-if-reachable ## what must pass before a commit: format, vet, lint, generated files, vulnerabilities, quick tests
	$(GO) test -short -skip '^TestSlow' ./...

.PHONY: fmt
fmt: ## format Go and templ files
	gofmt -w $$(git ls-files '*.go')
	$(TOOL) templ fmt .

.PHONY: fmt-check
fmt-check:
	@bad=$$(git ls-files '*.go' | grep -v '_templ\.go$$' | xargs gofmt -l); \
	if [ -n "$$bad" ]; then echo "not formatted, run make fmt:"; echo "$$bad"; exit 1; fi
	$(TOOL) templ fmt -fail .

.PHONY: vet
vet:
	$(GO) vet ./...

.PHONY: generate
generate: ## write the *_templ.go files anew
	$(TOOL) templ generate -include-version=false

.PHONY: generated
generated: generate
	git diff --exit-code -- '*_templ.go'

.PHONY: lint
lint: ## run golangci-lint
	$(TOOL) golangci-lint run ./...

.PHONY: vuln
vuln: ## look the dependencies up in the vulnerability database (needs the internet)
	$(TOOL) govulncheck -db $(VULNDB) ./...

.PHONY: vuln-if-reachable
vuln-if-reachable:
	@out=$$($(TOOL) govulncheck -db $(VULNDB) ./... 2>&1) && echo "$$out" | tail -1 || \
	case "$$out" in \
	*"fetching vulnerabilities"*) echo "NOT CHECKED: the vulnerability database $(VULNDB) cannot be reached" ;; \
	*) echo "$$out"; exit 1 ;; \
	esac

.PHONY: compare
compare: ## compare every answer of the working tree with another revision's (BASE=HEAD~1)
	$(GO) run ./cmd/e2e/compare -base $(BASE)

.PHONY: bench
bench: ## measure moves a second, latency, memory and page weight on this machine
	$(GO) run ./cmd/e2e/bench $(ARGS)

.PHONY: league
league: build ## measure the computer players in every rulebook (ARGS="--games 2000")
	bin/bankhalter league --all --games 400 $(ARGS)

.PHONY: bench-routes
bench-routes: ## list what the answers to a stranger cost, and fail if one of them takes more than 3 ms
	$(GO) test ./handlers -run '^$$' -bench '^BenchmarkRoutes$$' -benchtime 1x -count=1 -v

.PHONY: bench-slow
bench-slow: ## measure a server with many tables by correspondence (TABLES=100000, 2 GB of disk)
	$(GO) test ./db/sqlite -run '^$$' -bench '^BenchmarkCorrespondence$$' -benchtime 1x -count=1 -timeout 30m -tables $(TABLES)

.PHONY: load
load: ## 2000 live tables and 10000 open streams for ten minutes (FOR=10m, ARGS="-rate 400")
	$(GO) run ./cmd/e2e/bench -only live -tables 2000 -streams 10000 -span $(FOR) $(ARGS)

.PHONY: month
month: ## simulate a month of correspondence with restarts and failing mail (MONTH=200 tables, ARGS="-seed 5")
	$(GO) test ./game/table -run '^TestAMonthOfCorrespondence$$' -count=1 -v -timeout 30m -tables $(MONTH) $(ARGS)

.PHONY: attack
attack: ## floods, slow connections and 10000 of them while people play; then every attack of the tests
	$(GO) run ./cmd/e2e/bench -only attack -streams 10000 $(ARGS)
	$(GO) test ./handlers/... -run 'Attack|Strangers|AnotherSeat|Anothers|LookingChanges|Privileged|OtherSites|Planted|WrongPlaces|Recorded|NoPath|TwoEnds|Split|Bombs|Patience|Limited|Inside|Redirects' -count=1
	$(GO) test ./cmd/e2e -run '^TestNoTextOfAPersonRuns$$' -count=1

.PHONY: newcomer
newcomer: ## build a fresh clone with the programs the README asks for, and follow the README
	$(GO) test ./cmd/e2e -run '^TestNewcomer$$' -count=1 -v -newcomer

.PHONY: kill-test
kill-test: ## kill the server again and again under load (KILLS=500)
	$(GO) test ./cmd/e2e -run '^TestKill' -count=1 -v -timeout 60m -kills $(KILLS)

.PHONY: drill
drill: ## kill, freeze, cut off and upgrade servers on one PostgreSQL, and kill PostgreSQL, under load (DRILLS=30)
	$(GO) test ./cmd/e2e -run '^Test(Slow)?Drill' -count=1 -v -timeout 60m -drills $(or $(DRILLS),30) $(ARGS)

.PHONY: long
long: ## what takes longer than a test may, about half an hour: run it by hand before landing (LONG_KILLS=100, LONG_DRAWS=100000)
	$(MAKE) test
	$(MAKE) looks
	$(MAKE) walks
	$(MAKE) engines
	$(MAKE) kill-test KILLS=$(LONG_KILLS)
	$(MAKE) month
	$(MAKE) million DRAWS=$(LONG_DRAWS)
	$(MAKE) attack
	$(MAKE) load FOR=2m ARGS="-tables 500 -streams 2000"
	$(MAKE) newcomer
	$(MAKE) bench-routes
	$(MAKE) film

.PHONY: looks
looks: ## the browser tests that take long, and every page and phase in all looks and fonts, of which the tests take some in turn
	$(GO) test ./cmd/e2e -run '^(TestSlow|TestAQuickGameAsItShips|TestAFirstGameIsExplained|TestAGameOfEachRulebookByForms|TestAFilmEndsAsTheServerSays|TestASecondPress|TestEveryPageIsAccessibleAndQuiet|TestEveryPhaseIsAccessible|TestNothingJumps|TestAnOfferMovesNothing|TestADoubleClickIsOneMove)' -skip '^TestSlowDrill' -count=1 -timeout 60m -long
	$(GO) test ./cmd/e2e/compare -run '^TestSlow' -count=1
	$(GO) test ./handlers -run ValidHTML -count=1 -every-page

.PHONY: walks
walks: ## play random commands from many more positions than the tests do (WALKS=1000 at each table)
	$(GO) test ./game/sim -run '^(TestEveryOptionIsAccepted|TestAnyPositionIsPlayable|TestNothingChangesWithoutAnEvent.*)$$' -count=1 -timeout 60m -rapid.checks $(or $(WALKS),1000)

.PHONY: engines
engines: ## play a game in Firefox and in WebKit, with the film and without script, and print it
	@command -v firefox-esr >/dev/null || echo "NOT TESTED, not installed: firefox-esr (apt-get install firefox-esr)"
	@{ command -v WebKitWebDriver && command -v Xvfb; } >/dev/null || echo "NOT TESTED, not installed: WebKit (apt-get install webkit2gtk-driver xvfb)"
	$(GO) test ./cmd/e2e -run '^Test(OtherEnginesPlay|FirefoxPrintsTheNamesOfSpaces)$$' -count=1 -timeout 20m -engines

.PHONY: film
film: ## record a game as frames into .screenshots/film: wide and narrow, light and dark, full and calm (ARGS="-for 2m -only phone.dark.de.full")
	$(GO) run ./cmd/e2e/film $(ARGS) .screenshots/film

.PHONY: million
million: ## play until a million dice, cards and tickets are drawn, checked by both verifiers (DRAWS=1000000)
	$(GO) test ./game/verify -run '^TestMillion$$' -count=1 -v -timeout 120m -draws $(DRAWS)

.PHONY: screenshots
screenshots: ## draw the README's pictures, and the gallery and whole games into .screenshots/all (ARGS="-only phase-buy")
	$(GO) run ./cmd/e2e/shots -all $(ARGS) .screenshots
