package adversarial

import (
	"bytes"
	"fmt"
	"math/big"
	"reflect"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Every call that an order may be made of, by its text. What is not here may not be signed.
var phrases = must(abi.JSON(strings.NewReader(`[
 {"type":"function","name":"approve","inputs":[{"name":"s","type":"address"},{"name":"n","type":"uint256"}]},
 {"type":"function","name":"exactInputSingle","inputs":[{"name":"p","type":"tuple","components":[{"name":"tokenIn","type":"address"},{"name":"tokenOut","type":"address"},{"name":"fee","type":"uint24"},{"name":"recipient","type":"address"},{"name":"deadline","type":"uint256"},{"name":"amountIn","type":"uint256"},{"name":"amountOutMinimum","type":"uint256"},{"name":"sqrtPriceLimitX96","type":"uint160"}]}]},
 {"type":"function","name":"swapExactTokensForTokens","inputs":[{"name":"amountIn","type":"uint256"},{"name":"least","type":"uint256"},{"name":"path","type":"address[]"},{"name":"to","type":"address"},{"name":"deadline","type":"uint256"}]},
 {"type":"function","name":"execute","inputs":[{"name":"commands","type":"bytes"},{"name":"inputs","type":"bytes[]"},{"name":"deadline","type":"uint256"}]},
 {"type":"function","name":"mint","inputs":[{"name":"p","type":"tuple","components":[{"name":"token0","type":"address"},{"name":"token1","type":"address"},{"name":"fee","type":"uint24"},{"name":"tickLower","type":"int24"},{"name":"tickUpper","type":"int24"},{"name":"amount0Desired","type":"uint256"},{"name":"amount1Desired","type":"uint256"},{"name":"amount0Min","type":"uint256"},{"name":"amount1Min","type":"uint256"},{"name":"recipient","type":"address"},{"name":"deadline","type":"uint256"}]}]},
 {"type":"function","name":"multicall","inputs":[{"name":"data","type":"bytes[]"}]},
 {"type":"function","name":"decreaseLiquidity","inputs":[{"name":"p","type":"tuple","components":[{"name":"tokenId","type":"uint256"},{"name":"liquidity","type":"uint128"},{"name":"amount0Min","type":"uint256"},{"name":"amount1Min","type":"uint256"},{"name":"deadline","type":"uint256"}]}]},
 {"type":"function","name":"collect","inputs":[{"name":"p","type":"tuple","components":[{"name":"tokenId","type":"uint256"},{"name":"recipient","type":"address"},{"name":"amount0Max","type":"uint128"},{"name":"amount1Max","type":"uint128"}]}]},
 {"type":"function","name":"burn","inputs":[{"name":"id","type":"uint256"}]}]`)))

// aaveWords and morphoWords are the words of the two lending markets, whose names are the same.
var aaveWords = must(abi.JSON(strings.NewReader(`[
 {"type":"function","name":"supply","inputs":[{"name":"asset","type":"address"},{"name":"amount","type":"uint256"},{"name":"who","type":"address"},{"name":"code","type":"uint16"}]},
 {"type":"function","name":"withdraw","inputs":[{"name":"asset","type":"address"},{"name":"amount","type":"uint256"},{"name":"who","type":"address"}]},
 {"type":"function","name":"borrow","inputs":[{"name":"asset","type":"address"},{"name":"amount","type":"uint256"},{"name":"mode","type":"uint256"},{"name":"code","type":"uint16"},{"name":"who","type":"address"}]},
 {"type":"function","name":"repay","inputs":[{"name":"asset","type":"address"},{"name":"amount","type":"uint256"},{"name":"mode","type":"uint256"},{"name":"who","type":"address"}]}]`)))

const market = `{"name":"m","type":"tuple","components":[{"name":"loanToken","type":"address"},{"name":"collateralToken","type":"address"},{"name":"oracle","type":"address"},{"name":"irm","type":"address"},{"name":"lltv","type":"uint256"}]},`

var morphoWords = must(abi.JSON(strings.NewReader(`[
 {"type":"function","name":"supply","inputs":[` + market + `{"name":"assets","type":"uint256"},{"name":"shares","type":"uint256"},{"name":"who","type":"address"},{"name":"data","type":"bytes"}]},
 {"type":"function","name":"withdraw","inputs":[` + market + `{"name":"assets","type":"uint256"},{"name":"shares","type":"uint256"},{"name":"who","type":"address"},{"name":"to","type":"address"}]},
 {"type":"function","name":"borrow","inputs":[` + market + `{"name":"assets","type":"uint256"},{"name":"shares","type":"uint256"},{"name":"who","type":"address"},{"name":"to","type":"address"}]},
 {"type":"function","name":"repay","inputs":[` + market + `{"name":"assets","type":"uint256"},{"name":"shares","type":"uint256"},{"name":"who","type":"address"},{"name":"data","type":"bytes"}]},
 {"type":"function","name":"supplyCollateral","inputs":[` + market + `{"name":"assets","type":"uint256"},{"name":"who","type":"address"},{"name":"data","type":"bytes"}]},
 {"type":"function","name":"withdrawCollateral","inputs":[` + market + `{"name":"assets","type":"uint256"},{"name":"who","type":"address"},{"name":"to","type":"address"}]}]`)))

// permitWords are Permit2's.
var permitWords = must(abi.JSON(strings.NewReader(`[
 {"type":"function","name":"approve","inputs":[{"name":"token","type":"address"},{"name":"s","type":"address"},{"name":"n","type":"uint160"},{"name":"until","type":"uint48"}]}]`)))

// said is a decoded call.
type said struct {
	name string
	args []any
	call call
}

// hears decodes a call of a known contract, or says why it may not be signed.
func (d *denizen) hears(c call) (s said, why string) {
	r := d.r
	if c.value.Sign() != 0 && !d.wraps(c) {
		return s, "it sends wei along"
	}
	book, known := map[common.Address]struct {
		abi    abi.ABI
		prefix string
	}{
		r.USDC: {phrases, "approve"}, r.WETH: {phrases, "approve"}, r.Router: {phrases, "exactInputSingle"}, r.Positions: {phrases, "multicall mint decreaseLiquidity collect burn"},
		r.kit.At("UniswapV2Router02"): {phrases, "swapExactTokensForTokens"}, r.kit.At("UniversalRouter"): {phrases, "execute"},
		r.kit.At("AavePool"): {aaveWords, ""}, r.kit.At("Morpho"): {morphoWords, ""}, r.spenders()[5]: {permitWords, ""},
	}[c.to]
	if d.goods != nil {
		book.abi, book.prefix, known = d.goods.words(c.to)
	}
	if !known || len(c.data) < 4 {
		return s, "it calls " + c.to.Hex()
	}
	m, err := book.abi.MethodById(c.data[:4])
	if err != nil || book.prefix != "" && !strings.Contains(" "+book.prefix+" ", " "+m.Name+" ") {
		return s, fmt.Sprintf("it calls %x of %s", c.data[:4], c.to)
	}
	args, err := m.Inputs.Unpack(c.data[4:])
	if err != nil {
		return s, err.Error()
	}
	if again, err := m.Inputs.Pack(args...); err != nil || !bytes.Equal(again, c.data[4:]) && m.Name != "execute" {
		return s, "it is not encoded as a " + m.Name + " is"
	}
	return said{m.Name, args, c}, ""
}

// get is a field of a decoded tuple, or an argument, by its name.
func (s said) get(name string) any {
	for _, book := range []abi.ABI{phrases, aaveWords, morphoWords, permitWords, vaultWords, coinWords} {
		m, ok := book.Methods[s.name]
		if !ok || !bytes.Equal(m.ID, s.call.data[:4]) {
			continue
		}
		for i, in := range m.Inputs {
			if in.Name == name {
				return s.args[i]
			}
			if in.Type.T == abi.TupleTy {
				for j, part := range in.Type.TupleRawNames {
					if part == name {
						return tupleField(s.args[i], j)
					}
				}
			}
		}
	}
	return nil
}

func (s said) num(name string) *big.Int {
	if n, ok := s.get(name).(*big.Int); ok {
		return n
	}
	return new(big.Int)
}

func (s said) who(name string) common.Address {
	a, _ := s.get(name).(common.Address)
	return a
}

// swapV4 is what a call of the Universal Router sells: exactly one swap in a pool without a
// hook, paid by the account and paid out to it.
var (
	v4Actions = abi.Arguments{{Type: must(abi.NewType("bytes", "", nil))}, {Type: must(abi.NewType("bytes[]", "", nil))}}
	v4Swap    = abi.Arguments{{Type: must(abi.NewType("tuple", "", []abi.ArgumentMarshaling{
		{Name: "key", Type: "tuple", Components: []abi.ArgumentMarshaling{{Name: "currency0", Type: "address"}, {Name: "currency1", Type: "address"}, {Name: "fee", Type: "uint24"}, {Name: "tickSpacing", Type: "int24"}, {Name: "hooks", Type: "address"}}},
		{Name: "zeroForOne", Type: "bool"},
		{Name: "amountIn", Type: "uint128"},
		{Name: "amountOutMinimum", Type: "uint128"},
		{Name: "hookData", Type: "bytes"},
	}))}}
	v4Pair = abi.Arguments{{Type: must(abi.NewType("address", "", nil))}, {Type: must(abi.NewType("uint256", "", nil))}}
)

type v4Sale struct {
	Key struct {
		Currency0, Currency1 common.Address
		Fee, TickSpacing     *big.Int
		Hooks                common.Address
	}
	ZeroForOne                 bool
	AmountIn, AmountOutMinimum *big.Int
	HookData                   []byte
}

// sellsV4 reads a sale on v4.
func (d *denizen) sellsV4(s said) (in, out common.Address, amount, least *big.Int, why string) {
	commands, inputs := s.get("commands").([]byte), s.get("inputs").([][]byte)
	if !bytes.Equal(commands, []byte{0x10}) || len(inputs) != 1 {
		return in, out, nil, nil, "it is more than one v4 swap"
	}
	parts, err := v4Actions.Unpack(inputs[0])
	if err != nil || !bytes.Equal(parts[0].([]byte), []byte{0x06, 0x0c, 0x0f}) {
		return in, out, nil, nil, "it is no exact sale, settled and taken"
	}
	params := parts[1].([][]byte)
	values, err := v4Swap.Unpack(params[0])
	if err != nil {
		return in, out, nil, nil, err.Error()
	}
	v := *abi.ConvertType(values[0], new(v4Sale)).(*v4Sale)
	in, out = v.Key.Currency0, v.Key.Currency1
	if !v.ZeroForOne {
		in, out = out, in
	}
	settle, err1 := v4Pair.Unpack(params[1])
	take, err2 := v4Pair.Unpack(params[2])
	want := d.r.v4()
	switch {
	case err1 != nil || err2 != nil || settle[0].(common.Address) != in || take[0].(common.Address) != out:
		why = "it settles something else"
	case v.Key.Hooks != (common.Address{}) || v.Key.Fee.Int64() != int64(want.Fee) || v.Key.TickSpacing.Int64() != int64(want.TickSpacing):
		why = "it trades in another pool"
	}
	return in, out, v.AmountIn, v.AmountOutMinimum, why
}

// transferred is the topic of a transfer.
var transferredTopic = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))

// tupleField is the n-th field of a decoded tuple.
func tupleField(v any, n int) any { return reflect.ValueOf(v).Field(n).Interface() }
