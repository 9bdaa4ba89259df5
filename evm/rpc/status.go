package rpc

// Status is how one endpoint stands. It names no URL: that may hold a key.
type Status struct {
	Name    string // its host
	Up      bool   // its last request was answered
	Behind  uint64 // blocks, of the highest that any endpoint named lately
	Limited uint64 // how often it asked to slow down
	Resting bool   // it failed too often, or asked to slow down, and is not asked now
	Wrong   bool   // it serves another chain
	Ahead   bool   // its head lies in the future
}

// Status returns how each endpoint stands, in the order of preference; nothing for a
// client of one node. Nobody is asked for it.
func (c *Client) Status() []Status {
	if c.pool == nil {
		return nil
	}
	highest, now := c.pool.highest(), c.pool.Clock.Now()
	out := make([]Status, len(c.pool.endpoints))
	for i, e := range c.pool.endpoints {
		open := e.breaker.OpenUntil()
		e.mu.Lock()
		out[i] = Status{
			Name: e.name, Up: e.up, Limited: e.limited, Wrong: e.wrong, Ahead: e.ahead,
			Resting: now.Before(open) || now.Before(e.rest) || now.Before(e.aside),
		}
		if e.head.Number < highest {
			out[i].Behind = highest - e.head.Number
		}
		e.mu.Unlock()
	}
	return out
}
