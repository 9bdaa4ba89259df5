package golem

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/internal/atomicfile"
)

// newKeyFile is the name of a new keystore, in the Golem's folder.
const newKeyFile = "key.json"

func newKey(out *voice, errOut io.Writer) *cobra.Command {
	dir, session := "", false
	c := &cobra.Command{
		Use:   "key",
		Short: "Make a new encrypted key for a Golem",
		Long: `key makes a new key and writes it, encrypted with the passphrase in
GOLEM_KEYSTORE_PASSPHRASE, to ` + newKeyFile + ` in the folder; custody.localkey.private_key_path
names it. The key itself is shown to nobody. Its address is what bardo grant takes
as --session, and needs some of the chain's coin for gas.

With --session it makes the key by which a Golem asks a wallet provider for signatures
(golem.custody_mode "embedded"), writes it to ` + sessionFile + ` in the folder, which
custody.embedded.authorization_key_path names, and prints its public half, of which the
owner makes a key quorum that signs for the wallet. It is not encrypted: whoever has the
file asks as the Golem does, within the wallet's policy.`,
		Example: "  golem key --data-dir life",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			if dir == "" {
				return fmt.Errorf("%w: golem key --data-dir DIR", errUsage)
			}
			undumpable(errOut)
			if session {
				return makeSession(out, dir)
			}
			address, err := makeKey(out, dir)
			if err != nil {
				return err
			}
			return out.answer(map[string]string{"address": address.Hex(), "file": filepath.Join(dir, newKeyFile)})
		},
	}
	c.Flags().StringVar(&dir, "data-dir", "", "the Golem's folder")
	c.Flags().BoolVar(&session, "session", false, "make the key to a wallet provider's enclave instead")
	return c
}

// sessionFile is the name of a new key to a wallet provider.
const sessionFile = "session.key"

// makeSession never writes over a file either.
func makeSession(out *voice, dir string) error {
	path := filepath.Join(dir, sessionFile)
	if err := vacant(path); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	key, err := privy.GenerateKey(func(bytes []byte) privy.Vault { return secret.New(bytes) })
	if err != nil {
		return err
	}
	defer key.Destroy()
	if err := key.Text(func(text []byte) error { return atomicfile.Write(path, 0o600, text) }); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n%s: keep it from others; the owner can put another in its place\n", key.PublicKey(), path)
	return out.answer(map[string]string{"public_key": key.PublicKey(), "file": path})
}

// vacant says that there is no file.
func vacant(path string) error {
	switch _, err := os.Stat(path); {
	case err == nil:
		return fmt.Errorf("%w: %s is there already, and is not written over", errUsage, path)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return nil
}

// longEnough refuses a passphrase that is soon guessed.
func longEnough(passphrase string) error {
	if len(passphrase) < custody.LeastPassphrase {
		return fmt.Errorf("%w: set GOLEM_KEYSTORE_PASSPHRASE to a passphrase of at least %d bytes", errUsage, custody.LeastPassphrase)
	}
	return nil
}

// makeKey never writes over a file: a key that is gone is money that is gone.
func makeKey(out io.Writer, dir string) (address common.Address, _ error) {
	const env = "GOLEM_KEYSTORE_PASSPHRASE"
	passphrase := os.Getenv(env)
	if err := os.Unsetenv(env); err != nil {
		return address, err
	}
	if err := longEnough(passphrase); err != nil {
		return address, err
	}
	path := filepath.Join(dir, newKeyFile)
	if err := vacant(path); err != nil {
		return address, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return address, err
	}
	file, address, err := signer.NewKeystore(passphrase)
	if err != nil {
		return address, err
	}
	if err := atomicfile.Write(path, 0o600, append(file, '\n')); err != nil {
		return address, err
	}
	fmt.Fprintf(out, "%s\n%s: keep it and its passphrase; no one can restore either\n", address, path)
	return address, nil
}
