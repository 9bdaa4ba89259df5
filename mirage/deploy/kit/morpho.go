package kit

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy"
)

// MorphoBlue is the protocol whose recipe this is.
const MorphoBlue = "morpho-blue"

var morphoBlue = recipe{
	protocol: MorphoBlue,
	lend:     func(w *writer, _ string) { w.morpho("morpho blue") },
	markets: func(book deploy.Book) (all []string) {
		for _, entry := range alone(MorphoBlue, "Morpho")(book) {
			all = append(all, entry+" "+MorphoID(MorphoMarket(book)).Hex())
		}
		return all
	},
	use: func(book deploy.Book, who common.Address) Use {
		at, market, none, blue := book.Address("Morpho"), MorphoMarket(book), new(big.Int), bind.NewMorpho()
		return Use{
			At: at, ID: MorphoID(market),
			Ready: pledging(book, at, func(pledge *big.Int) []byte {
				return blue.PackSupplyCollateral(market, pledge, who, []byte{})
			}),
			Take: to(at, func(units *big.Int) []byte { return blue.PackBorrow(market, units, none, who, who) }),
			Give: to(at, func(units *big.Int) []byte { return blue.PackRepay(market, units, none, who, []byte{}) }),
		}
	},
}

var (
	// perSecond is 4 % a year, scaled by 10^18.
	perSecond = big.NewInt(40_000_000_000_000_000 / (365 * 24 * 3600))
	// lltv is 86 %, scaled by 10^18.
	lltv = big.NewInt(86e16)
)

// MorphoMarket is the market that lends USDC against WETH. A market's id is the hash of
// its packed parameters.
func MorphoMarket(book deploy.Book) bind.MarketParams { return morphoMarket(book.Address) }

func morphoMarket(at func(string) common.Address) bind.MarketParams {
	return bind.MarketParams{
		LoanToken: at("USDC"), CollateralToken: at("WETH9"), Oracle: at("MorphoOracle"), Irm: at("MorphoRate"), Lltv: lltv,
	}
}

// MorphoID is the id of a market.
func MorphoID(m bind.MarketParams) common.Hash {
	return crypto.Keccak256Hash(
		common.LeftPadBytes(m.LoanToken[:], 32), common.LeftPadBytes(m.CollateralToken[:], 32), common.LeftPadBytes(m.Oracle[:], 32),
		common.LeftPadBytes(m.Irm[:], 32), common.BigToHash(m.Lltv).Bytes())
}

// morpho creates the protocol, one market, and lends to it. The market's rate is fixed and of our
// own, because no package ships the adaptive one.
func (w *writer) morpho(phase string) {
	m := bind.NewMorpho()
	at := w.make(phase, "Morpho", m.PackConstructor(w.Deployer()), nil)
	w.ours(phase, "MorphoOracle", "FeedOracle", bind.NewFeedOracle().PackConstructor(w.At("ETHFeed"), 8, 6, 18))
	irm := w.ours(phase, "MorphoRate", "FixedRate", bind.NewFixedRate().PackConstructor(perSecond))
	market := morphoMarket(w.At)
	w.Call(phase, "enable rate", at, m.PackEnableIrm(irm))
	w.Call(phase, "enable lltv", at, m.PackEnableLltv(lltv))
	w.Call(phase, "create market", at, m.PackCreateMarket(market))
	w.approve(phase, at, "USDC")
	w.Call(phase, "lend", at, m.PackSupply(market, w.lent, new(big.Int), w.Deployer(), []byte{}))
}
