package extension

import (
	"context"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// ErrPanic is the error of a hook that panicked.
var ErrPanic = errors.New("extension: hook panicked")

// LayerName is the layer under which a hook's refusal without a layer of its own
// is counted.
const LayerName = "hooks"

// Host is a built registry: the frozen firing order of every moment. It is used
// by the goroutine that ticks.
type Host struct{ chains [21][]Extension }

var index = func() map[Moment]int {
	at := map[Moment]int{}
	for i, m := range Moments() {
		at[m] = i
	}
	return at
}()

func (h *Host) set(m Moment, chain []Extension) { h.chains[index[m]] = chain }

// Order returns the names that fire at the moment, in order.
func (h *Host) Order(m Moment) []string {
	names := make([]string, len(h.chains[index[m]]))
	for i, x := range h.chains[index[m]] {
		names[i] = x.Name
	}
	return names
}

// FireToolCall runs the chain for a proposed call. The first refusal ends it, an
// error or a panic counts as a refusal (fail closed), and audit sees the call in
// any case.
func (h *Host) FireToolCall(ctx context.Context, call *turn.ToolCall) *turn.Refusal {
	var refusal *turn.Refusal
	for _, x := range h.chains[index[ToolCall]] {
		if refusal != nil && !always[x.Name] {
			continue
		}
		r, err := h.askTool(ctx, x, call)
		if err != nil {
			h.Failed(ctx, turn.Failure{Moment: string(ToolCall), Extension: x.Name, Err: err, Tick: call.Tick})
			r = &turn.Refusal{Layer: LayerName, Code: wire.CodeHookFailed, Detail: x.Name}
		}
		if refusal == nil {
			refusal = r
		}
	}
	return refusal
}

func (h *Host) askTool(ctx context.Context, x Extension, call *turn.ToolCall) (r *turn.Refusal, err error) {
	defer recovered(&err)
	return x.Hook.(ToolCallHook).OnToolCall(ctx, call)
}

// FireAfterTurn runs the stages of step 9 in order. A stage that fails leaves a
// fault in the record, and the next one runs.
func (h *Host) FireAfterTurn(ctx context.Context, at *turn.AfterTurn) {
	for _, x := range h.chains[index[AfterTurn]] {
		err := guard(func() error { return x.Hook.(AfterTurnHook).OnAfterTurn(ctx, at) })
		if err == nil {
			continue
		}
		at.Record.Faults = append(at.Record.Faults, turn.Fault{Stage: string(AfterTurn), Kind: x.Name, Message: short(err)})
		h.Failed(ctx, turn.Failure{Moment: string(AfterTurn), Extension: x.Name, Err: err, Tick: at.Record.Tick})
	}
}

// FireSession runs a session moment. At start and resume the first error aborts.
func (h *Host) FireSession(ctx context.Context, s *turn.Session) error {
	return h.all(ctx, Session, true, func(x any) error { return x.(SessionHook).OnSession(ctx, s) })
}

// FireBeforeAgentStart prepares a deliberation; an error cancels it.
func (h *Host) FireBeforeAgentStart(ctx context.Context, a *turn.AgentStart) error {
	return h.all(ctx, BeforeAgentStart, true, func(x any) error { return x.(BeforeAgentStartHook).OnBeforeAgentStart(ctx, a) })
}

// FireToolStart reports a handler that is entered. As with every moment that only
// tells, an error of a hook is reported and changes nothing.
func (h *Host) FireToolStart(ctx context.Context, p turn.ToolProgress) {
	h.tell(ctx, ToolExecutionStart, func(x any) error { return x.(ToolExecutionStartHook).OnToolExecutionStart(ctx, p) })
}

// FireToolEnd reports a handler that was left.
func (h *Host) FireToolEnd(ctx context.Context, p turn.ToolProgress) {
	h.tell(ctx, ToolExecutionEnd, func(x any) error { return x.(ToolExecutionEndHook).OnToolExecutionEnd(ctx, p) })
}

// FireSteer reports an accepted interrupt.
func (h *Host) FireSteer(ctx context.Context, s turn.SteerAccepted) {
	h.tell(ctx, Steer, func(x any) error { return x.(SteerHook).OnSteer(ctx, s) })
}

// FireEnd lets every extension flush, whatever the others do.
func (h *Host) FireEnd(ctx context.Context, e turn.End) {
	h.tell(ctx, End, func(x any) error { return x.(EndHook).OnEnd(ctx, e) })
}

// FireDebug collects the debug bundle.
func (h *Host) FireDebug(ctx context.Context, d *turn.Debug) {
	h.tell(ctx, Debug, func(x any) error { return x.(DebugHook).OnDebug(ctx, d) })
}

// Failed fires the error moment. An error inside it goes no further.
func (h *Host) Failed(ctx context.Context, f turn.Failure) {
	for _, x := range h.chains[index[Error]] {
		_ = guard(func() error { return x.Hook.(ErrorHook).OnError(ctx, f) })
	}
}

func (h *Host) tell(ctx context.Context, m Moment, call func(any) error) {
	_ = h.all(ctx, m, false, call)
}

func (h *Host) all(ctx context.Context, m Moment, abort bool, call func(any) error) error {
	for _, x := range h.chains[index[m]] {
		err := guard(func() error { return call(x.Hook) })
		if err == nil {
			continue
		}
		h.Failed(ctx, turn.Failure{Moment: string(m), Extension: x.Name, Err: err})
		if abort {
			return fmt.Errorf("%s: %s: %w", m, x.Name, err)
		}
	}
	return nil
}

func guard(call func() error) (err error) {
	defer recovered(&err)
	return call()
}

func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", ErrPanic, r)
	}
}

// short bounds an error for a record.
func short(err error) string {
	text := err.Error()
	if len(text) > 200 {
		return text[:200]
	}
	return text
}
