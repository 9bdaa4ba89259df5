package node

import (
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/internal/clock"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// ClientVersion is what web3_clientVersion answers (spec: chain §19.2). It begins with a name that the
// helpers of Hardhat know for a development chain: they refuse every other.
const ClientVersion = "anvil/mirage-2.0.0"

// Defaults of a zero Config.
const (
	DefaultChainID  = 31337
	DefaultGasLimit = 30_000_000 // spec: mirage-testing §3.2
)

// ErrProduction is returned by New where BARDO_ENV is "production": a devnet's
// keys are public, so no money may ever stand behind one.
var ErrProduction = errors.New("a devnet does not start with BARDO_ENV=production: unset it, or point the configuration at a real endpoint")

// Services builds the JSON-RPC services that are added over go-ethereum's; a
// method of the same name replaces the stock one.
type Services func(*Node) ([]rpc.API, error)

// Config describes a devnet. The zero value is a chain in memory with id 31337, no
// funded account and no socket.
type Config struct {
	// ChainID is the chain's id; 0 means DefaultChainID.
	ChainID uint64
	// GenesisTime is the time of block 0, to the second; zero means Clock's now.
	GenesisTime time.Time
	// GasLimit is the gas limit of every block; 0 means DefaultGasLimit.
	GasLimit uint64
	// BaseFee is the base fee of block 0 in wei; nil means 1 gwei.
	BaseFee *big.Int
	// FixedBaseFee keeps the base fee of the parent instead of applying EIP-1559.
	// A BlockSpec's own base fee goes first in either case.
	FixedBaseFee bool
	// HardFork names the rules of a new chain, one of HardForks; empty means the last.
	HardFork string
	// RisingTime puts a block whose time nobody named at least a second after its parent, as on
	// every public chain; else blocks made within a second share its time.
	RisingTime bool
	// NoTxGasCap lets one transaction take the gas of a whole block, as anvil does, also under
	// rules that cap it (EIP-7825).
	NoTxGasCap bool
	// Alloc holds balances at genesis, in wei.
	Alloc map[common.Address]*big.Int
	// Code holds contracts at genesis.
	Code map[common.Address][]byte
	// Seed enters the randomness of every block (PREVRANDAO); 0 leaves it to the chain id.
	Seed uint64
	// DataDir is where the chain is kept; empty means memory. A folder that holds a chain
	// keeps its block 0: of GenesisTime, BaseFee, Alloc, Code and Seed nothing is read then,
	// and another ChainID is an ErrFolder. What was acknowledged is there after a kill:
	// blocks, receipts, logs, the shift of time, snapshots and impersonated accounts. What
	// waits in the pool is not: no one has a receipt for it.
	DataDir string
	// State is a chain to begin with, in memory or in an empty DataDir; nil means none. Like
	// a DataDir it brings its own block 0.
	State *State
	// Fork is the state of a block of another chain that this chain goes on from, in memory
	// and under that chain's id; nil means none. The node only reads it: whoever pinned it
	// closes its client after the node, and may record it then. Alloc, Code, DataDir, State
	// and KeepStates are refused beside it (spec: mirage-testing §2, §3.1).
	Fork *remote.State
	// Rollup has the chain charge as one of the OP stack does, in memory only: beside its
	// gas, the sender of every transaction pays for its data and to the operator (spec:
	// mirage-testing §8.5). These are the fees of block 0; they stand in the storage of
	// the predeploys L1Block and GasPriceOracle, and a cheat changes them for the blocks
	// after it. Calls, gas estimates and traces leave them out, as they do on a rollup.
	// Nil: gas is all. DataDir, State and Fork are refused beside it: it has no deposits and
	// no chain below, and is there to hold a Golem's books to the fees that op-geth takes.
	Rollup *rollup.Params
	// HTTP is the address of the endpoint, HTTP and WebSocket on one port
	// ("127.0.0.1:8545"; port 0 picks one); empty means no socket.
	HTTP string
	// Hosts are names beside localhost and the numbers of addresses by which the endpoint may be
	// asked; "*" is every name. Origins are pages beside this machine's that may ask from a
	// browser ("https://remix.ethereum.org"); "*" is every page, and then a page that anybody
	// wrote can drive the chain.
	Hosts, Origins []string
	// Clock gives the time of blocks whose time nobody named; nil means the machine's.
	Clock clock.Clock
	// NoSystemCalls leaves out the calls that mainnet makes around every block
	// (EIP-4788, 2935, 7002, 7251). Contracts that read beacon roots or old block
	// hashes from state then see none; blocks are made about twice as fast.
	NoSystemCalls bool
	// KeepStates bounds how many of the latest blocks keep their state, in memory only;
	// 0 keeps all. Blocks, transactions, receipts and logs stay, and so do the
	// states of block 0 and of snapshots. A read of state that is gone is an error; with
	// 128 no reader that follows the head meets one. A long history with a bound takes a
	// fraction of the memory.
	KeepStates int
	// KeepBlocks bounds how many of the latest blocks stay, with their transactions,
	// receipts and logs, and with them the memory of a long history; 0 keeps all. It is at
	// least 256, and not below KeepStates, which has to be set beside it. Block 0 stays, and so
	// do those from the oldest snapshot on. What is older is not found by its hash, and where a
	// number, a range or a way back names it, the answer is an ErrForgotten. DataDir, State,
	// Fork and Rollup are refused beside it.
	KeepBlocks int
	// Services are registered in order, over go-ethereum's and over one another.
	Services []Services

	predeployed types.GenesisAlloc // by Rollup

	genesis *core.Genesis // of a chain that exists, or what this configuration makes
}

// complete returns c as what it begins with allows, with its zero fields filled, or why it
// cannot be started.
func (c Config) complete() (Config, error) {
	c, err := c.existing()
	if err != nil {
		return c, err
	}
	if c, err = c.forks(); err != nil {
		return c, err
	}
	if c, err = c.rollsUp(); err != nil {
		return c, err
	}
	c = c.withDefaults()
	return c, c.check()
}

// withDefaults returns c with its zero fields filled.
func (c Config) withDefaults() Config {
	if c.ChainID == 0 {
		c.ChainID = DefaultChainID
	}
	if c.GasLimit == 0 {
		c.GasLimit = DefaultGasLimit
	}
	if c.BaseFee == nil {
		c.BaseFee = big.NewInt(1_000_000_000)
	}
	if c.Clock == nil {
		c.Clock = clock.System{}
	}
	if c.GenesisTime.IsZero() {
		c.GenesisTime = c.Clock.Now()
	}
	if c.genesis == nil {
		c.genesis = genesis(c)
		rules(c.genesis.Config, c.HardFork)
	}
	return c
}

// check reports why the configuration cannot be started.
func (c Config) check() error {
	if os.Getenv("BARDO_ENV") == "production" {
		return ErrProduction
	}
	if c.GenesisTime.Unix() < 0 {
		return fmt.Errorf("genesis time %s is before 1970", c.GenesisTime)
	}
	if c.BaseFee.Sign() < 0 || c.BaseFee.BitLen() > 256 {
		return fmt.Errorf("base fee %s is outside 0 to 2^256", c.BaseFee)
	}
	if c.HardFork != "" && !slices.Contains(HardForks, c.HardFork) {
		return fmt.Errorf("hard fork %q is not one of %s", c.HardFork, strings.Join(HardForks, ", "))
	}
	if c.HardFork != "" && (c.Fork != nil || c.State != nil) {
		return fmt.Errorf("hard fork %q: a chain that goes on from another one or from a state has its rules", c.HardFork)
	}
	if c.GasLimit < minTxGas {
		return fmt.Errorf("%w: %d is below the %d of a transfer", ErrGasLimit, c.GasLimit, minTxGas)
	}
	if c.KeepStates < 0 || (c.KeepStates > 0 && c.DataDir != "") {
		return fmt.Errorf("keep states %d: a bound is 1 or more, and for a chain in memory only", c.KeepStates)
	}
	if err := c.checkBlocks(); err != nil {
		return err
	}
	if c.HTTP == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(c.HTTP)
	if err != nil {
		return fmt.Errorf("endpoint %q: %w", c.HTTP, err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("endpoint %q is reachable from other machines: use 127.0.0.1", c.HTTP)
	}
	return nil
}

// checkBlocks reports why so few blocks cannot be kept.
func (c Config) checkBlocks() error {
	switch {
	case c.KeepBlocks == 0:
		return nil
	case c.DataDir != "" || c.State != nil || c.Fork != nil || c.Rollup != nil:
		return fmt.Errorf("keep blocks %d: only a chain that begins in memory, on no other and as no rollup, lets blocks go", c.KeepBlocks)
	case c.KeepBlocks < leastBlocks:
		return fmt.Errorf("keep blocks %d: a bound is %d or more, so that contracts find the hashes of blocks", c.KeepBlocks, leastBlocks)
	case c.KeepStates == 0 || c.KeepStates > c.KeepBlocks:
		return fmt.Errorf("keep blocks %d: set a bound of states, of at most as many, not %d", c.KeepBlocks, c.KeepStates)
	}
	return nil
}
