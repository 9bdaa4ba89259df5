package extension

// Row is one of the 28 extensions of the specification (runtime §6.3).
type Row struct {
	Name      string
	Layer     int
	DependsOn []string
	Job       string
}

// Table returns the 28 extensions. An extension that does not exist yet is a row
// here and nothing else: it is never registered empty, because a stage that does nothing
// would read as done.
func Table() []Row {
	return []Row{
		{"provider-adapter", 0, nil, "speak to model providers"},
		{"telemetry", 0, nil, "count and time what happens"},
		{"audit", 0, nil, "chain the log of actions"},
		{"grimoire", 0, nil, "open the memory"},
		{"tools", 0, nil, "register the golem-facing tools"},
		{"heartbeat", 0, nil, "run the nine steps"},
		{"input-router", 1, []string{"heartbeat"}, "classify what comes in"},
		{"context", 2, []string{"grimoire"}, "assemble the workspace"},
		{"daimon", 2, []string{"grimoire"}, "appraise"},
		{"memory", 2, []string{"grimoire"}, "write episodes"},
		{"lifespan", 2, []string{"heartbeat"}, "run the clocks and call death"},
		{"safety", 3, []string{"tools"}, "gate calls by policy, phase and taint"},
		{"permits", 3, []string{"safety"}, "own the permits"},
		{"risk", 3, []string{"safety", "grimoire"}, "size and refuse"},
		{"result-filter", 3, []string{"safety"}, "redact results"},
		{"coordination", 3, []string{"tools"}, "call other agents"},
		{"compiler", 3, []string{"tools"}, "compile STRATEGY.md"},
		{"model-router", 3, []string{"provider-adapter"}, "choose the model"},
		{"x402-payment", 3, []string{"provider-adapter"}, "pay for requests"},
		{"turn-context", 4, []string{"context"}, "cut the workspace to the phase"},
		{"dream", 4, []string{"grimoire", "daimon"}, "schedule dreams"},
		{"cybernetics", 4, []string{"context", "grimoire"}, "tune the loops"},
		{"clade", 4, []string{"grimoire", "coordination"}, "exchange with siblings"},
		{"ui-bridge", 5, []string{"telemetry"}, "turn hooks into events"},
		{"observability", 5, []string{"telemetry"}, "log and capture errors"},
		{"playbook", 6, []string{"grimoire"}, "inject the playbook"},
		{"intervention", 6, []string{"heartbeat"}, "queue steers and follow-ups"},
		{"compaction", 7, []string{"context"}, "compact the conversation"},
	}
}

// Orders returns the explicit firing order of the moments that have one (runtime
// §6.4). A registered extension with a hook for such a moment must be in its
// list. before_compact and before_branch share the session list.
func Orders() map[Moment][]string {
	return map[Moment][]string{
		Session:               {"grimoire", "heartbeat", "compaction", "audit"},
		Input:                 {"input-router"},
		BeforeAgentStart:      {"provider-adapter", "grimoire", "tools", "context", "compiler", "model-router", "safety"},
		BeforeProviderRequest: {"model-router", "safety", "x402-payment"},
		Context:               {"turn-context"},
		ToolCall:              {"telemetry", "safety", "risk", "permits", "coordination", "audit"},
		ToolResult:            {"result-filter"},
		AfterTurn:             {"heartbeat", "lifespan", "daimon", "memory", "risk", "dream", "cybernetics", "clade", "telemetry"},
		SystemPrompt:          {"playbook"},
		Steer:                 {"intervention"},
		SendMessage:           {"intervention"},
		Debug:                 {"observability"},
		Error:                 {"observability"},
		End:                   {"clade", "dream", "memory", "daimon", "lifespan", "heartbeat", "grimoire", "audit"},
	}
}

// always lists the extensions that see a tool call even after it was refused.
var always = map[string]bool{"audit": true}
