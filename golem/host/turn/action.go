package turn

import (
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Origin is who asked for an action. Every origin enters the one write path.
type Origin string

// The origins of a proposal.
const (
	OriginRule       Origin = "rule"
	OriginModel      Origin = "model"
	OriginSteer      Origin = "steer"
	OriginSettlement Origin = "settlement"
)

// Proposal asks for one write. Body is JSON with exactly type, params and
// constraints (safety §5) and is hostile until the grammar has parsed it.
type Proposal struct {
	Body   []byte `cbor:"1,keyasint" json:"body"`
	Origin Origin `cbor:"2,keyasint" json:"origin"`
	// Cause is the id of what led to it: a rule ("rule:exit-1@41"), a steer, a
	// death phase.
	Cause string `cbor:"3,keyasint" json:"cause"`
	// Route is set where the swap is a move of an order over two markets.
	Route *Route `cbor:"4,keyasint,omitempty" json:"route,omitempty"`
	// Cut says from what of the rule's wish, to what and by what limit the size was cut; empty: it was not.
	Cut string `cbor:"5,keyasint,omitempty" json:"cut,omitempty"`
}

// Market is the handle of the market that the body names; empty where it names none, or is
// not well formed. Only what the grammar has parsed may be believed.
func (p Proposal) Market() string {
	var body struct {
		Params struct {
			Market string `json:"market"`
		} `json:"params"`
	}
	if json.Unmarshal(p.Body, &body) != nil {
		return ""
	}
	return body.Params.Market
}

// Delta is a signed change of one token balance, in raw units.
type Delta struct {
	Token common.Address `cbor:"1,keyasint" json:"token"`
	Out   bool           `cbor:"2,keyasint" json:"out"` // true: the Golem paid
	Units uint256.Int    `cbor:"3,keyasint" json:"units"`
}

// Simulation is the outcome of running an action on a fork of the pinned block
// (heartbeat §3 step 5). Hash is the simulation hash of safety §4.1.
type Simulation struct {
	Hash      common.Hash `cbor:"1,keyasint" json:"hash"`
	Block     Block       `cbor:"2,keyasint" json:"block"`
	Success   bool        `cbor:"3,keyasint" json:"success"`
	Revert    string      `cbor:"4,keyasint,omitempty" json:"revert,omitempty"`
	GasUsed   uint64      `cbor:"5,keyasint" json:"gas_used"`
	Deltas    []Delta     `cbor:"6,keyasint" json:"deltas"`
	ImpactBPS money.BPS   `cbor:"7,keyasint" json:"impact_bps"`
	// Value is what the action moves, in micro-USDC at the exact prices of the reading.
	Value money.USDC `cbor:"8,keyasint" json:"value"`
	// CallGas is the gas of each transaction the action takes, in order.
	CallGas []uint64 `cbor:"9,keyasint" json:"call_gas"`
	// Lag is Block's, as in a Reading.
	Lag Lag `cbor:"10,keyasint,omitzero" json:"lag,omitzero"`
	// Account is what the lending market would say of the wallet after a lending
	// action; absent for every other.
	Account *Account `cbor:"11,keyasint,omitempty" json:"account,omitempty"`
	// DataFee is what a rollup charges for the transactions beside their gas, in wei, as
	// its oracle said after Block; absent on a chain that charges nothing else (chain §7
	// point 8).
	DataFee uint256.Int `cbor:"12,keyasint,omitzero" json:"data_fee_wei,omitzero"`
	// Limit is the code of the limit on the chain that made it revert; empty where none did,
	// or one that has no code of its own.
	Limit wire.Code `cbor:"13,keyasint,omitempty" json:"limit,omitempty"`
	// Now is the machine's time in unix seconds, where that is well ahead of Block: on a chain
	// that stood still the next block has it. Deadlines count from the later of both.
	Now int64 `cbor:"14,keyasint,omitzero" json:"now,omitzero"`
}

// Stake is what an opening action would put at risk, before anything was simulated.
type Stake struct {
	// Value is in whole tokens of the numeraire.
	Value float64
	// Fee is what the market takes of it, as a share.
	Fee float64
	// Market says that the outcome hangs on a market's price: a swap, or liquidity in
	// the range of ticks from Lower to Upper. Lending does not.
	Market       bool
	Lower, Upper int32
}

// Refusal says which layer stopped an action and why. wire.Explain tells people
// what its code means.
type Refusal struct {
	Layer  string    `cbor:"1,keyasint" json:"layer"`
	Code   wire.Code `cbor:"2,keyasint" json:"code"`
	Detail string    `cbor:"3,keyasint" json:"detail"`
}

// Preview answers a proposal: a permit, or a refusal.
type Preview struct {
	PermitID   string      `cbor:"1,keyasint,omitempty" json:"permit_id,omitempty"`
	Kind       string      `cbor:"2,keyasint" json:"kind"`
	Simulation *Simulation `cbor:"3,keyasint,omitempty" json:"simulation,omitempty"`
	Refusal    *Refusal    `cbor:"4,keyasint,omitempty" json:"refusal,omitempty"`
	// ExpiresAt is unix milliseconds.
	ExpiresAt int64 `cbor:"5,keyasint" json:"expires_at"`
	// Risk is what the risk layers said; absent for what opens no risk, and in a life
	// without an engine.
	Risk *Assessment `cbor:"6,keyasint,omitempty" json:"risk,omitempty"`
}

// Status is what became of an action.
type Status string

// The states of an action in its record.
const (
	StatusExecuted  Status = "executed"
	StatusBlocked   Status = "blocked"
	StatusDeferred  Status = "deferred"
	StatusCancelled Status = "cancelled"
	StatusFailed    Status = "failed"
	StatusPending   Status = "pending"
)

// Finality is how sure it is that an outcome stays (chain §8, heartbeat §22 point 14).
type Finality string

// Confirmed has blocks over it; Safe is what the chain itself will not take back, and
// accounts rest on. Neither is set for an outcome that was only just told.
const (
	Confirmed Finality = "confirmed"
	Safe      Finality = "safe"
)

// Execution is the outcome of a commit, as the chain reports it. GasWei is all that
// was paid for inclusion, the gas and DataWei; Cost is that in micro-USDC, rounded up.
type Execution struct {
	PermitID string      `cbor:"1,keyasint" json:"permit_id"`
	Status   Status      `cbor:"2,keyasint" json:"status"`
	TxHash   common.Hash `cbor:"3,keyasint" json:"tx_hash"`
	Block    Block       `cbor:"4,keyasint" json:"block"`
	GasUsed  uint64      `cbor:"5,keyasint" json:"gas_used"`
	GasWei   uint256.Int `cbor:"6,keyasint" json:"gas_wei"`
	Cost     money.USDC  `cbor:"7,keyasint" json:"cost"`
	Deltas   []Delta     `cbor:"8,keyasint" json:"deltas"`
	// Verified says that receipt and balances agree with the preview within 200
	// bps per token (heartbeat §3 step 8).
	Verified bool     `cbor:"9,keyasint" json:"verified"`
	Refusal  *Refusal `cbor:"10,keyasint,omitempty" json:"refusal,omitempty"`
	// DataWei is what a rollup took beside the gas; absent where nothing was.
	DataWei uint256.Int `cbor:"11,keyasint,omitzero" json:"data_wei,omitzero"`
	// Left is the coin, in wei, that stays behind with a key which handed over the rest.
	Left uint256.Int `cbor:"12,keyasint,omitzero" json:"left_wei,omitzero"`
	// Sent is the coin, in wei, that went to the owner at the end of the life.
	Sent uint256.Int `cbor:"13,keyasint,omitzero" json:"sent_wei,omitzero"`
}
