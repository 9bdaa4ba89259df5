package owner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/money"
)

// steps are one run of transactions of the owner's account.
type steps struct {
	*Notary
	wish grant.Wish
	kept kept
}

// kept is what a run that was cut off goes on with: contracts that stand, by the hash of
// their creation code, which fixes all that is in them.
type kept struct {
	Owner   common.Address                 `json:"owner"`
	ChainID uint64                         `json:"chain_id"`
	Worth   money.USDC                     `json:"worth"`
	Mark    money.USDC                     `json:"high_water_mark"` // the cage's first: a part of its code, as are its losses
	Day     money.USDC                     `json:"max_loss_per_day"`
	Session money.USDC                     `json:"max_loss_per_session"`
	Created map[common.Hash]common.Address `json:"created"`
	Sent    map[common.Hash]sent           `json:"sent"`
	Draft   *draft                         `json:"draft,omitempty"` // what a contract was asked to sign
}

// sent is a creation that was signed, kept before it leaves; whether it stands is on the
// chain.
type sent struct {
	Tx  common.Hash    `json:"tx"`
	Raw hexutil.Bytes  `json:"raw"`
	At  common.Address `json:"at"`
}

func (n *Notary) begin(ctx context.Context, wish grant.Wish) (*steps, error) {
	s := &steps{Notary: n, wish: wish, kept: kept{Owner: wish.Owner, ChainID: wish.ChainID, Created: map[common.Hash]common.Address{}, Sent: map[common.Hash]sent{}}}
	if wish.Mode == grant.Delegation {
		s.kept.Worth, s.kept.Mark, s.kept.Day, s.kept.Session = wish.Worth, wish.Mark, wish.Limits.DayLoss, wish.Limits.SessionLoss
	}
	old, err := n.left(wish.Owner, wish.ChainID)
	if err != nil {
		return nil, err
	}
	maps.Copy(s.kept.Sent, old.Sent)
	s.kept.Draft = old.Draft
	return s, s.recall(ctx, old.Created)
}

// left is what a run before left of an owner's steps; it is empty where there was none.
func (n *Notary) left(owner common.Address, chainID uint64) (old kept, _ error) {
	text, err := os.ReadFile(n.Kept)
	if errors.Is(err, fs.ErrNotExist) {
		return old, nil
	}
	if err != nil {
		return old, err
	}
	if err := json.Unmarshal(text, &old); err != nil {
		return old, fmt.Errorf("%w: %s is damaged (%w): move it away, and the contracts are created again", ErrAsk, n.Kept, err)
	}
	if old.Owner != owner || old.ChainID != chainID {
		return old, fmt.Errorf("%w: %s is of the owner %s on chain %d: choose another --out", ErrAsk, n.Kept, old.Owner, old.ChainID)
	}
	return old, nil
}

// recall takes in the contracts of a run before that stand on this chain: a devnet may
// have begun anew under the same id.
func (s *steps) recall(ctx context.Context, created map[common.Hash]common.Address) error {
	head, err := s.Client.Head(ctx)
	if err != nil {
		return err
	}
	b := s.Client.At(head.Hash)
	codes := map[common.Hash]*rpc.Read[[]byte]{}
	for name, at := range created {
		codes[name] = b.Code(at)
	}
	if len(codes) == 0 {
		return nil
	}
	if err := b.Do(ctx); err != nil {
		return err
	}
	for name, read := range codes {
		code, err := read.Value()
		if err != nil {
			return err
		}
		if len(code) > 0 {
			s.kept.Created[name] = created[name]
		} else {
			delete(s.kept.Sent, name)
		}
	}
	return nil
}

// create brings every contract of the wish onto the chain, one after the other, because
// the arguments of the later ones name the earlier.
func (s *steps) create(ctx context.Context) (grant.Standing, error) {
	have, _, err := s.has(ctx)
	if err != nil {
		return have, err
	}
	placed := map[int]common.Address{}
	site := func(n int) common.Address { // of what does not stand yet anything does: nothing before it names it
		if at, stands := placed[n]; stands {
			return at
		}
		return common.Address{0xff, byte(n + 1)}
	}
	for i := 0; ; i++ {
		at, creations, err := s.wish.Contracts(have, site)
		if err != nil {
			return at, err
		}
		if i == len(creations) {
			return at, nil
		}
		if placed[i], err = s.one(ctx, creations[i]); err != nil {
			return at, fmt.Errorf("create %s: %w", creations[i].Name, err)
		}
	}
}

