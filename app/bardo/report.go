package bardo

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/report"
)

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
		fmt.Sprintf("bardo live --world flash-crash --strategy strategies/lp-recentre.md --seed %d --out another-life", uint64(o.Seed)),
	}
	path, err := lifePage(l, o, r.Dir)
	if err != nil || sh.json {
		return l, err
	}
	return l, l.Summary(sh.out, path)
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
	js, err := o.Artifacts.Asset("uPlot.iife.min.js")
	if err != nil {
		return "", err
	}
	css, err := o.Artifacts.Asset("uPlot.min.css")
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := l.Page(&b, report.Assets{UPlotJS: string(js), UPlotCSS: string(css)}); err != nil {
		return "", err
	}
	path := filepath.Join(dir, home.ReportFile)
	return path, atomicfile.Write(path, 0o600, b.Bytes())
}
