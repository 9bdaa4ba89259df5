package booking

import (
	"encoding/json"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
)

// lendingBody is what of an executed lending action's body is booked, by handle.
type lendingBody struct {
	Params struct {
		Market string `json:"market"`
		Asset  string `json:"asset"`
	} `json:"params"`
}

// loan books a lending action: first the interest up to the reading it was judged
// on, then what moved. The tokens that stand for a supply and a debt are no assets
// of the books, or every sum would count twice: the accounts are.
func (t *Tokens) loan(act turn.Action, seen turn.Reading) error {
	var body lendingBody
	if err := json.Unmarshal(act.Proposal.Body, &body); err != nil {
		return err // an action that was executed is well formed
	}
	asset, ok := seen.Named(body.Params.Asset)
	if !ok {
		return fmt.Errorf("a lending action moved %q, which is no asset of the reading", body.Params.Asset)
	}
	x, kind, token := act.Execution, act.Preview.Kind, asset.Token.Address
	if err := t.accrue(x.PermitID, body.Params.Market, token, seen); err != nil {
		return err
	}
	t.lent = max(t.lent, x.Block.Number)
	q := ledger.Loan{
		Key: x.PermitID + "/" + kind, At: t.now(), Market: body.Params.Market,
		Owes: kind == "borrow" || kind == "repay", Back: kind == "withdraw" || kind == "repay",
		Amount: ledger.Amount{Asset: token.Hex(), Units: change(x.Deltas, token)},
	}
	return t.wallet.PostLoan(q)
}

// accrue books the interest on an asset that a reading shows, in every market: the
// accounts are the asset's, whatever market it is lent to. Accounts of each market would
// name what no report asks for, and interest in one would still be booked at an action in
// another. A reading that is older than what is booked already does not know of it.
func (t *Tokens) accrue(permit, market string, token common.Address, seen turn.Reading) error {
	if _, ok := seen.Lender(market); !ok || seen.Block.Number < t.lent {
		return nil
	}
	lent, owed := ledger.Amount{Asset: token.Hex()}, ledger.Amount{Asset: token.Hex()}
	listed := false
	for _, l := range seen.Lending {
		if reserve, ok := l.Reserve(token); ok {
			listed = true
			lent.Units.Add(&lent.Units, &reserve.Supplied)
			owed.Units.Add(&owed.Units, &reserve.Owed)
		}
	}
	if !listed {
		return nil
	}
	return t.wallet.Accrue(permit+"/interest", t.now(), lent, owed)
}

// change is how much of a token moved, either way.
func change(deltas []turn.Delta, token common.Address) (units uint256.Int) {
	for _, delta := range deltas {
		if delta.Token == token {
			return delta.Units
		}
	}
	return units
}
