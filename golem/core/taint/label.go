package taint

import "strings"

// Labels is a set of labels.
type Labels uint8

// The labels of runtime §11.1.
const (
	WalletSecret         Labels = 1 << iota // keys and what opens them
	OwnerSecret                             // the owner's API keys and tokens
	StrategyConfidential                    // what the owner would not tell a rival
	UserPII                                 // what identifies a person
	UntrustedExternal                       // whatever an attacker may have written
)

// labelNames are in the order of the bits.
var labelNames = [...]string{"WalletSecret", "OwnerSecret", "StrategyConfidential", "UserPII", "UntrustedExternal"}

// String lists the names, joined by "+"; the empty set is "none".
func (l Labels) String() string {
	var names []string
	for i, name := range labelNames {
		if l&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, "+")
}

// Sink is a place that text may flow to.
type Sink uint8

// The six sinks of the matrix in runtime §11.1, then the three that only clean
// text may reach.
const (
	LLMContext Sink = iota
	AuditLog
	Lethe // the public part of Styx
	EventFabric
	CladePeer
	LocalGrimoire
	Transaction
	CageConfig
	ToolParameters
	sinkCount int = iota
)

var sinkNames = [sinkCount]string{
	"LLM context", "audit log", "Styx Lethe", "Event Fabric", "clade peer", "local Grimoire",
	"transaction", "cage configuration", "tool parameters",
}

// String returns the sink's name.
func (s Sink) String() string {
	if int(s) >= sinkCount {
		return "unknown sink"
	}
	return sinkNames[s]
}

// acting are the labels that keep text out of whatever acts in the world.
const acting = WalletSecret | OwnerSecret | UserPII | UntrustedExternal

// blocked is the matrix: the labels that each sink refuses.
var blocked = [sinkCount]Labels{
	LLMContext:     WalletSecret | OwnerSecret,
	AuditLog:       WalletSecret | OwnerSecret,
	Lethe:          WalletSecret | OwnerSecret | StrategyConfidential | UserPII,
	EventFabric:    WalletSecret | OwnerSecret | UserPII,
	CladePeer:      WalletSecret | OwnerSecret,
	LocalGrimoire:  WalletSecret,
	Transaction:    acting,
	CageConfig:     acting,
	ToolParameters: acting,
}

// Blocked returns the labels of l that may not flow to the sink. A sink that is
// not in the table refuses every label.
func (l Labels) Blocked(s Sink) Labels {
	if int(s) >= sinkCount {
		return l
	}
	return l & blocked[s]
}
