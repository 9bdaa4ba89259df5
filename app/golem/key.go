package golem

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/internal/atomicfile"
)

// newKeyFile is the name of a new keystore, in the Golem's folder.
const newKeyFile = "key.json"

// leastPassphrase is how long the passphrase of a new keystore must be, in bytes.
const leastPassphrase = 8

func newKey(out io.Writer) *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use:   "key",
		Short: "Make a new encrypted key for a Golem",
		Long: `key makes a new key and writes it, encrypted with the passphrase in
GOLEM_KEYSTORE_PASSPHRASE, to ` + newKeyFile + ` in the folder; custody.localkey.private_key_path
names it. The key itself is shown to nobody. Its address is what bardo grant takes
as --session, and needs some of the chain's coin for gas.`,
		Example: "  golem key --data-dir life",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			if dir == "" {
				return fmt.Errorf("%w: golem key --data-dir DIR", errUsage)
			}
			return makeKey(out, dir)
		},
	}
	c.Flags().StringVar(&dir, "data-dir", "", "the Golem's folder")
	return c
}

// makeKey never writes over a file: a key that is gone is money that is gone.
func makeKey(out io.Writer, dir string) error {
	const env = "GOLEM_KEYSTORE_PASSPHRASE"
	passphrase := os.Getenv(env)
	if err := os.Unsetenv(env); err != nil {
		return err
	}
	if len(passphrase) < leastPassphrase {
		return fmt.Errorf("%w: set %s to a passphrase of at least %d bytes", errUsage, env, leastPassphrase)
	}
	path := filepath.Join(dir, newKeyFile)
	switch _, err := os.Stat(path); {
	case err == nil:
		return fmt.Errorf("%w: %s is there already, and is not written over", errWallet, path)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file, address, err := signer.NewKeystore(passphrase)
	if err != nil {
		return err
	}
	if err := atomicfile.Write(path, 0o600, append(file, '\n')); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n%s: keep it and its passphrase; nobody can restore either\n", address, path)
	return nil
}
