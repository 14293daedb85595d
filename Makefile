# Two commands do everything from a fresh clone with Python 3.11+, git and make:
#   make demo    compare two models on bundled data, print the answer, write report.html
#   make test    lint, types, import contract, tests, doctests
# and a third one the manual:
#   make docs    builds docs/_build/html/index.html, warnings are errors, local links are checked
# What is generated and committed is renewed, from the kept tables, by
#   make pages   docs/_make: the record of what was measured first, then the pages and pictures that read it
# XGBoost, LightGBM, CatBoost and skorch as they are, in the same virtualenv (PyTorch is large):
#   make test-models
# Logs written by Inspect and lm-evaluation-harness themselves, and a table in a PostgreSQL server (where that is
# installed), in an environment of their own:
#   make test-logs
# Command lines and calls nobody would write, two minutes of them, or as many as are asked for:
#   make fuzz CASES=100000
# Runs that are killed, paused, locked out and lied to, the same way (Linux; Dask and Ray where they are installed):
#   make chaos FAULTS=300
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CODE := src tests benchmarks fuzz chaos docs/_make
PAGES := measured_record calibration_table benchmark_page results_pages bounds_page method_pages methods_table which_method naive_versus_corrected experiment_pictures papers_page page_pictures terminal_picture
ONE_THREAD := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1
# what is compiled is kept, whatever the shell says: tests start many processes, and each would compile errbar anew
TESTED := $(ONE_THREAD) PYTHONDONTWRITEBYTECODE=

.PHONY: demo test lint types suite test-browser test-notebook test-models docs pages study bench fuzz chaos dist test-lowest test-newest test-minimal test-wheel test-plugin test-integrations test-logs licences clean

$(BIN)/demo-ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[all]"
	touch $@

$(BIN)/test-ready: $(BIN)/docs-ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	touch $@

$(BIN)/models-ready: $(BIN)/test-ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group models
	touch $@

$(BIN)/docs-ready: $(BIN)/demo-ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group docs
	touch $@

demo: $(BIN)/demo-ready
	$(BIN)/errbar demo

# types take one core for a minute, and are checked beside the tests; whichever fails, make test fails
test: $(BIN)/test-ready lint
	$(MAKE) --no-print-directory -j 2 types suite

lint: $(BIN)/test-ready
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/lint-imports --no-logo

types: $(BIN)/test-ready
	$(BIN)/mypy

suite: $(BIN)/test-ready
	$(TESTED) $(BIN)/python -m pytest -n 2 --dist worksteal

test-models: $(BIN)/models-ready
	$(TESTED) $(BIN)/python -m pytest -m models tests/models

docs: $(BIN)/docs-ready
	$(BIN)/sphinx-build -W --keep-going --fresh-env -q -b html docs docs/_build/html
	$(BIN)/python docs/_make/check_links.py docs/_build/html

pages: $(BIN)/test-ready
	set -e; for name in $(PAGES); do $(ONE_THREAD) $(BIN)/python docs/_make/$$name.py; done

# reports and the manual in a real Chromium, which must be there
test-browser: $(BIN)/test-ready docs
	ERRBAR_BROWSER=1 $(TESTED) $(BIN)/python -m pytest tests/reports/test_browser.py

# every answer in a notebook, run by nbconvert in a kernel of its own
test-notebook: $(BIN)/test-ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group notebook
	$(TESTED) $(BIN)/python -m pytest -m notebook tests/answers/test_notebook.py

test-plugin: $(BIN)/test-ready
	$(TESTED) $(BIN)/python -m pytest tests/plugins/test_pytest_gate.py -m "slow or not slow"

# the real libraries, in an environment of their own
test-integrations:
	$(PYTHON) -m venv .venv-integrations
	.venv-integrations/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	.venv-integrations/bin/python -m pip install --quiet --disable-pip-version-check -e ".[all,mlflow,skore,mcp]" pytest pytest-xdist hypothesis
	$(ONE_THREAD) .venv-integrations/bin/python -m pytest tests/plugins -m "slow or not slow" -rs

