package bardo

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/life/status"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
)

func newReport(sh *shell) *cobra.Command {
	page := ""
	c := &cobra.Command{
		Use:   "report DIR",
		Short: "Tell a life as it stands: what it came to, what it did, and what is wrong",
		Long: `The life may be over, or go on in another process: then it is told up to its
last tick, and nothing is locked or changed. The first line says what is wrong,
where something is. With --page FILE the page for a browser is written, too. FILE
is new or such a page, and no file of a life but this one's own life.html.`,
		Example: `  bardo report life
  bardo report life --page life-so-far.html`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return sh.report(args[0], page) },
	}
	c.Flags().StringVar(&page, "page", "", "also write the page for a browser to this file")
	return c
}

// report tells the life in a folder.
func (sh *shell) report(dir, page string) error {
	if err := begun(dir); err != nil {
		return err
	}
	if page != "" {
		if err := home.Spare(dir, page, report.IsPage, home.ReportFile); err != nil {
			return err
		}
	}
	l, err := biography.Read(dir)
	if err != nil {
		return err
	}
	l.Run.Next = []string{fmt.Sprintf("bardo why %s %s", quoted(dir), first(l)), fmt.Sprintf("bardo trades %s", quoted(dir))}
	if page != "" {
		set, err := artifact.Find()
		if err != nil {
			return err
		}
		if err := draw(l, set, page); err != nil {
			return err
		}
	}
	if sh.json {
		sh.sound(dir)
		return json.NewEncoder(sh.out).Encode(l)
	}
	if err := sh.wrong(dir); err != nil {
		return err
	}
	return l.Summary(sh.out, page)
}

// wrong prints what is wrong with a life, if anything is, and what to do.
func (sh *shell) wrong(dir string) error {
	f, err := status.Open(dir)
	if err != nil {
		return err
	}
	s, err := f.Look(clock.System{}.Now().UnixMilli())
	if err != nil {
		return err
	}
	s.Findings = slices.DeleteFunc(s.Findings, func(f status.Finding) bool { return f.Code == status.Dead || f.Code == status.Stopped })
	if len(s.Findings) == 0 {
		return nil
	}
	return s.Wrong(sh.out)
}

// write tells the life: life.html in its folder, the summary on stdout.
func write(sh *shell, o live.Options, r live.Result, wall time.Duration) (report.Life, error) {
	l, err := biography.Read(r.Dir)
	if err != nil {
		return l, err
	}
	l.Run.Wall = wall.Milliseconds()
	l.Run.Next = []string{
		fmt.Sprintf("bardo why %s %s", quoted(r.Dir), first(l)),
		fmt.Sprintf("bardo replay %s", quoted(r.Dir)),
	}
	if name, ok := elsewhere(o); ok {
		l.Run.Next = append(l.Run.Next, fmt.Sprintf("bardo live --world %s --strategy %s --seed %d --out another-life", name, quoted(o.Strategy), uint64(o.Seed)))
	}
	path, err := lifePage(l, o, r.Dir)
	if err != nil || sh.json {
		return l, err
	}
	if err := sh.wrong(r.Dir); err != nil {
		return l, err
	}
	return l, l.Summary(sh.out, path)
}

// elsewhere is another generated world that has what the life's strategy names; false where none is.
func elsewhere(o live.Options) (name string, ok bool) {
	for _, name := range []string{"flash-crash", "chop", "manipulated", "basket"} {
		if name == o.World {
			continue
		}
		c, err := environment.Compose("", history.Gas{}, name, o.Seed, 1)
		t := birth.Terms{Config: o.Config}
		if err == nil && t.Fits(o.Strategy, c) {
			return name, true
		}
	}
	return "", false
}

// first names what there is to ask about: a trade, or the first tick of a life that
// never acted.
func first(l report.Life) string {
	if len(l.Acts.Trades)+len(l.Acts.Liquidity) == 0 {
		return "--tick 0"
	}
	return "--trade 1"
}

// quoted is a path as one word of a shell.
func quoted(path string) string {
	plain := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || strings.ContainsRune("/._-+=:,@%", r)
	}
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	if strings.TrimFunc(path, plain) == "" {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

func lifePage(l report.Life, o live.Options, dir string) (string, error) {
	path := filepath.Join(dir, home.ReportFile)
	return path, errors.Join(draw(l, o.Artifacts, path), home.Vouch(dir, path))
}

// draw writes the page of a life.
func draw(l report.Life, set *artifact.Set, path string) error {
	page, err := drawn(l, set)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, 0o600, page)
}

// drawn is the page of a life.
func drawn(l report.Life, set *artifact.Set) ([]byte, error) {
	js, err := set.Asset("uPlot.iife.min.js")
	if err != nil {
		return nil, err
	}
	css, err := set.Asset("uPlot.min.css")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = l.Page(&b, report.Assets{UPlotJS: string(js), UPlotCSS: string(css)})
	return b.Bytes(), err
}
