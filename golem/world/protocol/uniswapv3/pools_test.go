package uniswapv3_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
)

// two is the subject beside a second pool of its tokens, at 0.3 %.
type two struct {
	*subject
	other common.Address
}

func newTwo(t testing.TB) *two {
	s := newPool(t).(*subject)
	factory, abi := protocoltest.Ask(s.Node, s.Positions, npm.PackFactory(), npm.UnpackFactory), bind.NewUniswapV3Factory()
	s.maker.Must(factory, abi.PackCreatePool(s.USDC, s.WETH, big.NewInt(3_000)))
	other := protocoltest.Ask(s.Node, factory, abi.PackGetPool(s.USDC, s.WETH, big.NewInt(3_000)), abi.UnpackGetPool)
	s.maker.Must(other, pool.PackInitialize(s.slot().SqrtPriceX96))
	return &two{s, other}
}

// Stage implements protocoltest.Subject.
func (s *two) Stage() protocoltest.Stage {
	stage := s.subject.Stage()
	terms := uniswapv3.Terms{Pool: s.other, Router: s.Router, Positions: s.Positions}
	stage.Deployments = append(stage.Deployments, protocol.Deploy(uniswapv3.Name, "", terms))
	return stage
}

// However many dearer positions strangers send to the account in one pool, its own in another is read.
func TestACrowdInOnePoolHidesNothingInAnother(t *testing.T) {
	const follows = 64
	s := newTwo(t)
	s.maker.Must(s.Positions, s.mintAt(3_000, s.Account, s.near(0)/60*60-600, s.near(0)/60*60+600, 1e6))
	own := s.held()[0].String()
	for range follows {
		s.maker.Must(s.Positions, s.mint(s.Account, s.near(-100), s.near(100), 100e6))
	}
	r := protocoltest.Read(t, s)
	if p, ok := r.Position(own); !ok || r.Crowd != follows+1 || len(r.Positions) != follows || p.Market != r.Markets[1].Handle {
		t.Errorf("of a crowd of %d are read %d, and %+v", r.Crowd, len(r.Positions), p)
	}
}

// A pool that stands at another address than the factory's for its tokens and its fee is none that
// orders reach, whatever it says of itself.
func TestAPoolThatOrdersDoNotReachIsNotOpened(t *testing.T) {
	s := newPool(t).(*subject)
	var code hexutil.Bytes
	if err := s.RPC.Call(&code, "eth_getCode", s.Pool, "latest"); err != nil {
		t.Fatal(err)
	}
	client := rpc.New(s.RPC)
	for at, reached := range map[common.Address]bool{s.Pool: true, s.Deploy(code): false} {
		head, err := client.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		o := &protocol.Opening{Client: client, Block: head.Hash, Account: s.Account, Numeraire: s.USDC}
		terms := uniswapv3.Terms{Pool: at, Router: s.Router, Positions: s.Positions}
		_, _, err = uniswapv3.Open(t.Context(), o, []protocol.Deployment{protocol.Deploy(uniswapv3.Name, "", terms)})
		if reached != (err == nil) || !reached && (!errors.Is(err, protocol.ErrSelfReport) || !strings.HasSuffix(err.Error(), "reach pool "+s.Pool.Hex())) {
			t.Errorf("reached %v: %v", reached, err)
		}
	}
}
