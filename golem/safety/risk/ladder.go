package risk

import (
	"fmt"

	"bardo.run/bardo/golem/host/turn"
)

// ladder is the stage that a strategy stands on, and what happened there.
type ladder struct {
	stage   turn.Stage
	vouched bool // it is the owner's word
	since   int64
	ticks   uint64
	broken  []int64 // when
	failed  int     // orders, one behind the other
	highest float64 // confidence
	moved   []turn.StageChange
}

// enter begins a stage: nothing of the one before is counted in it.
func (l *ladder) enter(s turn.Stage, at int64) {
	l.stage, l.since, l.ticks, l.broken, l.failed, l.highest = s, at, 0, nil, 0, 0
}

func (l *ladder) move(to turn.Stage, vouched bool, at int64, why string) {
	l.moved = append(l.moved, turn.StageChange{From: l.stage, To: to, At: at, Reason: why})
	l.vouched = vouched
	l.enter(to, at)
}

// binds says that guardrails and sizing bound what is opened: in a stage that was earned.
func (l *ladder) binds() bool { return !l.vouched && l.stage != turn.StageShadow }

// lately is how many breakers there were within the time that a promotion takes. If they counted
// forever, one fall in shadow would keep a strategy there for its life.
func (l *ladder) lately(now, lifespan int64) (n int) {
	since := now - wait(l.stage, lifespan)
	for _, at := range l.broken {
		if at >= since {
			n++
		}
	}
	return n
}

// said is the stage and, where it is another than the owner set, why.
func (l *ladder) said() string {
	if l.vouched || len(l.moved) == 0 {
		return l.stage.String()
	}
	last := l.moved[len(l.moved)-1]
	return fmt.Sprintf("%s, after %s (%s)", l.stage, last.From, last.Reason)
}
