package plan

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Plan is the analysis as a person writes it. Worlds or History is given, and of a history a
// folder or a file.
type Plan struct {
	Strategies []string `toml:"strategies"`
	// Arms are those of several strategies, beside those of one each.
	Arms    []Several `toml:"arms"`
	Worlds  []string  `toml:"worlds"`
	History string    `toml:"history"`
	Seeds   string    `toml:"seeds"`    // as "1000-1199" or "3,7-9"
	Days    int       `toml:"days"`     // of a generated world
	FromDay int       `toml:"from_day"` // with which a market begins, from 1
	ToDay   int       `toml:"to_day"`   // with which a market ends; 0 is its last
	// Parameters are values by name: a range "-3..-1:0.5" or a list "1h,2h,4h".
	Parameters map[string]string `toml:"parameters"`
	// Without are faculties: every arm is also lived without each of them.
	Without []string `toml:"without"`
	Terms   Terms    `toml:"terms"`
	Judge   Judge    `toml:"judge"`
}

// Several is an arm of several strategies as a person writes it: of Set and Chain one is given, with paths of
// at least two files.
type Several struct {
	Name  string   `toml:"name"`
	Set   []string `toml:"set"`   // they live in one world
	Chain []string `toml:"chain"` // each lives on what the one before left
}

// Terms are what every life is born with, as the flags of bardo live say it.
type Terms struct {
	Fund     string `toml:"fund" json:"fund"`
	Credit   string `toml:"credit" json:"credit"`
	Custody  string `toml:"custody" json:"custody"`
	Config   string `toml:"config" json:"-"` // a path; its settings are in the hash
	Coin     string `toml:"coin" json:"coin"`
	GasPrice string `toml:"gas_price" json:"gas_price"`
}

// Judge is how the lives are judged.
type Judge struct {
	Against     string `toml:"against" json:"against"`           // cash or holding
	WalkForward int    `toml:"walk_forward" json:"walk_forward"` // steps; 0: none
	// Untouched is the share of the periods in percent, at the end, that chooses nothing; below 0 it
	// is 20 where there is a walk, and none elsewhere.
	Untouched int `toml:"untouched" json:"untouched"`
	// Tried is how many arms were tried in all, on these markets, where more were than are here.
	Tried int `toml:"tried" json:"tried"`
}

// Errors of a plan. ErrPlan is of one that makes no sense, ErrMany of one of too many lives, ErrNone
// of one of none.
var (
	ErrPlan = errors.New("the plan makes no sense")
	ErrMany = errors.New("too many lives")
	ErrNone = errors.New("no life")
)

// New is a plan with what a sweep does where nothing is said.
func New() Plan {
	return Plan{Seeds: "1", Days: 2, FromDay: 1, Parameters: map[string]string{}, Terms: Terms{Fund: "10000", Credit: "50"}, Judge: Judge{Against: "cash", Untouched: -1}}
}

// Read takes a plan from a TOML file over p. A key that does not exist is an error with its line.
func (p *Plan) Read(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	d := toml.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(p)
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		var said []string
		for i := range unknown.Errors {
			row, _ := unknown.Errors[i].Position()
			said = append(said, fmt.Sprintf("%s:%d: unknown key %s", path, row, strings.Join(unknown.Errors[i].Key(), ".")))
		}
		return fmt.Errorf("%w: %s", ErrPlan, strings.Join(said, "; "))
	case errors.As(err, &wrong):
		row, col := wrong.Position()
		return fmt.Errorf("%w: %s:%d:%d: %s", ErrPlan, path, row, col, strings.TrimPrefix(wrong.Error(), "toml: "))
	case err != nil:
		return fmt.Errorf("%w: %s: %w", ErrPlan, path, err)
	}
	return nil
}

// check refuses what no flag and no file may say.
func (p Plan) check() error {
	switch {
	case len(p.Strategies)+len(p.Arms) == 0:
		return fmt.Errorf("%w: no strategy is named", ErrNone)
	case len(p.Worlds) == 0 && p.History == "":
		return fmt.Errorf("%w: neither a world nor a history is named", ErrNone)
	case len(p.Worlds) > 0 && p.History != "":
		return fmt.Errorf("%w: it names worlds and a history, and a life is lived in one", ErrPlan)
	case p.History == "" && p.Days < 1:
		return fmt.Errorf("%w: days is %d, want at least 1", ErrPlan, p.Days)
	case p.FromDay < 1:
		return fmt.Errorf("%w: from_day is %d, want at least 1, the first", ErrPlan, p.FromDay)
	case p.ToDay != 0 && p.ToDay < p.FromDay:
		return fmt.Errorf("%w: to_day is %d, and from_day %d", ErrPlan, p.ToDay, p.FromDay)
	case p.Judge.Against != "cash" && p.Judge.Against != "holding":
		return fmt.Errorf("%w: lives are judged against cash or holding, and not %q", ErrPlan, p.Judge.Against)
	case p.Judge.Untouched < -1 || p.Judge.Untouched > 90:
		return fmt.Errorf("%w: %d %% untouched, want 0 to 90", ErrPlan, p.Judge.Untouched)
	case p.Judge.WalkForward < 0 || p.Judge.WalkForward > 100:
		return fmt.Errorf("%w: a walk of %d steps, want 1 to 100, or 0 for none", ErrPlan, p.Judge.WalkForward)
	case p.Judge.WalkForward > 0 && p.History == "":
		return fmt.Errorf("%w: a walk goes forward over recorded days, and it names none", ErrPlan)
	case p.Judge.Tried < 0:
		return fmt.Errorf("%w: %d arms were tried", ErrPlan, p.Judge.Tried)
	}
	return cmp.Or(p.checkArms(), p.checkWithout())
}
