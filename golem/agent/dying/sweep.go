package dying

import (
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// sweep sends what a dead wallet holds to its owner, the dearest first and coin last,
// where the wallet is a provider's (provisioning §8.9). What fails stays where the owner's
// key reaches it, and is named. In the other custodies nothing is sent: under a grant the money
// is the owner's anyway, and the owner of a local key has the key. The error is the journal's,
// or the audit's.
//
// spec: provisioning §8.9, safety §8 (death settlement)
func (d *Death) sweep(ctx context.Context) error {
	if d.terms.Home == (common.Address{}) || d.Silent() {
		return nil
	}
	r, err := d.Look(ctx)
	if err != nil {
		d.Log.Warn("the wallet was not sent to its owner, because it could not be read", "error", err)
		return journal.Fatal(err)
	}
	order, dust := arrange(estateOf(r))
	for _, h := range dust {
		d.wentHome(r, h, thanatopsis.SweptDust, turn.Execution{})
	}
	for i, h := range order {
		r, x, err := d.sendHome(ctx, h)
		if journal.IsFinal(err) || d.Chronicle.Err() != nil {
			return err
		}
		state := thanatopsis.SweptFailed
		switch {
		case err != nil:
			d.Log.Warn("an asset was not sent to the owner", "token", h.Token, "error", err)
		case x.Status == turn.StatusExecuted:
			state = thanatopsis.SweptHome
		case x.Status == turn.StatusPending:
			state = thanatopsis.SweptUnknown
		}
		d.wentHome(r, h, state, x)
		if err := d.Outcomes.Sent(string(grammar.Sweep), x); err != nil {
			return err
		}
		if state == thanatopsis.SweptUnknown { // behind it nothing can be sent
			for _, rest := range order[i+1:] {
				d.wentHome(r, rest, thanatopsis.SweptFailed, turn.Execution{})
			}
			return nil
		}
	}
	return nil
}

// SentHome reports whether any of what the wallet held was sent to its owner.
func (d *Death) SentHome() bool {
	return slices.ContainsFunc(d.swept, func(s thanatopsis.Swept) bool {
		return s.State == thanatopsis.SweptHome || s.State == thanatopsis.SweptUnknown
	})
}

// sendHome sends one asset, on what the wallet holds now.
func (d *Death) sendHome(ctx context.Context, h holding) (turn.Reading, turn.Execution, error) {
	r, err := d.Look(ctx)
	if err != nil {
		return r, turn.Execution{}, journal.Fatal(err)
	}
	d.Positions.Edit(func(p *turn.Positions) { p.Reading = r })
	x, err := d.Own.Sweep(ctx, h.Token)
	if err == nil && x.Status == turn.StatusExecuted {
		if err := d.Books.Tokens.Home(x); err != nil {
			d.Outcomes.Failed("books", err)
		}
	}
	return r, x, err
}

// estateOf is what a reading's wallet holds, with what sending each costs.
func estateOf(r turn.Reading) (all []holding) {
	gas := func(units uint64) uint256.Int {
		wei := new(uint256.Int).Mul(&r.MaxFee, uint256.NewInt(units))
		return *wei.Add(wei, &r.SwapFee)
	}
	token, coin := gas(65_000), gas(21_000)
	for _, b := range r.Assets {
		all = append(all, holding{Token: b.Token.Address, Amount: b.Units, Worth: dollars(b.Value), Gas: money.OfCoin(&token, r.NativePrice)})
	}
	return append(all, holding{Amount: r.Native, Worth: money.OfCoin(&r.Native, r.NativePrice), Gas: money.OfCoin(&coin, r.NativePrice)})
}

// dollars is a value for thinking, in quote tokens, as micro-USDC.
func dollars(value float64) money.USDC {
	return money.USDC(min(max(value, 0)*float64(money.One), 1<<53))
}

// wentHome keeps what became of an asset for the testament.
func (d *Death) wentHome(r turn.Reading, h holding, state string, x turn.Execution) {
	s := thanatopsis.Swept{Asset: "native", Units: h.Amount.Dec(), State: state}
	for _, b := range r.Assets {
		if b.Token.Address == h.Token {
			s.Asset = b.Token.Address.Hex()
		}
	}
	if state == thanatopsis.SweptHome && h.Token == (common.Address{}) {
		s.Units = x.Sent.Dec()
	}
	if x.TxHash != (common.Hash{}) {
		s.TxHash = x.TxHash.Hex()
	}
	if x.Refusal != nil {
		s.Reason = fmt.Sprintf("%s: %s", x.Refusal.Code, x.Refusal.Detail)
	}
	d.swept = append(d.swept, s)
}
