package lifecycle

import "context"

// Provisioning is a Golem that is being set up.
type Provisioning struct{ inside *holder }

// Active is a Golem whose heart beats.
type Active struct{ inside *holder }

// Dreaming is a Golem that consolidates and does not tick.
type Dreaming struct{ inside *holder }

// Terminal is a Golem that is dying; there is no way back.
type Terminal struct{ inside *holder }

// Dead is a tombstone.
type Dead struct{ inside *holder }

// Provision makes a Golem around a body. It is the only way to a first handle.
func Provision(body Body, observer Observer) *Provisioning {
	return &Provisioning{&holder{s: &soul{body: body, observer: observer, state: StateProvisioning}}}
}

// Restored makes an Active Golem around a body that was made again as it was between two ticks.
func Restored(body Body, observer Observer) *Active {
	return &Active{&holder{s: &soul{body: body, observer: observer, state: StateActive}}}
}

// Activate boots the Golem. On an error it stays Provisioning and the handle
// stays good.
func (p *Provisioning) Activate(ctx context.Context) (*Active, error) {
	if err := p.in().use(func(s *soul) error { return s.body.Boot(ctx) }); err != nil {
		return nil, err
	}
	next, err := p.in().move(StateActive, "")
	if err != nil {
		return nil, err
	}
	return &Active{next}, nil
}

// Tick runs the tick that is due.
func (a *Active) Tick(ctx context.Context) error {
	return a.in().use(func(s *soul) error { return s.body.Tick(ctx) })
}

// BeginDream suspends the heartbeat.
func (a *Active) BeginDream() (*Dreaming, error) {
	next, err := a.in().move(StateDreaming, "")
	if err != nil {
		return nil, err
	}
	return &Dreaming{next}, nil
}

// BeginDeath starts dying. It cannot be taken back.
func (a *Active) BeginDeath(cause Cause) (*Terminal, error) { return beginDeath(a.in(), cause) }

// Shutdown releases the process; the Golem resumes at the next start.
func (a *Active) Shutdown(ctx context.Context, reason string) error {
	return release(ctx, a.in(), reason)
}

// DreamCycle runs one cycle.
func (d *Dreaming) DreamCycle(ctx context.Context) error {
	return d.in().use(func(s *soul) error { return s.body.Dream(ctx) })
}

// Wake resumes the heartbeat.
func (d *Dreaming) Wake() (*Active, error) {
	next, err := d.in().move(StateActive, "")
	if err != nil {
		return nil, err
	}
	return &Active{next}, nil
}

// BeginDeath starts dying out of a dream.
func (d *Dreaming) BeginDeath(cause Cause) (*Terminal, error) { return beginDeath(d.in(), cause) }

// Shutdown releases the process out of a dream.
func (d *Dreaming) Shutdown(ctx context.Context, reason string) error {
	return release(ctx, d.in(), reason)
}

// Thanatopsis runs the phases of death that are left and returns the tombstone.
// It fails only when ctx ends or the body was cut off; then the handle stays good
// and death goes on from the phase that was not finished.
func (t *Terminal) Thanatopsis(ctx context.Context) (*Dead, error) {
	if err := t.in().use(func(s *soul) error { return s.die(ctx) }); err != nil {
		return nil, err
	}
	next, err := t.in().move(StateDead, "")
	if err != nil {
		return nil, err
	}
	return &Dead{next}, nil
}

// Shutdown releases the process; the next start resumes the death.
func (t *Terminal) Shutdown(ctx context.Context, reason string) error {
	return release(ctx, t.in(), reason)
}

// Cause returns why the Golem died. It can be asked as often as one likes.
func (d *Dead) Cause() (cause Cause, err error) {
	err = d.in().use(func(s *soul) error { cause = s.cause; return nil })
	return cause, err
}

// Close releases the process of a dead Golem and consumes the tombstone.
func (d *Dead) Close(ctx context.Context) error { return release(ctx, d.in(), "dead") }

func beginDeath(h *holder, cause Cause) (*Terminal, error) {
	next, err := h.move(StateTerminal, cause)
	if err != nil {
		return nil, err
	}
	return &Terminal{next}, nil
}

func release(ctx context.Context, h *holder, reason string) error {
	s, err := h.take()
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.body.Release(ctx, reason)
}

// The inside of a handle; that of a nil or zero one is consumed.
func (p *Provisioning) in() *holder {
	if p == nil {
		return &holder{}
	}
	return p.inside.orConsumed()
}

func (a *Active) in() *holder {
	if a == nil {
		return &holder{}
	}
	return a.inside.orConsumed()
}

func (d *Dreaming) in() *holder {
	if d == nil {
		return &holder{}
	}
	return d.inside.orConsumed()
}

func (t *Terminal) in() *holder {
	if t == nil {
		return &holder{}
	}
	return t.inside.orConsumed()
}

func (d *Dead) in() *holder {
	if d == nil {
		return &holder{}
	}
	return d.inside.orConsumed()
}

func (h *holder) orConsumed() *holder {
	if h == nil {
		return &holder{}
	}
	return h
}
