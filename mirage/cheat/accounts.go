package cheat

import (
	"crypto/ecdsa"
	"crypto/hmac"
	"crypto/sha512"
	"encoding/binary"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Mnemonic is the phrase of every devnet's accounts. Its keys are known to the world.
const Mnemonic = "test test test test test test test test test test test junk"

// DefaultAccounts is how many accounts a devnet has, and DefaultEther what each holds,
// as anvil does.
const (
	DefaultAccounts = 10
	DefaultEther    = 10_000
)

// Account is a developer account.
type Account struct {
	Address common.Address
	Key     *ecdsa.PrivateKey
}

// Accounts derives the first n accounts of a mnemonic at m/44'/60'/0'/0/i (BIP-39
// without a passphrase, BIP-32, BIP-44). The mnemonic's checksum is not verified.
func Accounts(mnemonic string, n int) ([]Account, error) {
	p, err := openPurse(mnemonic)
	if err != nil {
		return nil, err
	}
	accounts := make([]Account, n)
	for i := range accounts {
		if accounts[i], err = p.account(i); err != nil {
			return nil, err
		}
	}
	return accounts, nil
}

// Fund adds the balance of every account to a genesis allocation, in whole ether.
func Fund(alloc map[common.Address]*big.Int, accounts []Account, ether int64) {
	for _, a := range accounts {
		alloc[a.Address] = new(big.Int).Mul(big.NewInt(ether), big.NewInt(1_000_000_000_000_000_000))
	}
}

const hardened = 1 << 31

// extended is a private key of BIP-32 with its chain code, 32 bytes each.
type extended struct{ key, chain []byte }

func master(seed []byte) extended { return split([]byte("Bitcoin seed"), seed) }

// public is the compressed public key.
func (e extended) public() ([]byte, error) {
	key, err := crypto.ToECDSA(e.key)
	if err != nil {
		return nil, err
	}
	return crypto.CompressPubkey(&key.PublicKey), nil
}

// child derives the child of the index.
func (e extended) child(index uint32) (extended, error) {
	if index >= hardened {
		return e.from(append([]byte{0}, e.key...), index), nil
	}
	public, err := e.public()
	return e.from(public, index), err
}

// from derives the child of the index, given what stands for the key.
func (e extended) from(data []byte, index uint32) extended {
	c := split(e.chain, binary.BigEndian.AppendUint32(data, index))
	sum := new(big.Int).Add(new(big.Int).SetBytes(c.key), new(big.Int).SetBytes(e.key))
	c.key = sum.Mod(sum, crypto.S256().Params().N).FillBytes(make([]byte, 32))
	return c
}

func split(key, data []byte) extended {
	mac := hmac.New(sha512.New, key)
	mac.Write(data)
	sum := mac.Sum(nil)
	return extended{key: sum[:32], chain: sum[32:]}
}
