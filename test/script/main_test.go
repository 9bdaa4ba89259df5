//go:build linux

package script_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/app/golem"
	"bardo.run/bardo/mirage/artifact"
)

func TestMain(m *testing.M) {
	// These lives are over before an oracle knows enough to let one trade.
	if err := os.Setenv("GOLEM_ORACLE_ENABLED", "false"); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){"bardo": as(bardo.Main), "golem": as(golem.Main), "small-files": smallFiles, "bared": bared})
}

// as is a program of cmd: the test binary plays it, so nothing has to be built.
func as(main func(context.Context, []string, io.Writer, io.Writer) int) func() {
	return func() {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		os.Exit(main(ctx, os.Args[1:], os.Stdout, os.Stderr))
	}
}

// need fails where the contracts a devnet is made of are not there.
func need(t *testing.T) *artifact.Set {
	t.Helper()
	set, err := artifact.Find()
	if err != nil {
		t.Fatalf("every script needs a devnet: %v", err)
	}
	return set
}

func TestScripts(t *testing.T) {
	set := need(t)
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"), Cmds: commands, RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error { return furnish(e, set.Dir()) },
		Condition: func(cond string) (bool, error) {
			if cond == "mount" {
				return mountable(), nil
			}
			return false, fmt.Errorf("unknown condition %s", cond)
		},
	})
}

// furnish gives a script what the command needs beside its folder.
func furnish(e *testscript.Env, artifacts string) error {
	artifacts, err := filepath.Abs(artifacts)
	if err != nil {
		return err
	}
	e.Setenv(artifact.Env, artifacts)
	e.Values[sessionKey{}] = &session{kept: map[string]string{}}
	e.Setenv("GORACE", "atexit_sleep_ms=0")
	e.Setenv("GOLEM_ORACLE_ENABLED", "false")
	text, err := os.ReadFile(filepath.Join("testdata", "metronome.md"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(e.WorkDir, "metronome.md"), text, 0o644)
}
