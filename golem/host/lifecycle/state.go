package lifecycle

import "errors"

// State is one of the five states (runtime §1.1).
type State string

// The states.
const (
	StateProvisioning State = "provisioning"
	StateActive       State = "active"
	StateDreaming     State = "dreaming"
	StateTerminal     State = "terminal"
	StateDead         State = "dead"
)

// ErrConsumed is the answer of a handle whose Golem has moved on.
var ErrConsumed = errors.New("lifecycle: the golem has left this state")

// ErrCutOff is, or is wrapped in, the error of a Body whose phase of death did not
// end and cannot go on in this process: the next start resumes it.
var ErrCutOff = errors.New("lifecycle: the death was cut off; the same command resumes it")

// Cause is why a Golem died, as its tombstone says (runtime §1.2).
type Cause string

// The causes of death.
const (
	CreditExhaustion     Cause = "credit"
	PaidTimeOver         Cause = "ttl"
	EpistemicSenescence  Cause = "epistemic"
	Stochastic           Cause = "stochastic"
	HayflickLimit        Cause = "hayflick_limit"
	ModelStaleness       Cause = "model_staleness"
	OwnerKill            Cause = "owner_kill"
	OwnerDestroy         Cause = "owner_destroy"
	KillSwitch           Cause = "kill_switch"
	SystemError          Cause = "system_error"
	Migration            Cause = "migration"
	VMTerminated         Cause = "vm_terminated"
	CatastrophicFallback Cause = "catastrophic_fallback"
)

// Phase is one of the four phases of death, in order.
type Phase uint8

// The phases; PhaseNone precedes the first, PhaseDone follows the last.
const (
	PhaseNone Phase = iota
	Acceptance
	Settlement
	Reflection
	Legacy
	PhaseDone
)

var phaseNames = [...]string{"none", "acceptance", "settlement", "reflection", "legacy", "done"}

// String returns the phase's name.
func (p Phase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return "invalid"
}
