package adversarial

import (
	"encoding/hex"
	"math/big"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
)

// lureCode is a token that calls itself USDC, says of everybody that he holds and allows
// 2^255, and tells of a transfer of 2^200 whenever one is asked for, to whom it is asked for:
//
//	selector; transfer: log Transfer(caller, to, 2^200), return true
//	symbol, name: return "USDC"; anything else: return 2^255
var lureCode = must(hex.DecodeString(strings.NewReplacer(" ", "", "\n", "", "\t", "").Replace(`
	5f35 60e0 1c 80 63a9059cbb 14 602d 57 80 6395d89b41 14 6066 57 6306fdde03 14 6066 57
	6001 60ff 1b 5f 52 6020 5f f3
	5b 6001 60c8 1b 5f 52 6004 35 33 7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef 6020 5f a3 6001 5f 52 6020 5f f3
	5b 6020 5f 52 6004 6020 52 6355534443 60e0 1b 6040 52 6060 5f f3`)))

// wiles are the adversary's own tokens and pools, and what he gave the account.
type wiles struct {
	lure, toll, echo common.Address   // tokens that lie about balances, keep half, and re-enter
	pools            []common.Address // of both real tokens at a fee of his, and of his own token
	alien            []string         // positions in them, which the account has
	unasked          map[string]bool  // positions that the account has of him, anywhere
}

// showers gives the account what it never asked for, and lets it see that.
func (c *campaign) showers() {
	if c.r.lure == (common.Address{}) {
		c.r.strews()
	}
	for range 3 {
		c.r.gives()
	}
	c.passes(time.Minute)
}

// strews creates what the adversary has of his own: three tokens; a pool of the two real ones
// at a fee that nobody else uses, in which an ether costs a fifth less; one of a token that
// re-enters; and a position for the account in each, and in a pool at another fee, in which he
// then makes an ether cost a fifth more.
func (r *realm) strews() {
	r.t.Helper()
	r.lure, r.toll = r.Deploy(lureCode), r.Deploy(evmtest.TollToken())
	r.echo = r.Deploy(evmtest.ReenteringToken(bind.NewNonfungiblePositionManager().PackSweepToken(r.USDC, new(big.Int), r.Account)))
	for _, token := range []common.Address{r.toll, r.echo} {
		r.must(token, evmtest.Pack("mint(address,uint256)", r.Account[:], big.NewInt(1e12).Bytes()))
	}
	r.opens(r.WETH, 100, moved(r.fair(), 2_000), big.NewInt(5e17))
	r.opens(r.echo, 3_000, new(big.Int).Lsh(big.NewInt(1), 96), big.NewInt(1_000e6))
	r.presents(r.WETH, 10_000, big.NewInt(1_000e6), big.NewInt(5e17))
	r.must(r.Router, r.pushIn(10_000, r.fair(), 2_000))
}

// opens creates a pool of USDC and another token, at a price, and a position in it for the
// account.
func (r *realm) opens(token common.Address, fee int64, root, amount *big.Int) {
	r.t.Helper()
	factory, at := bind.NewUniswapV3Factory(), r.kit.At("UniswapV3Factory")
	r.must(at, factory.PackCreatePool(r.USDC, token, big.NewInt(fee)))
	pool := common.BytesToAddress(r.reads().ask(at, factory.PackGetPool(r.USDC, token, big.NewInt(fee))))
	r.must(pool, bind.NewUniswapV3Pool().PackInitialize(root))
	r.pools = append(r.pools, pool)
	r.alien = append(r.alien, r.presents(token, fee, big.NewInt(1_000e6), amount))
}

// gives sends the account a little of each token of his, a crumb of liquidity in its own
// pool, and one in his.
func (r *realm) gives() {
	for _, token := range []common.Address{r.lure, r.toll, r.echo} {
		r.must(token, bind.NewERC20().PackTransfer(r.account, big.NewInt(2)))
	}
	r.presents(r.WETH, 500, big.NewInt(10_000), big.NewInt(1e10))
	r.alien = append(r.alien, r.presents(r.WETH, 100, big.NewInt(10_000), big.NewInt(1e10)))
}

// presents mints a position for the account, in the pool of USDC and another token, over all
// prices, and returns its number.
func (r *realm) presents(token common.Address, fee int64, usdc, other *big.Int) string {
	r.t.Helper()
	p := bind.INonfungiblePositionManagerMintParams{
		Token0: r.USDC, Token1: token, Fee: big.NewInt(fee), TickLower: big.NewInt(int64(uniswap.MinUsableTick(600))), TickUpper: big.NewInt(int64(uniswap.MaxUsableTick(600))),
		Amount0Desired: usdc, Amount1Desired: other, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: r.account, Deadline: evmtest.Deadline(),
	}
	if token.Cmp(r.USDC) < 0 {
		p.Token0, p.Token1, p.Amount0Desired, p.Amount1Desired = token, r.USDC, other, usdc
	}
	defer r.seals()
	for _, e := range r.Execute(r.Positions, bind.NewNonfungiblePositionManager().PackMint(p)).Logs {
		if e.Address == r.Positions && len(e.Topics) == 4 {
			id := e.Topics[3].Big().String()
			r.unasked[id] = true
			return id
		}
	}
	r.t.Error("the adversary presents no position")
	return ""
}

// must is a call of the adversary's that has to succeed.
func (r *realm) must(to common.Address, data []byte) {
	r.t.Helper()
	if !r.does(to, data) {
		r.t.Errorf("a call of the adversary's reverted: %s %x", to, data[:4])
	}
}

// baited are a swap, a mint, a leaving and a claim of what is the adversary's own.
func (c *campaign) baited(d draft) []byte {
	if c.r.lure == (common.Address{}) {
		return nil
	}
	bait := func(of ...common.Address) string { return quote(pick(c.rng, of...).Hex()) }
	switch d.one(c.rng, "token_in", "token_out", "market", "asset", "position_id") {
	case "":
		return nil
	case "market":
		d.params["market"] = bait(c.r.pools...)
	case "position_id":
		d.params["position_id"] = quote(pick(c.rng, c.r.alien...))
	case "asset":
		d.params["asset"] = bait(c.r.lure, c.r.toll, c.r.echo)
	case "token_in":
		d.params["token_in"] = bait(c.r.lure, c.r.toll, c.r.echo)
	default:
		d.params["token_out"] = bait(c.r.lure, c.r.toll, c.r.echo)
	}
	return d.says()
}
