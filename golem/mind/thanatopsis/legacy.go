package thanatopsis

import (
	"encoding/hex"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/mind/mortality"
)

// legacy is the last words and the end of the keys.
type legacy struct {
	estate Estate                                           `image:"-"`
	sign   func(sum [32]byte) (signature string, err error) // nil: nobody can
	secret func() ([32]byte, error)                         // of the rolls; nil: none were rolled
}

// bequeath destroys the key that acts, signs and writes the testament, writes the tombstone
// and destroys the identity that signed, also where one could not be written: a dead Golem
// signs nothing (mortality §9.5: no failure prevents death). No action returns a wallet to its
// owner (§9.3 step 7), so the only key to one that holds anything is kept: a key too many is
// better than money that no one can move.
func (l *legacy) bequeath(t Testament) error {
	if !t.Wallet.KeyKept {
		l.estate.DestroyKey()
	}
	defer l.estate.DestroyIdentity()
	var faults []error
	if err := l.reveal(t.Death.Clocks); err != nil {
		faults = append(faults, fmt.Errorf("reveal the secret of the rolls: %w", err))
	}
	if err := l.seal(&t); err != nil {
		faults = append(faults, fmt.Errorf("sign the testament: %w", err))
	}
	if err := l.estate.Bequeath("testament", t); err != nil {
		faults = append(faults, fmt.Errorf("write the testament: %w", err))
	}
	if err := l.estate.Bequeath("tombstone", stone(t)); err != nil {
		faults = append(faults, fmt.Errorf("write the tombstone: %w", err))
	}
	return errors.Join(faults...)
}

// seal hashes the testament and has it signed. One that cannot be signed is written
// all the same, and says so by having no signature.
func (l *legacy) seal(t *Testament) error {
	sum, err := t.Sum()
	if err != nil {
		return err
	}
	t.Integrity.SHA256 = hex.EncodeToString(sum[:])
	if l.sign == nil {
		return nil
	}
	t.Integrity.Signature, err = l.sign(sum)
	return err
}

// reveal writes the secret of the rolls into the testament, so that anybody can check
// every one of them (mortality §4.2).
func (l *legacy) reveal(a *mortality.Autopsy) error {
	if l.secret == nil {
		return nil
	}
	secret, err := l.secret()
	if err == nil {
		a.Secret = hex.EncodeToString(secret[:])
	}
	return err
}

// Tombstone is never deleted (runtime §13.1).
type Tombstone struct {
	GolemID  string          `json:"golem_id"`
	Name     string          `json:"name"`
	Wallet   string          `json:"wallet_address"`
	ChainID  uint64          `json:"chain_id"`
	Cause    lifecycle.Cause `json:"death_cause"`
	BornAt   int64           `json:"born_at_ms"`
	DiedAt   int64           `json:"died_at_ms"`
	Ticks    uint64          `json:"ticks_lived"`
	Trades   int             `json:"trades_executed"`
	Funded   string          `json:"credit_funded_usdc"`
	NetPnL   float64         `json:"net_pnl"`
	Stranded int             `json:"stranded"`
	// Testament is the SHA-256 that the testament has of itself.
	Testament string `json:"testament_sha256"`
}

func stone(t Testament) Tombstone {
	return Tombstone{
		GolemID: t.Identity.GolemID, Name: t.Identity.Name, Wallet: t.Identity.Wallet, ChainID: t.Identity.ChainID, Cause: t.Death.Cause,
		BornAt: t.Identity.BornAt, DiedAt: t.Death.DiedAt, Ticks: t.Stats.Ticks, Trades: t.Stats.Trades, Funded: t.Stats.Funded, NetPnL: t.Stats.NetPnL,
		Stranded: len(t.Settlement.Stranded), Testament: t.Integrity.SHA256,
	}
}
