package scenario

import (
	"context"
	"fmt"
	"sync"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
)

// Runner holds the sets and jobs of one devnet. It is safe for concurrent use. What it
// holds lives as long as the node.
type Runner struct {
	node  *node.Node
	clock clock.Clock // measures, decides nothing

	mu     sync.Mutex // guards everything below
	sets   map[string]*set
	jobs   map[string]*job
	nextID int
}

// set is scenarios with one baseline.
type set struct {
	baseline  common.Hash // zero: the head when it is run
	scenarios []Scenario
	ids       []string
	running   bool
}

// job is one run of a set.
type job struct {
	baseline common.Hash
	status   string
	results  []*Result
}

// Status of a job.
const (
	running  = "running"
	complete = "complete"
	failed   = "failed"
)

func newRunner(n *node.Node) *Runner {
	return &Runner{node: n, clock: clock.System{}, sets: map[string]*set{}, jobs: map[string]*job{}}
}

func (r *Runner) id(kind string) string {
	r.nextID++
	return fmt.Sprintf("%s-%d", kind, r.nextID)
}

// begin makes a set over a block, or over the head of its day.
func (r *Runner) begin(baseline common.Hash) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.sets) >= mostSets {
		return "", &Error{CodeInvalidParams, fmt.Sprintf("this devnet has %d scenario sets already", mostSets)}
	}
	id := r.id("set")
	r.sets[id] = &set{baseline: baseline}
	return id, nil
}

func (r *Runner) find(id string) (*set, error) {
	if s, ok := r.sets[id]; ok {
		return s, nil
	}
	return nil, &Error{CodeSetNotFound, fmt.Sprintf("there is no scenario set %q", id)}
}

// define adds a scenario to a set.
func (r *Runner) define(s Scenario) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	in, err := r.find(s.SetID)
	switch {
	case err != nil:
		return "", err
	case in.running:
		return "", &Error{CodeSetAlreadyRunning, fmt.Sprintf("set %s is running: define scenarios before", s.SetID)}
	case len(in.scenarios) >= mostScenarios:
		return "", &Error{CodeInvalidParams, fmt.Sprintf("set %s has %d scenarios already", s.SetID, mostScenarios)}
	}
	id := r.id("scenario")
	in.scenarios, in.ids = append(in.scenarios, s), append(in.ids, id)
	return id, nil
}

// start freezes the baseline and runs a set in the background.
func (r *Runner) start(id string) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s, err := r.find(id)
	switch {
	case err != nil:
		return "", err
	case s.running:
		return "", &Error{CodeSetAlreadyRunning, fmt.Sprintf("set %s is running already", id)}
	case len(s.scenarios) == 0:
		return "", &Error{CodeSetHasNoScenarios, fmt.Sprintf("set %s has no scenarios: define one", id)}
	}
	j := &job{baseline: s.baseline, status: running}
	if j.baseline == (common.Hash{}) {
		j.baseline = r.node.Chain.Head().Hash()
	}
	if err := r.node.Go(func(ctx context.Context) { r.live(ctx, s, j) }); err != nil {
		return "", err
	}
	s.running = true
	name := r.id("job")
	r.jobs[name] = j
	return name, nil
}

// live runs the scenarios of a set one after the other. Nobody adds to a running set.
func (r *Runner) live(ctx context.Context, s *set, j *job) {
	status := complete
	for i, sc := range s.scenarios {
		if ctx.Err() != nil {
			status = failed
			break
		}
		result := r.run(ctx, j.baseline, sc)
		result.ScenarioID = s.ids[i]
		r.mu.Lock()
		j.results = append(j.results, result)
		r.mu.Unlock()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	j.status, s.running = status, false
}

// job finds a job and what it has so far.
func (r *Runner) job(id string) (status string, results []*Result, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	j, ok := r.jobs[id]
	if !ok {
		return "", nil, &Error{CodeJobNotFound, fmt.Sprintf("there is no job %q", id)}
	}
	return j.status, append([]*Result{}, j.results...), nil
}
