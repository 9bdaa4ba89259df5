// Command golem is the agent alone, for machines (DESIGN §7).
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"bardo.run/bardo/app/golem"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := golem.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
