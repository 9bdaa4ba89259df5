package cheat

import "context"

// Shutdown ends the devnet as Ctrl-C does: it answers, finishes what is on its way and
// exits with code 0 (spec: mirage-testing §6.3).
func (m *Mirage) Shutdown(context.Context) (bool, error) {
	stop := m.state.options.Shutdown
	if stop == nil {
		return false, &Error{Code: CodeRejected, Message: "this devnet is part of another program, which ends it"}
	}
	stop()
	return true, nil
}
