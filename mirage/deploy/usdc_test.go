package deploy_test

import (
	"crypto/ecdsa"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy"
)

// word is an ABI word.
func word[T *big.Int | common.Address | common.Hash](v T) []byte {
	switch v := any(v).(type) {
	case *big.Int:
		return common.BigToHash(v).Bytes()
	case common.Address:
		return common.BytesToHash(v[:]).Bytes()
	case common.Hash:
		return v[:]
	}
	return nil
}

// sign signs an EIP-712 struct of a token.
func sign(t *testing.T, key *ecdsa.PrivateKey, domain common.Hash, typ string, fields ...[]byte) []byte {
	t.Helper()
	body := crypto.Keccak256(append([][]byte{crypto.Keccak256([]byte(typ))}, fields...)...)
	sig, err := crypto.Sign(crypto.Keccak256([]byte("\x19\x01"), domain[:], body), key)
	check(t, err)
	sig[64] += 27
	return sig
}

const (
	transferType = "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
	receiveType  = "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
	permitType   = "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
)

// spec: mirage-testing §12.2 (USDC with EIP-2612 permit and EIP-3009)
func TestUSDCMovesOnARealSignature(t *testing.T) {
	n, b := deployed(t, artifacts(t), usdcWeth())
	usdc, fiat := b.Address("USDC"), bind.NewFiatToken()
	domain := deploy.Domain("USD Coin", "2", 31337, usdc)
	from, payee := addressOf(golem), common.HexToAddress("0x00000000000000000000000000000000000000aa")
	relayer, err := usdcWeth().MarketKey() // anybody with gas
	check(t, err)
	amount, after, before := big.NewInt(1_250_000), new(big.Int), big.NewInt(1<<40)

	nonce := common.Hash{1}
	sig := sign(t, golem, domain, transferType, word(from), word(payee), word(amount), word(after), word(before), word(nonce))
	transfer := fiat.PackTransferWithAuthorization0(from, payee, amount, after, before, nonce, sig)
	more := fiat.PackTransferWithAuthorization0(from, payee, big.NewInt(1_250_001), after, before, nonce, sig)
	fails(t, n, relayer, usdc, more) // a tampered amount
	works(t, n, relayer, usdc, transfer)
	if got := balanceOf(t, n, usdc, payee); got.Cmp(amount) != 0 {
		t.Fatalf("the payee has %s", got)
	}
	fails(t, n, relayer, usdc, transfer) // a second time
	if !view(t, n, usdc, fiat.PackAuthorizationState(from, nonce), fiat.UnpackAuthorizationState) {
		t.Fatal("the authorization is not marked as used")
	}
}

func TestUSDCReceiveWithAuthorizationIsThePayeesOnly(t *testing.T) {
	n, b := deployed(t, artifacts(t), usdcWeth())
	usdc, fiat := b.Address("USDC"), bind.NewFiatToken()
	domain := deploy.Domain("USD Coin", "2", 31337, usdc)
	payee, err := usdcWeth().MarketKey()
	check(t, err)
	from, to := addressOf(golem), addressOf(payee)
	amount, after, before, nonce := big.NewInt(42), new(big.Int), big.NewInt(1<<40), common.Hash{2}
	sig := sign(t, golem, domain, receiveType, word(from), word(to), word(amount), word(after), word(before), word(nonce))
	// The other form of the signature: v, r, s.
	receive := fiat.PackReceiveWithAuthorization(from, to, amount, after, before, nonce, sig[64], [32]byte(sig[:32]), [32]byte(sig[32:64]))
	fails(t, n, golem, usdc, receive) // who is not the payee
	works(t, n, payee, usdc, receive)
	if got := balanceOf(t, n, usdc, to); got.Cmp(amount) != 0 {
		t.Fatalf("the payee has %s", got)
	}
}

func TestUSDCPermitSetsAnAllowance(t *testing.T) {
	n, b := deployed(t, artifacts(t), usdcWeth())
	usdc, fiat, erc := b.Address("USDC"), bind.NewFiatToken(), bind.NewERC20()
	relayer, err := usdcWeth().MarketKey()
	check(t, err)
	owner, spender, amount, deadline := addressOf(golem), addressOf(relayer), big.NewInt(77), big.NewInt(1<<40)
	sig := sign(t, golem, deploy.Domain("USD Coin", "2", 31337, usdc), permitType,
		word(owner), word(spender), word(amount), word(new(big.Int)), word(deadline))
	works(t, n, relayer, usdc, fiat.PackPermit0(owner, spender, amount, deadline, sig))
	if got := view(t, n, usdc, erc.PackAllowance(owner, spender), erc.UnpackAllowance); got.Cmp(amount) != 0 {
		t.Fatalf("the allowance is %s", got)
	}
}

// Permit2 is real too: an allowance given through it moves real USDC.
func TestPermit2MovesUSDCWithinItsAllowance(t *testing.T) {
	n, b := deployed(t, artifacts(t), usdcWeth())
	usdc, erc, p2 := b.Address("USDC"), bind.NewERC20(), bind.NewPermit2()
	spender, err := usdcWeth().MarketKey()
	check(t, err)
	from, to := addressOf(golem), common.HexToAddress("0x00000000000000000000000000000000000000bb")
	for _, c := range []struct {
		to   common.Address
		data []byte
	}{
		{usdc, erc.PackApprove(deploy.Permit2, big.NewInt(1_000))},
		{deploy.Permit2, p2.PackApprove(usdc, addressOf(spender), big.NewInt(300), big.NewInt(1<<40))},
	} {
		works(t, n, golem, c.to, c.data)
	}
	fails(t, n, spender, deploy.Permit2, p2.PackTransferFrom(from, to, big.NewInt(301), usdc))
	works(t, n, spender, deploy.Permit2, p2.PackTransferFrom(from, to, big.NewInt(300), usdc))
	if got := balanceOf(t, n, usdc, to); got.Int64() != 300 {
		t.Fatalf("%s arrived", got)
	}
}
