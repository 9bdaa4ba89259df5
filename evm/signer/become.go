package signer

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// SignBecoming signs a transaction by which the key's own account takes on the code of
// another (EIP-7702), sent by that account with the given nonce. The account keeps its
// key, and what the code does for whom is the code's to say.
func (s *Signer) SignBecoming(nonce uint64, code common.Address, gas uint64, offer Fees) (Transaction, error) {
	id := uint256.NewInt(s.chainID)
	auth := types.SetCodeAuthorization{ChainID: *id, Address: code, Nonce: nonce + 1}
	signature, err := s.sign(auth.SigHash())
	if err != nil {
		return Transaction{}, err
	}
	auth.R.SetBytes(signature[:32])
	auth.S.SetBytes(signature[32:64])
	auth.V = signature[64]
	unsigned := types.NewTx(&types.SetCodeTx{
		ChainID: id, Nonce: nonce, To: s.address, Gas: gas, GasTipCap: &offer.Tip, GasFeeCap: &offer.Max, AuthList: []types.SetCodeAuthorization{auth},
	})
	rules := types.NewPragueSigner(id.ToBig())
	if signature, err = s.sign(rules.Hash(unsigned)); err != nil {
		return Transaction{}, err
	}
	signed, err := unsigned.WithSignature(rules, signature[:crypto.SignatureLength])
	if err != nil {
		return Transaction{}, fmt.Errorf("attach the signature: %w", err)
	}
	raw, err := signed.MarshalBinary()
	if err != nil {
		return Transaction{}, fmt.Errorf("encode the transaction: %w", err)
	}
	return Transaction{Hash: signed.Hash(), Raw: raw}, nil
}
