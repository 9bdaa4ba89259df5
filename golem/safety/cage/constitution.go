package cage

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Constitution is the text of the eight standing rules, one a line. A cage on a chain
// holds its hash for ever, and a Golem that carries another text does not start there.
//
// spec: safety §1.5
const Constitution = `1. No position and no protocol holds more than its share of the portfolio.
2. Every debt keeps its least collateral.
3. Only listed contracts are called.
4. Nothing is routed through sanctioned addresses.
5. A Golem does not change its own safety settings.
6. The reserve for dying, 0.30 USD, is spent on dying.
7. Whom a Golem spawns inherits every rule unchanged.
8. In doubt, do nothing.
`

// ConstitutionHash is the keccak256 of the text.
func ConstitutionHash() common.Hash { return crypto.Keccak256Hash([]byte(Constitution)) }