// one creates a contract, unless it stands or is on its way.
func (s *steps) one(ctx context.Context, c grant.Creation) (common.Address, error) {
	name := crypto.Keccak256Hash(c.Code)
	if at, done := s.kept.Created[name]; done {
		s.Progress("%s stands at %s", c.Name, at)
		return at, nil
	}
	if old, left := s.kept.Sent[name]; left {
		r, err := s.again(ctx, old)
		if err == nil {
			return old.At, s.standing(name, c.Name, old.At, r)
		}
		if !errors.Is(err, rpc.ErrNonceTooLow) {
			return old.At, err
		}
	}
	var to *common.Address
	at, data := common.Address{}, c.Code
	if c.Shared {
		at, data = policycage.Shared(c.Code)
		if stands, err := s.stands(ctx, at); err != nil || stands {
			return at, err
		}
		to = &policycage.Deployer
	}
	receipt, err := s.send(ctx, to, data, func(tx signer.Transaction, nonce uint64) error {
		if !c.Shared {
			at = crypto.CreateAddress(s.Key.Address(), nonce)
		}
		s.kept.Sent[name] = sent{tx.Hash, tx.Raw, at}
		return s.keep()
	})
	if err != nil {
		return at, err
	}
	return at, s.standing(name, c.Name, at, receipt)
}

// stands reports whether there is code at an address.
func (s *steps) stands(ctx context.Context, at common.Address) (bool, error) {
	head, err := s.Client.Head(ctx)
	if err != nil {
		return false, err
	}
	b := s.Client.At(head.Hash)
	read := b.Code(at)
	if err := b.Do(ctx); err != nil {
		return false, err
	}
	code, err := read.Value()
	return len(code) > 0, err
}

// held reads which cage an account is held by; zero is none.
func (s *steps) held(ctx context.Context, block common.Hash, enforcer common.Address) (common.Address, error) {
	codec := bind.NewCageEnforcer()
	b := s.Client.At(block)
	read := b.Call(enforcer, codec.PackCages(s.wish.Account))
	if err := b.Do(ctx); err != nil {
		return common.Address{}, err
	}
	raw, err := read.Value()
	if err != nil {
		return common.Address{}, err
	}
	return codec.UnpackCages(raw)
}

// again hands over once more what a run before signed, the same bytes. It is
// rpc.ErrNonceTooLow where another transaction took its place.
func (s *steps) again(ctx context.Context, old sent) (*rpc.Receipt, error) {
	r, err := s.Client.Receipt(ctx, old.Tx)
	if err == nil || !errors.Is(err, rpc.ErrNotFound) {
		return r, err
	}
	return s.include(ctx, signer.Transaction{Hash: old.Tx, Raw: old.Raw})
}

func (s *steps) standing(hash common.Hash, name string, at common.Address, r *rpc.Receipt) error {
	if r.Status != types.ReceiptStatusSuccessful {
		delete(s.kept.Sent, hash)
		return errors.Join(fmt.Errorf("transaction %s reverted", r.TxHash), s.keep())
	}
	s.kept.Created[hash] = at
	s.Progress("%s stands at %s, %d gas", name, at, r.GasUsed)
	return s.keep()
}

// calling makes the calls that are the account's own, where its key is ours.
func (s *steps) calling(ctx context.Context, at grant.Standing) error {
	calls, err := s.calls(ctx, at)
	if err != nil {
		return err
	}
	for _, c := range calls {
		r, err := s.send(ctx, &c.to, c.data, nil)
		if err == nil && r.Status != types.ReceiptStatusSuccessful {
			err = fmt.Errorf("transaction %s reverted", r.TxHash)
		}
		if err != nil {
			return fmt.Errorf("have it that %s: %w", c.so, err)
		}
		s.Progress("%s", c.so)
	}
	return nil
}

func (s *steps) registered(ctx context.Context, block common.Hash, lives common.Address) (bool, error) {
	codec := bind.NewVitalityOracle()
	b := s.Client.At(block)
	read := b.Call(lives, codec.PackGetPhase(s.wish.Key))
	if err := b.Do(ctx); err != nil {
		return false, err
	}
	raw, err := read.Value()
	if err != nil {
		return false, err
	}
	said, err := codec.UnpackGetPhase(raw)
	return said.Registered, err
}

// become gives the owner's account the code of a delegator.
func (s *steps) become(ctx context.Context, code common.Address) error {
	nonce, fees, err := s.next(ctx)
	if err != nil {
		return err
	}
	tx, err := s.Key.SignBecoming(nonce, code, 200_000, fees)
	if err != nil {
		return err
	}
	r, err := s.include(ctx, tx)
	if err == nil && r.Status != types.ReceiptStatusSuccessful {
		err = fmt.Errorf("transaction %s reverted", r.TxHash)
	}
	if err == nil {
		s.Progress("the owner's account takes on %s", code)
	}
	return err
}

func (s *steps) keep() error {
	text, err := json.MarshalIndent(s.kept, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(s.Kept, 0o600, append(text, '\n'))
}
