package thanatopsis

import (
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Tag is the feeling that goes with an action of the settlement (mortality §9.3).
type Tag string

// The tags, in the order in which they are tried.
const (
	Frustration  Tag = "frustration"  // it failed
	Satisfaction Tag = "satisfaction" // it gained
	Resignation  Tag = "resignation"  // it lost more than a tenth
	Relief       Tag = "relief"       // a lending market was left
	Neutral      Tag = "neutral"
)

// Deed is one action of the settlement. Amounts are in the numeraire; PnL is what the
// wallet was worth after it less what it was worth before, gas and the market's move
// included, and absent where nobody could read that.
type Deed struct {
	Key     string      `json:"key"` // the Golem, the tick of its death, the thing, the try
	What    string      `json:"what"`
	Class   Class       `json:"class"`
	Value   string      `json:"value"`
	PnL     string      `json:"pnl,omitempty"`
	Gas     string      `json:"gas_usdc"`
	Success bool        `json:"success"`
	Tag     Tag         `json:"emotion"`
	Action  turn.Action `json:"action"`

	value, before, gain float64
	measured            bool
}

// market begins the name of what stays in a lending market. What was tried there is named
// after the market and a token.
const market = "lending market "

// about says that the deed was for a thing that may stay.
func (d Deed) about(what string) bool {
	handle, lends := strings.CutPrefix(what, market)
	return d.What == what || lends && strings.HasPrefix(d.What, handle+" ")
}

// paid takes what the wallet is worth after it.
func (d *Deed) paid(now turn.Reading, known bool) {
	if known {
		d.gain, d.measured = now.Equity()-d.before, true
	}
}

// told is the deed as the testament has it.
func (d Deed) told() Deed {
	d.Success, d.Gas = d.Action.Status == turn.StatusExecuted, money.USDC(0).String()
	if x := d.Action.Execution; x != nil {
		d.Gas = x.Cost.String()
	}
	if d.measured {
		d.PnL = worth(d.gain)
	}
	d.Tag = d.tag()
	return d
}

func (d Deed) tag() Tag {
	switch kind := d.Action.Preview.Kind; {
	case !d.Success:
		return Frustration
	case d.measured && d.gain > 0:
		return Satisfaction
	case d.measured && d.gain < -d.value/10:
		return Resignation
	case kind == "withdraw" || kind == "repay":
		return Relief
	}
	return Neutral
}
