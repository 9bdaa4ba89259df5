// Command bardo is the owner's command line (DESIGN §7).
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"bardo.run/bardo/app/bardo"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := bardo.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
