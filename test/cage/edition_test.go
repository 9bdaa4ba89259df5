package cage

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/contracts"
)

// edition is one compilation of our contracts: those of the tree, those that a commit had,
// or those of the tree with a break planted in them.
type edition struct {
	name string
	code map[string]compiled
}

// compiled is a contract as contracts/compile.mjs writes it.
type compiled struct {
	ABI      abi.ABI       `json:"abi"`
	Bytecode hexutil.Bytes `json:"bytecode"`
}

// before is the commit whose contracts had the hole.
const before = "07e51b9"

var ours = []string{"CageEnforcer", "PolicyCage", "CageOracle", "DailySpendLimit", "ActionBook"}

// readEdition reads a folder of compiled contracts.
func readEdition(name, dir string) (*edition, error) {
	return edited(name, func(file string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, file)) })
}

func edited(name string, read func(file string) ([]byte, error)) (*edition, error) {
	e := &edition{name: name, code: map[string]compiled{}}
	for _, contract := range ours {
		text, err := read(contract + ".json")
		if err != nil {
			return nil, err
		}
		var c compiled
		if err := json.Unmarshal(text, &c); err != nil {
			return nil, fmt.Errorf("%s of %s: %w", contract, name, err)
		}
		e.code[contract] = c
	}
	return e, nil
}

func must[T any](v T, err error) T {
	if err != nil {
		panic("cage: " + err.Error())
	}
	return v
}

// old are the contracts as they were, kept as they were compiled.
func old() *edition { return must(readEdition(before, filepath.Join("testdata", before))) }

// today are those that a binary of the tree deploys.
func today(t testing.TB) *edition {
	t.Helper()
	e := must(edited("today", func(file string) ([]byte, error) {
		if text, err := contracts.Cage.ReadFile("out/" + file); err == nil {
			return text, nil
		}
		return contracts.Caveats.ReadFile("out/" + file)
	}))
	if !e.counts() {
		t.Fatal("the contracts of the tree count no losses")
	}
	return e
}

