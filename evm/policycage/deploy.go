package policycage

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"bardo.run/bardo/contracts"
	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
)

// Creation is the creation code of a cage with its argument.
func Creation(c Config) ([]byte, error) {
	setup, err := c.Setup()
	if err != nil {
		return nil, err
	}
	args, err := constructor(&bind.PolicyCageMetaData, setup)
	if err != nil {
		return nil, err
	}
	return created(contracts.Cage, "PolicyCage", args)
}

// Feed says where the price of a token is read, as Chainlink's feeds are, and how many
// seconds old an answer may be.
type Feed struct {
	Token, Feed common.Address
	MaxAge      uint32
}

// OracleCreation is the creation code of a cage's oracle. It asks token and feed for
// their decimals when it is created. On a rollup sequencer is the uptime feed of its
// sequencer, without which prices of an outage look fresh; zero is none. No feed can be changed
// later, which in one transaction would be a way around every limit.
//
// spec: safety §1.4 S-10
func OracleCreation(feeds []Feed, sequencer common.Address) ([]byte, error) {
	sources := make([]bind.CageOracleCageSource, len(feeds))
	for i, f := range feeds {
		sources[i] = bind.CageOracleCageSource{Token: f.Token, Feed: f.Feed, MaxAge: f.MaxAge}
	}
	args, err := constructor(&bind.CageOracleMetaData, sources, sequencer)
	if err != nil {
		return nil, err
	}
	return created(contracts.Cage, "CageOracle", args)
}

// EnforcerCreation is the creation code of the caveat enforcer of a delegation manager.
// One serves every account of the manager: it stands where Shared says. So a second grant, a
// renewal and another key share the sums of the account.
func EnforcerCreation(manager common.Address) ([]byte, error) {
	args, err := constructor(&bind.CageEnforcerMetaData, manager)
	if err != nil {
		return nil, err
	}
	return created(contracts.Cage, "CageEnforcer", args)
}

// Readers are the names of the protocols' readers that there are, sorted.
func Readers() []string {
	files, err := contracts.Readers.ReadDir("out/readers")
	if err != nil {
		panic("policycage: embedded files can be listed: " + err.Error())
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(f.Name(), ".json")
	}
	return names
}

// ReaderCreation is the creation code of a reader. It has no state and no argument: one serves
// every cage of a chain, and stands where Shared says.
func ReaderCreation(name string) ([]byte, error) {
	return created(contracts.Readers, "readers/"+name, nil)
}

// ReaderAt is where a reader stands.
func ReaderAt(name string) (common.Address, error) {
	code, err := ReaderCreation(name)
	at, _ := Shared(code)
	return at, err
}

// Terms are the caveat's terms: the cage.
func Terms(cage common.Address) []byte { return cage.Bytes() }

// Deployer is the contract that creates others by CREATE2 at addresses which follow from
// their code, on every chain that has it: Arachnid's deterministic deployment proxy.
var Deployer = common.HexToAddress("0x4e59b44847b379578588920cA78FbF26c0B4956C")

// Shared is where the deployer creates code, with a salt of zero: the same code stands
// there once, whoever created it. data is what the deployer is called with.
func Shared(code []byte) (at common.Address, data []byte) {
	return crypto.CreateAddress2(Deployer, [32]byte{}, crypto.Keccak256(code)), append(make([]byte, 32), code...)
}

func constructor(m *bind.MetaData, args ...any) ([]byte, error) {
	parsed, err := m.ParseABI()
	if err != nil {
		return nil, err
	}
	return parsed.Pack("", args...)
}

// created is a contract's creation code as it was compiled, and its arguments.
func created(files embed.FS, name string, args []byte) ([]byte, error) {
	text, err := files.ReadFile("out/" + name + ".json")
	if err != nil {
		return nil, err
	}
	var c struct{ Bytecode hexutil.Bytes }
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("creation code of %s: %w", name, err)
	}
	if len(c.Bytecode) == 0 {
		return nil, errors.New("there is no creation code of " + name)
	}
	return append(c.Bytecode, args...), nil
}
