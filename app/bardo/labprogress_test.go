package bardo

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/life/experiment/lab"
)

// On a pipe there is a line for each life that is over and each tenth of all, however often the
// progress is told.
func TestManyLivesAreToldInLines(t *testing.T) {
	var b bytes.Buffer
	p := newLabProgress(&shell{err: &b})
	for i := range 401 {
		share := float64(i) / 100 // of four lives
		p.show(lab.State{Done: 2 + int(share), All: 6, Living: 1, Fresh: share, Left: 4 - share})
	}
	p.done()
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(lines) != 13 || !strings.HasPrefix(lines[0], "2 of 6 lives over, 1 living") || lines[len(lines)-1] != "6 of 6 lives over, 1 living" {
		t.Errorf("%d lines: %q", len(lines), lines)
	}
	b.Reset()
	silent := newLabProgress(&shell{err: &b, json: true})
	silent.show(lab.State{All: 1, Fresh: 1})
	if silent.done(); b.Len() != 0 {
		t.Errorf("%q", b.String())
	}
}

func TestATimeIsToldRoughly(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "a few seconds", 75 * time.Second: "about 75 seconds", 5 * time.Minute: "about 5 minutes", 3 * time.Hour: "about 3 hours", 50 * time.Hour: "about 2 days",
	} {
		if got := roughly(d); got != want {
			t.Errorf("%v: %s", d, got)
		}
	}
}
