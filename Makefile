# `make help` says what each target does. Nothing but Python 3.11 or newer is needed: each target makes its own .venv.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help demo test lint format bench tables messages openapi browser pictures lock clean

PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
LOCK ?= requirements.lock
BIN := $(VENV)/bin
READY := $(VENV)/.ready

help:  ## say what each target does
	@echo "Two commands are enough:  make demo   make test"
	@echo
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | \
		while IFS='|' read -r target says; do printf '  make %-8s %s\n' "$$target" "$$says"; done

$(READY): $(LOCK) runtime/pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer was not found; name one with: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Making $(VENV) with $(PYTHON) (once, until $(LOCK) changes)" >&2
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/pip install -qq --disable-pip-version-check --require-hashes -r $(LOCK)
	@$(BIN)/pip install -qq --disable-pip-version-check --no-deps --no-index --no-build-isolation -e runtime
	@$(BIN)/python -m compileall -q runtime/src  # as pip does for what is installed, so that each start is a quick one
	@touch $@

demo: $(READY)  ## replies held to what was done, then the console and an agent (ARGS="--once", "--port N --json")
	@exec $(BIN)/python -m console.demo $(ARGS)

test: lint  ## lint, types, floors and every test (ARGS="-k words" picks tests)
	@$(BIN)/pytest -n auto $(ARGS)

lint: $(READY)  ## style, types and floors alone
	@$(BIN)/ruff check -q .
	@$(BIN)/ruff format -q --check . || { echo "run: make format" >&2; exit 1; }
	@$(BIN)/mypy --no-error-summary
	@out=$$($(BIN)/lint-imports 2>&1) || { echo "$$out"; exit 1; }

format: $(READY)  ## put the code in its style
	@$(BIN)/ruff check -q --fix .
	@$(BIN)/ruff format -q .

bench: $(READY)  ## speed and accuracy figures; never part of the tests
	@for script in $(filter-out %/scratch.py,$(wildcard benchmarks/*.py)); do echo "== $$script"; $(BIN)/python $$script; done

tables: $(READY)  ## keep the language tables as JSON too, which is read far faster than YAML
	@$(BIN)/python -c "from veraz.languages.tables import freeze; freeze()"

messages: $(READY)  ## bring the translations up to the sources, and compile them
	@$(BIN)/python manage.py messages

openapi: $(READY)  ## keep the interface's OpenAPI document as the code has it now
	@$(BIN)/python manage.py spectacular --validate --fail-on-warn --file tests/api/openapi.yaml

browser:  ## install what the browser tests need: Debian's Chromium, and axe-core from npm into build/node
	@test -x /usr/bin/chromium || { apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium; } >&2
	@test -e build/node/node_modules/axe-core/axe.min.js || { mkdir -p build/node && \
		npm install --prefix build/node --no-save --ignore-scripts --no-audit --no-fund --silent axe-core@4.14.1; } >&2

pictures: $(READY)  ## picture every page of the console anew, light and dark, in docs/pictures (needs Chromium)
	@$(BIN)/python -m tests.e2e.pictures

lock:  ## pin both requirements.in anew, with hashes (needs a package index)
	@$(PYTHON) -m venv --clear build/lock
	@build/lock/bin/pip install -qq --disable-pip-version-check pip-tools
	@for folder in runtime .; do \
		build/lock/bin/pip-compile -q --upgrade --generate-hashes --allow-unsafe --strip-extras --no-annotate --no-header \
			--no-emit-options --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
			-o $$folder/requirements.lock $$folder/requirements.in; done

clean:  ## remove what these targets made
	@rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
