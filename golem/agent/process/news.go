package process

import (
	"context"
	"log/slog"
)

// news is the log of a Golem that goes on: what its journal plays back was logged when it was
// lived.
type news struct {
	slog.Handler
	replaying func() bool
}

// Enabled implements slog.Handler.
func (n news) Enabled(ctx context.Context, l slog.Level) bool {
	return (l >= slog.LevelError || !n.replaying()) && n.Handler.Enabled(ctx, l)
}

// WithAttrs implements slog.Handler.
func (n news) WithAttrs(attrs []slog.Attr) slog.Handler {
	return news{n.Handler.WithAttrs(attrs), n.replaying}
}

// WithGroup implements slog.Handler.
func (n news) WithGroup(name string) slog.Handler {
	return news{n.Handler.WithGroup(name), n.replaying}
}
