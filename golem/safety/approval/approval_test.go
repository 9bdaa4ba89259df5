package approval

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"pgregory.net/rapid"
)

var owner, stranger = key("owner"), key("stranger")

func key(name string) *ecdsa.PrivateKey {
	k, err := crypto.ToECDSA(crypto.Keccak256([]byte(name)))
	if err != nil {
		panic(err)
	}
	return k
}

func address(k *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(k.PublicKey) }

const now = 1_790_000_000

func wanted() Approval {
	return Approval{GolemID: "golem-1", Tool: "set_fee", Params: common.Hash{7}, Nonce: common.Hash{1}, Deadline: now + 60, ChainID: 8453}
}

func (a Approval) by(t interface{ Fatal(...any) }, k *ecdsa.PrivateKey) Approval {
	digest, err := a.Digest()
	if err != nil {
		t.Fatal(err)
	}
	sig, err := crypto.Sign(digest[:], k)
	if err != nil {
		t.Fatal(err)
	}
	sig[64] += 27
	a.Signature = sig
	return a
}

func box() *Box { return NewBox("golem-1", 8453, Wallet{Address: address(owner)}) }

// spec: safety §3 — reuse, expiry, wrong golem or wrong params ⇒ refusal.
func TestAnApprovalOpensItsOneCallOnce(t *testing.T) {
	b, a := box(), wanted().by(t, owner)
	if err := b.Use("set_fee", a.Params, now); !errors.Is(err, ErrNone) {
		t.Errorf("before it was given: %v", err)
	}
	if err := b.Give(t.Context(), a, now); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"other parameters": b.Use("set_fee", common.Hash{8}, now), "another tool": b.Use("set_owner", a.Params, now),
	} {
		if !errors.Is(err, ErrNone) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := b.Use("set_fee", a.Params, now+60); err != nil {
		t.Errorf("in its last second: %v", err)
	}
	if err := b.Use("set_fee", a.Params, now); !errors.Is(err, ErrNone) {
		t.Errorf("used twice: %v", err)
	}
	if err := b.Give(t.Context(), a, now); !errors.Is(err, ErrUsed) {
		t.Errorf("given twice: %v", err)
	}
}

func TestAnApprovalThatDoesNotFitIsNotTaken(t *testing.T) {
	for name, c := range map[string]struct {
		a    Approval
		want error
	}{
		"another golem":         {func() Approval { a := wanted(); a.GolemID = "golem-2"; return a.by(t, owner) }(), ErrGolem},
		"another chain":         {func() Approval { a := wanted(); a.ChainID = 1; return a.by(t, owner) }(), ErrChain},
		"too late":              {func() Approval { a := wanted(); a.Deadline = now - 1; return a.by(t, owner) }(), ErrExpired},
		"another signer":        {wanted().by(t, stranger), ErrSigner},
		"no signature":          {wanted(), ErrSigner},
		"changed params":        {func() Approval { a := wanted().by(t, owner); a.Params[0]++; return a }(), ErrSigner},
		"changed tool":          {func() Approval { a := wanted().by(t, owner); a.Tool = "set_owner"; return a }(), ErrSigner},
		"changed nonce":         {func() Approval { a := wanted().by(t, owner); a.Nonce[5]++; return a }(), ErrSigner},
		"changed deadline":      {func() Approval { a := wanted().by(t, owner); a.Deadline++; return a }(), ErrSigner},
		"a cut signature":       {func() Approval { a := wanted().by(t, owner); a.Signature = a.Signature[:64]; return a }(), ErrSigner},
		"a long signature":      {func() Approval { a := wanted().by(t, owner); a.Signature = append(a.Signature, 0); return a }(), ErrSigner},
		"a wrong recovery":      {func() Approval { a := wanted().by(t, owner); a.Signature[64] = 0; return a }(), ErrSigner},
		"no point of the curve": {func() Approval { a := wanted(); a.Signature = append(make([]byte, 64), 27); return a }(), ErrSigner},
		"signed for a mail": {func() Approval {
			a := wanted()
			a.Signature, _ = crypto.Sign(crypto.Keccak256([]byte("hi")), owner)
			return a
		}(), ErrSigner},
	} {
		b := box()
		if err := b.Give(t.Context(), c.a, now); err == nil || !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if err := b.Use(c.a.Tool, c.a.Params, now); !errors.Is(err, ErrNone) {
			t.Errorf("%s opens its call: %v", name, err)
		}
	}
	if err := NewBox("golem-1", 8453, Wallet{}).Give(t.Context(), wanted().by(t, owner), now); !errors.Is(err, ErrSigner) {
		t.Errorf("a Golem of nobody: %v", err)
	}
}

// An approval that nobody used ends with its deadline, and its nonce stays used.
func TestAnApprovalEndsWithItsDeadline(t *testing.T) {
	b, a := box(), wanted().by(t, owner)
	if err := b.Give(t.Context(), a, now); err != nil {
		t.Fatal(err)
	}
	if err := b.Use("set_fee", a.Params, now+61); !errors.Is(err, ErrNone) {
		t.Errorf("a second late: %v", err)
	}
	if err := b.Give(t.Context(), a, now); !errors.Is(err, ErrUsed) {
		t.Errorf("given again: %v", err)
	}
}

