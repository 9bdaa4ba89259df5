package owner

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/safety/cage"
)

// joins refuses a grant under a cage that stands for other rules, or that reckons with other
// prices than the plan says: the cage keeps its own, whatever the grant names. Limits may differ,
// because a share of what the account is worth is another sum every day: the plan goes by the
// cage's.
//
// spec: safety §1.5, §16.8
func (s *steps) joins(ctx context.Context, block common.Hash, has policycage.Snapshot) error {
	if has.Constitution != cage.ConstitutionHash() {
		return fmt.Errorf("%w: CONSTITUTION_MISMATCH: the cage %s stands for %s, this program for %s: grant with the program that the cage was made with; an account has one cage for ever",
			ErrAsk, has.Cage, has.Constitution, cage.ConstitutionHash())
	}
	unlike, err := s.feeds(ctx, block, has.PriceOracle)
	if err != nil || len(unlike) == 0 {
		return err
	}
	return fmt.Errorf("%w: the account %s is held by the cage %s, which has prices of its own: %s; ask for those, or have its owner give it another oracle (setPriceOracle, a day later it holds)",
		ErrAsk, s.wish.Account, has.Cage, strings.Join(unlike, ", "))
}

// feeds names what of a standing oracle differs from the wish.
func (s *steps) feeds(ctx context.Context, block common.Hash, oracle common.Address) (unlike []string, err error) {
	codec, b := bind.NewCageOracle(), s.Client.At(block)
	sequencer, feeds := b.Call(oracle, codec.PackSequencer()), make([]*rpc.Read[[]byte], len(s.wish.Tokens))
	for i, t := range s.wish.Tokens {
		feeds[i] = b.Call(oracle, codec.PackFeeds(t.Address))
	}
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	watched, err := unpacked(sequencer, codec.UnpackSequencer)
	if err != nil {
		return nil, fmt.Errorf("%w: the oracle %s of the standing cage tells no feeds: %w", ErrAsk, oracle, err)
	}
	if watched != s.wish.Sequencer {
		unlike = append(unlike, fmt.Sprintf("its sequencer's uptime feed is %s and not %s (--sequencer-feed)", none(watched), none(s.wish.Sequencer)))
	}
	for i, t := range s.wish.Tokens {
		f, err := unpacked(feeds[i], codec.UnpackFeeds)
		if err != nil {
			return nil, fmt.Errorf("%w: the oracle %s of the standing cage tells no feeds: %w", ErrAsk, oracle, err)
		}
		if f.Feed != t.Feed {
			unlike = append(unlike, fmt.Sprintf("its feed of %s is %s and not %s (%s)", t.Address, none(f.Feed), t.Feed, feedOf(i)))
		}
		if f.MaxAge != t.MaxAge {
			unlike = append(unlike, fmt.Sprintf("an answer for %s may be %d s old and not %d (%s)", t.Address, f.MaxAge, t.MaxAge, ageOf(i)))
		}
	}
	return unlike, nil
}

// unpacked is what a read came to.
func unpacked[T any](read *rpc.Read[[]byte], unpack func([]byte) (T, error)) (v T, err error) {
	raw, err := read.Value()
	switch {
	case err != nil:
		return v, err
	case len(raw) < 32: // the bindings take no less
		return v, errors.New("it answers nothing")
	}
	return unpack(raw)
}

// none is an address, or a word where there is none.
func none(a common.Address) string {
	if a == (common.Address{}) {
		return "none"
	}
	return a.Hex()
}
