package extension

import (
	"context"

	"bardo.run/bardo/golem/host/turn"
)

// The hook interfaces, one per moment. What a hook may change is said at its
// payload in package turn; only a ToolCallHook may veto.
type (
	// SessionHook fires when a session starts, resumes, compacts or branches.
	// Its error at start aborts the boot.
	SessionHook interface {
		OnSession(context.Context, *turn.Session) error
	}
	// InputHook classifies an external message.
	InputHook interface {
		OnInput(context.Context, *turn.Input) error
	}
	// BeforeAgentStartHook prepares a reasoning session; its error cancels it.
	BeforeAgentStartHook interface {
		OnBeforeAgentStart(context.Context, *turn.AgentStart) error
	}
	// AgentStartHook sees a session that is about to generate.
	AgentStartHook interface {
		OnAgentStart(context.Context, turn.AgentStart) error
	}
	// TurnStartHook sees each request before it is made.
	TurnStartHook interface {
		OnTurnStart(context.Context, turn.Exchange) error
	}
	// ContextHook edits the message list.
	ContextHook interface {
		OnContext(context.Context, *turn.Exchange) error
	}
	// BeforeProviderRequestHook is the last point before the wire; its error
	// stops the request.
	BeforeProviderRequestHook interface {
		OnBeforeProviderRequest(context.Context, *turn.Exchange) error
	}
	// ToolCallHook may modify or refuse a call. The first refusal ends the chain.
	ToolCallHook interface {
		OnToolCall(context.Context, *turn.ToolCall) (*turn.Refusal, error)
	}
	// ToolExecutionStartHook sees a handler being entered.
	ToolExecutionStartHook interface {
		OnToolExecutionStart(context.Context, turn.ToolProgress) error
	}
	// ToolExecutionUpdateHook sees a handler's progress.
	ToolExecutionUpdateHook interface {
		OnToolExecutionUpdate(context.Context, turn.ToolProgress) error
	}
	// ToolExecutionEndHook sees a handler being left.
	ToolExecutionEndHook interface {
		OnToolExecutionEnd(context.Context, turn.ToolProgress) error
	}
	// ToolResultHook redacts what goes back.
	ToolResultHook interface {
		OnToolResult(context.Context, *turn.ToolResult) error
	}
	// TurnEndHook sees a complete answer.
	TurnEndHook interface {
		OnTurnEnd(context.Context, turn.Exchange) error
	}
	// AgentEndHook sees a closed session.
	AgentEndHook interface {
		OnAgentEnd(context.Context, turn.AgentEnd) error
	}
	// AfterTurnHook is one of the nine stages that close a tick.
	AfterTurnHook interface {
		OnAfterTurn(context.Context, *turn.AfterTurn) error
	}
	// SystemPromptHook edits the prompt.
	SystemPromptHook interface {
		OnSystemPrompt(context.Context, *turn.Exchange) error
	}
	// SteerHook takes an accepted interrupt.
	SteerHook interface {
		OnSteer(context.Context, turn.SteerAccepted) error
	}
	// SendMessageHook sees an outbound message.
	SendMessageHook interface {
		OnSendMessage(context.Context, turn.Outbound) error
	}
	// DebugHook adds to the owner's debug bundle.
	DebugHook interface {
		OnDebug(context.Context, *turn.Debug) error
	}
	// ErrorHook is told of every error the dispatcher met.
	ErrorHook interface {
		OnError(context.Context, turn.Failure) error
	}
	// EndHook flushes and releases.
	EndHook interface {
		OnEnd(context.Context, turn.End) error
	}
)

func is[H any](x any) bool { _, ok := x.(H); return ok }

var hooked = map[Moment]func(any) bool{
	Session: is[SessionHook], Input: is[InputHook], BeforeAgentStart: is[BeforeAgentStartHook],
	AgentStart: is[AgentStartHook], TurnStart: is[TurnStartHook], Context: is[ContextHook],
	BeforeProviderRequest: is[BeforeProviderRequestHook], ToolCall: is[ToolCallHook],
	ToolExecutionStart: is[ToolExecutionStartHook], ToolExecutionUpdate: is[ToolExecutionUpdateHook],
	ToolExecutionEnd: is[ToolExecutionEndHook], ToolResult: is[ToolResultHook], TurnEnd: is[TurnEndHook],
	AgentEnd: is[AgentEndHook], AfterTurn: is[AfterTurnHook], SystemPrompt: is[SystemPromptHook],
	Steer: is[SteerHook], SendMessage: is[SendMessageHook], Debug: is[DebugHook], Error: is[ErrorHook], End: is[EndHook],
}
