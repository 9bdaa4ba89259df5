package why

import (
	"encoding/json"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// routes tells why a trade is a move of an order over two markets, and what the direct market would
// have given.
func routes(a *turn.Action, seen *turn.Reading) []Link {
	r := a.Proposal.Route
	if r == nil {
		return nil
	}
	if a.Proposal.Origin == turn.OriginSettlement {
		return []Link{{a.Preview.PermitID, "route", fmt.Sprintf("no market trades %s for %s: it is sold for %s, and all that there is of that is sold after it", r.From, r.To, r.Over)}}
	}
	text := fmt.Sprintf("the first of two moves from %s over %s to %s", r.From, r.Over, r.To)
	if r.First != "" {
		text = fmt.Sprintf("the second of two moves from %s over %s to %s, behind %s", r.From, r.Over, r.To, r.First)
	}
	to, ok := seen.Named(r.To)
	if !ok {
		return []Link{{a.Preview.PermitID, "route", text}}
	}
	text += fmt.Sprintf(": by what was seen both together give %s %s for what the first pays, and the second costs %.4f %s of gas",
		money.FormatUnits(&r.Gives, to.Token.Decimals), to.Token.Symbol, r.Gas, seen.Numeraire().Symbol)
	if r.Direct == "" {
		return []Link{{a.Preview.PermitID, "route", text + "; no market trades one for the other"}}
	}
	text += fmt.Sprintf("; %s, which gives most of those that trade one for the other, would have given %s %s",
		r.Direct, money.FormatUnits(&r.Straight, to.Token.Decimals), to.Token.Symbol)
	return []Link{{a.Preview.PermitID, "route", text}}
}

// follows tells which sales of a death brought what one of its later ones sells, too.
func follows(a *turn.Action, before []thanatopsis.Deed) (links []Link) {
	var body struct {
		Params struct {
			Sold string `json:"token_in"`
		} `json:"params"`
	}
	if a.Preview.Kind != string(grammar.Swap) || json.Unmarshal(a.Proposal.Body, &body) != nil {
		return nil
	}
	for i := range before {
		b := &before[i].Action
		if b.Preview.PermitID == a.Preview.PermitID {
			break
		}
		if r := b.Proposal.Route; r != nil && r.Over == body.Params.Sold && b.Status == turn.StatusExecuted {
			links = append(links, Link{b.Preview.PermitID, "route", fmt.Sprintf("it sells what the sale of %s brought, too", r.From)})
		}
	}
	return links
}