// sum names the edition by its code.
func (e *edition) sum() string {
	h := sha256.New()
	for _, name := range ours {
		h.Write(e.code[name].Bytecode)
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}

// counts says that the edition knows what may be lost: one cage an account, bound.
func (e *edition) counts() bool {
	_, ok := e.code["CageEnforcer"].ABI.Methods["bind"]
	return ok
}

func (e *edition) creation(name string, args ...any) []byte {
	c := e.code[name]
	return append(append([]byte{}, c.Bytecode...), must(c.ABI.Pack("", args...))...)
}

// prices is the creation code of an oracle; on a rollup it knows a sequencer's feed too.
func (e *edition) prices(sources []source) []byte {
	if len(e.code["CageOracle"].ABI.Constructor.Inputs) == 1 {
		return e.creation("CageOracle", sources)
	}
	return e.creation("CageOracle", sources, common.Address{})
}

// call packs a call of one of our contracts.
func (e *edition) call(contract, method string, args ...any) []byte {
	return must(e.code[contract].ABI.Pack(method, args...))
}

// kind names a refusal, by whichever contract's error it is.
func (e *edition) kind(data []byte) string {
	if len(data) < 4 {
		return "nothing said"
	}
	for _, name := range ours {
		parsed := e.code[name].ABI
		if found, err := parsed.ErrorByID([4]byte(data[:4])); err == nil {
			return found.Name
		}
	}
	if text, err := abi.UnpackRevert(data); err == nil {
		return strings.SplitN(text, ":", 2)[0]
	}
	return hex.EncodeToString(data[:4])
}

// source says where a token is priced.
type source struct {
	Token, Feed common.Address
	MaxAge      uint32
}

type selector struct {
	Target   common.Address
	Selector [4]byte
}

// binding says who reads the calls of a contract, and what they may be.
type binding struct {
	Target, Reader common.Address
	Deeds          uint16
}

// capped is the most that may lie in an asset, a market or a protocol.
type capped struct {
	Kind    uint8
	Subject common.Address
	Share   uint16
}

// oldSetup is the argument of a cage at 07e51b9.
type oldSetup struct {
	Owner, Golem, Account, Enforcer, Cash, PriceOracle, SanctionsOracle common.Address
	ConstitutionHash                                                    [32]byte
	HighWaterMark                                                       *big.Int
	Limits                                                              [10]uint64
	DrawdownWindow, MinRebalanceInterval, MaxRebalancesPerDay           uint32
	Assets, Protocols                                                   []common.Address
	Selectors                                                           []selector
}

// setup is the argument of a cage that knows losses.
type setup struct {
	Owner, Account, Enforcer, Cash, PriceOracle, SanctionsOracle common.Address
	ConstitutionHash                                             [32]byte
	HighWaterMark                                                *big.Int
	Limits                                                       [14]uint64
	DrawdownWindow, MinRebalanceInterval, MaxRebalancesPerDay    uint32
	Assets, Protocols                                            []common.Address
	Selectors                                                    []selector
	Readers                                                      []binding
	Caps                                                         []capped
}

// cage is the creation code of a cage with these limits over an account.
func (e *edition) cage(s setup, golem common.Address, p profile) []byte {
	one := uint64(1_000_000)
	if !e.counts() {
		return e.creation("PolicyCage", oldSetup{
			Owner: s.Owner, Golem: golem, Account: s.Account, Enforcer: s.Enforcer, Cash: s.Cash, PriceOracle: s.PriceOracle,
			HighWaterMark: s.HighWaterMark, DrawdownWindow: 86_400, MinRebalanceInterval: 3_600, MaxRebalancesPerDay: 24,
			Limits: [10]uint64{p.position, p.concentration, p.perMove * one, p.perDay * one, 10, 10, 12_500, p.drawdown, 2_000, 50_000 * one},
			Assets: s.Assets, Protocols: s.Protocols, Selectors: s.Selectors,
		})
	}
	s.Limits = [14]uint64{
		p.position, p.concentration, p.perMove * one, p.perDay * one, p.drawdown, p.moveLoss, p.dayLoss() * one, p.sessionLoss() * one, p.exitLoss,
		10, 10, 12_500, 2_000, 50_000 * one,
	}
	s.DrawdownWindow, s.MinRebalanceInterval, s.MaxRebalancesPerDay = 86_400, 3_600, 24
	return e.creation("PolicyCage", s)
}

// terms are the caveat's.
func (e *edition) terms(cage common.Address, p profile) []byte {
	if e.counts() {
		return cage.Bytes()
	}
	return append(cage.Bytes(), byte(p.moveLoss>>8), byte(p.moveLoss))
}

// profile is what an account holds and what its owner allows. Money is in whole dollars,
// shares are in basis points.
type profile struct {
	name                              string
	usdc, milliether, millibitcoin    int64
	position, concentration, drawdown uint64
	perMove, perDay                   uint64
	moveLoss, exitLoss                uint64
	lessLoss                          uint64   // what a day may lose; zero is as shipped
	caps                              []uint16 // of ether, bitcoin, a pool, its protocol and the lender
	daily                             uint64   // what a local key may spend a day; zero: a cage is around the account
}

// worth is what the account holds at birth, in dollars.
func (p profile) worth() uint64 {
	return uint64(p.usdc + p.milliether*2 + p.millibitcoin*60) //nolint:gosec // small
}

func (p profile) dayLoss() uint64 {
	if p.lessLoss > 0 {
		return max(1, p.worth()*p.lessLoss/10_000)
	}
	return max(1, p.worth()*200/10_000)
}

func (p profile) sessionLoss() uint64 { return max(1, p.worth()*1_000/10_000) }

// profiles are worlds to attack: the grant as shipped, and wider ones, in which a single
// redemption may stake everything.
var profiles = []profile{
	{name: "shipped", usdc: 10_000, position: 2_500, concentration: 3_000, drawdown: 1_300, perMove: 10_000, perDay: 100_000, moveLoss: 200, exitLoss: 100},
	{name: "everything", usdc: 9_989, position: 10_000, concentration: 10_000, drawdown: 5_000, perMove: 10_000, perDay: 100_000, moveLoss: 200, exitLoss: 100},
	{name: "large", usdc: 40_000, position: 5_000, concentration: 6_000, drawdown: 1_300, perMove: 20_000, perDay: 100_000, moveLoss: 200, exitLoss: 100},
	{name: "mixed", usdc: 6_000, milliether: 2_000, millibitcoin: 30, position: 6_000, concentration: 9_000, drawdown: 2_000, perMove: 10_000, perDay: 200_000, moveLoss: 200, exitLoss: 100},
	{name: "small", usdc: 700, milliether: 150, position: 9_000, concentration: 10_000, drawdown: 2_000, perMove: 1_000, perDay: 1_000, moveLoss: 200, exitLoss: 100},
}
