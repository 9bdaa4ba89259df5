package deploy

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/atomicfile"
)

// Book lists what is deployed on one chain, in the order of deployment
// (spec: mirage-testing §12.2).
type Book struct {
	ChainID   uint64     `json:"chain_id"`
	Token0    string     `json:"token0"` // of the first pool: names of contracts
	Token1    string     `json:"token1"`
	Fee       uint32     `json:"fee"` // of the first pool, hundredths of a basis point
	Tokens    []Listed   `json:"tokens,omitempty"`
	Pools     []Exchange `json:"pools,omitempty"`
	Lenders   []Lender   `json:"lenders,omitempty"`
	Contracts []Contract `json:"contracts"`
}

// Listed is a token of the book.
type Listed struct {
	Symbol   string         `json:"symbol"`
	Decimals uint8          `json:"decimals"`
	Contract string         `json:"contract"` // its name
	Address  common.Address `json:"address"`
}

// Exchange is a pool of the book.
type Exchange struct {
	Handle   string           `json:"handle"`   // base, quote, fee in basis points: weth-usdc-5
	Protocol string           `json:"protocol"` // uniswap-v3, where nothing else was put beside it
	Token0   string           `json:"token0"`   // symbols
	Token1   string           `json:"token1"`
	Quote    int              `json:"quote"` // index of the token in which the other is priced
	Fee      uint32           `json:"fee"`   // hundredths of a basis point
	Spacing  int32            `json:"tick_spacing,omitempty"`
	Address  common.Address   `json:"address"`            // of v4 the manager of its pools
	ID       common.Hash      `json:"id,omitzero"`        // of a pool of v4
	Accounts []common.Address `json:"accounts,omitempty"` // those of the market, who move it
}

// Lender is a lending market of the book.
type Lender struct {
	Handle   string         `json:"handle"` // its protocol's name: a chain has one of each
	Protocol string         `json:"protocol"`
	Address  common.Address `json:"address"`
	ID       common.Hash    `json:"id,omitzero"` // of a market of Morpho Blue
}

// Token returns the address of the token with a symbol, zero where there is none.
func (b Book) Token(symbol string) common.Address {
	for _, t := range b.Tokens {
		if t.Symbol == symbol {
			return t.Address
		}
	}
	return common.Address{}
}

// Pool returns the pool with a handle.
func (b Book) Pool(handle string) (Exchange, bool) {
	for _, p := range b.Pools {
		if p.Handle == handle {
			return p, true
		}
	}
	return Exchange{}, false
}

// Contract is one line of the book.
type Contract struct {
	Name     string         `json:"name"`
	Address  common.Address `json:"address"`
	ABIRef   string         `json:"abi_ref"`   // the artifact or compiled interface that describes it
	CodeHash common.Hash    `json:"code_hash"` // Keccak-256 of the code on the chain
	Block    uint64         `json:"block"`     // 0: at genesis
}

// Find returns the named contract.
func (b Book) Find(name string) (Contract, bool) {
	for _, c := range b.Contracts {
		if c.Name == name {
			return c, true
		}
	}
	return Contract{}, false
}

// Address returns the named contract's address, zero where there is none. Fixed
// names: WETH9, USDC, Permit2, Multicall3, UniswapV3Factory,
// NonfungiblePositionManager, SwapRouter, QuoterV2, TickLens, and of the first pool
// UniswapV3Pool and Market; the first pool's tokens are Token0 and Token1.
func (b Book) Address(name string) common.Address {
	c, _ := b.Find(name)
	return c.Address
}

// Save writes the book to <chain id>.json in the folder, whole or not at all, and
// returns the file's name.
func (b Book) Save(dir string) (string, error) {
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("book: %w", err)
	}
	name := filepath.Join(dir, strconv.FormatUint(b.ChainID, 10)+".json")
	if err := atomicfile.Write(name, 0o644, append(text, '\n')); err != nil {
		return "", fmt.Errorf("book: %w", err)
	}
	return name, nil
}

// Load reads a book that Save wrote.
func Load(name string) (Book, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return Book{}, fmt.Errorf("book: %w", err)
	}
	var b Book
	if err := json.Unmarshal(text, &b); err != nil {
		return Book{}, fmt.Errorf("book %s: %w", name, err)
	}
	return b, nil
}
