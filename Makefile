# Every target sets itself up: the first call makes .venv, later calls find it ready.
.DEFAULT_GOAL := help
.PHONY: help demo test lint types layers spelling check format docs bench schema notes constraints fresh clean

BIN := .venv/bin
PROCESSES ?= 2
# Public data sets that some tests read; without them those tests are skipped.
ifneq ($(wildcard ../shared/data),)
export TOKUMEI_DATA ?= $(abspath ../shared/data)
endif

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: run ## sample data to a report in demo/report.html
	@$(BIN)/tokumei demo --out demo --force

test: dev ## every test
	@mkdir -p artifacts
	@$(BIN)/python -m pytest -n $(PROCESSES) --dist worksteal --junit-xml artifacts/tests.xml $(ARGS)

lint: dev layers spelling ## style, layers, spelling, change notes
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/towncrier build --draft --version next > /dev/null

layers: dev ## imports point downwards
	@$(BIN)/lint-imports --no-logo

spelling: dev ## American spelling, no slips
	@$(BIN)/codespell

types: dev ## strict types
	@$(BIN)/mypy

docs: dev ## the site, into site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet --site-dir site

bench: dev ## the quick benchmark set, and the goals that are quickly measured
	@$(BIN)/python -m bench run --quick
	@$(BIN)/python -m bench figures --quick

check: dev format lint ## seconds, before each commit
	@$(BIN)/python -m pytest -q tests/project

format: dev ## write the code the way ruff wants it
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

schema: dev ## the recipe's JSON Schema that editors read
	@$(BIN)/python tools/schema.py

notes: dev ## the change notes as the next release would show them
	@$(BIN)/towncrier build --draft --version next

constraints: ## pin the newest versions the ranges allow
	@rm -rf .venv && : > constraints.txt && tools/setup.sh dev
	@{ echo '# The versions every make target installs; pyproject.toml holds the ranges users get.'; \
	   echo '# Made anew from a fresh environment with: make constraints'; \
	   echo '# They must fit Python 3.11.2, which Debian 12 has: make them with it.'; \
	   $(BIN)/python -m pip freeze --exclude-editable --exclude pip --exclude setuptools --exclude tokumei; } > constraints.new
	@mv constraints.new constraints.txt && touch .venv/.installed-dev

fresh: ## set up from nothing
	@rm -rf .venv && tools/setup.sh dev

clean: ## remove what was built
	@rm -rf artifacts demo site dist build

.PHONY: run dev
run:
	@tools/setup.sh run
dev:
	@tools/setup.sh dev
