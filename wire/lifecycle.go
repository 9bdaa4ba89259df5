package wire

// LifecycleBooted is the first event of a process.
type LifecycleBooted struct {
	Generation uint64 `json:"generation"`
	ConfigHash string `json:"config_hash"`
}

// Type implements Payload.
func (LifecycleBooted) Type() Type { return TypeLifecycleBooted }

// LifecycleReady announces that ticks may begin.
type LifecycleReady struct {
	BootMS   uint64       `json:"boot_ms"`
	Resumed  bool         `json:"resumed"`
	Degraded List[string] `json:"degraded"`
}

// Type implements Payload.
func (LifecycleReady) Type() Type { return TypeLifecycleReady }

// LifecycleTransition reports a new state of life.
type LifecycleTransition struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Type implements Payload.
func (LifecycleTransition) Type() Type { return TypeLifecycleTransition }

// LifecycleShutdown announces an orderly stop.
type LifecycleShutdown struct {
	Reason string `json:"reason"`
}

// Type implements Payload.
func (LifecycleShutdown) Type() Type { return TypeLifecycleShutdown }

// LifecycleShutdownPhase reports one of the ten phases of a stop; Idle is one that had
// nothing to do.
type LifecycleShutdownPhase struct {
	Phase uint64 `json:"phase"`
	OK    bool   `json:"ok"`
	Idle  bool   `json:"idle,omitzero"`
	MS    uint64 `json:"ms"`
}

// Type implements Payload.
func (LifecycleShutdownPhase) Type() Type { return TypeLifecycleShutdownPhase }
