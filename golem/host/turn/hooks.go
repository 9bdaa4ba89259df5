package turn

// The payloads of the 21 hook moments (runtime §6.2). A hook may change only the
// fields its comment names; everything else is read-only during the call.

// SessionReason says why a session hook fires.
type SessionReason string

// The reasons of the session moment.
const (
	SessionStart         SessionReason = "start"
	SessionResume        SessionReason = "resume"
	SessionBeforeCompact SessionReason = "before_compact"
	SessionBeforeBranch  SessionReason = "before_branch"
)

// Session opens, resumes or is about to compact or branch a session.
type Session struct {
	Reason SessionReason
	State  *State
}

// Input is an external message before it is routed. Body and Class may change;
// Suppress drops it.
type Input struct {
	Body     string
	Class    string // user, steer, follow_up, system
	Suppress bool
}

// AgentStart precedes a reasoning session. Model and Budget may change at
// before_agent_start and are read-only at agent_start.
type AgentStart struct {
	Tier  Tier
	Brief *Brief
	Model string
}

// Exchange is one request to a model and its answer: turn_start, turn_end,
// context, before_provider_request and system_prompt see it. Prompt and Messages
// may change before the request leaves.
type Exchange struct {
	Tier     Tier
	Model    string
	Prompt   string
	Messages []string
}

// ToolCall is a proposed call of a golem-facing tool: preview_action and
// commit_action for every write, whoever asked. Proposal may be modified at
// preview.
type ToolCall struct {
	Tool     string
	Tick     uint64
	Now      int64
	Proposal Proposal
	Kind     string
	PermitID string
	State    *State
}

// ToolProgress tells how the handler of a call is doing: tool_execution_start,
// tool_execution_update and tool_execution_end see it.
type ToolProgress struct {
	Tool     string
	Tick     uint64
	PermitID string
	Kind     string
	Step     string
	Result   string
	Refusal  *Refusal
}

// ToolResult is what goes back to whoever asked. Text may be redacted.
type ToolResult struct {
	Tool string
	Text string
}

// AgentEnd closes a reasoning session.
type AgentEnd struct {
	Tier     Tier
	Thoughts []Thought
}

// AfterTurn is step 9 of the tick. Each stage fills the fields of the record
// that it owns and edits its own section of the state.
type AfterTurn struct {
	Now    int64
	Record *Record
	State  *State
}

// SteerAccepted reports an interrupt to the intervention extension.
type SteerAccepted struct{ Steer Steer }

// Outbound is a message to a surface.
type Outbound struct {
	Surface string
	Text    string
}

// Debug collects internals for the owner; hooks add to Bundle.
type Debug struct{ Bundle map[string]string }

// Failure is an error of a hook or a stage.
type Failure struct {
	Moment    string
	Extension string
	Err       error
	Tick      uint64
}

// End precedes the exit of the process: flush and release.
type End struct {
	Graceful bool
	Reason   string
}
