package policycage

import (
	"encoding/json"
	"errors"
	"fmt"

	"bardo.run/bardo/contracts"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// maxLoss is the most that an enforcer lets a swap lose of its value.
const maxLoss money.BPS = 5_000

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
	return created("PolicyCage", args)
}

// Feed says where the price of a token is read, as Chainlink's feeds are, and how many
// seconds old an answer may be.
type Feed struct {
	Token, Feed common.Address
	MaxAge      uint32
}

// OracleCreation is the creation code of a cage's oracle. It asks token and feed for
// their decimals when it is created. On a rollup sequencer is the uptime feed of its
// sequencer, without which prices of an outage look fresh; zero is none.
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
	return created("CageOracle", args)
}

// EnforcerCreation is the creation code of the caveat enforcer of a delegation manager.
// One serves any number of cages.
func EnforcerCreation(manager common.Address) ([]byte, error) {
	args, err := constructor(&bind.CageEnforcerMetaData, manager)
	if err != nil {
		return nil, err
	}
	return created("CageEnforcer", args)
}

// Terms are the caveat's terms: the cage, and how much of its value a swap may lose,
// fee and impact included.
func Terms(cage common.Address, loss money.BPS) ([]byte, error) {
	if loss < 0 || loss > maxLoss {
		return nil, fmt.Errorf("%w: a swap may lose %d bps, it must be from 0 to %d", ErrConfig, loss, maxLoss)
	}
	return append(cage.Bytes(), byte(loss>>8), byte(loss)), nil
}

func constructor(m *bind.MetaData, args ...any) ([]byte, error) {
	parsed, err := m.ParseABI()
	if err != nil {
		return nil, err
	}
	return parsed.Pack("", args...)
}

// created is a contract's creation code as it was compiled, and its arguments.
func created(name string, args []byte) ([]byte, error) {
	text, err := contracts.Cage.ReadFile("out/" + name + ".json")
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
