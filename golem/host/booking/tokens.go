package booking

import (
	"encoding/json"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
)

// Tokens books the tokens that orders moved.
type Tokens struct {
	wallet *ledger.Wallet
	strays *Strays
	now    func() int64
	fees   collected
	lent   uint64 // highest block whose lending action is booked
}

// Leave books what stays with a key that held less in a block than handing it over costs.
func (t *Tokens) Leave(key string, wei *uint256.Int, block turn.Block) error {
	return t.strays.paying(block, func() error { return t.wallet.Leave(key, t.now(), wei) }, ledger.Amount{Asset: ledger.Native, Units: *wei})
}

// Home books what an order sent to the owner at the end of the life.
func (t *Tokens) Home(x turn.Execution) error {
	sent := []ledger.Amount{{Asset: ledger.Native, Units: x.Sent}}
	for _, m := range x.Deltas {
		if m.Out {
			sent = append(sent, ledger.Amount{Asset: m.Token.Hex(), Units: m.Units})
		}
	}
	return t.strays.paying(x.Block, func() error { return t.wallet.Home(x.PermitID, t.now(), sent...) }, sent...)
}

// Executed books the tokens that an action moved: one that was executed, or one whose last
// transaction failed behind the one that moved them.
func (t *Tokens) Executed(act turn.Action, seen turn.Reading) error {
	x := act.Execution
	if x == nil || x.Status != turn.StatusExecuted && (x.Status != turn.StatusFailed || len(x.Deltas) == 0) {
		return nil
	}
	own := *x
	own.Deltas = known(x.Deltas, seen)
	act.Execution = &own
	return t.strays.paying(x.Block, func() error { return t.executed(act, seen) }, moved(own.Deltas, true)...)
}

// TakenBack undoes what Executed booked for an action that a reorg took back.
func (t *Tokens) TakenBack(act turn.Action) error {
	t.fees.forget(act.Execution.PermitID)
	return t.wallet.TakeBack(act.Execution.PermitID, t.now())
}

// known are the moves of coin, and of tokens that the wallet is read for. A lender's receipt for a debt is
// no money, and a log of anybody's token may say what it likes.
func known(deltas []turn.Delta, seen turn.Reading) (own []turn.Delta) {
	for _, d := range deltas {
		if _, ok := seen.Asset(d.Token); ok || d.Token == turn.Coin {
			own = append(own, d)
		}
	}
	return own
}

func (t *Tokens) executed(act turn.Action, seen turn.Reading) error {
	x := act.Execution
	switch act.Preview.Kind {
	case "swap":
		return t.swap(act, seen)
	case "add_liquidity":
		return t.wallet.PostLiquidity(ledger.Liquidity{Key: x.PermitID + "/in", At: t.now(), Position: x.PermitID, Amounts: moved(x.Deltas, true)})
	case "supply", "withdraw", "borrow", "repay":
		return t.loan(act, seen)
	case "wrap", "unwrap":
		return t.convert(act)
	default:
		return t.out(act, seen)
	}
}

// swap books what was paid and received, and of what was paid the fee of the market that the
// action names.
func (t *Tokens) swap(act turn.Action, seen turn.Reading) error {
	x, in := act.Execution, common.Address{}
	s := ledger.Swap{Key: x.PermitID + "/swap", At: t.now()}
	m, known := seen.Market(act.Proposal.Market())
	for _, delta := range x.Deltas {
		switch {
		case known && delta.Token != m.Base.Address && delta.Token != m.Quote.Address: // no part of the trade
		case delta.Out:
			s.In, in = amount(delta), delta.Token
		default:
			s.Out = amount(delta)
		}
	}
	if known {
		s.Fee.MulDivOverflow(&s.In.Units, uint256.NewInt(uint64(m.Fee(in))), uint256.NewInt(1_000_000))
	}
	return t.wallet.PostSwap(s)
}

// convert books coin that became the asset that stands for it, or the other way round.
func (t *Tokens) convert(act turn.Action) error {
	x := act.Execution
	given, got := moved(x.Deltas, true), moved(x.Deltas, false)
	if len(given) != 1 || len(got) != 1 {
		return fmt.Errorf("%s of %s gave %d assets and got %d", act.Preview.Kind, x.PermitID, len(given), len(got))
	}
	return t.wallet.PostSwap(ledger.Swap{Key: x.PermitID + "/" + act.Preview.Kind, At: t.now(), Memo: act.Preview.Kind, In: given[0], Out: got[0]})
}

// out splits what a position paid into the fees it had earned, as last read and not
// collected since, and the principal.
func (t *Tokens) out(act turn.Action, seen turn.Reading) error {
	x, position := act.Execution, positionOf(act.Proposal)
	var fees, principal []ledger.Amount
	t.fees.on(seen.Block)
	for _, delta := range x.Deltas {
		if delta.Out {
			continue
		}
		earned := t.fees.less(owed(delta, position, seen), x.PermitID, position, delta.Token)
		if earned.Gt(&delta.Units) || act.Preview.Kind == "claim_fees" {
			earned = delta.Units
		}
		if !earned.IsZero() {
			t.fees.note(fee{x.PermitID, position, delta.Token, earned})
			fees = append(fees, ledger.Amount{Asset: delta.Token.Hex(), Units: earned})
		}
		if rest := new(uint256.Int).Sub(&delta.Units, &earned); !rest.IsZero() {
			principal = append(principal, ledger.Amount{Asset: delta.Token.Hex(), Units: *rest})
		}
	}
	if len(fees) > 0 {
		if err := t.wallet.CollectFees(x.PermitID+"/fees", t.now(), position, fees); err != nil {
			return err
		}
	}
	if len(principal) == 0 {
		return nil
	}
	return t.wallet.PostLiquidity(ledger.Liquidity{Key: x.PermitID + "/out", At: t.now(), Position: position, Removed: true, Amounts: principal})
}

// owed is what a position had earned of a token when it was last read.
func owed(delta turn.Delta, id string, seen turn.Reading) (fees uint256.Int) {
	p, held := seen.Position(id)
	if !held {
		return fees
	}
	m, ok := seen.Market(p.Market)
	switch {
	case !ok:
	case delta.Token == m.Base.Address:
		fees = p.BaseFees
	case delta.Token == m.Quote.Address:
		fees = p.QuoteFees
	}
	return fees
}

// positionOf reads the position's id out of an action that was executed, so its
// body is known to be well formed.
func positionOf(p turn.Proposal) string {
	var body struct {
		Params struct {
			PositionID string `json:"position_id"`
		} `json:"params"`
	}
	if err := json.Unmarshal(p.Body, &body); err != nil {
		return ""
	}
	return body.Params.PositionID
}

func moved(deltas []turn.Delta, out bool) (amounts []ledger.Amount) {
	for _, d := range deltas {
		if d.Out == out {
			amounts = append(amounts, amount(d))
		}
	}
	return amounts
}

func amount(d turn.Delta) ledger.Amount {
	if d.Token == turn.Coin {
		return ledger.Amount{Asset: ledger.Native, Units: d.Units}
	}
	return ledger.Amount{Asset: d.Token.Hex(), Units: d.Units}
}
