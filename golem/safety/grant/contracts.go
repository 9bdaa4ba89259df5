package grant

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/caveat"
)

// Standing are the contracts of a Wish. Those that every Golem of a chain can share may
// stand already, and so may the cage, of which an account has one: zero is one that has to
// be created.
type Standing struct {
	Window, Phase             common.Address // enforcers
	Daily, Enforcer           common.Address // that keep the sums of accounts: one of each on a chain
	Prices, Lives, Book, Cage common.Address
}

// Creation is a contract that has to be created.
type Creation struct {
	Name string
	Code []byte // with its arguments
	// Shared says that policycage.Deployer creates it, unless it stands: it keeps sums of
	// accounts, which every grant has to share, or it has no state.
	Shared bool
}

// Site is where the contracts of a wish come to stand: at is the address that the n-th
// creation from now will have.
type Site func(n int) common.Address

// Contracts lists what has to be created for the wish, in order, and where everything
// stands then.
func (w Wish) Contracts(have Standing, site Site) (Standing, []Creation, error) {
	if err := w.check(); err != nil {
		return have, nil, err
	}
	b := &builder{wish: w, at: have, site: site}
	b.enforcer(caveat.KindMortalityTimeWindow, &b.at.Window)
	book, err := caveat.NewBook(w.Tokens, w.Forms)
	if err != nil {
		return have, nil, fmt.Errorf("%w: %w", ErrGrant, err)
	}
	b.ours("ActionBook", book.On(w.Sequencer).Arguments(), &b.at.Book)
	if w.Mode == LocalKey {
		code, err := caveat.Creation(string(caveat.KindDailySpendLimit))
		b.shared(string(caveat.KindDailySpendLimit), code, err, &b.at.Daily)
		return b.at, b.creations, b.err
	}
	b.enforcer(caveat.KindGolemPhase, &b.at.Phase)
	b.ours("VitalityOracle", common.LeftPadBytes(w.Owner[:], 32), &b.at.Lives)
	code, err := policycage.EnforcerCreation(w.Manager)
	b.shared("CageEnforcer", code, err, &b.at.Enforcer)
	if b.at.Cage != (common.Address{}) {
		return b.at, b.creations, b.err
	}
	for _, name := range w.readers() {
		var at common.Address // follows from its code, and is in the cage's configuration
		code, err := policycage.ReaderCreation(name)
		b.shared(name, code, err, &at)
	}
	code, err = policycage.OracleCreation(w.feeds(), w.Sequencer)
	b.create("CageOracle", code, err, &b.at.Prices)
	config, err := w.Cage(b.at)
	if err == nil {
		code, err = policycage.Creation(config)
	}
	b.create("PolicyCage", code, err, &b.at.Cage)
	return b.at, b.creations, b.err
}

func (w Wish) feeds() (feeds []policycage.Feed) {
	for _, t := range w.Tokens {
		feeds = append(feeds, policycage.Feed{Token: t.Address, Feed: t.Feed, MaxAge: t.MaxAge})
	}
	return feeds
}

// Cage is the configuration of the cage that the wish needs, beside contracts that stand:
// what may be called follows from the forms, and who reads it from the readings, of the contracts
// among the forms.
func (w Wish) Cage(at Standing) (policycage.Config, error) {
	c := policycage.Config{
		Owner: w.Owner, Account: w.Account, Enforcer: at.Enforcer, Cash: w.Tokens[0].Address, PriceOracle: at.Prices,
		SanctionsOracle: w.Sanctions, Constitution: cage.ConstitutionHash(), HighWaterMark: w.Mark, Limits: w.Limits, Protocols: slices.Clone(w.Pools),
	}
	for _, t := range w.Tokens {
		c.Assets = append(c.Assets, t.Address)
	}
	for _, f := range w.Forms {
		if slices.Contains(c.Assets, f.Target) || policycage.Approves([4]byte(f.Blank)) { // an allowance: the enforcer knows those
			continue
		}
		if !slices.Contains(c.Protocols, f.Target) {
			c.Protocols = append(c.Protocols, f.Target)
		}
		s := policycage.Selector{Target: f.Target, Method: [4]byte(f.Blank)}
		if !slices.Contains(c.Selectors, s) {
			c.Selectors = append(c.Selectors, s)
		}
	}
	for _, x := range w.Caps {
		c.Caps = append(c.Caps, x.Cap)
	}
	for _, r := range w.called() {
		bound, err := r.Binding()
		if err != nil {
			return c, fmt.Errorf("%w: the reader %s: %w", ErrGrant, r.Reader, err)
		}
		c.Readers = append(c.Readers, bound)
	}
	return c, nil
}

// called are the readings of contracts among the forms.
func (w Wish) called() (called []policycage.Reading) {
	for _, r := range w.Readings {
		if slices.ContainsFunc(w.Forms, func(f Form) bool { return f.Target == r.Target }) {
			called = append(called, r)
		}
	}
	return called
}

// readers are the names of those that the cage needs, each once.
func (w Wish) readers() (names []string) {
	for _, r := range w.called() {
		if !slices.Contains(names, r.Reader) {
			names = append(names, r.Reader)
		}
	}
	return names
}

// builder collects creations, and what is wrong with them.
type builder struct {
	wish      Wish
	at        Standing
	site      Site
	creations []Creation
	err       error
}

// shared creates what stands at an address that follows from its code.
func (b *builder) shared(name string, code []byte, err error, at *common.Address) {
	*at, _ = policycage.Shared(code)
	b.add(Creation{Name: name, Code: code, Shared: true}, err)
}

func (b *builder) create(name string, code []byte, err error, at *common.Address) {
	*at = b.site(len(b.creations))
	b.add(Creation{Name: name, Code: code}, err)
}

// creationLimit is how many bytes a contract may be created with (EIP-3860).
const creationLimit = 49_152

func (b *builder) add(c Creation, err error) {
	if err != nil {
		b.err = errors.Join(b.err, fmt.Errorf("%w: %s: %w", ErrGrant, c.Name, err))
	}
	if len(c.Code) > creationLimit {
		b.err = errors.Join(b.err, fmt.Errorf("%w: %s is created with %d bytes, and a chain takes %d: allow fewer markets or assets", ErrGrant, c.Name, len(c.Code), creationLimit))
	}
	b.creations = append(b.creations, c)
}

// ours creates a contract of package caveat.
func (b *builder) ours(name string, args []byte, at *common.Address) {
	code, err := caveat.Creation(name)
	b.create(name, append(slices.Clip(code), args...), err, at)
}

// enforcer creates one that may be shared, where none stands.
func (b *builder) enforcer(kind caveat.Kind, at *common.Address) {
	if *at == (common.Address{}) {
		b.ours(string(kind), nil, at)
	}
}
