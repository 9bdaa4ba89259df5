package network

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// ErrMarket says that a handle names no market.
var ErrMarket = errors.New("no market")

// Market is a market by its handle: base token, quote token and fee in basis points, as in
// weth-usdc-5, and what sets the protocol apart where that is not Uniswap v3, as in
// weth-usdc-30-v2.
type Market struct {
	Handle      string
	Version     int // of Uniswap: 2, 3 or 4
	Base, Quote Token
	Fee         uint32         // hundredths of a basis point
	Spacing     int32          // ticks; of v4, whose pools of a fee have the spacing that v3's have
	Pool        common.Address // of v3; a pair of v2 is found by its router, a pool of v4 by its key
}

// poolCode is the hash of the creation code of every pool of Uniswap v3.
const poolCode = "0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54"

// tiers are the fees of pools in basis points, by the version.
var tiers = map[int][]uint32{2: {30}, 3: {1, 5, 30, 100}, 4: {1, 5, 30, 100}}

// spacings are the ticks between which liquidity of v3 lies, by the fee in basis points.
var spacings = map[uint64]int32{1: 1, 5: 10, 30: 60, 100: 200}

// Market returns the market of a handle, whose case does not matter. Whether it was ever opened only the chain can say.
// The error is an ErrMarket that says what there is.
func (n Network) Market(handle string) (Market, error) {
	handle = strings.ToLower(handle)
	m, name := Market{Handle: handle, Version: 3}, handle
	for version, router := range map[int]common.Address{2: n.V2Router, 4: n.V4.Router} {
		if rest, ok := strings.CutSuffix(handle, "-v"+strconv.Itoa(version)); ok && router != (common.Address{}) {
			m.Version, name = version, rest
		}
	}
	parts := strings.Split(name, "-")
	if len(parts) == 4 && parts[3] == "v3" {
		return m, fmt.Errorf("%w: %q: a market of Uniswap v3 ends with its fee: write %s", ErrMarket, handle, strings.TrimSuffix(handle, "-v3"))
	}
	if len(parts) != 3 {
		return m, fmt.Errorf("%w: %q is not base, quote and fee in basis points, as in weth-usdc-5", ErrMarket, handle)
	}
	for i, to := range []*Token{&m.Base, &m.Quote} {
		t, ok := n.Token(parts[i])
		if !ok {
			return m, fmt.Errorf("%w: %q: %s has no token %q; it has %s", ErrMarket, handle, n.Name, parts[i], strings.Join(n.Symbols(), ", "))
		}
		*to = t
	}
	if m.Base == m.Quote {
		return m, fmt.Errorf("%w: %q: the second token is what the first is priced in, and must be another one", ErrMarket, handle)
	}
	if m.Base.Dollar && !m.Quote.Dollar {
		return m, fmt.Errorf("%w: %q: a dollar is what the other token is priced in, and comes second: write %s", ErrMarket, handle, strings.Join(append([]string{parts[1], parts[0]}, strings.Split(handle, "-")[2:]...), "-"))
	}
	bps, err := strconv.ParseUint(parts[2], 10, 32)
	if err != nil || !slices.Contains(tiers[m.Version], uint32(bps)) || strconv.FormatUint(bps, 10) != parts[2] {
		return m, fmt.Errorf("%w: %q: the fee is one of %v basis points", ErrMarket, handle, tiers[m.Version])
	}
	m.Fee = uint32(bps) * 100
	switch m.Version {
	case 3:
		m.Pool = n.V3.pool(m.Base.Address, m.Quote.Address, m.Fee)
	case 4:
		m.Spacing = spacings[bps]
	}
	return m, nil
}

// pool is where the factory puts the pool of two tokens at a fee.
func (v V3) pool(one, other common.Address, fee uint32) common.Address {
	if bytes.Compare(one[:], other[:]) > 0 {
		one, other = other, one
	}
	salt := crypto.Keccak256Hash(common.LeftPadBytes(one[:], 32), common.LeftPadBytes(other[:], 32), common.LeftPadBytes([]byte{byte(fee >> 16), byte(fee >> 8), byte(fee)}, 32))
	return crypto.CreateAddress2(v.Factory, salt, common.FromHex(poolCode))
}
