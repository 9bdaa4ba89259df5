package cheat

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/mirage/node"
)

// Self is what a devnet says of itself, in the words of anvil and hardhat.
type Self struct{ base }

// Info is the answer of anvil_nodeInfo.
type Info struct {
	Number      hexutil.Uint64 `json:"currentBlockNumber"`
	Timestamp   uint64         `json:"currentBlockTimestamp"`
	Hash        common.Hash    `json:"currentBlockHash"`
	HardFork    string         `json:"hardFork"`
	Order       string         `json:"transactionOrder"`
	Environment environment    `json:"environment"`
	Fork        forkConfig     `json:"forkConfig"`
}

// environment is what the next block gets.
type environment struct {
	BaseFee  *hexutil.Big   `json:"baseFee"`
	ChainID  uint64         `json:"chainId"`
	GasLimit hexutil.Uint64 `json:"gasLimit"`
	GasPrice *hexutil.Big   `json:"gasPrice"`
}

// forkConfig is the block that the chain begins on, null in every field where there is no
// chain below. Where that chain is reached is not told: an URL may hold a key.
type forkConfig struct {
	URL     *string `json:"forkUrl"`
	Block   *uint64 `json:"forkBlockNumber"`
	Backoff *uint64 `json:"forkRetryBackoff"`
}

// NodeInfo answers head, rules and the next block's surroundings.
func (s *Self) NodeInfo() (Info, error) {
	head := s.node.Chain.Head()
	next, err := s.node.Pace.Next()
	if err != nil {
		return Info{}, coded(err)
	}
	fee := (*hexutil.Big)(next.BaseFee)
	var fork forkConfig
	if b := s.node.Chain.ForkBlock(); b != nil {
		number := b.Number.Uint64()
		fork.Block = &number
	}
	return Info{
		Fork:   fork,
		Number: hexutil.Uint64(head.Number.Uint64()), Timestamp: head.Time, Hash: head.Hash(),
		HardFork: s.node.Chain.HardFork(), Order: "fees",
		Environment: environment{BaseFee: fee, ChainID: s.node.Chain.ID().Uint64(), GasLimit: hexutil.Uint64(next.GasLimit), GasPrice: fee},
	}, nil
}

// Chain is the answer of anvil_metadata and hardhat_metadata.
type Chain struct {
	Client string      `json:"clientVersion"`
	Chain  uint64      `json:"chainId"`
	Number uint64      `json:"latestBlockNumber"`
	Hash   common.Hash `json:"latestBlockHash"`
}

// Metadata answers client, chain and head.
func (s *Self) Metadata() Chain {
	head := s.node.Chain.Head()
	return Chain{Client: node.ClientVersion, Chain: s.node.Chain.ID().Uint64(), Number: head.Number.Uint64(), Hash: head.Hash()}
}