// spec: safety §3 — contract owners verified by ERC-1271. What cannot be asked is no yes,
// and may be asked again.
func TestASmartAccountIsAskedBehindItsKey(t *testing.T) {
	errDown, asked := errors.New("down"), 0
	var answer bool
	var failure error
	account := Wallet{Address: address(owner), Contract: func(_ context.Context, at common.Address, digest common.Hash, _ []byte) (bool, error) {
		if want, _ := wanted().Digest(); at != address(owner) || digest != want {
			t.Errorf("asked %s about %s", at, digest)
		}
		asked++
		return answer, failure
	}}
	b := NewBox("golem-1", 8453, account)
	a := wanted()
	a.Signature = []byte("of a contract")
	failure = errDown
	if err := b.Give(t.Context(), a, now); !errors.Is(err, errDown) {
		t.Errorf("a contract that is away: %v", err)
	}
	failure = nil
	if err := b.Give(t.Context(), a, now); !errors.Is(err, ErrSigner) {
		t.Errorf("a contract that says no: %v", err)
	}
	answer = true
	if err := b.Give(t.Context(), a, now); err != nil || asked != 3 {
		t.Errorf("a contract that says yes: %v after %d questions", err, asked)
	}
	if err := NewBox("golem-1", 8453, account).Give(t.Context(), wanted().by(t, owner), now); err != nil || asked != 3 {
		t.Errorf("its key: %v after %d questions", err, asked)
	}
}

// Of any number that ask at once one call is opened, and of any number that give the same
// approval one is taken.
func TestAnApprovalIsUsedOnceOfAHundredAtOnce(t *testing.T) {
	b, a := box(), wanted().by(t, owner)
	var given, used atomic.Int64
	race := func(what func() error, n *atomic.Int64) {
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				if what() == nil {
					n.Add(1)
				}
			})
		}
		all.Wait()
	}
	race(func() error { return b.Give(t.Context(), a, now) }, &given)
	race(func() error { return b.Use("set_fee", a.Params, now) }, &used)
	if given.Load() != 1 || used.Load() != 1 {
		t.Errorf("taken %d times, used %d times", given.Load(), used.Load())
	}
}

// An approval without a deadline is none: it would open its call for ever.
func TestAnApprovalWithoutADeadlineIsNone(t *testing.T) {
	for deadline, want := range map[int64]error{-1: ErrExpired, 0: ErrExpired, 1: nil} {
		a := wanted()
		a.Deadline = deadline
		digest, err := a.Digest()
		if !errors.Is(err, want) || (err == nil) != (want == nil) || (digest == common.Hash{}) != (want != nil) {
			t.Errorf("deadline %d: %s, %v", deadline, digest, err)
		}
		if err := box().Give(t.Context(), a, -5); err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("deadline %d, before 1970: %v", deadline, err)
		}
	}
	b, a := box(), wanted().by(t, owner)
	if err := b.Give(t.Context(), a, a.Deadline); err != nil {
		t.Errorf("in its last second: %v", err)
	}
	if err := box().Give(t.Context(), a, a.Deadline+1); !errors.Is(err, ErrExpired) {
		t.Errorf("a second late: %v", err)
	}
}

// A contract is asked for an owner that is known, and for nobody else.
func TestAContractIsNotAskedForNobody(t *testing.T) {
	yes := Wallet{Contract: func(context.Context, common.Address, common.Hash, []byte) (bool, error) { return true, nil }}
	if err := NewBox("golem-1", 8453, yes).Give(t.Context(), wanted().by(t, owner), now); !errors.Is(err, ErrSigner) {
		t.Errorf("a Golem of nobody, and a contract that says yes: %v", err)
	}
}

func TestABoxIsBounded(t *testing.T) {
	b := box()
	for i := range Waiting + 1 {
		a := wanted()
		a.Nonce = common.Hash{31: byte(i), 30: 1}
		if err := b.Give(t.Context(), a.by(t, owner), now); (err == nil) != (i < Waiting) || err != nil && !errors.Is(err, ErrFull) {
			t.Fatalf("approval %d: %v", i+1, err)
		}
	}
	later := wanted()
	later.Deadline += 61
	if err := b.Give(t.Context(), later.by(t, owner), now+61); err != nil {
		t.Errorf("with 64 that are over: %v", err)
	}
}

// Two approvals that differ in anything have two digests, and JSON keeps an approval.
func TestADigestNamesTheWholeApproval(t *testing.T) {
	draw := rapid.Custom(func(t *rapid.T) Approval {
		return Approval{
			GolemID: rapid.SampledFrom([]string{"golem-1", "golem-2", ""}).Draw(t, "golem"), Tool: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "tool"),
			Params: common.Hash{rapid.Byte().Draw(t, "params")}, Nonce: common.Hash{rapid.Byte().Draw(t, "nonce")},
			Deadline: rapid.Int64Range(1, 1<<62).Draw(t, "deadline"), ChainID: rapid.Uint64Range(0, 1<<63).Draw(t, "chain"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw.Draw(t, "a"), draw.Draw(t, "b")
		x, err := a.Digest()
		y, err2 := b.Digest()
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		same := a.GolemID == b.GolemID && a.Tool == b.Tool && a.Params == b.Params && a.Nonce == b.Nonce && a.Deadline == b.Deadline && a.ChainID == b.ChainID
		if (x == y) != same {
			t.Fatalf("%+v and %+v: %s, %s", a, b, x, y)
		}
		text, err := json.Marshal(a.by(t, owner))
		var again Approval
		if err != nil || json.Unmarshal(text, &again) != nil {
			t.Fatal(err)
		}
		if z, err := again.Digest(); err != nil || z != x {
			t.Fatalf("%s became %s, %v", x, z, err)
		}
	})
}
