// Package heart ticks.
package heart

// Desk is above.
type Desk interface{ Commit() }

// Heart is what ticks.
type Heart struct{ Desk Desk }

// Beat calls what lies above.
func (h Heart) Beat() { h.Desk.Commit() }
