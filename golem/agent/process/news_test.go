package process

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

// What the journal plays back is not logged again, and what fails meanwhile is.
func TestOnlyNewsIsLogged(t *testing.T) {
	var out bytes.Buffer
	back := true
	log := slog.New(news{slog.NewTextHandler(&out, nil), func() bool { return back }}).With("golem", 1).WithGroup("tick")
	log.Warn("of then")
	log.Error("the disk is full")
	back = false
	log.Warn("of now")
	if said := out.String(); strings.Contains(said, "of then") || strings.Count(said, "golem=1") != 2 || !strings.Contains(said, "the disk is full") || !strings.Contains(said, "of now") {
		t.Errorf("logged\n%s", said)
	}
}
