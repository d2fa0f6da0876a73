# Sitewalk needs Go and make; everything else is installed when it is missing.

# Go's usual place, for shells that do not have it in their path.
export PATH := $(PATH):/usr/local/go/bin

# The version comes from git, where git is willing to tell it.
BUILD = go build -trimpath -buildvcs=$(shell git status >/dev/null 2>&1 && echo auto || echo false) -o sitewalk

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1: /p' Makefile

run: ## build and open the window (without a display: crawl the sample site)
	@scripts/run

build: ## build ./sitewalk, the window and the commands
	@scripts/install build
	@$(BUILD) -tags x11,migrated_fynedo .

build-nowindow: ## build ./sitewalk without its window, which needs no C compiler
	@CGO_ENABLED=0 $(BUILD) -tags nowindow .

test: ## check everything (scripts/test NAME: one step of it)
	@scripts/install test
	@scripts/test

test-long: ## kill a crawl of 50,000 pages 30 times, show a million, and the like (minutes)
	@scripts/install test
	@go test -count 1 -v -timeout 60m ./cli -run 'Killed|SameSite' -args -long
	@SITEWALK_LONG=1 go test -count 1 -timeout 60m ./crawler -run 'BigHonest|Growth'
	@SITEWALK_LONG=1 go test -count 1 -v -timeout 60m -tags x11,windowtest ./gui/windowtest -run Million

lint: ## gofmt, go vet and staticcheck
	@scripts/install build
	@scripts/test gofmt vet vet-nowindow staticcheck

packages: ## the files of a release for Linux, Windows and macOS, in build/packages
	@scripts/install packages
	@scripts/packages

test-packages: ## build, install, use and remove the packages (scripts/test-packages NAME: one step)
	@scripts/install packages
	@scripts/install test-packages
	@scripts/test-packages

bench: ## the benchmarks, ready for benchstat
	@scripts/install build
	@go test -run '^$$' -bench . -benchmem -count $(or $(COUNT),1) -tags x11,migrated_fynedo ./...

clean: ## remove what was built
	@rm -rf sitewalk sitewalk-* build artefacts sample.json sample.sitewalk*

.PHONY: help run build build-nowindow test test-long lint packages test-packages bench clean
