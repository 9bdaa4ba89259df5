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
	Token0    string     `json:"token0"` // names of contracts
	Token1    string     `json:"token1"`
	Fee       uint32     `json:"fee"` // hundredths of a basis point
	Contracts []Contract `json:"contracts"`
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
// NonfungiblePositionManager, SwapRouter, QuoterV2, TickLens, UniswapV3Pool,
// Market; the market's tokens are Token0 and Token1.
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
