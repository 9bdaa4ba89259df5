package golem

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/post"
)

// envOwnerKey is the variable with the key that signs letters which are not put into the folder.
const envOwnerKey = "BARDO_OWNER_KEY"

// whom says to which Golem a command speaks: by its folder, or by the address it answers at.
type whom struct{ dir, url string }

func (w *whom) add(c *cobra.Command) {
	c.Flags().StringVar(&w.dir, "data-dir", "", "the Golem's folder")
	c.Flags().StringVar(&w.url, "url", "", "where the Golem answers, as http://127.0.0.1:8080, in place of its folder; "+envOwnerKey+" signs the letter")
}

// find reads who it is.
func (w *whom) find(ctx context.Context) (p patient, err error) {
	if w.url == "" {
		return examine(w.dir)
	}
	if w.dir != "" {
		return p, fmt.Errorf("%w: --data-dir and --url name two Golems; leave one out", errUsage)
	}
	g, err := post.Ask(ctx, w.url)
	p.url, p.golem = w.url, g
	p.born.Identity.GolemID, p.born.Identity.Name, p.born.Identity.ChainID = g.ID, g.Name, g.ChainID
	return p, err
}

// send signs a letter and hands it in where the Golem answers.
func (p patient) send(ctx context.Context, l owner.Letter, out *voice) error {
	text := os.Getenv(envOwnerKey)
	if err := os.Unsetenv(envOwnerKey); err != nil {
		return err
	}
	key, err := signer.FromHex(p.golem.ChainID, []byte(text))
	if err != nil {
		return fmt.Errorf("%w: %s is not the owner's key: %w", errUsage, envOwnerKey, err)
	}
	defer key.Destroy()
	if key.Address() != p.golem.Owner {
		return fmt.Errorf("%w: the key in %s is that of %s, and the Golem's owner is %s", errUsage, envOwnerKey, key.Address(), p.golem.Owner)
	}
	if l, err = p.golem.Sign(l, key.SignTypedData); err != nil {
		return err
	}
	r := p.became(l.Kind(), waiting)
	r.Letter = l.ID
	a, heard, err := post.Send(ctx, p.url, l)
	switch {
	case err != nil:
		return err
	case !heard:
		fmt.Fprintf(out, "letter %s waits: the process hears it after the tick it is in\n", l.ID)
		return out.answer(r)
	}
	return p.heeded(l, a, r, out)
}