# Inspect and lm-evaluation-harness with their mock models; PostgreSQL, started by the test
test-logs:
	$(PYTHON) -m venv .venv-logs
	.venv-logs/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	.venv-logs/bin/python -m pip install --quiet --disable-pip-version-check -e ".[all]" --group logs pytest hypothesis
	$(ONE_THREAD) .venv-logs/bin/python -m pytest -m programs tests/programs -rs

study: $(BIN)/test-ready
	$(TESTED) $(BIN)/python -m pytest -n 2 --dist worksteal -m slow

bench: $(BIN)/test-ready
	$(ONE_THREAD) $(BIN)/python benchmarks/everything.py --csv bench.csv

fuzz: $(BIN)/test-ready
	$(ONE_THREAD) $(BIN)/python -m fuzz $(if $(CASES),--cases $(CASES)) $(if $(SEED),--seed $(SEED))

chaos: $(BIN)/test-ready
	$(ONE_THREAD) $(BIN)/python -m chaos.campaign $(if $(FAULTS),--faults $(FAULTS)) $(if $(SEED),--seed $(SEED))

# Each in an environment of its own below build/, from the wheel alone; tests are copied away from the sources.
# Another Python, and some extras alone: make test-wheel PYTHON=python3.13 EXTRAS=all
DIST := dist/errbar-*.whl
APART := build/apart
TOOLS := build/tools/bin/python
STATISTICS := core bounds methods plans types answers ranking
# $(call fresh,NAME,WHAT PIP INSTALLS): pip itself stays outside
fresh = $(PYTHON) -m venv --clear --without-pip build/$(1) && \
	$(TOOLS) -m pip --python build/$(1)/bin/python install --quiet --disable-pip-version-check --no-compile $(2)
tested = cd $(APART) && $(ONE_THREAD) ../$(1)/bin/python -m pytest $(2)

$(TOOLS):
	$(PYTHON) -m venv build/tools && $@ -m pip install --quiet --disable-pip-version-check "pip>=25.1" build twine

dist: $(TOOLS)
	rm -rf dist && $(TOOLS) -m build --quiet && $(TOOLS) -m twine check --strict dist/*

$(APART): dist
	rm -rf $@ && mkdir -p $@/docs && cp -r tests pyproject.toml $@ && cp -r docs/results $@/docs && rm -rf $@/tests/arch $@/tests/docs

test-lowest: $(APART)
	$(call fresh,lowest,"$$(ls $(DIST))[all]" -c lowest.txt pytest pytest-xdist hypothesis mpmath statsmodels mlxtend)
	$(call tested,lowest,-n 2 $(addprefix tests/,$(STATISTICS)) tests/installed)

test-newest: $(APART)
	$(call fresh,newest,--upgrade "$$(ls $(DIST))[all]" pytest pytest-xdist hypothesis mpmath statsmodels mlxtend)
	$(TOOLS) -m pip --python build/newest/bin/python list --format freeze
	$(call tested,newest,-n 2 $(addprefix tests/,$(STATISTICS)) tests/installed)

test-minimal: $(APART)
	$(call fresh,minimal,$(DIST) pytest hypothesis)
	$(call tested,minimal,tests/installed)

EXTRAS ?= cli cli,tables plot pandas tables,excel tables,inspect all
test-wheel: $(APART)
	for extras in $(EXTRAS); do \
	    $(call fresh,wheel,"$$(ls $(DIST))[$$extras]" pytest hypothesis) && ($(call tested,wheel,tests/installed)) || exit 1; done
	cd $(APART) && ../wheel/bin/errbar demo

# the page of licences, from an environment with every extra
EVERY := all,ibis,dask,ray,mlflow,skore,mcp
licences: dist
	$(call fresh,licences,"$$(ls $(DIST))[$(EVERY)]" packaging)
	build/licences/bin/python docs/_make/licences.py

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache report.html bench.csv docs/_build
