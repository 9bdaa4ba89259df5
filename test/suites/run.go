package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// compare builds a suite and runs it on both nodes.
func (w *workshop) compare(ctx context.Context, s suite) (tally, error) {
	if err := w.build(ctx, s); err != nil {
		return tally{}, err
	}
	below, err := w.below(ctx, s)
	if err != nil {
		return tally{}, err
	}
	defer below.stop()
	var here, there outcomes
	var errs [2]error
	both := []func(){
		func() { here, errs[0] = w.on(ctx, s, "devnet", w.bardo, devnetArgs(s, below.url)) },
		func() { there, errs[1] = w.on(ctx, s, "anvil", w.anvil, anvilArgs(s, below.url)) },
	}
	var wait sync.WaitGroup
	for _, run := range both {
		if w.oneAtATime || s.runner == vitest {
			run()
		} else {
			wait.Go(run)
		}
	}
	wait.Wait()
	return newTally(s.name, here, there, w.known), errors.Join(errs[:]...)
}

// below is the chain that both nodes fork, where a suite wants one.
func (w *workshop) below(ctx context.Context, s suite) (node, error) {
	if s.below == 0 {
		return node{stop: func() {}}, nil
	}
	return start(ctx, w.anvil, belowArgs(s))
}

// on runs a suite on a node of its own.
func (w *workshop) on(ctx context.Context, s suite, name, program string, args []string) (outcomes, error) {
	n, err := start(ctx, program, args)
	if err != nil {
		return outcomes{}, err
	}
	defer n.stop()
	report := filepath.Join(w.work, s.name+"."+name+".json")
	if err := os.Remove(report); err != nil && !errors.Is(err, os.ErrNotExist) {
		return outcomes{}, err
	}
	// It ends with the number of failures: the report says more.
	failed := w.do(ctx, s, filepath.Join(w.source(s), s.folder), w.command(s, n.url, report))
	text, err := os.ReadFile(report)
	if err != nil {
		return outcomes{}, errors.Join(err, failed)
	}
	o, err := readReport(text)
	if err != nil {
		return o, fmt.Errorf("on %s: %w", name, errors.Join(err, failed))
	}
	return o, nil
}

// command runs the tests of a suite on a node.
func (w *workshop) command(s suite, url, report string) *exec.Cmd {
	switch s.runner {
	case mocha:
		return w.tool(s, url, report, "mocha", "--recursive", "test/**/*.ts", "--exit", "--require", w.script("network.js"),
			"--reporter", "json", "--reporter-option", "output="+report)
	case vitest:
		w.script("serve.mjs")
		return w.tool(s, url, report, "vitest", "run", "--config", w.script("vitest.mjs"))
	default:
		return w.hardhat(s, url, report, "test", "--no-compile")
	}
}

// tool runs one of the suite's programs, which our scripts tell where the node and the report are.
func (w *workshop) tool(s suite, url, report, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(w.home(s), "node_modules", ".bin", name), args...) //nolint:gosec // of the suite
	cmd.Env = append(w.environment(s), "SUITE="+w.source(s), "SUITE_CONFIG="+s.config, "SUITE_SOLC="+filepath.Join(w.work, "solc"), "SUITE_URL="+url, "SUITE_OUT="+report)
	return cmd
}

// hardhat runs a task of Hardhat's with our configuration around the suite's.
func (w *workshop) hardhat(s suite, url, report string, task ...string) *exec.Cmd {
	return w.tool(s, url, report, "hardhat", append([]string{"--config", w.script("wrap" + filepath.Ext(s.config))}, task...)...)
}

// environment is that of a suite: ours, without what would change a test.
func (w *workshop) environment(s suite) []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "HARDHAT_") && !strings.HasPrefix(v, "CI=") {
			env = append(env, v)
		}
	}
	return append(append(env, "TS_NODE_TRANSPILE_ONLY=1", "HARDHAT_DISABLE_TELEMETRY_PROMPT=true"), s.env...)
}

// script writes one of our scripts beside the suites and returns where. The same text serves a
// configuration in either language: Hardhat runs TypeScript where its configuration is.
func (w *workshop) script(name string) string {
	from := "js/" + name
	if name == "wrap.ts" {
		from = "js/wrap.js"
	}
	path := filepath.Join(w.work, name)
	text, err := files.ReadFile(from)
	if err == nil {
		err = os.WriteFile(path, text, 0o644) //nolint:gosec // Node reads it
	}
	if err != nil {
		panic(err) // it is in this program, and the folder is ours
	}
	return path
}
