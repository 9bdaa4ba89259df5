package birth

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/mirage/history"
)

// StrategyError is all that is wrong with a strategy, at the lines of the file it
// was read from.
type StrategyError struct {
	Path     string
	Problems strategy.Problems
}

// Error lists the problems, one a line.
func (e *StrategyError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = fmt.Sprintf("%s:%s", e.Path, p)
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the problems.
func (e *StrategyError) Unwrap() error { return e.Problems }

// Read takes the strategy in a file, and lets the life do what that names where the
// settings do not say. The strategy of a life which follows its file stands in the boot
// entry of its journal, once that is there: the file may be another by now, or broken, and
// is offered to the life as any edit is. Markets are those that the life's world has,
// the first one first.
func (t *Terms) Read(path, journalDir string, markets []turn.Market) (err error) {
	if b, none := agent.BirthIn(journalDir); none == nil && b.Strategy.HotReload {
		t.Text = b.Strategy.Text
		t.Strategy, err = strategy.Compile(t.Text, b.Strategy.Policy)
	} else {
		t.Text, t.Strategy, err = readStrategy(path, t.Config, markets)
	}
	if err == nil {
		t.Config = approve(t.Config, t.Strategy)
	}
	return err
}

// Fits reports whether a Golem of these terms could be born with the strategy in a file in another
// world, and has there what its rules use.
func (t *Terms) Fits(path string, w history.Config) bool {
	_, s, err := readStrategy(path, t.Config, environment.Markets(w))
	return err == nil && len(CheckLenders(s, w)) == 0
}

// Allows is what settings allow a strategy in the markets of a world.
func Allows(c config.GolemConfig, markets []turn.Market) strategy.Policy {
	return strategy.PolicyFrom(c, allowed(c, markets), markets)
}

// allowed are the symbols of markets that safety.approved_assets lets be, the first one's quote
// token first; all of them where it says nothing. An address there is compared when the markets
// were read.
func allowed(c config.GolemConfig, markets []turn.Market) (symbols []string) {
	approved := c.Safety.ApprovedAssets
	open := len(approved) == 0 || slices.ContainsFunc(approved, func(entry string) bool { return strings.HasPrefix(entry, "0x") })
	for i := range markets {
		for _, symbol := range []string{markets[i].Quote.Symbol, markets[i].Base.Symbol} {
			named := func(entry string) bool { return strings.EqualFold(entry, symbol) }
			if !slices.ContainsFunc(symbols, named) && (open || slices.ContainsFunc(approved, named)) {
				symbols = append(symbols, symbol)
			}
		}
	}
	return symbols
}

func readStrategy(path string, c config.GolemConfig, markets []turn.Market) ([]byte, *strategy.Strategy, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("read strategy: %w", err)
	}
	compiled, _, err := CompileIn(path, text, c, markets)
	return text, compiled, err
}

// CompileIn compiles the text of a file as a life in the markets of a world is born with it, which may use
// what the file lists where the settings approve nothing. There is at least one market, whose quote is the
// cash. It returns what was allowed, too.
func CompileIn(path string, text []byte, c config.GolemConfig, markets []turn.Market) (*strategy.Strategy, strategy.Policy, error) {
	p := Allows(c, markets)
	compiled, err := Compile(path, text, p)
	if err != nil {
		return nil, p, elsewhere(err, c)
	}
	listed := approve(c, compiled)
	p = Allows(listed, markets)
	if quote := markets[0].Quote.Symbol; len(p.Assets) == 0 || !strings.EqualFold(p.Assets[0], quote) {
		where := "the assets at the top of the file do"
		if len(c.Safety.ApprovedAssets) > 0 {
			where = "safety.approved_assets does"
		}
		return nil, p, &StrategyError{path, strategy.Problems{{Line: 1, Col: 1, Message: fmt.Sprintf("%s not list %s, in which everything is paid there", where, quote)}}}
	}
	compiled, err = Compile(path, text, p)
	if wrong := (*StrategyError)(nil); errors.As(err, &wrong) {
		for i := range wrong.Problems {
			wrong.Problems[i].Message += "; what assets and protocols at the top of the file list is all that is approved"
		}
	}
	return compiled, p, err
}

// elsewhere says of a strategy for other markets that it is one, where nothing but the markets bounds what
// it may name.
func elsewhere(err error, c config.GolemConfig) error {
	wrong := (*StrategyError)(nil)
	if len(c.Safety.ApprovedAssets) > 0 || !errors.As(err, &wrong) {
		return err
	}
	for i := range wrong.Problems {
		m := &wrong.Problems[i].Message
		*m = strings.Replace(*m, "is not on the policy's allow-list", "is not traded in the markets of this life", 1)
	}
	return err
}

// Compile compiles the text of a file as a life is born with it; the error is a
// StrategyError that names the file.
func Compile(path string, text []byte, p strategy.Policy) (*strategy.Strategy, error) {
	compiled, err := strategy.Compile(text, p)
	return compiled, located(path, err)
}

// Draft is Compile for a text of which nobody said where it is to live.
func Draft(path string, text []byte, p strategy.Policy) (*strategy.Strategy, error) {
	compiled, err := strategy.Draft(text, p)
	return compiled, located(path, err)
}

func located(path string, err error) error {
	if wrong := strategy.Problems(nil); errors.As(err, &wrong) {
		return &StrategyError{path, wrong}
	}
	return err
}
