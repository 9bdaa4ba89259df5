package deploy_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/mirage/deploy"
)

var errKilled = errors.New("killed")

// mortal dies before its n-th block.
type mortal struct {
	deploy.Chain
	left int
}

func (c *mortal) Seal(ctx context.Context, txs []*types.Transaction) error {
	if c.left == 0 {
		return errKilled
	}
	c.left--
	return c.Chain.Seal(ctx, txs)
}

func TestInterruptedDeploymentGoesOnWhereItStopped(t *testing.T) {
	set := artifacts(t)
	_, whole := deployed(t, set, usdcWeth())
	n := devnet(t, set, usdcWeth())
	for blocks := 0; ; blocks++ {
		if blocks > 20 {
			t.Fatal("the deployment never ends")
		}
		b, err := deploy.Deploy(t.Context(), &mortal{deploy.On(n), 1}, set, usdcWeth())
		if err == nil {
			if saved(t, b) != saved(t, whole) {
				t.Error("another book than that of an uninterrupted deployment")
			}
			break
		}
		if !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
	}
	head := n.Chain.Head().Number.Uint64()
	if _, err := deploy.Deploy(t.Context(), deploy.On(n), set, usdcWeth()); err != nil || n.Chain.Head().Number.Uint64() != head {
		t.Errorf("a whole deployment was not left alone: %v", err)
	}
	deployer, err := usdcWeth().DeployerKey()
	check(t, err)
	send(t, n, deployer, addressOf(golem), nil)
	if _, err := deploy.Deploy(t.Context(), deploy.On(n), set, usdcWeth()); err != nil {
		t.Errorf("a deployer that went on sending: %v", err)
	}
	other := usdcWeth()
	other.Pools[0].Fee = 3000
	if _, err := deploy.Deploy(t.Context(), deploy.On(n), set, other); !errors.Is(err, deploy.ErrForeign) {
		t.Errorf("another plan on the same account: %v", err)
	}
}
