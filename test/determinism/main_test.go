package determinism_test

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"bardo.run/bardo/app/bardo"
)

// asCommand makes the test binary play bardo, so that nothing has to be built.
const asCommand = "BARDO_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(bardo.Main(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
