package bardo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/strategies"
)

func newStrategy(sh *shell) *cobra.Command {
	c := &cobra.Command{Use: "strategy", Short: "Write a STRATEGY.md from a template, check it, and say what it will do"}
	c.AddCommand(newStrategyNew(sh), newStrategyCheck(sh), newStrategyExplain(sh))
	return c
}

func newStrategyNew(sh *shell) *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use:   "new [TEMPLATE]",
		Short: "Write a complete, commented strategy from a template, or list the templates",
		Long:  "new writes one of these to --out, which must not exist yet:\n\n" + templates(),
		Example: `  bardo strategy new
  bardo strategy new grid --out grid.md`,
		Args: strict(cobra.MaximumNArgs(1)), ValidArgsFunction: firstOf(templateNames),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return sh.listTemplates()
			}
			return sh.newStrategy(args[0], out)
		},
	}
	c.Flags().StringVar(&out, "out", strategy.FileName, "the file to write")
	return c
}

// templates lists them for people.
func templates() string {
	var b strings.Builder
	for _, name := range strategies.Names() {
		fmt.Fprintf(&b, "  %-15s %s\n", name, strategies.About(name))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (sh *shell) listTemplates() error {
	if !sh.json {
		_, err := fmt.Fprintln(sh.out, templates())
		return err
	}
	type row struct {
		Name  string `json:"name"`
		About string `json:"about"`
	}
	var rows []row
	for _, name := range strategies.Names() {
		rows = append(rows, row{name, strategies.About(name)})
	}
	return json.NewEncoder(sh.out).Encode(rows)
}

func (sh *shell) newStrategy(name, path string) error {
	text, ok := strategies.Template(name)
	if !ok {
		return usage(fmt.Errorf("no template %q; there are %s", name, strings.Join(strategies.Names(), ", ")))
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return usage(fmt.Errorf("%s exists, and is left as it is: choose another --out", path))
	}
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(map[string]string{"file": path, "template": name})
	}
	_, err = fmt.Fprintf(sh.out, "wrote %s\n  bardo strategy explain %s\n  bardo live --world %s --days 2 --strategy %s --out life\n", path, quoted(path), strategies.World(name), quoted(path))
	return err
}

// checked is what a check came to.
type checked struct {
	File     string    `json:"file"`
	OK       bool      `json:"ok"`
	Rules    int       `json:"rules"`
	Errors   []problem `json:"errors"`
	Warnings []problem `json:"warnings"`
}

type problem struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

func problems(ps []strategy.Problem) []problem {
	out := make([]problem, len(ps))
	for i, p := range ps {
		out[i] = problem{p.Line, p.Col, p.Message}
	}
	return out
}

func newStrategyCheck(sh *shell) *cobra.Command {
	var in dwelling
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Compile a strategy as a Golem does, and list errors and warnings",
		Long: `check lists all errors of a STRATEGY.md, each with its line and what to write in its
place, and ends with 14 where there is one. Warnings are about a strategy that a Golem
can live by: a rule that can never trigger, an entry that acts only once, a bet on a
forecast that nothing checks. FILE may be - for standard input.

` + dwellingHelp,
		Example: `  bardo strategy check strategies/grid.md
  bardo strategy check strategies/basket.md --world basket`,
		Args: strict(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			path, s, _, err := in.compiled(c.InOrStdin(), args[0])
			wrong := strategy.Problems(nil)
			if err != nil && !errors.As(err, &wrong) {
				return err
			}
			answer := checked{File: path, OK: err == nil, Errors: problems(wrong), Warnings: []problem{}}
			if err == nil {
				answer.Rules, answer.Warnings = len(s.Rules), problems(s.Review())
			}
			return errors.Join(answer.print(sh), err)
		},
	}
	in.flags(c)
	return c
}

func (a checked) print(sh *shell) error {
	if sh.json {
		return json.NewEncoder(sh.out).Encode(a)
	}
	if !a.OK {
		return nil // the errors say all
	}
	for _, w := range a.Warnings {
		fmt.Fprintf(sh.out, "%s:%d:%d: warning: %s\n", a.File, w.Line, w.Column, w.Message)
	}
	_, err := fmt.Fprintf(sh.out, "%s compiles; rules: %d, warnings: %d\n", a.File, a.Rules, len(a.Warnings))
	return err
}

func newStrategyExplain(sh *shell) *cobra.Command {
	var in dwelling
	c := &cobra.Command{
		Use:   "explain FILE",
		Short: "Say in plain sentences what a Golem does that lives by a strategy",
		Long: `explain says what was compiled, not what the file's words say. FILE may be - for
standard input.

` + dwellingHelp,
		Example: `  bardo strategy explain strategies/lp-recentre.md
  bardo strategy explain strategies/basket.md --world basket`,
		Args: strict(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			_, s, policy, err := in.compiled(c.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			sections := s.Explain(policy)
			if sh.json {
				return json.NewEncoder(sh.out).Encode(map[string]any{"name": s.Name, "hash": s.Hash, "sections": sections})
			}
			return printSections(sh.out, s.Name, sections)
		},
	}
	in.flags(c)
	return c
}

// width is that of a line of text for people.
const width = 76

func printSections(out io.Writer, name string, sections []strategy.Section) error {
	var b strings.Builder
	fmt.Fprintln(&b, name)
	for _, s := range sections {
		fmt.Fprintf(&b, "\n%s\n", s.Title)
		for _, l := range s.Lines {
			for i, part := range strings.Split(l, "\n") {
				b.WriteString(wrapped(strings.TrimSpace(part), strings.Repeat(" ", 2+2*min(i, 1))))
			}
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// wrapped breaks a text into lines that begin with an indent.
func wrapped(text, indent string) string {
	var b strings.Builder
	line := indent
	for i, word := range strings.Fields(text) {
		if i > 0 && len([]rune(line))+1+len([]rune(word)) > width {
			b.WriteString(line + "\n")
			line = indent + "  " + word
			continue
		}
		if i > 0 {
			line += " "
		}
		line += word
	}
	return b.String() + line + "\n"
}
