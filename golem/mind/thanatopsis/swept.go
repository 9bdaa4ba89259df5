package thanatopsis

// Swept is what became of one asset of a wallet that is sent to its owner at the end: sent,
// left because it is not worth the gas, failed, or of unknown outcome.
//
// spec: provisioning §8.9
type Swept struct {
	Asset  string `json:"asset"` // a token's address, or native
	Units  string `json:"units"`
	State  string `json:"state"` // swept, dust, failed, unknown
	TxHash string `json:"tx_hash,omitempty"`
	Reason string `json:"reason,omitempty"` // why it failed
}
