# Every target does its own set-up: a virtual environment in .venv with the versions of constraints.txt.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
TYPES := build/types
PARTS := envs agents training lab configs viewer command
PIP := $(BIN)/python -m pip --disable-pip-version-check

GAME ?= insects
PRESET ?= quick
TESTS ?=
ARGS ?=
# processes that test, each file in one of them: every process compiles what its files need
JOBS ?= 2

.DEFAULT_GOAL := help
.PHONY: help setup train test lint format pages playthroughs rules bench recipes benchmarl mutants reference official soak snippets oldest newest lock break clean

help:  ## show the targets
	@sed -n 's/^\([a-z ]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

# setuptools is installed first, pinned, and builds the project: pip's own build environment would not be pinned
$(READY): pyproject.toml setup.py constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "make: Python 3.11 or newer is needed: make PYTHON=python3.11" >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing the pinned packages into .venv (once; some minutes)"
	@$(PIP) install --constraint constraints.txt setuptools wheel
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[train,arena,lab,test,lint]'
	@echo "Installed"
	@touch $(READY)

setup: $(READY)  ## install everything into .venv

train: $(READY)  ## the main job: train an opponent, evaluate it, draw its curve (GAME=insects PRESET=quick)
	$(BIN)/swarmzoo train $(GAME) --preset $(PRESET) $(ARGS)

test: $(READY)  ## all tests, in two processes (TESTS=tests/command JOBS=4 ARGS="-m 'not slow'")
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n $(JOBS) --dist loadfile $(TESTS) $(ARGS)

# the folders at the top level as the packages that they are installed as: for tools that read sources
$(TYPES)/swarmzoo:
	@mkdir -p $@
	@for part in $(PARTS) front/__init__.py front/__main__.py front/py.typed; do ln -sfn ../../../$$part $@/$$(basename $$part); done

lint: $(READY) $(TYPES)/swarmzoo  ## style, format, types, direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet . || { $(BIN)/ruff format --check .; exit 1; }
	MYPYPATH=$(TYPES) $(BIN)/mypy $(TYPES)/swarmzoo
	PYTHONPATH=$(TYPES) $(BIN)/lint-imports --no-logo

format: $(READY)  ## rewrite the sources in the project's format
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format .

pages: $(READY)  ## regenerate the facts and pictures on the games' pages and their configurations in YAML
	$(BIN)/python -m swarmzoo.command.pages
	$(BIN)/python -m swarmzoo.command.signatures
	for job in $$(find configs -type d -name game); do $(BIN)/swarmzoo envs $$(basename $$(dirname $$job)) --yaml > $$job/standard.yaml; done

playthroughs: $(READY)  ## play the golden playthroughs and the agents' games again, after an intended change
	$(BIN)/python -m tests.playthroughs
	$(BIN)/python -m tests.styles
	$(BIN)/python -m tests.appraisals

rules: $(READY)  ## every rule with its code and its tests, and the gaps (GAME=insects)
	$(BIN)/swarmzoo rules $(GAME) $(ARGS)

bench: $(READY)  ## decisions a second, as a table (GAME=insects)
	$(BIN)/swarmzoo bench $(GAME) $(ARGS)

recipes: $(READY)  ## learn with plain torch, TorchRL, Tianshou and RLlib (installs them; some ten minutes)
	$(BIN)/python -m swarmzoo.training.recipes.ppo --out runs/ppo.npz
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[recipes,rllib]'
	$(BIN)/python -m swarmzoo.training.recipes.torchrl_reinforce
	$(BIN)/python -m swarmzoo.training.recipes.tianshou_dqn
	$(BIN)/python -m swarmzoo.training.recipes.rllib_ppo

# BenchMARL asks for older versions of other packages than constraints.txt holds
benchmarl: $(READY)  ## learn with BenchMARL, in an environment of its own in build/benchmarl (some five minutes)
	@test -x build/benchmarl/bin/python || $(PYTHON) -m venv build/benchmarl
	@build/benchmarl/bin/python -m pip --disable-pip-version-check install --quiet torch==2.13.0 benchmarl --editable .
	build/benchmarl/bin/python -W ignore -m swarmzoo.training.recipes.benchmarl_mappo $(ARGS)

mutants: $(READY)  ## break one place after another: do the tests notice? (ARGS="--folder lab", ARGS="--game insects --part observation")
	$(BIN)/python -m tests.mutants $(ARGS)

reference: $(READY)  ## whole games against the second engine, decision by decision (GAME=warband ARGS="--out FILE")
	$(BIN)/python -m tests.reference --game $(GAME) $(ARGS)

official: $(READY)  ## the checkers of PettingZoo, Gymnasium and stable-baselines3, on all configurations and sizes
	SWARMZOO_ALL=1 $(BIN)/python -m pytest tests/contract $(ARGS)

soak: $(READY)  ## ten thousand games of a bot that crashes, hangs and answers nonsense (some ten minutes)
	$(BIN)/python -m swarmzoo.lab.soak $(ARGS)

snippets: $(READY)  ## the code on the pages as it stands: trains, plays, rates (some half an hour; ARGS="--short --page agents")
	$(BIN)/python -m tests.snippets $(ARGS)

# ARGS="positions maps --game insects --inputs 1000": some kinds, one game, fewer inputs
break: $(READY)  ## send a hundred thousand broken inputs of each kind to every game (many hours)
	$(BIN)/python -m tests.breaking --inputs 100000 $(ARGS)

# PYTHON_VERSION=3.13: in another Python that is on this machine
PYTHON_VERSION ?= 3.11
oldest newest: $(READY)  ## a short form of the tests on the oldest or newest versions that may be (fetches gigabytes)
	@$(PIP) install --quiet --constraint constraints.txt uv
	$(BIN)/python -m tests.versions $@ --python $(PYTHON_VERSION) $(ARGS)

lock: $(READY)  ## write constraints.txt again, the versions for Python 3.11 to 3.14
	@$(PIP) install --quiet --constraint constraints.txt uv
	$(BIN)/python -m tests.versions lock

clean:  ## remove .venv and everything that was made; runs/ stays
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
