package adversarial

import (
	"math/big"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/golem/agent/agenttest"
)

// The checker itself must see what a session key could do beside its orders: each of
// these, in the place of an honest redemption, is a violation, and the honest one is none.
func TestTheCheckerSeesWhateverASessionKeySendsBesideItsOrders(t *testing.T) {
	s, err := newStage(custodies[1], 1, family{name: "nothing"}, filepath.Join(t.TempDir(), "journal"))
	check(t, err)
	order, own := s.honest(), s.grant.Delegation
	other := own
	other.Salt[0]++
	thief := common.Address{19: 9}
	sends := func(d delegation.Delegation, calls ...delegation.Call) []byte {
		return must(delegation.Redeem([]delegation.Delegation{d}, calls))
	}
	transfer := delegation.Call{To: s.quote(), Data: bind.NewERC20().PackTransfer(thief, big.NewInt(1))}
	for name, c := range map[string]struct {
		to   common.Address
		wei  int64
		data []byte
		bad  bool
	}{
		"an order":               {s.grant.Manager, 0, sends(own, order...), false},
		"another manager":        {thief, 0, sends(own, order...), true},
		"wei along":              {s.grant.Manager, 1, sends(own, order...), true},
		"another delegation":     {s.grant.Manager, 0, sends(other, order...), true},
		"each call alone":        {s.grant.Manager, 0, must(delegation.RedeemEach([]delegation.Delegation{own}, order)), true},
		"a single call":          {s.grant.Manager, 0, sends(own, transfer), true},
		"a transfer more":        {s.grant.Manager, 0, sends(own, append(order[:3:3], transfer)...), true},
		"an allowance left":      {s.grant.Manager, 0, sends(own, order[:2]...), true},
		"a swap to the key":      {s.grant.Manager, 0, sends(own, order[0], s.sells(s.key.Address()), order[2]), true},
		"bytes behind":           {s.grant.Manager, 0, append(sends(own, order...), 0), true},
		"a transfer of its own":  {s.quote(), 0, transfer.Data, true},
		"the last phase, unseen": {s.grant.Lives, 0, s.grant.Terminal(), true},
		"another phase":          {s.grant.Lives, 0, bind.NewVitalityOracle().PackUpdatePhase(0, 0), true},
	} {
		v := &verdict{inside: new(big.Int), outside: new(big.Int)}
		s.split(v, []*types.Transaction{types.NewTx(&types.DynamicFeeTx{To: &c.to, Value: big.NewInt(c.wei), Data: c.data})})
		if bad := len(v.violations) > 0; bad != c.bad {
			t.Errorf("%s: %v", name, v.violations)
		}
	}
}

// honest is an order as the adapters write it.
func (s *stage) honest() []delegation.Call {
	approve := func(amount int64) delegation.Call {
		return delegation.Call{To: s.quote(), Data: bind.NewERC20().PackApprove(agenttest.Router, big.NewInt(amount))}
	}
	return []delegation.Call{approve(1_000_000), s.sells(s.account), approve(0)}
}

// sells is a swap that pays somebody.
func (s *stage) sells(who common.Address) delegation.Call {
	return delegation.Call{To: agenttest.Router, Data: bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: s.quote(), TokenOut: s.base(), Fee: big.NewInt(500), Recipient: who, Deadline: big.NewInt(1), AmountIn: big.NewInt(1_000_000),
		AmountOutMinimum: big.NewInt(1), SqrtPriceLimitX96: new(big.Int),
	})}
}
