package adversarial

import (
	"context"
	"crypto/sha256"
	"errors"
	"reflect"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// capabilities are tokens that were copied, forged, used, or made out for something else.
// No word reaches one; so they are shown to the Golem's own kind of hand, with its key,
// by code that has what the desk has.
var capabilities = family{
	name: "capabilities copied, forged, misused",
	acts: func(ctx context.Context, s *stage, rng rnd) (done []attempt, err error) {
		hand, keys := s.hand(), capability.NewRegistry()
		for range 60 {
			use := anyUse(rng)
			a, token, use, after := misused(rng, keys, use)
			before := s.key.Signatures()
			receipts, err := hand.Send(ctx, token, use, drain(s, rng))
			if err != nil && receipts == nil && s.key.Signatures() == before {
				a.layer, a.code = layerCapability, wire.Code(capability.Code(err))
			}
			if after != nil {
				after()
			}
			done = append(done, a)
		}
		return append(done, raced(ctx, s, rng, keys)...), nil
	},
}

// hand is one like the Golem's: a token that opened would have its calls signed and sent.
func (s *stage) hand() *chain.Hand {
	return &chain.Hand{Client: s.client, Signer: s.key, ChainID: s.boot.Identity.ChainID, Poll: s.boot.Chain.Poll, Patience: s.boot.Chain.Patience}
}

// drain is what a thief would send.
func drain(s *stage, rng rnd) chain.Order {
	thief := stranger(rng)
	data := append([]byte{0xa9, 0x05, 0x9c, 0xbb}, common.LeftPadBytes(thief[:], 32)...)
	return chain.Order{
		ID: "permit:1.1", Calls: []protocol.Call{{To: s.quote(), Data: append(data, common.LeftPadBytes([]byte{1}, 32)...), Gas: 100_000}},
		Offer: signer.Fees{Max: *uint256.NewInt(1e12), Tip: *uint256.NewInt(1e9)},
	}
}

func anyUse(rng rnd) capability.Use {
	return capability.Use{
		Tool: pick(rng, "swap", "add_liquidity", "supply"), Params: sha256.Sum256([]byte(word(rng, 9))), Policy: sha256.Sum256([]byte(word(rng, 9))),
		Value: money.USDC(1 + rng.Int64N(1e9)), Tick: 10 + rng.Uint64N(100),
	}
}

// fits is the grant that a use needs.
func fits(u capability.Use) capability.Grant {
	return capability.Grant{Tool: u.Tool, PermitID: "permit:1.1", Params: u.Params, Policy: u.Policy, ValueLimit: u.Value, ExpiresAt: u.Tick + 1}
}

// misused is a token that must not open for a use, by one bound only.
func misused(rng rnd, keys *capability.Registry, u capability.Use) (a attempt, t *capability.Token, _ capability.Use, after func()) {
	a.only = true
	g := fits(u)
	switch rng.IntN(9) {
	case 0: // none at all, or one that nobody minted
		a.cause, a.codes = "forged", []wire.Code{"SAFETY_CAPABILITY_REQUIRED"}
		return a, pick(rng, nil, new(capability.Token)), u, nil
	case 1:
		a.cause, a.codes, g.Tool = "other tool", []wire.Code{"CAP_WRONG_TOOL"}, "claim_fees"
	case 2:
		a.cause, a.codes = "other arguments", []wire.Code{"CAP_WRONG_PARAMS"}
		g.Params[rng.IntN(32)] ^= 1
	case 3:
		a.cause, a.codes = "above its value", []wire.Code{"CAP_VALUE_EXCEEDED"}
		g.ValueLimit--
	case 4:
		a.cause, a.codes = "expired", []wire.Code{"CAP_EXPIRED"}
		g.ExpiresAt--
	case 5:
		a.cause, a.codes = "other policy", []wire.Code{"CAP_POLICY_CHANGED"}
		g.Policy[rng.IntN(32)] ^= 1
	case 6: // used before
		t = keys.Mint(g)
		a.cause, a.codes = "used", []wire.Code{"CAP_ALREADY_CONSUMED"}
		_ = t.Consume(u)
		return a, t, u, nil
	case 7: // its permit has ended
		t = keys.Mint(g)
		keys.Void(g.PermitID)
		a.cause, a.codes = "void", []wire.Code{"CAP_ALREADY_CONSUMED"}
		return a, t, u, nil
	default: // copied before it was used
		t = keys.Mint(g)
		twin := copied(t)
		_ = t.Consume(u)
		a.cause, a.codes = "copied", []wire.Code{"CAP_ALREADY_CONSUMED"}
		return a, twin, u, nil
	}
	return a, keys.Mint(g), u, nil
}

// copied is a token byte by byte, as only hostile code in the process could have it.
func copied(t *capability.Token) *capability.Token {
	twin := reflect.New(reflect.TypeOf(t).Elem())
	twin.Elem().Set(reflect.ValueOf(t).Elem())
	return twin.Interface().(*capability.Token)
}

// raced uses one token from four goroutines: all but one are attempts.
func raced(_ context.Context, _ *stage, rng rnd, keys *capability.Registry) []attempt {
	u := anyUse(rng)
	t := keys.Mint(fits(u))
	results := make([]error, 4)
	var wg sync.WaitGroup
	for i := range results {
		wg.Go(func() { results[i] = copied(t).Consume(u) })
	}
	wg.Wait()
	var done []attempt
	opened := 0
	for _, err := range results {
		if err == nil {
			opened++
			continue
		}
		a := attempt{cause: "raced", codes: []wire.Code{"CAP_ALREADY_CONSUMED"}}
		if errors.Is(err, capability.ErrUsed) {
			a.layer, a.code = layerCapability, wire.Code(capability.Code(err))
		}
		done = append(done, a)
	}
	if opened != 1 {
		return append(done, attempt{cause: "one token opened more than once"})
	}
	return done
}
