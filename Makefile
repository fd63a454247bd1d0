# make play and make test are all a newcomer needs; each makes the virtual environment, installs and runs.

VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.toml' -o -name '*.svg' -o -name '*.md' -o -name '*.js' \
	-o -name '*.css' -o -name '*.html') pyproject.toml setup.py
# The first Python of at least 3.11.
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

# The browser in which the pages are tested.
CHROMIUM := $(or $(AGON_CHROMIUM),$(shell command -v chromium || command -v chromium-browser || command -v google-chrome))

SITE := build/site

.PHONY: play site site-figures test test-random test-pythons mutants check browser docs pictures release soak try-mypy format clean

# The first game does not wait for the compiler, which works behind the server; nothing is lost if it fails or is stopped.
play: $(VENV)/play
	@test -e $(VENV)/compiled || { echo "Compiling Agon behind the server: until then it runs as plain Python, the same \
	games, slower ($(VENV)/compile.log tells how it goes)."; nice $(BIN)/python behind.py $(VENV) > $(VENV)/compile.log 2>&1 & }
	@$(BIN)/agon serve --open

# Every part runs, whatever fails; the last line says what did.
test: $(VENV)/test browser
	@failed=""; \
	$(MAKE) --no-print-directory check || failed="$$failed check (ruff, mypy);"; \
	echo "Compiled:"; \
	AGON_EXPECT=compiled $(BIN)/python -m pytest -n 2 --durations=12 || failed="$$failed the tests, compiled;"; \
	echo "The laws as plain Python:"; \
	AGON_EXPECT=plain PYTHONPATH=$(CURDIR)/src $(BIN)/python -m pytest -n 2 tests/test_every_game.py \
	|| failed="$$failed the laws as plain Python;"; \
	if [ -n "$$failed" ]; then echo "FAILED:$$failed see above."; exit 1; fi; \
	echo "All passed: ruff and mypy, the tests compiled, the laws as plain Python."

# The same in an order that nobody chose, with SEED to choose one again; BUSY=4 keeps so many processes working beside it.
test-random: $(VENV)/test browser
	@for n in $$(seq 1 $(or $(BUSY),0)); do $(BIN)/python -c "while True: sum(range(10**6))" & busy="$$busy $$!"; done; \
	AGON_EXPECT=compiled $(BIN)/python -m pytest -n 2 -p randomly $(if $(SEED),--randomly-seed=$(SEED)); code=$$?; \
	if [ -n "$$busy" ]; then kill $$busy; fi; exit $$code

# Every Python from 3.11 that is found here (or those in PYTHONS) keeps the laws, compiled and plain: minutes for each.
test-pythons:
	@$(PYTHON) tests/pythons.py $(PYTHONS)

# How good the tests are: plants N small bugs chosen by SEED, one at a time, and tells which ones nobody notices.
# An hour or more; AREA=web plants in one part of the sources, NEAR=1 asks the nearest tests only.
mutants: $(VENV)/test
	@$(BIN)/python tests/mutants.py --count $(or $(N),40) --seed $(or $(SEED),1) \
	$(if $(AREA),--area $(AREA)) $(if $(NEAR),--near)

check: $(VENV)/test
	$(BIN)/ruff check src tests examples docs/hooks.py setup.py behind.py release.py
	$(BIN)/ruff format --check src tests examples docs/hooks.py setup.py behind.py release.py
	$(BIN)/mypy

browser:
ifeq ($(CHROMIUM),)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	echo "Installing Chromium for the browser tests ..."; \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y chromium >/dev/null; fi
	@command -v chromium >/dev/null || { echo "The browser tests need Chromium: install it \
	(on Debian: apt-get install chromium), or name one in AGON_CHROMIUM."; exit 1; }
endif

# The documentation site, with the reference and the rules; a warning (a dead link, a page nobody finds) is an error.
docs: $(VENV)/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@$(BIN)/agon site site/play || echo "So its boards and its console do not live."
	@echo "The documentation is in site: open $(CURDIR)/site/index.html in a browser; it needs no server, except for what lives in it \
	(python -m http.server --directory site)."

# All games as static files that play in a browser without a server.
site: $(VENV)/site
	@$(BIN)/agon site $(SITE)

# The pictures and the film of README, from the real pages.
pictures: $(VENV)/test browser
	@PYTHONPATH=$(CURDIR) $(BIN)/python tests/pictures.py docs/pictures/readme

# A release, except for the upload; with TRY=1 in a clone, of which nothing stays.
release: $(VENV)/test browser
	@test -n "$(VERSION)" || { echo "Say which: make release VERSION=1.2.3"; exit 1; }
	@$(BIN)/python release.py $(VERSION) $(if $(TRY),--try)

# How fast that starts and answers in Chromium, and how much is sent; for a quiet machine.
site-figures: $(VENV)/test browser
	@$(BIN)/python -m tests.site.figures

# Long runs over many games; not part of make test.
soak: $(VENV)/test
	$(BIN)/python -m pytest -n 2 -m soak

# Another compiler: the miscompile we know, and the golden games compiled by it, in a place that is thrown away afterwards.
try-mypy:
	@test -n "$(MYPY)" && test -n "$(LIBRT)" || { echo "Say which: make try-mypy MYPY=2.4.1 LIBRT=0.16.0"; exit 1; }
	@there=$$(mktemp -d) && trap 'rm -rf "$$there"' EXIT && \
	echo "Compiling Agon by mypy $(MYPY) with librt $(LIBRT) ..." && \
	$(PYTHON) -m venv "$$there/venv" && \
	"$$there/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'setuptools>=77' "mypy==$(MYPY)" \
	"librt==$(LIBRT)" mypy_extensions prompt_toolkit rich pytest && \
	cp -r src tests setup.py pyproject.toml README.md LICENSE "$$there" && cd "$$there" && \
	AGON_COMPILE=1 venv/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps . && \
	AGON_EXPECT=compiled venv/bin/python -m pytest -rxX tests/test_mypyc.py tests/test_playthroughs.py \
	tests/test_every_game.py::test_make_test_runs_the_build_it_says

format: $(VENV)/test
	$(BIN)/ruff check --fix src tests examples docs/hooks.py setup.py behind.py release.py
	$(BIN)/ruff format src tests examples docs/hooks.py setup.py behind.py release.py

clean:
	rm -rf $(VENV) .venv-pythons build dist site src/*.egg-info

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Agon needs Python 3.11 or later, and none was found on PATH."; exit 1; }
	@echo "Making a virtual environment in $(VENV) with $(PYTHON) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip

# A left-over build/ would be packed into the install, so it goes first.
$(VENV)/play: $(BIN)/python $(SOURCES)
	@echo "Installing Agon ..."
	@rm -rf build $(VENV)/compiled
	@AGON_COMPILE=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check .
	@touch $@

$(VENV)/site: $(VENV)/play
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'resvg_py>=0.5'
	@touch $@

$(VENV)/docs: $(BIN)/python $(SOURCES)
	@echo "Installing Agon with what the documentation needs ..."
	@rm -rf build
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check '.[docs,png]'
	@touch $@

$(VENV)/test: $(BIN)/python $(SOURCES)
	@echo "Installing Agon compiled, with what the tests need ..."
	@rm -rf build
	@AGON_COMPILE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check '.[dev]'
	@touch $@ $(VENV)/play $(VENV)/site $(VENV)/docs $(VENV)/compiled
