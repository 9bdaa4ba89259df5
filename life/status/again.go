package status

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bardo.run/bardo/golem/host/home"
)

// plan is what of life.json goes back into the command that began a life on a history.
type plan struct {
	Kind     string `json:"kind"`
	Source   string `json:"source"`
	Days     int    `json:"days"`
	LeftOut  int    `json:"days_left_out"`
	LastDay  int    `json:"last_day"`
	Seed     uint64 `json:"seed"`
	Fund     string `json:"fund_usdc"`
	Credit   string `json:"credit_usdc"`
	Realtime bool   `json:"realtime"`
	Custody  string `json:"custody"`
	Births   string `json:"births"` // of all that live in the world, with commas between them
}

// again is the command that goes on with the life in a folder. Of its settings, and of a history's gas
// price and coin, the folder has hashes alone.
func again(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, home.LifeFile))
	var p plan
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil || p.Kind == "" {
		return "bardo live --out " + dir + ", with the other flags that it was begun with"
	}
	c := fmt.Sprintf("bardo live --%s %s", p.Kind, p.Source)
	if p.Days > 0 {
		c += fmt.Sprintf(" --days %d", p.Days)
	}
	if p.LeftOut > 0 {
		c += fmt.Sprintf(" --from-day %d", p.LeftOut+1)
	}
	if p.LastDay > 0 {
		c += fmt.Sprintf(" --to-day %d", p.LastDay)
	}
	c += fmt.Sprintf(" --seed %d --fund %s --credit %s", p.Seed, whole(p.Fund), whole(p.Credit))
	if p.Custody != "" {
		c += " --custody " + p.Custody
	}
	if p.Realtime {
		c += " --realtime"
	}
	beside := "--config"
	if p.Kind == "history" {
		beside = "--config, --coin and --gas-price"
	}
	said, out := p.members(dir)
	return fmt.Sprintf("%s%s --out %s, with the %s that it was begun with, if any", c, said, out, beside)
}

// members are the strategies of all that live in the world of the life in a folder, and the folder to go on in: several
// have a folder each, which lie beside one another.
func (p plan) members(dir string) (said, out string) {
	if p.Births != "" {
		said = " --born " + p.Births
	}
	several := strings.Count(p.Births, ",") + 1
	if several == 1 {
		return said + " --strategy " + filepath.Join(dir, home.StrategyFile), dir
	}
	out = filepath.Dir(filepath.Clean(dir))
	for i := range several {
		said += " --strategy " + filepath.Join(out, fmt.Sprint(i+1), home.StrategyFile)
	}
	return said, out
}

// whole is an amount without the places that are nothing.
func whole(amount string) string {
	if strings.Contains(amount, ".") {
		amount = strings.TrimRight(strings.TrimRight(amount, "0"), ".")
	}
	return amount
}
