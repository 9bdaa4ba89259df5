package cheat

import (
	"crypto/ecdsa"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha512"
	"encoding/binary"
	"fmt"
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
	seed, err := pbkdf2.Key(sha512.New, mnemonic, []byte("mnemonic"), 2048, 64)
	if err != nil {
		return nil, fmt.Errorf("derive accounts: %w", err)
	}
	parent := master(seed)
	for _, index := range []uint32{44 | hardened, 60 | hardened, hardened, 0} {
		if parent, err = parent.child(index); err != nil {
			return nil, fmt.Errorf("derive accounts: %w", err)
		}
	}
	accounts := make([]Account, n)
	for i := range accounts {
		leaf, err := parent.child(uint32(i))
		if err != nil {
			return nil, fmt.Errorf("derive account %d: %w", i, err)
		}
		key, err := crypto.ToECDSA(leaf.key)
		if err != nil {
			return nil, fmt.Errorf("derive account %d: %w", i, err)
		}
		accounts[i] = Account{Address: crypto.PubkeyToAddress(key.PublicKey), Key: key}
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

// child derives the child of the index.
func (e extended) child(index uint32) (extended, error) {
	data := append([]byte{0}, e.key...)
	if index < hardened {
		key, err := crypto.ToECDSA(e.key)
		if err != nil {
			return extended{}, err
		}
		data = crypto.CompressPubkey(&key.PublicKey)
	}
	c := split(e.chain, binary.BigEndian.AppendUint32(data, index))
	sum := new(big.Int).Add(new(big.Int).SetBytes(c.key), new(big.Int).SetBytes(e.key))
	c.key = sum.Mod(sum, crypto.S256().Params().N).FillBytes(make([]byte, 32))
	return c, nil
}

func split(key, data []byte) extended {
	mac := hmac.New(sha512.New, key)
	mac.Write(data)
	sum := mac.Sum(nil)
	return extended{key: sum[:32], chain: sum[32:]}
}
