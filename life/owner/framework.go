package owner

import (
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/network"
)

// Framework is a deployment of MetaMask's delegation framework on a chain.
type Framework struct {
	Manager common.Address // DelegationManager
	Account common.Address // EIP7702StatelessDeleGator
	Counter common.Address // LimitedCallsEnforcer
	Entry   common.Address // ERC-4337's entry point, 0.7; zero: its code is compared instead
	// Sequencer is the uptime feed of the rollup's sequencer; zero: none is known.
	Sequencer common.Address
	Rollup    bool
}

// Known is the deployment of a chain, where one is known. Addresses on Base and Base
// Sepolia are version 1.3.0 of the npm package @metamask/delegation-deployments@2.0.0,
// the sequencer's feed is that of the table of networks, and the devnet's are those of
// bardo dev.
func Known(chainID uint64) (Framework, bool) {
	published := Framework{
		Manager: common.HexToAddress("0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3"), Account: common.HexToAddress("0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B"),
		Counter: common.HexToAddress("0x04658B29F6b82ed55274221a06Fc97D318E25416"), Entry: common.HexToAddress("0x0000000071727De22E5E9d8BAf0edAc6f37da032"),
		Rollup: true,
	}
	if n, ok := network.ByID(chainID); ok {
		published.Sequencer = n.Sequencer
	}
	switch chainID {
	case 8453, 84532:
		return published, true
	case 31337:
		return Framework{
			Manager: common.HexToAddress("0x43b751bbFF83dFF53203Ac82Aba6ae40eaa7d62d"), Account: common.HexToAddress("0x2D378b5afCB95003D99c52Cd0406F7e1657B3E0D"),
			Counter: common.HexToAddress("0x5433626F8f49fF56ad3392F78F1ae2C4b8F95EaF"),
		}, true
	}
	return Framework{}, false
}
