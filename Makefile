# The commands for working on this project. `make help` lists them; a fresh machine needs Python
# 3.11 or newer and make.

VENV := .venv
PORT ?= 8000
# The system's Python, if it is new enough and can create environments: it is built with
# optimizations; those of version managers often are not (a tenth slower). Otherwise the first one
# that is new enough.
PYTHON ?= $(shell new='import sys; sys.exit(sys.version_info < (3, 11))'; \
	for p in /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11 python; do \
	[ $$p = /usr/bin/python3 ] && can='import ensurepip; ' || can=; \
	$$p -c "$$can$$new" 2>/dev/null && echo $$p && break; done)
RUN := $(VENV)/bin/python
PIN := $(VENV)/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command "make requirements"
LANGUAGES := de it ja
# Django's templates, which djade formats; live fragments (.jinja) are Jinja2.
TEMPLATES = $(shell find templates -name '*.html')

# A site for people in one room: under any name of this machine, without a certificate, static files
# from the source folders. Otherwise like a real site: with DEBUG, errors would show secrets of a deal.
ROOM = DATABASE_URL= REDIS_URL= ALLOWED_HOSTS='*' HTTPS=0 STATIC_FROM_SOURCE=1 \
	SITE_URL=$(or $(SITE_URL),http://localhost:$(PORT))

# Containers often set this: every process would then compile everything again.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
PYTEST = $(RUN) -m pytest -q -n 2 --dist worksteal

.PHONY: help play check pure test test-long lint types format requirements messages bench chaos secrets soak doors browsers prove audit release typeface pictures demo clean

help: ## list the commands
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## (.*)/  make \1	\2/' | expand -t 24

# The requirements of the site, and those for its development. Nothing is installed twice.
$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; PYTHON=... says where it is."; exit 1; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || $(PYTHON) -m virtualenv --quiet $(VENV) 2>/dev/null \
		|| $(PYTHON) -m venv --without-pip --clear $(VENV)

$(VENV)/play: requirements.txt | $(VENV)/bin/python
	@$(call install,requirements.txt)

$(VENV)/work: requirements-dev.txt | $(VENV)/bin/python
	@$(call install,requirements-dev.txt)
	@touch $(VENV)/play

# A Python without its own pip (Debian's, without python3-venv) uses the system's.
define install
	echo "Installing $(1) into $(VENV) ..."; \
	if $(RUN) -m pip --version >/dev/null 2>&1; then pip="$(RUN) -m pip"; \
	elif $(PYTHON) -m pip --version >/dev/null 2>&1; then pip="$(PYTHON) -m pip --python $(RUN)"; \
	else echo "No pip here: install python3-venv (or python3-pip), remove $(VENV), try again."; exit 1; fi; \
	$$pip install --quiet --disable-pip-version-check --require-hashes -r $(1) && touch $@
endef

play: $(VENV)/play ## open the site on http://localhost:8000 (or PORT=...), with bots to play against
	@mkdir -p staticfiles
	@$(ROOM) exec $(RUN) manage.py serve --host 0.0.0.0 --port $(PORT) \
		--first migrate demo demo_leagues

demo: $(VENV)/play ## put demo people, matches and tables into the database
	@$(RUN) manage.py migrate --verbosity 0
	@$(RUN) manage.py demo
	@$(RUN) manage.py demo_leagues

test: $(VENV)/work ## run every test that this machine can (STRICT=1: fail if it can't run some)
	@$(RUN) -m tests

check: $(VENV)/work ## run before each commit: linters, types, tests without a database
	@$(MAKE) --no-print-directory --jobs 3 --output-sync=target lint types pure

pure: $(VENV)/work
	@DATABASE_URL= REDIS_URL= $(PYTEST) -m "pure and not long and not gettext and not prove"

test-long: $(VENV)/work ## play thousands of random games against the contract of all games
	@CONFORMANCE_SEEDS=1000 DATABASE_URL= REDIS_URL= $(PYTEST) tests/conformance

lint: $(VENV)/work ## run ruff, oxlint, djade, and checks of imports and forgotten migrations
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/oxlint --deny-warnings static/js
	@echo "djade --check (Django templates)"
	@$(VENV)/bin/djade --target-version 5.2 --check $(TEMPLATES)
	$(VENV)/bin/lint-imports
	$(RUN) manage.py makemigrations --check --dry-run

types: $(VENV)/work ## run mypy, strict in the whole tree
	$(VENV)/bin/mypy

format: $(VENV)/work ## format everything as lint requires
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .
	$(VENV)/bin/djade --target-version 5.2 $(TEMPLATES)

requirements: $(VENV)/work ## pin and hash the dependencies of pyproject.toml (UPGRADE=1: the newest releases)
	$(PIN) $(if $(UPGRADE),--upgrade) pyproject.toml --output-file requirements.txt
	$(PIN) $(if $(UPGRADE),--upgrade) pyproject.toml --extra dev --constraint requirements.txt \
		--output-file requirements-dev.txt

messages: $(VENV)/work ## collect new texts into locale/*/*.po and compile the translations
	$(RUN) manage.py makemessages $(foreach language,$(LANGUAGES),-l $(language)) \
		--ignore '.venv/*' --ignore 'tests/*' --no-location --no-obsolete
	$(RUN) manage.py compilemessages --ignore .venv

bench: $(VENV)/work ## measure, and print each result with its target (about ten minutes)
	@$(RUN) -m bench

chaos: $(VENV)/work ## play through kills and pauses, and check that nothing was lost (KILLS=200: large)
	@$(RUN) -m tests.chaos $(if $(KILLS),--kills $(KILLS) --tables 9 --glance 4)

secrets: $(VENV)/work ## compare two worlds that a viewer can't tell apart (COMPARISONS=100000: large)
	@$(RUN) -m tests.secrets $(if $(COMPARISONS),--comparisons $(COMPARISONS))

soak: $(VENV)/work ## keep tables playing, and check that memory, connections and latency are flat (MINUTES=60 TABLES=200: large)
	@$(RUN) -m tests.chaos.soak --minutes $(or $(MINUTES),1) --tables $(or $(TABLES),4)

doors: $(VENV)/work ## request every URL as every kind of user (WRITE_DOORS=1: write the table; INPUTS=100000: large)
	@ALL_DOORS=1 $(RUN) -m pytest -q tests/doors

browsers: $(VENV)/work ## play in Chromium, Firefox and WebKitGTK, and compare the results (STRICT=1: none missing)
	@$(RUN) -m pytest -q -rs -m prove tests/engines

prove: $(VENV)/work ## check a release, in addition to the tests: image, chaos, leaks, doors, screens, browsers, an hour's soak, the measurements
	.ci/image
	@$(MAKE) --no-print-directory chaos KILLS=200
	@$(MAKE) --no-print-directory secrets COMPARISONS=100000
	@INPUTS=18000 $(MAKE) --no-print-directory doors
	@$(RUN) -m pytest -q -m prove tests --ignore tests/doors --ignore tests/engines
	@$(MAKE) --no-print-directory browsers
	@$(MAKE) --no-print-directory soak MINUTES=60 TABLES=200
	@$(MAKE) --no-print-directory bench

audit: $(VENV)/work ## look up known vulnerabilities of every pinned release (fails if the service does not answer)
	@for file in requirements.txt requirements-dev.txt; do \
		$(VENV)/bin/uvx --quiet pip-audit --strict --disable-pip --require-hashes -r $$file || exit 1; \
	done

release: $(VENV)/play ## build the source archive, the image's context and the notes into dist/, and check them
	@.ci/release

typeface: $(VENV)/work ## redraw static/fonts/kabinett.woff2
	@$(RUN) -m docs.typeface

pictures: $(VENV)/work ## retake the pictures of the README (needs Chromium)
	@$(RUN) -m docs.pictures

clean: ## remove installed, built and cached files; the database in var/ is kept
	rm -rf $(VENV) staticfiles dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
