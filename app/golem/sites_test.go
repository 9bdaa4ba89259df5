package golem

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/internal/clock"
)

// siteAt makes the test binary live the life in the folder that killIn names and die at
// that spot; siteTrace names a file that is to hold all the spots it passed.
const (
	siteAt    = "BARDO_GOLEM_KILL_SITE"
	siteTrace = "BARDO_GOLEM_SITE_TRACE"
	// siteHaste has the process wait for nothing, and sleep for a day when it has looked for
	// receipts so often.
	siteHaste = "BARDO_GOLEM_SITE_HASTE"
	// sitePanic has the process panic where it would kill itself, where nothing recovers it.
	sitePanic = "BARDO_GOLEM_SITE_PANIC"
)

// quick is how often a child looks for a receipt, in milliseconds: its chain makes a
// block of every transaction at once.
const quick = 2

// spot is a site in a phase of death; outside of them the phase is a dash.
type spot struct {
	phase string
	site  site.Site
}

func (s spot) String() string { return s.phase + " " + s.site.String() }

// moment is the n-th time that a life passes a spot, from 1.
type moment struct {
	spot
	n int
}

func (m moment) String() string { return fmt.Sprintf("%d %s", m.n, m.spot) }

// parseMoment reads what a moment's String wrote.
func parseMoment(text string) (m moment, err error) {
	words := strings.SplitN(text, " ", 3)
	if len(words) != 3 {
		return m, fmt.Errorf("moment %q: want a number, a phase and a site", text)
	}
	if m.n, err = strconv.Atoi(words[0]); err != nil {
		return m, err
	}
	m.phase = words[1]
	m.site, err = site.Parse(words[2])
	return m, err
}

// course hears the sites that a life passes, and knows in which phase.
type course struct {
	phase  string
	counts map[spot]int
	passed func(moment)
}

func newCourse(passed func(moment)) *course {
	return &course{phase: "-", counts: map[spot]int{}, passed: passed}
}

func (c *course) hear(s site.Site) {
	if s.Part == site.Phase && s.Moment == site.Before {
		c.phase = s.What
	}
	at := spot{c.phase, s}
	c.counts[at]++
	c.passed(moment{at, c.counts[at]})
	if s.Part == site.Phase && s.Moment == site.After {
		c.phase = "-"
	}
}

// mortal is a Golem's process that kills itself at a moment of its death, as the power
// going off would, or tells which it passed.
func mortal(dir string) int {
	at, err := parseMoment(os.Getenv(siteAt))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	var trace strings.Builder
	c := newCourse(func(m moment) {
		fmt.Fprintln(&trace, m)
		if m != at {
			return
		}
		if words := os.Getenv(sitePanic); words != "" {
			go panic(words)
			select {}
		}
		if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err == nil {
			select {} // until the signal is there
		}
	})
	f := flags{config: filepath.Join(dir, "golem.toml"), dir: dir, sites: c.hear, poll: quick, forge: weak}
	if os.Getenv(sitePanic) != "" {
		f.poll = 0 // as the program's, whose life it goes on with
	}
	if often, err := strconv.Atoi(os.Getenv(siteHaste)); err == nil {
		f.clock, f.sites = hasten(often, c.hear)
	}
	if err := live(context.Background(), f, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exit(err)
	}
	if path := os.Getenv(siteTrace); path != "" {
		if err := os.WriteFile(path, []byte(trace.String()), 0o600); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 2
		}
	}
	return 0
}

// hasten is a clock that nobody waits for and that is a day ahead from a look for receipts
// on, so that what is done once a day is done.
func hasten(looks int, hear site.Hook) (clock.Clock, site.Hook) {
	h := &hasty{}
	receipt := site.Site{Part: site.Entry, What: string(journal.KindReceipt), Moment: site.After}
	return h, func(s site.Site) {
		if s == receipt {
			if looks--; looks == 0 {
				h.jump(25 * time.Hour)
			}
		}
		hear(s)
	}
}
