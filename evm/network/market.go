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

// Market is a pool of Uniswap v3 by its handle: base token, dollar and fee in basis points, as
// in weth-usdc-5.
type Market struct {
	Handle      string
	Base, Quote Token
	Fee         uint32 // hundredths of a basis point
	Pool        common.Address
}

// poolCode is the hash of the creation code of every pool of Uniswap v3.
const poolCode = "0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54"

// tiers are the fees of pools, in basis points.
var tiers = []uint32{1, 5, 30, 100}

// Market returns the market of a handle. Whether it was ever opened only the chain can say.
// The error is an ErrMarket that says what there is.
func (n Network) Market(handle string) (Market, error) {
	m := Market{Handle: handle}
	parts := strings.Split(handle, "-")
	if len(parts) != 3 {
		return m, fmt.Errorf("%w: %q is not base, dollar and fee in basis points, as in weth-usdc-5", ErrMarket, handle)
	}
	for i, to := range []*Token{&m.Base, &m.Quote} {
		t, ok := n.Token(parts[i])
		if !ok {
			return m, fmt.Errorf("%w: %q: %s has no token %q; it has %s", ErrMarket, handle, n.Name, parts[i], strings.Join(n.Symbols(), ", "))
		}
		*to = t
	}
	if !m.Quote.Dollar || m.Base == m.Quote {
		return m, fmt.Errorf("%w: %q: the second token is what values are counted in, one of %s, and the first another", ErrMarket, handle, strings.Join(n.dollars(), ", "))
	}
	bps, err := strconv.ParseUint(parts[2], 10, 32)
	if err != nil || !slices.Contains(tiers, uint32(bps)) || strconv.FormatUint(bps, 10) != parts[2] {
		return m, fmt.Errorf("%w: %q: the fee is one of %v basis points", ErrMarket, handle, tiers)
	}
	m.Fee = uint32(bps) * 100
	m.Pool = n.V3.pool(m.Base.Address, m.Quote.Address, m.Fee)
	return m, nil
}

func (n Network) dollars() (names []string) {
	for _, t := range n.TokenList {
		if t.Dollar {
			names = append(names, t.Symbol)
		}
	}
	return names
}

// pool is where the factory puts the pool of two tokens at a fee.
func (v V3) pool(one, other common.Address, fee uint32) common.Address {
	if bytes.Compare(one[:], other[:]) > 0 {
		one, other = other, one
	}
	salt := crypto.Keccak256Hash(common.LeftPadBytes(one[:], 32), common.LeftPadBytes(other[:], 32), common.LeftPadBytes([]byte{byte(fee >> 16), byte(fee >> 8), byte(fee)}, 32))
	return crypto.CreateAddress2(v.Factory, salt, common.FromHex(poolCode))
}
