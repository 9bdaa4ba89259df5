package heartbeattest

import (
	"context"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
)

// Hands are the write path.
type Hands struct {
	Refuse map[int]turn.Refusal // the n-th preview, from 1, is refused
	Fate   map[int]turn.Status  // what the n-th commit, from 1, comes to; executed otherwise
	Doubt  map[int]bool         // the n-th commit, from 1, does not agree with its preview
	Err    error                // answered by every commit while set

	scene    *Scene
	previews int
	commits  int
}

// Preview implements heartbeat.Hands.
func (h *Hands) Preview(_ context.Context, p turn.Proposal) (turn.Preview, error) {
	h.previews++
	h.scene.explode("preview")
	if r, refused := h.Refuse[h.previews]; refused {
		h.scene.note("preview %s: refused by %s", p.Body, r.Layer)
		return turn.Preview{Refusal: &r}, nil
	}
	id := fmt.Sprint("permit-", h.previews)
	h.scene.note("preview %s: %s", p.Body, id)
	return turn.Preview{PermitID: id, Kind: "swap", ExpiresAt: h.scene.Time + 60_000}, nil
}

// Commit implements heartbeat.Hands.
func (h *Hands) Commit(_ context.Context, permitID string) (turn.Execution, error) {
	h.commits++
	h.scene.explode("commit")
	if h.Err != nil {
		h.scene.note("commit %s: unknown", permitID)
		return turn.Execution{}, h.Err
	}
	status := turn.StatusExecuted
	if s, set := h.Fate[h.commits]; set {
		status = s
	}
	h.scene.note("commit %s: %s", permitID, status)
	e := turn.Execution{PermitID: permitID, Status: status, Verified: status == turn.StatusExecuted && !h.Doubt[h.commits], Cost: 20_000}
	e.TxHash[31] = byte(h.commits)
	if status == turn.StatusBlocked {
		e.Refusal, e.Cost = &turn.Refusal{Layer: "cage", Code: "limit"}, 0
	}
	return e, nil
}

// Commits returns how many permits were committed.
func (h *Hands) Commits() int { return h.commits }

// Cancel implements heartbeat.Hands.
func (h *Hands) Cancel(_ context.Context, permitID, reason string) error {
	h.scene.note("cancel %s: %s", permitID, reason)
	return nil
}
