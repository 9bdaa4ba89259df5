package determinism_test

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"bardo.run/bardo/app/bardo"
)

// asCommand makes the test binary play bardo, so that nothing has to be built.
const asCommand = "BARDO_TEST_COMMAND"

func TestMain(m *testing.M) {
	// These lives are over before an oracle knows enough to let one trade, and busy.
	if err := errors.Join(os.Setenv("GOLEM_ORACLE_ENABLED", "false"), os.Setenv("BARDO_RATE_LIMIT", "50")); err != nil {
		panic(err)
	}
	if os.Getenv(asCommand) == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(bardo.Main(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
