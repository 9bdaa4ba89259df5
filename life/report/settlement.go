package report

import (
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Deed is one action of the death protocol, also one that failed or was refused. Value
// is what it was simulated to move, in micro-USDC; nil where it was not simulated. Note
// says why it was not done.
type Deed struct {
	Kind     string      `json:"kind"`
	Status   string      `json:"status"`
	Value    *money.USDC `json:"value,omitempty"`
	Paid     string      `json:"paid,omitempty"`
	Received string      `json:"received,omitempty"`
	Gas      money.USDC  `json:"gas"`
	Block    uint64      `json:"block,omitempty"`
	Tx       string      `json:"tx,omitempty"` // empty where nothing was sent
	PermitID string      `json:"permit_id,omitempty"`
	Note     string      `json:"note,omitempty"`
}

// Leftover is what could not be settled, and what its owner can do about it.
type Leftover struct {
	What   string `json:"what"`
	Value  string `json:"value"`
	Reason string `json:"reason"`
	Advice string `json:"advice"`
}

// String is the leftover as one sentence.
func (l Leftover) String() string {
	return l.What + " (worth " + l.Value + "): " + l.Reason + "; " + l.Advice
}

// deed tells of one action; seen names its tokens.
func deed(seen *turn.Reading, a turn.Action) Deed {
	d := Deed{Kind: a.Preview.Kind, Status: string(a.Status), PermitID: a.Preview.PermitID, Note: refused(a.Preview.Refusal)}
	if a.Preview.Simulation != nil {
		d.Value = &a.Preview.Simulation.Value
	}
	x := a.Execution
	if x == nil {
		return d
	}
	d.Gas, d.Block = x.Cost, x.Block.Number
	if x.TxHash != (turn.Execution{}).TxHash {
		d.Tx = x.TxHash.Hex()
	}
	if x.Refusal != nil {
		d.Note = refused(x.Refusal)
	}
	d.Paid, d.Received = moved(seen, x.Deltas)
	return d
}

// refused is why an action was not done; empty where nothing refused it.
func refused(r *turn.Refusal) string {
	if r == nil {
		return ""
	}
	return strings.TrimSuffix(r.Layer+" "+string(r.Code)+": "+r.Detail, ": ")
}

// moved is what left the wallet and what came to it.
func moved(seen *turn.Reading, deltas []turn.Delta) (paid, received string) {
	var out, in []string
	for _, d := range deltas {
		asset, _ := assetOf(seen, d)
		if d.Out {
			out = append(out, amount(d, asset.Token))
		} else {
			in = append(in, amount(d, asset.Token))
		}
	}
	return strings.Join(out, " + "), strings.Join(in, " + ")
}
