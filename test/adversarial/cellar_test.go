package adversarial

import (
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/erc4626"
	"bardo.run/bardo/mirage/artifact"
)

// onVault is the handle of a basket's vault.
const onVault = erc4626.Name

// cellar is a basket's vault of the numeraire, whose owner is the adversary: he lends out what lies in
// it, takes a fee of who leaves, and gives it what he likes. Most of its shares are his.
type cellar struct {
	at    common.Address
	holds *coin
}

// buries is what the adversary put into the vault, in whole dollars.
const buries = 2_000_000

// digs puts a vault beside a basket's markets.
func (b *basket) digs() {
	b.r.t.Helper()
	set, err := artifact.FindKit()
	check(b.r.t, err)
	contract, err := set.Contract("Vault")
	check(b.r.t, err)
	code, err := contract.Code(nil)
	check(b.r.t, err)
	c := b.named(usd)
	at, _ := b.maker.Create(append(code, bind.NewVault().PackConstructor(c.at, "Deep vault", "dvUSDC")...))
	b.cellar = &cellar{at, c}
	b.must(c.at, bind.NewERC20().PackApprove(at, c.units(100*buries)))
	b.must(at, bind.NewERC4626().PackDeposit(c.units(buries), b.r.Account))
	b.must(c.at, bind.NewERC20().PackTransfer(b.maker.Address, c.units(buries)))
	b.maker.Must(c.at, bind.NewERC20().PackApprove(at, c.units(100*buries)))
}

// deployed is how a Golem finds it.
func (c *cellar) deployed() []protocol.Deployment {
	if c == nil {
		return nil
	}
	return []protocol.Deployment{protocol.Deploy(erc4626.Name, "", erc4626.Terms{Vault: c.at})}
}

// rules is a call of the vault's owner.
func (b *basket) rules(data []byte) {
	b.r.t.Helper()
	b.maker.Must(b.cellar.at, data)
	b.r.seals()
}

// charges has the vault keep so many basis points of what leaves it.
func (b *basket) charges(bps int64) { b.rules(bind.NewVault().PackCharge(big.NewInt(bps))) }

// closes has the vault take and pay nothing, or opens it.
func (b *basket) closes(shut bool) { b.rules(bind.NewVault().PackPause(shut)) }

// empties lends out all but so many basis points of what lies in the vault.
func (b *basket) empties(but int64) {
	v := b.r.reads().number(b.cellar.holds.at, "balanceOf", b.cellar.at)
	b.rules(bind.NewVault().PackLend(v.Quo(v.Mul(v, big.NewInt(10_000-but)), big.NewInt(10_000))))
}

// settles has it as on a calm day.
func (b *basket) settles() {
	b.r.t.Helper()
	if b.cellar == nil {
		return
	}
	lent := new(big.Int).SetBytes(b.r.Ask(b.cellar.at, evmtest.Pack("lent()")))
	if lent.Sign() > 0 {
		b.rules(bind.NewVault().PackSettle(lent, new(big.Int), new(big.Int)))
	}
	b.charges(0)
	b.closes(false)
}

// vaultWords are the words of a vault that an order may say.
var vaultWords = must(abi.JSON(strings.NewReader(`[
 {"type":"function","name":"deposit","inputs":[{"name":"assets","type":"uint256"},{"name":"to","type":"address"}]},
 {"type":"function","name":"withdraw","inputs":[{"name":"assets","type":"uint256"},{"name":"to","type":"address"},{"name":"who","type":"address"}]},
 {"type":"function","name":"redeem","inputs":[{"name":"shares","type":"uint256"},{"name":"to","type":"address"},{"name":"who","type":"address"}]}]`)))

// pays is what leaving the vault would bring the account behind a block, in its units: what comes of
// a redemption of all that it takes back, as it is carried out there, whatever it says of itself.
func (c *cellar) pays(r *realm, block uint64) *big.Int {
	takes := new(big.Int).SetBytes(r.readsIn(block).ask(c.at, bind.NewERC4626().PackMaxRedeem(r.account)))
	call := map[string]any{"from": r.account, "to": c.at, "data": hexutil.Bytes(must(vaultWords.Pack("redeem", takes, r.account, r.account)))}
	var raw hexutil.Bytes
	if err := r.RPC.Call(&raw, "eth_call", call, hexutil.EncodeUint64(block)); err != nil || len(raw) < 32 {
		return new(big.Int) // it pays nothing now
	}
	return new(big.Int).SetBytes(raw[:32])
}

// stored holds a deposit: what leaving pays has to grow by what went in, but for what a move may lose.
func (a *appraiser) stored(v *verdict, e *errand) {
	s := e.mains[0]
	if e.value = a.goods.cellar.holds.worth(s.num("assets")); !e.ok {
		return
	}
	is, was := a.held[e.block], a.held[e.block-1]
	grew := new(big.Int).Sub(is.of(is.market, onVault), was.of(was.market, onVault))
	if want := share(e.value, 10_000-moveBPS); grew.Add(grew, big.NewInt(2)).Cmp(want) < 0 {
		v.violated(e.value, "block %d: %s went into the vault, and leaving it pays %s more", e.block, e.value, grew)
	}
}
