# Runs on Debian and macOS with python3 (3.11 or newer) and make (3.81 or newer), nothing else.
# The first target that needs Python makes .venv; `make test PYTHON=/path/to/python3.12` chooses one.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
TESTS :=

# FIND_PYTHON sets $$found to the first Python that can make a virtual environment, or explains.
FIND_PYTHON = found=; bare=; \
	for python in $(if $(PYTHON),$(PYTHON),python3 python3.13 python3.12 python3.11 python3.14); do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  "$$python" -c 'import ensurepip, venv' 2>/dev/null || { bare=$$python; continue; }; \
	  found=$$python; break; \
	done; \
	if [ -z "$$found" ] && [ -n "$$bare" ]; then \
	  echo "croupier: $$bare cannot make virtual environments; on Debian: apt install python3-venv" >&2; exit 2; \
	elif [ -z "$$found" ]; then \
	  echo "croupier: no Python 3.11 or newer was found$(if $(PYTHON), as $(PYTHON));" \
	    "name one: make $(MAKECMDGOALS) PYTHON=/path/to/python3.11" >&2; exit 2; \
	fi

.PHONY: help
help: ## list the targets (default)
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' Makefile

.PHONY: tournament
tournament: $(VENV)/.installed ## play a tournament of briscola on this machine and print the standings
	@$(BIN)/croupier run examples/briscola.toml

.PHONY: test
test: $(VENV)/.dev ## run the tests; TESTS="tests/games -k briscola" runs some of them
	@$(BIN)/python -m pytest $(TESTS)

.PHONY: lint
lint: $(VENV)/.dev ## check style, types and who imports whom
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

.PHONY: format
format: $(VENV)/.dev ## lay the code out and mend what ruff can mend
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

.PHONY: bench
bench: $(VENV)/.bench ## measure on this machine: rules, data path, sockets, audit, help
	@$(BIN)/python -m benchmarks

.PHONY: docs
docs: $(VENV)/.installed ## write docs/api anew from the contracts and the bus
	$(BIN)/python docs/api/generate.py --write docs/api

.PHONY: clean
clean: ## remove .venv, caches and builds; runs/ stays
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(VENV)/bin/python:
	@$(FIND_PYTHON); echo "croupier: making $(VENV) with $$($$found -V)" >&2; \
	  $$found -m venv $(VENV) || { rm -rf $(VENV); exit 2; }

$(VENV)/.installed: pyproject.toml $(VENV)/bin/python
	@echo "croupier: installing into $(VENV) (once)" >&2
	@$(PIP) install --upgrade "pip>=25.1"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.installed
	@echo "croupier: installing the development tools into $(VENV) (once)" >&2
	@$(PIP) install --group dev
	@touch $@

# OpenSpiel is there to compare with; where it has no wheel the benchmarks measure us alone.
$(VENV)/.bench: $(VENV)/.dev
	@$(PIP) install --group bench || echo "croupier: there is no OpenSpiel for this machine" >&2
	@touch $@
