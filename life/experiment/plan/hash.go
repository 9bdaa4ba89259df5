package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// hashed is what a hash is of: all that decides what is lived and how it is judged, and nothing of
// where files lie or in what order they were named.
type hashed struct {
	Arms   []hashedArm `json:"arms"`
	Worlds []string    `json:"worlds,omitempty"`
	Market string      `json:"market,omitempty"` // the hash of a history
	Seeds  string      `json:"seeds"`
	Days   int         `json:"days"`
	// LeftOut are the days at the beginning of a market that nobody lives.
	LeftOut int    `json:"days_left_out,omitempty"`
	LastDay int    `json:"last_day,omitempty"`
	Terms   Terms  `json:"terms"`
	Config  string `json:"config"`
	Judge   Judge  `json:"judge"`
}

type hashedArm struct {
	Name string `json:"name"`
	Text string `json:"text_sha256,omitempty"`
	// Form and Members are of an arm of several strategies: the hashes of their texts, in their order.
	Form    Form     `json:"form,omitempty"`
	Members []string `json:"members_sha256,omitempty"`
	// Without is a faculty that it lives without.
	Without string `json:"without,omitempty"`
}

// Hash is the SHA-256 that names the design. market is the hash of a history's minutes, config
// that of the settings.
func (d *Design) Hash(market, config string) string {
	h := hashed{Market: market, Seeds: d.seeds.String(), Days: d.Plan.Days, LeftOut: d.Plan.FromDay - 1, LastDay: d.Plan.ToDay, Terms: d.Plan.Terms, Config: config, Judge: d.Plan.Judge}
	for _, a := range d.Arms {
		arm := hashedArm{Name: a.Name, Form: a.Form, Without: a.Without}
		for _, m := range a.Members {
			sum := sha256.Sum256(m.Text)
			arm.Members = append(arm.Members, hex.EncodeToString(sum[:]))
		}
		if a.Form == Alone {
			arm.Text, arm.Members = arm.Members[0], nil
		}
		h.Arms = append(h.Arms, arm)
	}
	for i, p := range d.Places {
		if p.World != "" && (i == 0 || p.World != d.Places[i-1].World) {
			h.Worlds = append(h.Worlds, p.World)
		}
	}
	if market != "" {
		h.Days = 0
	}
	text, err := json.Marshal(h)
	if err != nil {
		panic(err) // texts and numbers always encode
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
