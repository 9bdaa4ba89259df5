package grantor

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/mirage/history"
)

// framework creates MetaMask's manager, its account for EIP-7702 and its counter, and has
// the owner's account become one.
func (s *stage) framework(ctx context.Context) (manager, counter common.Address, err error) {
	var errands []history.Errand
	entry, manager, account, counter := s.next(0), s.next(1), s.next(2), s.next(3)
	for _, c := range []struct {
		name string
		args []common.Address
	}{{"EntryPoint07", nil}, {"DelegationManager", []common.Address{s.account}}, {"EIP7702StatelessDeleGator", []common.Address{manager, entry}}, {"LimitedCallsEnforcer", nil}} {
		code, err := s.code(c.name, c.args...)
		if err != nil {
			return manager, counter, err
		}
		errands = append(errands, history.Errand{Data: code})
	}
	return manager, counter, s.run(ctx, append(errands, history.Errand{Become: account})...)
}

// code is the creation code of a contract of the framework, with addresses as arguments.
func (s *stage) code(name string, args ...common.Address) ([]byte, error) {
	c, err := s.Artifacts.Contract(name)
	if err != nil {
		return nil, err
	}
	code, err := c.Code(nil)
	for _, a := range args {
		code = append(code, common.LeftPadBytes(a[:], 32)...)
	}
	return code, err
}

// signed creates what the wish needs and has the owner sign the delegation.
func (s *stage) signed(ctx context.Context, wish grant.Wish) (grant.Grant, error) {
	at, creations, err := wish.Contracts(grant.Standing{}, s.next)
	if err != nil {
		return grant.Grant{}, err
	}
	var errands []history.Errand
	for _, c := range creations {
		e := history.Errand{Data: c.Code}
		if c.Shared {
			if e, err = s.shared(ctx, c.Code); err != nil {
				return grant.Grant{}, err
			}
		}
		errands = append(errands, e)
	}
	if wish.Mode == grant.Delegation {
		errands = append(errands, history.Errand{To: &at.Lives, Data: wish.Register()}, history.Errand{To: &at.Enforcer, Data: wish.Bind(at)})
	}
	if err := s.run(ctx, errands...); err != nil {
		return grant.Grant{}, err
	}
	g, err := wish.Grant(at)
	if err != nil {
		return g, err
	}
	digest, err := g.Delegation.Digest(environment.ChainID, wish.Manager)
	if err != nil {
		return g, err
	}
	g.Delegation.Signature, err = crypto.Sign(digest[:], s.owner)
	if err == nil {
		g.Delegation.Signature[crypto.RecoveryIDOffset] += 27
	}
	return g, err
}

// shared has the deployer create what stands on a chain once. Where the owner of another Golem in the world had it created,
// nothing is sent to nobody, so that what follows is created where it was said to be.
func (s *stage) shared(ctx context.Context, code []byte) (history.Errand, error) {
	at, data := policycage.Shared(code)
	var stands hexutil.Bytes
	err := s.world.Client().CallContext(ctx, &stands, "eth_getCode", at, "latest")
	if len(stands) > 0 {
		return history.Errand{To: new(common.BytesToAddress([]byte("bardo: nobody")))}, err
	}
	return history.Errand{To: &policycage.Deployer, Data: data}, err
}

// next is the address of the creation that n further errands would make.
func (s *stage) next(n int) common.Address {
	return crypto.CreateAddress(s.account, s.nonce+uint64(n)) //nolint:gosec // small
}

func (s *stage) run(ctx context.Context, errands ...history.Errand) error {
	if _, err := s.world.Errands(ctx, s.owner, errands); err != nil {
		return err
	}
	for _, e := range errands {
		if s.nonce++; e.Become != (common.Address{}) {
			s.nonce++
		}
	}
	return nil
}
