package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

//go:embed js known.toml
var files embed.FS

// workshop is where suites are built and run.
type workshop struct {
	options
	known map[string]string // reasons, by suite and title
}

func newWorkshop(o options) (*workshop, error) {
	known, err := readKnown()
	if err != nil {
		return nil, err
	}
	for _, path := range []*string{&o.work, &o.bardo, &o.anvil} {
		if *path, err = filepath.Abs(*path); err != nil {
			return nil, err
		}
	}
	for _, program := range []string{o.bardo, o.anvil} {
		if _, err := os.Stat(program); err != nil {
			return nil, fmt.Errorf("%w: make setup build", err)
		}
	}
	return &workshop{o, known}, os.MkdirAll(o.work, 0o755)
}

// oracle is a program of Foundry's as make setup installs it.
func oracle(name string) string {
	return filepath.Join("test", "oracle", "js", "node_modules", "@foundry-rs", name+"-"+runtime.GOOS+"-"+runtime.GOARCH, "bin", name)
}

// home is the folder that a suite's dependencies are installed in: its own, or that of its kit, below
// which it lies.
func (w *workshop) home(s suite) string {
	if s.own {
		return w.source(s)
	}
	return filepath.Join(w.work, s.kit)
}

// source is the suite's repository.
func (w *workshop) source(s suite) string {
	if s.own {
		return filepath.Join(w.work, s.name)
	}
	return filepath.Join(w.work, s.kit, s.name)
}

// build fetches a suite, what it needs and its compilers, and compiles it. What is there stays.
func (w *workshop) build(ctx context.Context, s suite) error {
	if err := w.fetch(ctx, s); err != nil {
		return err
	}
	if err := w.install(ctx, s); err != nil {
		return err
	}
	if s.runner != hardhat {
		return nil
	}
	return w.once(w.source(s), ".compiled", func() error {
		return w.do(ctx, s, filepath.Join(w.source(s), s.folder), w.hardhat(s, "", "", "compile"))
	})
}

// once does something in a folder, and never again.
func (w *workshop) once(dir, stamp string, do func() error) error {
	path := filepath.Join(dir, ".git", "suites"+stamp)
	if _, err := os.Stat(filepath.Join(dir, ".git")); err != nil { // a kit is no repository
		path = filepath.Join(dir, "suites"+stamp)
	}
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := do(); err != nil {
		return err
	}
	return os.WriteFile(path, nil, 0o600)
}

func (w *workshop) fetch(ctx context.Context, s suite) error {
	dir := w.source(s)
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		from := "https://github.com/" + s.repo
		if w.git != "" {
			from = filepath.Join(w.git, strings.ReplaceAll(s.repo, "/", "+"), "repo")
		}
		if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
			return err
		}
		if err := w.do(ctx, s, w.work, exec.CommandContext(ctx, "git", "clone", "--quiet", "--no-checkout", from, dir)); err != nil {
			return err
		}
	}
	if len(s.parts) > 0 {
		if err := w.do(ctx, s, dir, exec.CommandContext(ctx, "git", append([]string{"sparse-checkout", "set", "--no-cone"}, s.parts...)...)); err != nil { //nolint:gosec // in suites.go
			return err
		}
	}
	if err := w.do(ctx, s, dir, exec.CommandContext(ctx, "git", "checkout", "--quiet", s.tag)); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "git", "rev-parse", "HEAD")
	cmd.Dir = dir
	at, err := cmd.Output()
	if got := strings.TrimSpace(string(at)); err == nil && got != s.commit {
		return fmt.Errorf("%s is %s, want %s", s.tag, got, s.commit)
	}
	return err
}

// install installs what a suite needs, by its own lock or by a kit's, and the compilers.
func (w *workshop) install(ctx context.Context, s suite) error {
	home := w.home(s)
	if !s.own {
		text, err := files.ReadFile("js/" + s.kit + ".json")
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(home, "package.json"), text, 0o644); err != nil { //nolint:gosec // npm reads it
			return err
		}
	}
	if err := w.once(home, ".installed", func() error {
		args := []string{"install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"}
		if s.own {
			args[0] = "ci"
		}
		return w.do(ctx, s, home, exec.CommandContext(ctx, "npm", args...))
	}); err != nil {
		return err
	}
	for _, version := range s.compilers {
		dir := w.compiler(version)
		if _, err := os.Stat(filepath.Join(dir, "node_modules", "solc", "soljson.js")); err == nil {
			continue
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte("{}"), 0o644); err != nil { //nolint:gosec // npm reads it
			return err
		}
		if err := w.do(ctx, s, dir, exec.CommandContext(ctx, "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", "solc@"+version)); err != nil {
			return err
		}
	}
	return nil
}

// compiler is where a version of Solidity's compiler is installed.
func (w *workshop) compiler(version string) string { return filepath.Join(w.work, "solc", version) }

// do runs a command in a folder. What it says is kept in a file beside the suites, which an error
// names.
func (w *workshop) do(_ context.Context, s suite, dir string, cmd *exec.Cmd) error {
	name := filepath.Join(w.work, s.name+".log")
	log, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644) //nolint:gosec // a log for people
	if err != nil {
		return err
	}
	defer log.Close()
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, log, log
	_, _ = io.WriteString(log, "# "+cmd.String()+"\n")
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: see %s", filepath.Base(cmd.Path), err, name)
	}
	return nil
}
