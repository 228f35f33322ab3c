# `make help` lists the targets. Everything lives in .venv; nothing is installed outside this folder.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NO_KEY := SECRET_KEY=$${SECRET_KEY:-$$(head -c 40 /dev/urandom | base64)}
# More than there are processors: a test of a real server mostly waits for it, and most of them run on PostgreSQL
AT_ONCE := --dist loadfile --no-loadscope-reorder --numprocesses
# A program that a test starts is compiled once, not each time: hundreds are started
unexport PYTHONDONTWRITEBYTECODE
# What may differ with the rows in PostgreSQL and several processes that serve them (tests/stack.py). Services, queries,
# commands and the few pages that make their own queries make nearly all queries. Of the rooms: what processes
# do to one another, what a kill leaves, and drafts from end to end. Whole nights with kills and lost connections
# are in tests/faults, whose checker needs one stack. Tests of one connection, and of activities that work like
# those, run on SQLite. One seed of odd texts is enough, without those that are refused before any view
# and bodies that cannot be read. Each migration since 0009 runs with rows, there and back, and those since 0034 with
# rows of every kind; the rest of what older versions left is upgraded on SQLite
BEHAVIOUR := $(addprefix tests/live/,test_admissions.py test_cut_off.py test_hub.py test_processes.py test_proxy.py \
	test_restart.py test_revocation.py test_rights.py test_room.py test_stack.py test_writer.py draft/test_races.py \
	draft/test_whole_drafts.py events/test_lobby_room.py fights/test_early_requests.py integrations statistics) \
	tests/services tests/queries tests/presenters tests/management tests/store \
	tests/migrations/test_0b00b4f.py tests/migrations/test_way_back.py \
	tests/faults --ignore tests/faults/test_checker.py tests/test_postgres.py tests/test_deploy.py \
	tests/web/test_bad_input.py tests/web/test_odd_texts.py tests/web/events/test_join.py tests/web/catalog/test_sets.py \
	--deselect tests/web/test_odd_texts.py::test_a_character_that_cannot_be_stored_reaches_no_view \
	--deselect tests/web/test_odd_texts.py::test_no_address_breaks_on_odd_bodies
COMPILE := $(BIN)/uv pip compile pyproject.toml --quiet --universal --generate-hashes --fork-strategy fewest \
	--custom-compile-command "make lock"
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
.DEFAULT_GOAL := help

.PHONY: help run backup restore test check lint types fix bench faults screenshots wheel lock

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/installed ## Install what is needed and open the site on PORT (8000)
	@exec $(BIN)/python -m draftsite

backup: $(VENV)/installed ## Write everything to one file under backups/, also while a draft goes on
	@$(BIN)/python -m draftsite backup

restore: $(VENV)/installed ## Put a backup into an empty installation (FILE=backups/...)
	@$(BIN)/python -m draftsite restore "$${FILE:?which one: make restore FILE=backups/...}"

test: $(VENV)/installed-dev ## Run every test: without a browser, with one, and on PostgreSQL with several processes
	@: # Collecting the tests compiles them, once for all processes that run them
	@export PREPARED=$$(mktemp -d); trap 'rm -rf "$$PREPARED"' EXIT; \
	{ $(BIN)/python -m pytest --collect-only --quiet >"$$PREPARED/collection.log" || cat "$$PREPARED/collection.log"; } & \
	$(BIN)/python -m tests.server "$$PREPARED" && wait && \
	$(MAKE) --no-print-directory --keep-going tests-on-sqlite tests-in-browser tests-on-postgres

# One after the other: two at a time take as long together, and their browsers wait for each other
tests-in-browser:
	@STACK=sqlite $(BIN)/python -m pytest $(AT_ONCE) 3 -m browser tests/browser

tests-on-postgres:
	@if [ -n "$$REQUIRE_STACK" ] || $(BIN)/python -m tests.stack; then \
		STACK=postgres $(BIN)/python -m pytest $(AT_ONCE) 5 -m "not browser" $(BEHAVIOUR); \
	fi

tests-on-sqlite:
	@STACK=sqlite $(BIN)/python -m pytest $(AT_ONCE) 4 -m "not browser" --ignore tests/browser

check: lint types ## Lint, types, imports, migrations, settings for the open internet

lint: $(VENV)/installed-dev ## Check everything else: style, imports, templates, migrations, settings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/djlint --lint --quiet templates
	$(BIN)/hadolint Dockerfile
	$(NO_KEY) $(BIN)/python manage.py makemigrations --check --dry-run
	$(NO_KEY) DEBUG=off HTTPS=on $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(NO_KEY) DEBUG=off HTTPS=on BEHIND_PROXY=on DATABASE_URL=postgres://draft@localhost/draft \
		REDIS_URL=redis://localhost $(BIN)/python manage.py check --deploy --fail-level WARNING

types: $(VENV)/installed-dev ## Check the types
	$(BIN)/mypy

fix: $(VENV)/installed-dev ## Mend what the linter can mend, and format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/installed-dev ## Measure (ARGS="--calls", "--pages", "--tables 32 --think 10 --beside ../before")
	$(BIN)/python -m bench $(ARGS)

faults: $(VENV)/installed-dev ## Play drafts while things go wrong (ARGS="--minutes 60 --seed 1 --stack both")
	$(BIN)/python -m tests.faults $(ARGS)

screenshots: $(VENV)/installed-dev ## Take a picture of every screen (ARGS="--only draft --sizes 390,1280"), into docs/screenshots
	$(BIN)/python -m tests.screenshots $(ARGS)

wheel: $(VENV)/installed-dev ## Build the wheel into dist/, install it elsewhere and play on it
	@rm -rf dist
	@$(BIN)/python -m hatchling build --target wheel
	@$(BIN)/python -m pytest --randomly-dont-reorganize tests/installed.py

lock: $(VENV)/installed-dev ## Compile requirements*.txt from pyproject.toml (ARGS="--upgrade-package Django")
	@$(COMPILE) $(ARGS) --output-file requirements.txt
	@$(COMPILE) $(ARGS) --group dev --constraints requirements.txt --output-file requirements-dev.txt

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Pass Left needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' \
		|| { echo "Python's venv is missing. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/installed: requirements.txt $(BIN)/python
	@echo "Installing what Pass Left needs. This happens once."
	@$(INSTALL) -r requirements.txt
	@touch $@

# It holds what requirements.txt does, and all that each package needs. uv takes a tenth of pip's time for it
$(VENV)/installed-dev: requirements-dev.txt requirements.txt $(BIN)/python
	@echo "Installing what Pass Left needs, and the tools for tests and checks. This happens once."
	@awk '/^[a-z]/ { of_uv = /^uv==/ } of_uv' requirements-dev.txt >$(VENV)/uv.txt
	@$(INSTALL) --no-deps -r $(VENV)/uv.txt
	@$(BIN)/uv pip install --quiet --no-deps --require-hashes --python $(BIN)/python -r requirements-dev.txt
	@touch $(VENV)/installed $@
