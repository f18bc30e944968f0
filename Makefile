# Everything that one does with this project. `make help` lists it; a fresh machine needs Python
# 3.11 or newer and make.

VENV := .venv
PORT ?= 8000
# The first Python here that is new enough.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
RUN := $(VENV)/bin/python
PIN := $(VENV)/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command "make requirements"
LANGUAGES := de it ja
# Django's templates, which djade knows; the live fragments of tables, talk and games are Jinja2.
GAMES := $(patsubst games/%/rules.py,%,$(wildcard games/*/rules.py))
TEMPLATES = templates/matches/_tables.html $(filter-out \
	$(foreach folder,matches chat $(GAMES),templates/$(folder)/_%),$(shell find templates -name '*.html'))

.DEFAULT_GOAL := help
.PHONY: help play test lint types format requirements messages bench pictures demo clean

help: ## say what there is
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## (.*)/  make \1	\2/' | expand -t 24

# What the site needs to run, and what building it needs beside that. Nothing is done twice.
$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; PYTHON=... says where it is."; exit 1; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || $(PYTHON) -m virtualenv --quiet $(VENV) 2>/dev/null \
		|| $(PYTHON) -m venv --without-pip --clear $(VENV)

$(VENV)/play: requirements.txt | $(VENV)/bin/python
	@$(call install,requirements.txt)

$(VENV)/work: requirements-dev.txt | $(VENV)/bin/python
	@$(call install,requirements-dev.txt)
	@touch $(VENV)/play

# A Python without pip of its own (Debian's, lacking python3-venv) borrows the system's.
define install
	echo "Installing $(1) into $(VENV) ..."; \
	if $(RUN) -m pip --version >/dev/null 2>&1; then pip="$(RUN) -m pip"; \
	elif $(PYTHON) -m pip --version >/dev/null 2>&1; then pip="$(PYTHON) -m pip --python $(RUN)"; \
	else echo "No pip here: install python3-venv (or python3-pip), remove $(VENV), try again."; exit 1; fi; \
	$$pip install --quiet --disable-pip-version-check --require-hashes -r $(1) && touch $@
endef

play: $(VENV)/play ## open the site on http://localhost:8000 (or PORT=...), with bots to play against
	@DEBUG=1 DATABASE_URL= REDIS_URL= $(RUN) manage.py migrate --verbosity 0
	@DEBUG=1 DATABASE_URL= REDIS_URL= $(RUN) manage.py demo
	@DEBUG=1 DATABASE_URL= REDIS_URL= $(RUN) manage.py demo_leagues
	@DEBUG=1 DATABASE_URL= REDIS_URL= exec $(RUN) manage.py serve --host 0.0.0.0 --port $(PORT)

demo: $(VENV)/play ## put demo people, matches and tables into the database
	@$(RUN) manage.py migrate --verbosity 0
	@$(RUN) manage.py demo
	@$(RUN) manage.py demo_leagues

test: $(VENV)/work ## run every test that this machine can (STRICT=1: fail if it can't run some)
	@$(RUN) -m tests

lint: $(VENV)/work ## ruff, djade, the direction of the arrows, forgotten migrations
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	@echo "djade --check (Django templates)"
	@$(VENV)/bin/djade --target-version 5.2 --check $(TEMPLATES)
	$(VENV)/bin/lint-imports
	$(RUN) manage.py makemigrations --check --dry-run

types: $(VENV)/work ## mypy, strict where the rules live
	$(VENV)/bin/mypy

format: $(VENV)/work ## write everything the way lint wants it
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .
	$(VENV)/bin/djade --target-version 5.2 $(TEMPLATES)

requirements: $(VENV)/work ## pin and hash what pyproject.toml asks for, newest first (UPGRADE=1)
	$(PIN) $(if $(UPGRADE),--upgrade) pyproject.toml --output-file requirements.txt
	$(PIN) $(if $(UPGRADE),--upgrade) pyproject.toml --extra dev --constraint requirements.txt \
		--output-file requirements-dev.txt

messages: $(VENV)/work ## collect new texts into locale/*/*.po and compile what is translated
	$(RUN) manage.py makemessages $(foreach language,$(LANGUAGES),-l $(language)) \
		--ignore '.venv/*' --ignore 'tests/*' --no-location --no-obsolete
	$(RUN) manage.py compilemessages --ignore .venv

bench: $(VENV)/work ## measure, each figure beside its target (about two minutes)
	@$(RUN) -m bench

pictures: $(VENV)/work ## take the pictures of the README anew (needs Chromium)
	@$(RUN) -m docs.pictures

clean: ## remove what was installed, built and cached; the database in var/ stays
	rm -rf $(VENV) staticfiles .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
