package dying

import (
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/oracle"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/internal/money"
)

// Terms is what a death was promised at birth.
type Terms struct {
	Death    thanatopsis.Terms
	Home     common.Address // where a provider's wallet goes; zero: nowhere
	Recovery string         // how the owner comes by the wallet's key; empty: not at all
	Wallet   common.Address // of the birth
	Identity Identity       `image:"-"` // nil: a replay, or none is here
}

// deathbed is the purse of the death protocol.
type deathbed struct{ death *Death }

// Dying locks the behaviour, unlocks what was kept, and returns what the death may cost
// (mortality §9.2, §2.4).
func (d deathbed) Dying() (money.USDC, error) {
	funds, err := d.death.Lifespan.Funds()
	if err != nil {
		return 0, err
	}
	d.death.Lifespan.Accept()
	return d.death.Books.Gas.Dying(funds)
}

func (d deathbed) GasPaid() money.USDC { return d.death.Books.Gas.Paid() }

// portfolio takes the readings of the settlement into the state.
type portfolio struct{ death *Death }

func (p portfolio) Settled(r turn.Reading) {
	p.death.Positions.Edit(func(s *turn.Positions) { s.Take(r) })
}

// estate writes the last documents and ends the keys.
type estate struct{ death *Death }

func (e estate) Bequeath(name string, document any) error {
	if err := e.death.Journal.Sync(); err != nil { // no document before what it rests on
		return err
	}
	return e.death.Estate.Bequeath(name, document)
}

func (e estate) DestroyKey() {
	e.death.Sites.Pass(site.Key, KeyName, site.Before)
	if e.death.Hand.Signer != nil {
		e.death.Hand.Signer.Destroy()
	}
	e.death.Keys.Abandon()
	e.death.Sites.Pass(site.Key, KeyName, site.After)
}

func (e estate) DestroyIdentity() {
	if e.death.terms.Identity != nil {
		e.death.terms.Identity.Destroy()
	}
}

// errNoKey leaves a testament unsigned.
var errNoKey = errors.New("no identity is here to sign with")

// sign has the Golem's identity sign the hash of the testament, once: a replay has the
// signature from the journal.
func (d *Death) sign(sum [32]byte) (string, error) {
	id := d.State.Identity()
	return journal.Take(d.Journal, journal.KindNote, []any{"testament", sum}, func() (string, error) {
		if d.terms.Identity == nil {
			return "", errNoKey
		}
		signature, _, err := d.terms.Identity.SignTypedData(thanatopsis.Words(id.GolemID, id.Wallet.Hex(), id.ChainID, sum))
		if err != nil {
			return "", fmt.Errorf("sign the testament: %w", err)
		}
		return "0x" + hex.EncodeToString(signature[:]), nil
	})
}

// life is what the death protocol is told of the life.
func (d *Death) life() thanatopsis.Life {
	id, beat := d.State.Identity(), d.State.Heartbeat()
	equity, text, hash := d.Told()
	l := thanatopsis.Life{
		GolemID: id.GolemID, Name: id.Name, Wallet: id.Wallet.Hex(), Key: id.Key.Hex(), Owner: id.Owner.Hex(), Recovery: d.Keys.Recovery(d.terms.Recovery, d.terms.Wallet),
		Generation: id.Generation, ChainID: id.ChainID, BornAt: id.CreatedAt, Ticks: beat.Tick, Start: equity, Sent: d.Strays.Sent(),
		Strategy: string(text), Hash: hash, GasPaid: d.Books.Gas.Paid(), Funded: d.Books.Credit.Endowment(), Left: d.Books.Credit.Remaining(),
		Trades: d.Outcomes.Trades(), Regime: beat.Regime.String(), Death: d.Lifespan.Autopsy(d.State.Vitality().Mortality), Swept: d.swept,
	}
	if d.Oracle != nil {
		l.Lessons = lessons(d.Oracle)
	}
	return l
}

// fewest is how many claims about a market behind the first must have come due to be told of.
const fewest = 50

// lessons is how well it predicted, category by category, and of which market but the first.
func lessons(o *oracle.Engine) (lessons []thanatopsis.Lesson) {
	learned := func(name string, c turn.Category, t oracle.Tally) {
		if t.Resolved > 0 {
			lessons = append(lessons, thanatopsis.Lesson{Category: name, Resolved: t.Resolved, Right: t.Right, Persisted: t.Persisted, Aim: oracle.Aim(c)})
		}
	}
	for c := range turn.Categories {
		learned(c.String(), c, o.Tally(c))
	}
	for _, m := range o.Markets() {
		for c := range turn.Categories {
			if t := o.TallyOf(m, c); t.Resolved >= fewest {
				learned(c.String()+" of "+m, c, t)
			}
		}
	}
	return lessons
}
