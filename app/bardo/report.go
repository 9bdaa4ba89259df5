package bardo

import (
	"bytes"
	"fmt"
	"path/filepath"
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
	l.Wall = wall.Milliseconds()
	l.Next = []string{
		fmt.Sprintf("bardo why %s --trade 1", r.Dir),
		fmt.Sprintf("bardo replay %s", r.Dir),
		fmt.Sprintf("bardo live --world flash-crash --strategy strategies/lp-recentre.md --seed %d --out another-life", uint64(o.Seed)),
	}
	path, err := page(l, o, r.Dir)
	if err != nil || sh.json {
		return l, err
	}
	return l, l.Summary(sh.out, path)
}

func page(l report.Life, o live.Options, dir string) (string, error) {
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
