package wire

// CustodySessionKeyRotated tells that another key acts under the owner's grant from now
// on, and why (provisioning §9.1): age, operations or budget.
type CustodySessionKeyRotated struct {
	Reason           string `json:"reason"`
	NewKeyAddress    string `json:"new_key_address"`
	OldKeyOperations uint64 `json:"old_key_operations"` // transactions that it signed
}

// Type implements Payload.
func (CustodySessionKeyRotated) Type() Type { return TypeCustodySessionKeyRotated }
