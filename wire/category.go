package wire

import "strings"

// Category groups event types by subject; a subscription is a set of them.
type Category uint8

// The categories of runtime §9.2.
const (
	Heartbeat     Category = iota // the decision cycle
	Tool                          // calls of tools
	Permit                        // permissions to act, from preview to commit
	Risk                          // the risk layers and the taint rules
	Inference                     // calls of models
	Dream                         // sleep
	Daimon                        // affect
	Vitality                      // the clocks of death
	Grimoire                      // memory
	Coordination                  // other Golems
	Context                       // the governor of prompts
	Custody                       // keys and delegations
	Lifecycle                     // boot, states and shutdown
	Engagement                    // achievements and the sprite
	Marketplace                   // trade in knowledge
	Trading                       // positions
	Cortical                      // the signals of CorticalState
	Prediction                    // claims and how they turned out
	Clock                         // the three rhythms
	Library                       // knowledge from outside
	Necrocracy                    // the dead and what they leave
	Portal                        // the terminal's perspective
	Hermes                        // skills
	Replication                   // replicants
	Strategy                      // the owner's STRATEGY.md
	System                        // the process
	Fabric                        // control messages of the Event Fabric itself; they are never in the ring
	categoryCount int      = iota
)

var categoryNames = [categoryCount]string{
	Heartbeat:    "heartbeat",
	Tool:         "tool",
	Permit:       "permit",
	Risk:         "risk",
	Inference:    "inference",
	Dream:        "dream",
	Daimon:       "daimon",
	Vitality:     "vitality",
	Grimoire:     "grimoire",
	Coordination: "coordination",
	Context:      "context",
	Custody:      "custody",
	Lifecycle:    "lifecycle",
	Engagement:   "engagement",
	Marketplace:  "marketplace",
	Trading:      "trading",
	Cortical:     "cortical",
	Prediction:   "prediction",
	Clock:        "clock",
	Library:      "library",
	Necrocracy:   "necrocracy",
	Portal:       "portal",
	Hermes:       "hermes",
	Replication:  "replication",
	Strategy:     "strategy",
	System:       "system",
	Fabric:       "fabric",
}

// String returns the category's name on the wire, or "unknown".
func (c Category) String() string {
	if int(c) >= categoryCount {
		return "unknown"
	}
	return categoryNames[c]
}

// Categories is a set of categories.
type Categories uint32

// Of returns the set of the given categories.
func Of(categories ...Category) Categories {
	var set Categories
	for _, c := range categories {
		set |= 1 << c
	}
	return set
}

// Has reports whether c is in the set.
func (s Categories) Has(c Category) bool { return s&(1<<c) != 0 }

// The composite subscriptions of runtime §9.2.
const (
	All       = Categories(1<<categoryCount - 1)
	Dashboard = Categories(1<<Heartbeat | 1<<Vitality | 1<<Daimon | 1<<Tool | 1<<Permit | 1<<Cortical)
	Vitals    = Categories(1<<Vitality | 1<<Daimon | 1<<Necrocracy)
	Activity  = Categories(1<<Heartbeat | 1<<Tool | 1<<Inference | 1<<Grimoire | 1<<Prediction)
	Cognitive = Categories(1<<Prediction | 1<<Cortical | 1<<Clock | 1<<Dream)
)

// composites are the sets that a subscription may name.
var composites = []struct {
	name string
	set  Categories
}{
	{"all", All}, {"dashboard", Dashboard}, {"vitals", Vitals}, {"activity", Activity}, {"cognitive", Cognitive},
}

// aliases are the older names of categories, accepted on input (surfaces §3.2).
var aliases = []struct {
	name     string
	category Category
}{
	{"llm", Inference},
	{"mortality", Vitality},
	{"death", Necrocracy},
	{"compaction", Context},
	{"clade", Coordination},
	{"permits", Permit},
}

// Subscription returns the set behind the name of a category, an alias or a
// composite subscription. It reports false for an unknown name.
func Subscription(name string) (Categories, bool) {
	for _, composite := range composites {
		if composite.name == name {
			return composite.set, true
		}
	}
	for _, alias := range aliases {
		if alias.name == name {
			return Of(alias.category), true
		}
	}
	for c, category := range categoryNames {
		if category == name {
			return Of(Category(c)), true
		}
	}
	return 0, false
}

// String lists the categories of the set, in catalogue order.
func (s Categories) String() string {
	var names []string
	for c := range categoryNames {
		if s.Has(Category(c)) {
			names = append(names, categoryNames[c])
		}
	}
	return strings.Join(names, "+")
}
