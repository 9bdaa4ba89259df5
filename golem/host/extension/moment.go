package extension

// Moment names one of the 21 hook moments (runtime §6.2).
type Moment string

// The moments, numbered as in the specification.
const (
	Session               Moment = "session"
	Input                 Moment = "input"
	BeforeAgentStart      Moment = "before_agent_start"
	AgentStart            Moment = "agent_start"
	TurnStart             Moment = "turn_start"
	Context               Moment = "context"
	BeforeProviderRequest Moment = "before_provider_request"
	ToolCall              Moment = "tool_call"
	ToolExecutionStart    Moment = "tool_execution_start"
	ToolExecutionUpdate   Moment = "tool_execution_update"
	ToolExecutionEnd      Moment = "tool_execution_end"
	ToolResult            Moment = "tool_result"
	TurnEnd               Moment = "turn_end"
	AgentEnd              Moment = "agent_end"
	AfterTurn             Moment = "after_turn"
	SystemPrompt          Moment = "system_prompt"
	Steer                 Moment = "steer"
	SendMessage           Moment = "send_message"
	Debug                 Moment = "debug"
	Error                 Moment = "error"
	End                   Moment = "end"
)

// Moments lists all 21 in the order of the specification.
func Moments() []Moment {
	return []Moment{
		Session, Input, BeforeAgentStart, AgentStart, TurnStart, Context, BeforeProviderRequest, ToolCall,
		ToolExecutionStart, ToolExecutionUpdate, ToolExecutionEnd, ToolResult, TurnEnd, AgentEnd, AfterTurn,
		SystemPrompt, Steer, SendMessage, Debug, Error, End,
	}
}
