package enclave

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

// rpc signs with a wallet, if the request is signed by its owner or a signer, and their
// policies allow it.
func (s *Server) rpc(r *http.Request, id string, body []byte, fault Fault) (any, *refusal) {
	w, ok := s.things.wallets[id]
	if !ok {
		return nil, &refusal{http.StatusNotFound, "", "not found"}
	}
	policies, refused := s.policiesFor(r, w, body)
	if refused != nil {
		return nil, refused
	}
	var in struct {
		Method string `json:"method"`
		Params struct {
			Transaction *transaction `json:"transaction"`
			TypedData   *typedData   `json:"typed_data"`
		} `json:"params"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, bad("rpc: %v", err)
	}
	subject := Subject{Method: in.Method, Now: s.clock.Now().Unix()}
	var err error
	switch {
	case in.Method == "eth_signTransaction" && in.Params.Transaction != nil:
		subject.Transaction, err = in.Params.Transaction.decode()
	case in.Method == "eth_signTypedData_v4" && in.Params.TypedData != nil:
		subject.TypedData, err = in.Params.TypedData.decode()
	default:
		err = fmt.Errorf("method %q", in.Method)
	}
	if err != nil {
		return nil, bad("rpc: %v", err)
	}
	if !Allows(policies, subject) {
		return nil, &refusal{http.StatusBadRequest, "policy_violation", "RPC request denied due to policy violation"}
	}
	w.signed++
	data, err := sign(w, subject, fault)
	if err != nil {
		return nil, bad("rpc: %v", err)
	}
	if fault.Method != "" {
		in.Method = fault.Method
	}
	if fault.Encoding != "" {
		data["encoding"] = fault.Encoding
	}
	return map[string]any{"method": in.Method, "data": data}, nil
}

// policiesFor are the policies that bind who signed the request. A signer is bound by its
// own alone.
func (s *Server) policiesFor(r *http.Request, w *wallet, body []byte) (policies []Policy, refused *refusal) {
	may, ids := []string{}, map[string][]string{}
	if w.Owner != nil {
		may, ids[*w.Owner] = append(may, *w.Owner), w.Policies
	}
	for _, signer := range w.Signers {
		may, ids[signer.ID] = append(may, signer.ID), signer.Policies
	}
	by, refused := s.authorized(r, body, may...)
	for _, id := range ids[by] {
		policies = append(policies, s.things.policies[id])
	}
	return policies, refused
}

// transaction is a transaction as the API takes it. The double has no chain to fill in
// what is missing, so that nothing may be.
type transaction struct {
	Type    int             `json:"type"`
	ChainID *hexutil.Big    `json:"chain_id"`
	To      *common.Address `json:"to"`
	Value   *hexutil.Big    `json:"value"`
	Data    *hexutil.Bytes  `json:"data"`
	Nonce   *hexutil.Uint64 `json:"nonce"`
	Gas     *hexutil.Uint64 `json:"gas_limit"`
	Fee     *hexutil.Big    `json:"max_fee_per_gas"`
	Tip     *hexutil.Big    `json:"max_priority_fee_per_gas"`
}

func (t *transaction) decode() (*types.DynamicFeeTx, error) {
	if t.Type != 2 || t.ChainID == nil || t.To == nil || t.Value == nil || t.Data == nil || t.Nonce == nil || t.Gas == nil || t.Fee == nil || t.Tip == nil {
		return nil, fmt.Errorf("the transaction is not whole: %+v", t)
	}
	return &types.DynamicFeeTx{
		ChainID: t.ChainID.ToInt(), To: t.To, Value: t.Value.ToInt(), Data: *t.Data, Nonce: uint64(*t.Nonce),
		Gas: uint64(*t.Gas), GasFeeCap: t.Fee.ToInt(), GasTipCap: t.Tip.ToInt(),
	}, nil
}

// typedData is typed data as the API takes it.
type typedData struct {
	Domain  map[string]any             `json:"domain"`
	Types   map[string][]apitypes.Type `json:"types"`
	Primary string                     `json:"primary_type"`
	Message map[string]any             `json:"message"`
}

func (d *typedData) decode() (*apitypes.TypedData, error) {
	text, err := json.Marshal(map[string]any{"types": d.Types, "primaryType": d.Primary, "domain": d.Domain, "message": d.Message})
	if err != nil {
		return nil, err
	}
	var out apitypes.TypedData
	return &out, json.Unmarshal(text, &out)
}

func sign(w *wallet, subject Subject, fault Fault) (map[string]any, error) {
	key := w.key
	if fault.Key != nil {
		key = fault.Key
	}
	if subject.TypedData != nil {
		digest, _, err := apitypes.TypedDataAndHash(*subject.TypedData)
		if err != nil {
			return nil, err
		}
		signature, err := crypto.Sign(digest, key)
		if err != nil {
			return nil, err
		}
		if fault.Twist != nil {
			fault.Twist(signature)
		}
		signature[64] += 27
		return map[string]any{"signature": hexutil.Encode(signature), "encoding": "hex"}, nil
	}
	tx := subject.Transaction
	if fault.Tamper != nil {
		fault.Tamper(tx)
	}
	rules := types.NewLondonSigner(new(big.Int).Set(tx.ChainID))
	unsigned := types.NewTx(tx)
	signature, err := crypto.Sign(rules.Hash(unsigned).Bytes(), key)
	if err != nil {
		return nil, err
	}
	if fault.Twist != nil {
		fault.Twist(signature)
	}
	signed, err := unsigned.WithSignature(rules, signature)
	if err != nil {
		return nil, err
	}
	raw, err := signed.MarshalBinary()
	return map[string]any{"signed_transaction": "0x" + strings.ToLower(common.Bytes2Hex(raw)), "encoding": "rlp"}, err
}
