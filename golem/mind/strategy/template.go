package strategy

import (
	"embed"
	"fmt"
	"strings"

	"bardo.run/bardo/internal/money"
)

//go:embed templates/*.md
var templateFiles embed.FS

// Template is a STRATEGY.md to start from, and what the specification suggests
// to fund it with.
type Template struct {
	Name    string
	Funding money.USDC
	Text    []byte
}

// templates are those of heartbeat §16. The ones without a file need a lending
// market in the worlds that a template is tried in; they are named so that asking
// for one is answered.
var templates = []struct {
	name    string
	funding money.USDC
	exists  bool
}{
	{"eth-dca", 200 * money.One, true},
	{"stablecoin-yield", 500 * money.One, false},
	{"lp-management", 1000 * money.One, true},
	{"trend-following", 500 * money.One, true},
	{"yield-optimizer", 1000 * money.One, false},
}

// TemplateNames lists the templates that can be had.
func TemplateNames() []string {
	var out []string
	for _, t := range templates {
		if t.exists {
			out = append(out, t.name)
		}
	}
	return out
}

// FindTemplate returns the template of a name.
func FindTemplate(name string) (Template, error) {
	for _, t := range templates {
		if t.name != name {
			continue
		}
		if !t.exists {
			return Template{}, fmt.Errorf("template %s needs a lending market, which no generated or recorded world has yet; there are %s", name, strings.Join(TemplateNames(), ", "))
		}
		text, err := templateFiles.ReadFile("templates/" + name + ".md")
		if err != nil {
			return Template{}, fmt.Errorf("template %s: %w", name, err)
		}
		return Template{name, t.funding, text}, nil
	}
	return Template{}, fmt.Errorf("no template %q; there are %s", clip(name), strings.Join(TemplateNames(), ", "))
}
