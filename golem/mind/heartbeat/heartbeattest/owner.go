package heartbeattest

import (
	"context"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
)

// Owner is who steers, pays and may kill.
type Owner struct {
	// Arrive holds interventions by the state of the tick in which they are to arrive;
	// "any" is the next poll.
	Arrive map[string][]turn.Steer
	Left   probe.Credit
	Kill   bool
	Blind  bool   // neither the credit nor the kill switch can be read
	End    string // the state of a tick in which the journal ends under a poll, where it is set

	beat *heartbeat.Heartbeat
}

func newOwner() *Owner { return &Owner{Left: probe.Credit{Total: 1, Lowest: 1}} }

// Poll implements heartbeat.Inbox.
func (o *Owner) Poll(context.Context, int64) ([]turn.Steer, error) {
	if o.End == o.beat.State().String() {
		return nil, journal.ErrEnd
	}
	if len(o.Arrive) == 0 {
		return nil, nil
	}
	for _, when := range [...]string{o.beat.State().String(), "any"} {
		if arrived := o.Arrive[when]; len(arrived) > 0 {
			delete(o.Arrive, when)
			return arrived, nil
		}
	}
	return nil, nil
}

// Credit implements heartbeat.Purse.
func (o *Owner) Credit(context.Context, int64) (probe.Credit, error) {
	if o.Blind {
		return probe.Credit{}, ErrBroken
	}
	return o.Left, nil
}

// Killed implements heartbeat.Switch.
func (o *Owner) Killed(context.Context) (bool, error) {
	if o.Blind {
		return false, ErrBroken
	}
	return o.Kill, nil
}
