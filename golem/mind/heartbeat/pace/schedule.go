package pace

// Scale is one of the three time scales; a higher one outranks a lower.
type Scale uint8

// The scales that are scheduled. Delta is due at the end of a theta tick, see
// Config.DeltaDue.
const (
	Gamma Scale = iota
	Theta
)

// String returns "gamma" or "theta".
func (s Scale) String() string {
	if s == Theta {
		return "theta"
	}
	return "gamma"
}

// Schedule holds the due times of the scales and of the wake-ups.
type Schedule struct {
	cfg      Config
	base     int64 // theta base interval of the configuration
	due      [2]int64
	interval [2]int64
	woken    [2]bool
	fired    map[Cause]int64 // last time each cause woke something
	delta    int64           // time of the last delta tick
	ticks    uint64          // theta ticks since it
}

// NewSchedule returns a schedule whose first gamma and theta ticks are due at
// start.
func NewSchedule(cfg Config, start int64) *Schedule {
	return &Schedule{
		cfg:      cfg,
		base:     cfg.Base,
		due:      [2]int64{start, start},
		interval: [2]int64{cfg.GammaMax, cfg.Base},
		fired:    map[Cause]int64{},
		delta:    start,
	}
}

// Next returns what is due next and when. At the same instant theta goes first.
// It returns Never when nothing is scheduled.
func (s *Schedule) Next() (at int64, scale Scale) {
	if s.due[Theta] <= s.due[Gamma] {
		return s.due[Theta], Theta
	}
	return s.due[Gamma], Gamma
}

// Interval returns the interval in force for scale.
func (s *Schedule) Interval(scale Scale) int64 { return s.interval[scale] }

// Begin notes that a tick of scale starts at now. It returns whether a wake-up
// caused it and how many earlier ones of the scale should have run already. A
// theta tick sees all that a gamma tick sees, so one that is due by now is
// satisfied with it.
func (s *Schedule) Begin(scale Scale, now int64) (woken bool, missed int) {
	woken, s.woken[scale] = s.woken[scale], false
	if late := now - s.due[scale]; late > 0 && s.interval[scale] > 0 && s.due[scale] != Never {
		missed = int(min(late/s.interval[scale], 1_000))
	}
	s.due[scale] = after(now, s.interval[scale])
	if scale == Theta {
		s.ticks++
		if s.due[Gamma] <= now {
			s.due[Gamma] = after(now, s.interval[Gamma])
			s.woken[Gamma] = false
		}
	}
	return woken, missed
}

// Adjust sets the interval of scale; it applies from the next tick, counted from
// now, the time the current one began. A wake-up granted meanwhile stays, unless
// the scale is not scheduled any more. It reports whether the interval changed.
func (s *Schedule) Adjust(scale Scale, now, interval int64) (old int64, changed bool) {
	old, s.interval[scale] = s.interval[scale], interval
	if due := after(now, interval); due == Never || !s.woken[scale] {
		s.due[scale], s.woken[scale] = due, false
	}
	return old, old != interval
}

// Delta reports whether a delta tick is due at now, and how long after the last
// one; a due one counts as run.
func (s *Schedule) Delta(now int64) (since int64, due bool) {
	since = now - s.delta
	if !s.cfg.DeltaDue(since, s.ticks) {
		return since, false
	}
	s.delta, s.ticks = now, 0
	return since, true
}

// Rebase changes the theta base interval, as STRATEGY.md may ask (heartbeat
// §16): 0 goes back to the configured one. It is clamped to the theta bounds and
// used from the next Adjust on.
func (s *Schedule) Rebase(base int64) {
	if s.cfg.Base = s.base; base > 0 {
		s.cfg.Base = min(max(base, s.cfg.ThetaMin), s.cfg.ThetaMax)
	}
}

// Config returns the configuration in force.
func (s *Schedule) Config() Config { return s.cfg }

func after(now, interval int64) int64 {
	if interval == Never || now > Never-interval {
		return Never
	}
	return now + interval
}
