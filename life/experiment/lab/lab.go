package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/plan"
)

// Lab is a folder and what is lived in it.
type Lab struct {
	Dir    string
	Design *plan.Design
	Hash   string // of the design
	Period int64  // of the outcomes' figures
	Jobs   int    // lives at once, at least 1
	// Discard has the folder of a life that is over taken away; its outcome stays.
	Discard bool
	// Live lives a run to its end, or goes on with it, and tells how far it is, 0 to 1. One that is
	// over is left alone. strategies are the files of its members; where there are several, each lives in a folder of its own
	// in dir, which plan.Arm.Folders names. It is called from several goroutines.
	Live func(ctx context.Context, r plan.Run, strategies []string, dir string, far func(share float64)) error
	// Read tells a run that is over.
	Read func(r plan.Run, strategies []string, dir string) (outcome.Outcome, error)
	// Sum vouches for the folder of a life: it is another one where anything of it changed that counts.
	Sum func(dir string) (string, error)
	// Command is what computes the life in a folder again, for who reads of it; of several in a run, each has its own.
	Command func(r plan.Run, dir string) string
	// Progress is told how far all of it is, by one goroutine at a time; nil: nobody is.
	Progress func(State)
	// Disk is where outcomes are written; nil is the operating system's.
	Disk atomicfile.FS
}

// State is how far a sweep is.
type State struct {
	Done   int // lives that are over, also those of runs before
	All    int
	Living int
	Fresh  float64 // lives that were lived in this run, with parts of those that are being lived
	Left   float64 // lives that are left, less such parts
}

// Run lives what is not over yet and returns every outcome, by arm and place.
func (l *Lab) Run(ctx context.Context) ([][]outcome.Outcome, error) {
	if l.Disk == nil {
		l.Disk = atomicfile.OS{}
	}
	if err := l.furnish(); err != nil {
		return nil, err
	}
	outcomes := make([][]outcome.Outcome, len(l.Design.Arms))
	for i := range outcomes {
		outcomes[i] = make([]outcome.Outcome, len(l.Design.Places))
	}
	var open []plan.Run
	for _, r := range l.Design.Runs() {
		o, over, err := l.load(r)
		if err != nil {
			return nil, err
		}
		if !over {
			open = append(open, r)
			continue
		}
		outcomes[r.Arm][r.Place] = o
	}
	err := l.live(ctx, open, outcomes)
	for _, r := range l.Design.Runs() { // wherever the folder lay before
		l.locate(r, &outcomes[r.Arm][r.Place])
	}
	return outcomes, err
}

// locate says of an outcome where its lives lie, and what computes each again.
func (l *Lab) locate(r plan.Run, o *outcome.Outcome) {
	o.Dir = l.LifeOf(r)
	if o.Form == "" {
		o.Command = l.Command(r, o.Dir)
		return
	}
	for i, folder := range l.Design.Arms[r.Arm].Folders()[:len(o.Members)] {
		m := &o.Members[i]
		m.Dir = filepath.Join(o.Dir, folder)
		m.Command = l.Command(r, m.Dir)
	}
}

// live lives the runs, as many at once as there are jobs.
func (l *Lab) live(ctx context.Context, open []plan.Run, outcomes [][]outcome.Outcome) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	m := newMeter(l.Design, open, l.Progress)
	next := make(chan plan.Run)
	var group sync.WaitGroup
	for range min(max(1, l.Jobs), len(open)) {
		group.Go(func() {
			for r := range next {
				o, err := l.one(ctx, r, m)
				if err != nil {
					stop(err)
					return
				}
				outcomes[r.Arm][r.Place] = o // nobody else has this run
			}
		})
	}
	hand(ctx, open, next)
	group.Wait()
	return context.Cause(ctx)
}

// hand hands out the runs until there are none left, or the context ends.
func hand(ctx context.Context, open []plan.Run, next chan<- plan.Run) {
	defer close(next)
	for _, r := range open {
		select {
		case next <- r:
		case <-ctx.Done():
			return
		}
	}
}

// one lives a life and keeps what became of it.
func (l *Lab) one(ctx context.Context, r plan.Run, m *meter) (o outcome.Outcome, err error) {
	if err := ctx.Err(); err != nil {
		return o, err
	}
	dir := l.LifeOf(r)
	m.begin(r)
	defer func() { m.end(r, err == nil) }()
	if err := l.Live(ctx, r, l.strategiesOf(r), dir, func(share float64) { m.far(r, share) }); err != nil {
		return o, fmt.Errorf("%s: %w", l.name(r), err)
	}
	if o, err = l.Read(r, l.strategiesOf(r), dir); err == nil {
		err = l.save(r, o)
	}
	if err == nil && l.Discard {
		err = os.RemoveAll(dir)
	}
	if err != nil {
		return o, fmt.Errorf("%s: %w", l.name(r), err)
	}
	return o, nil
}

// name is a run in words.
func (l *Lab) name(r plan.Run) string {
	p := l.Design.Places[r.Place]
	_, name := p.Kind()
	return fmt.Sprintf("%s in %s, seed %d", l.Design.Arms[r.Arm].Name, name, p.Seed)
}

// LifeOf is the folder of a life, or of the folders of several.
func (l *Lab) LifeOf(r plan.Run) string { return filepath.Join(l.Dir, livesDir, l.Design.Key(r)) }

func (l *Lab) strategiesOf(r plan.Run) []string {
	files := armFiles(l.Design.Arms[r.Arm], r.Arm)
	for i, name := range files {
		files[i] = filepath.Join(l.Dir, armsDir, name)
	}
	return files
}

// ErrChanged says that what is in the folder is not what was put there.
var ErrChanged = errors.New("a life that was over is not what it was")
