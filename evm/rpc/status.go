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

// SocketStatus is how the socket for heads stands. It names no URL either.
type SocketStatus struct {
	Name       string // its host
	Connected  bool   // the chain is right and heads are told of
	Reconnects uint64 // connections after the first
	Heads      uint64 // that were told of and believed
	Head       uint64 // number of the newest of them
	Wrong      bool   // it served another chain when it was last asked
	Ahead      bool   // what it last told of lies in the future
}

// Socket returns how the socket for heads stands; false where there is none.
func (c *Client) Socket() (SocketStatus, bool) {
	if c.pool == nil || c.pool.socket == nil {
		return SocketStatus{}, false
	}
	return c.pool.socket.status(), true
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
