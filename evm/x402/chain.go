package x402

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
)

// CodeLow and CodeUsed are Bardo's codes of what the chain alone knows.
const (
	CodeLow  = "PAYMENT_BALANCE_LOW"
	CodeUsed = "PAYMENT_NONCE_USED"
)

// Standing is what the chain says of a payment after one block.
type Standing struct {
	Block    rpc.Block
	Used     bool        // the authorization was executed or cancelled
	Balance  uint256.Int // of the payer, in the token
	Contract bool        // the payer is a contract
}

// Look asks for the standing of a payment at the head. The error is a node's.
func Look(ctx context.Context, client *rpc.Client, token common.Address, a *Authorization) (s Standing, err error) {
	if s.Block, err = client.Head(ctx); err != nil {
		return s, err
	}
	fiat, b := bind.NewFiatToken(), client.At(s.Block.Hash)
	used, held, code := b.Call(token, fiat.PackAuthorizationState(a.From, a.Nonce)), b.Call(token, bind.NewERC20().PackBalanceOf(a.From)), b.Code(a.From)
	if err := b.Do(ctx); err != nil {
		return s, err
	}
	state, err := used.Value()
	if err == nil {
		s.Used, err = fiat.UnpackAuthorizationState(state)
	}
	if err != nil {
		return s, fmt.Errorf("the state of the authorization: %w", err)
	}
	word, err := held.Value()
	if err == nil && len(word) != 32 {
		err = fmt.Errorf("an answer of %d bytes", len(word))
	}
	if err != nil {
		return s, fmt.Errorf("the payer's balance: %w", err)
	}
	s.Balance.SetBytes(word)
	has, err := code.Value()
	s.Contract = len(has) > 0
	return s, err
}

// Check refuses a payment that the chain would not make. held is what other payments of the same
// payer that wait already claim.
func (s *Standing) Check(a *Authorization, held *uint256.Int) error {
	if s.Used {
		return refuse("invalid_exact_evm_nonce_already_used", CodeUsed, "the authorization was used or cancelled before")
	}
	need, over := new(uint256.Int).AddOverflow(&a.Value, held)
	if over || s.Balance.Lt(need) {
		return refuse("insufficient_funds", CodeLow, "%s holds %s, and %s are needed", a.From, s.Balance.Dec(), need.Dec())
	}
	return nil
}

// wrapped ends a signature of an account that is not deployed yet (ERC-6492).
var wrapped = bytes.Repeat([]byte{0x64, 0x92}, 16)

// Wrap is a signature with the call that deploys the account that made it.
type Wrap struct {
	Factory   common.Address
	Deploy    []byte
	Signature []byte
}

// Unwrap takes a signature out of its ERC-6492 form; ok is false for one that is in no such form.
func Unwrap(signature []byte) (w Wrap, ok bool) {
	body, ok := bytes.CutSuffix(signature, wrapped)
	if !ok || len(body) < 96 {
		return w, false
	}
	part := func(word int) (b []byte, ok bool) {
		at := new(uint256.Int).SetBytes(body[32*word : 32*word+32])
		if !at.IsUint64() || at.Uint64() > uint64(len(body))-32 {
			return nil, false
		}
		long := new(uint256.Int).SetBytes(body[at.Uint64() : at.Uint64()+32])
		rest := body[at.Uint64()+32:]
		if !long.IsUint64() || long.Uint64() > uint64(len(rest)) {
			return nil, false
		}
		return rest[:long.Uint64()], true
	}
	w.Factory = common.BytesToAddress(body[12:32])
	if w.Deploy, ok = part(1); ok {
		w.Signature, ok = part(2)
	}
	return w, ok
}

// SettleCall encodes the call of the token that takes a payment, which the payee sends where the
// method is Receive.
func SettleCall(m Method, p *Payment) []byte {
	a, fiat := &p.Authorization, bind.NewFiatToken()
	value, after, before := a.Value.ToBig(), a.ValidAfter.ToBig(), a.ValidBefore.ToBig()
	signature := p.Signature
	if w, ok := Unwrap(signature); ok {
		signature = w.Signature
	}
	if len(signature) != 65 {
		if m == Receive {
			return fiat.PackReceiveWithAuthorization0(a.From, a.To, value, after, before, a.Nonce, signature)
		}
		return fiat.PackTransferWithAuthorization0(a.From, a.To, value, after, before, a.Nonce, signature)
	}
	v, r, s := signature[64], common.BytesToHash(signature[:32]), common.BytesToHash(signature[32:64])
	if m == Receive {
		return fiat.PackReceiveWithAuthorization(a.From, a.To, value, after, before, a.Nonce, v, r, s)
	}
	return fiat.PackTransferWithAuthorization(a.From, a.To, value, after, before, a.Nonce, v, r, s)
}

// settleGas is more than any settlement takes, that of a contract with its own rules included.
const settleGas = 2_000_000

// Rehearse simulates on the head that sender takes a payment, and first deploys the payer's account
// where the signature says how. It is what tells whether a contract signed. The error is a *Refusal,
// or a node's.
func Rehearse(ctx context.Context, client *rpc.Client, token, sender common.Address, m Method, p *Payment) error {
	calls := []any{}
	call := func(to common.Address, data []byte) {
		calls = append(calls, map[string]any{"from": sender, "to": to, "data": hexutil.Bytes(data), "gas": hexutil.Uint64(settleGas)})
	}
	if w, ok := Unwrap(p.Signature); ok {
		call(w.Factory, w.Deploy)
	}
	call(token, SettleCall(m, p))
	raw, err := client.Ask(ctx, "eth_simulateV1", map[string]any{"blockStateCalls": []any{map[string]any{"calls": calls}}}, "latest")
	if err != nil {
		return err
	}
	var blocks []struct {
		Calls []struct {
			Status hexutil.Uint64 `json:"status"`
			Data   hexutil.Bytes  `json:"returnData"`
			Logs   []*types.Log   `json:"logs"`
			Error  struct {
				Message string        `json:"message"`
				Data    hexutil.Bytes `json:"data"`
			} `json:"error"`
		} `json:"calls"`
	}
	if err := json.Unmarshal(raw, &blocks); err != nil || len(blocks) != 1 || len(blocks[0].Calls) != len(calls) {
		return errors.Join(errors.New("the node's answer to eth_simulateV1 is not one block of these calls"), err)
	}
	last := blocks[0].Calls[len(calls)-1]
	if last.Status != 1 {
		return refuse("invalid_exact_evm_transaction_simulation_failed", CodeInvalid, "the token would refuse it: %s", last.Error.Message)
	}
	if !Took(token, &p.Authorization, last.Logs) {
		return refuse("invalid_exact_evm_transaction_simulation_failed", CodeInvalid, "it would move nothing")
	}
	return nil
}

var (
	usedTopic     = common.HexToHash("0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5")
	transferTopic = common.HexToHash("0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef")
)

// Took reports whether the logs of a transaction show a payment, whoever sent it: the token used up
// the authorization and moved its value.
func Took(token common.Address, a *Authorization, logs []*types.Log) bool {
	used, moved := false, false
	for _, l := range logs {
		if l.Address != token || len(l.Topics) != 3 {
			continue
		}
		from, second := common.BytesToAddress(l.Topics[1][:]), l.Topics[2]
		switch l.Topics[0] {
		case usedTopic:
			used = used || from == a.From && second == a.Nonce
		case transferTopic:
			moved = moved || from == a.From && common.BytesToAddress(second[:]) == a.To && len(l.Data) == 32 && new(big.Int).SetBytes(l.Data).Cmp(a.Value.ToBig()) == 0
		}
	}
	return used && moved
}
