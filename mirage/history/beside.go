package history

import (
	"fmt"
	"slices"
)

// besideTOML is what market.toml says of what stands beside recorded markets.
type besideTOML struct {
	Traders   int            `toml:"traders,omitempty"`
	Followers []followerTOML `toml:"followers,omitempty"`
	Lenders   []Lender       `toml:"lenders,omitempty"`
	Pulls     []Pull         `toml:"pulls,omitempty"`
}

type followerTOML struct {
	Of       string  `toml:"of"`
	Protocol string  `toml:"protocol"`
	Fee      uint32  `toml:"fee"`
	Value    float64 `toml:"value"`
}

// LoadWorld reads a folder as LoadAll does, and what its market.toml says of followers, lenders,
// pulls and traders beside its markets.
func LoadWorld(path string, asked Gas) (c Config, err error) {
	if c.Markets, err = LoadAll(path, asked); err != nil {
		return c, err
	}
	file, err := several(path)
	if err == nil && file != nil {
		err = file.beside(&c)
	}
	if err == nil {
		err = c.Check()
	}
	if err != nil {
		return c, fmt.Errorf("history %s: %w", path, err)
	}
	return c, nil
}

// Kitted reports whether a folder's market.toml names followers or lenders, which need the kit's
// contracts.
func Kitted(path string) bool {
	file, err := several(path)
	return err == nil && file != nil && len(file.Followers)+len(file.Lenders) > 0
}

// beside puts what the file says into a world of its markets.
func (b besideTOML) beside(c *Config) error {
	c.Traders, c.Lenders, c.Pulls = b.Traders, b.Lenders, b.Pulls
	for _, f := range b.Followers {
		of := slices.IndexFunc(c.Markets, func(m Market) bool { return m.Spec.Handle() == f.Of })
		if of < 0 {
			return specError("followers.of", fmt.Sprintf("the handle of one of the markets, not %q", f.Of))
		}
		c.Followers = append(c.Followers, Follower{Of: of, Protocol: f.Protocol, Fee: f.Fee, Value: f.Value})
	}
	return nil
}

// besides is what a world's market.toml says beside its markets.
func besides(c Config) besideTOML {
	b := besideTOML{Traders: c.Traders, Lenders: c.Lenders, Pulls: c.Pulls}
	for _, f := range c.Followers {
		b.Followers = append(b.Followers, followerTOML{c.Markets[f.Of].Spec.Handle(), f.Protocol, f.Fee, f.Value})
	}
	return b
}
