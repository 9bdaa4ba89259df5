package status

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"bardo.run/bardo/life/report/attribution"
)

// Bounds of the text.
const (
	width  = 120
	column = 14
)

// Text writes the status as plain text of at most 120 columns. The first line says what is
// wrong and what to do, or that nothing is.
func (s Status) Text(w io.Writer) error {
	var p paper
	s.first(&p)
	s.who(&p)
	if s.Seen.Ticks > 0 {
		s.before(&p)
		result(&p, s.Result, s.Seen.Numeraire)
		s.Holdings.text(&p, s.Seen)
		s.decided(&p)
		foresight(&p, s.Foreseen)
	}
	s.Bounds.text(&p)
	s.Words.text(&p)
	s.Clocks.text(&p)
	s.next(&p)
	_, err := io.WriteString(w, p.b.String())
	return err
}

// paper is the text so far.
type paper struct{ b strings.Builder }

// row writes a label and what belongs to it, wrapped behind the label.
func (p *paper) row(label, format string, args ...any) {
	text := clean(fmt.Sprintf(format, args...))
	for i, line := range wrap(text, width-column-2) {
		if i > 0 {
			label = ""
		}
		p.b.WriteString(strings.TrimRight(fmt.Sprintf("  %-*s%s", column, label, line), " ") + "\n")
	}
}

// clean has no line of a stranger move the cursor.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}

// wrap cuts a text into lines of at most so many characters, between words where it can.
func wrap(text string, most int) (lines []string) {
	line := ""
	for _, word := range strings.Split(text, " ") {
		for utf8.RuneCountInString(word) > most { // a word of a stranger
			if line != "" {
				lines = append(lines, line)
			}
			cut := []rune(word)
			line, word = string(cut[:most]), string(cut[most:])
		}
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > most:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// Wrong writes the findings alone, and nothing where there are none.
func (s Status) Wrong(w io.Writer) error {
	var p paper
	if len(s.Findings) > 0 {
		s.first(&p)
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

// first are the findings, the gravest in the first line.
func (s Status) first(p *paper) {
	label := "WRONG: "
	for _, f := range s.Findings {
		if f.Code == Dead {
			label = "DEAD: "
		}
		lines := wrap(clean(label+f.What+". To do: "+f.Do+"."), width-4)
		p.b.WriteString(strings.Join(lines, "\n    ") + "\n")
		label = "and: "
	}
	if len(s.Findings) == 0 && s.Seen.Ticks == 0 {
		p.b.WriteString("Nothing is wrong: it lives, and no tick is over.\n")
	} else if len(s.Findings) == 0 {
		fmt.Fprintf(&p.b, "Nothing is wrong: it lives, %s %s since its birth, %d %s.\n", signed(s.Result.Total), clean(s.Seen.Numeraire), s.Orders.Executed, plural(s.Orders.Executed, "order"))
	}
	p.b.WriteString("\n")
}

func (s Status) who(p *paper) {
	g := s.Golem
	called := g.ID
	if g.Name != "" {
		called = g.Name + " (" + g.ID + ")"
	}
	onPaper := ""
	if g.Paper {
		onPaper = ", on paper"
	}
	p.row("golem", "%s, chain %d%s", called, g.ChainID, onPaper)
	account := ""
	if g.Account != g.Wallet {
		account = ", for the account " + g.Account
	}
	p.row("wallet", "%s%s", g.Wallet, account)
	holder := s.Process.Holder
	if holder != "" && !s.Process.Running {
		holder = "last " + holder
	}
	p.row("process", "%s%s", s.Process.State, behind(holder))
	if s.Seen.Ticks > 0 {
		on := ""
		if len(s.Seen.Others) > 0 {
			on = " on " + s.Seen.Handle
		}
		p.row("seen", "tick %d at %s%s; block %d%s, one %s is %s %s%s", s.Seen.Tick, moment(s.Seen.Time), s.aside(s.Seen.Time),
			s.Seen.Block, s.aside(s.Seen.BlockTime), s.Seen.Base, grouped(s.Seen.Price), s.Seen.Quote, on)
		for _, m := range s.Seen.Others {
			p.row("", "one %s is %s %s on %s", m.Base, brief(m.Price), m.Quote, m.Handle)
		}
	}
	if s.Seen.Ticks == 0 {
		p.row("seen", "nothing yet: no tick is over")
	}
	p.b.WriteString("\n")
}

func behind(text string) string {
	if text == "" {
		return ""
	}
	return ", " + text
}

// aside is ago in brackets; of a dead Golem nobody asks, and one on a history lives in that history's time.
func (s Status) aside(at int64) string {
	if s.Process.State == StateDead || s.played {
		return ""
	}
	return " (" + s.ago(at) + ")"
}

// ago is how long ago a time was, or how far it lies ahead.
func (s Status) ago(at int64) string {
	d := time.Duration(s.Now-at) * time.Millisecond
	if d <= -time.Second {
		return "in " + span(-d)
	}
	return span(max(0, d)) + " ago"
}

// before says that what was read does not have the last orders yet.
func (s Status) before(p *paper) {
	if s.Seen.After == 0 {
		return
	}
	next := ": the next reading tells what came of them"
	if s.Process.State == StateDead {
		next = ""
	}
	p.row("read", "at block %d, before the %d %s of tick %d%s", s.Seen.Block, s.Seen.After, plural(s.Seen.After, "order"), s.Seen.AfterTick, next)
}

// result shows a result with every part of it that is something.
func result(p *paper, r attribution.Result, quote string) {
	p.row("equity", "%s %s; %s at birth%s", grouped(r.Equity), quote, grouped(r.Start), added(r.Added))
	if r.Unbooked >= 0.005 {
		p.row("", "%s %s more came, and counts once a further block shows it", grouped(r.Unbooked), quote)
	}
	p.row("result", "%s %s since birth, in these parts", signed(r.Total), quote)
	for _, part := range r.Parts() {
		p.row("", "%-14s%14s  %s", part.Name, signed(part.Value), part.Note)
	}
	label := "by asset"
	for _, a := range r.Split() {
		p.row(label, "%s: realised %s, unrealised %s on %s at a cost of %s", a.Token.Symbol, signed(a.Realised), signed(a.Unrealised), brief(max(a.Units, 0)), grouped(a.Cost))
		label = ""
	}
	p.b.WriteString("\n")
}

func added(value float64) string {
	switch {
	case math.Abs(value) < 0.005:
		return ""
	case value < 0:
		return ", " + grouped(-value) + " taken out since"
	}
	return ", " + grouped(value) + " sent to it since"
}

func (h Holdings) text(p *paper, seen Seen) {
	quote := seen.Numeraire
	label := "holds"
	for _, b := range h.Balances {
		p.row(label, "%s %s%s, worth %s %s, %.1f %% of equity%s", short(b.Amount), b.Symbol, b.at(quote), grouped(b.Value), quote, 100*b.Share, unsure(b.Doubt))
		label = ""
	}
	label = "positions"
	if len(h.Positions) == 0 {
		p.row(label, "none")
	}
	for _, x := range h.Positions {
		text := fmt.Sprintf("%s %s%s, worth %s %s, %.1f %% of equity", x.Kind, x.ID, seen.in(x), grouped(x.Value), quote, 100*x.Share)
		if x.Fees != 0 {
			text += ", of it fees " + grouped(x.Fees)
		}
		if x.Kind != "lending" {
			text += map[bool]string{true: ", in range", false: ", out of range"}[x.InRange]
		}
		if x.Health > 0 {
			text += fmt.Sprintf(", health factor %.2f", x.Health)
		}
		p.row(label, "%s", text)
		label = ""
	}
	p.b.WriteString("\n")
}

// at is the price at which an amount counts, where it is not the numeraire.
func (b Balance) at(quote string) string {
	switch {
	case b.Symbol == quote:
		return ""
	case b.Price == 0:
		return " without a price"
	}
	return " at " + brief(b.Price)
}

// in says which market a position lies in, where it is not the first one.
func (s Seen) in(x Position) string {
	if x.Kind == "lending" || x.Market == s.Handle {
		return ""
	}
	return " in " + x.Market
}

// short is an exact amount with eight places at most.
func short(amount string) string {
	whole, frac, _ := strings.Cut(amount, ".")
	if len(frac) <= 8 {
		return amount
	}
	return whole + "." + frac[:8] + "…"
}

func (s Status) decided(p *paper) {
	o := s.Orders
	p.row("orders", "%d executed, %d failed, %d refused, %d under way", o.Executed, o.Failed, o.Refused, o.Pending)
	label := "decisions"
	for _, d := range s.Decisions {
		d.text(p, label)
		label = ""
	}
	p.b.WriteString("\n")
}

func (d Decision) text(p *paper, label string) {
	times := ""
	if d.Times > 1 {
		times = fmt.Sprintf(", %d times since tick %d", d.Times, d.Since)
	}
	status := d.Status
	if d.Refusal != nil && status == "blocked" {
		status = "refused"
	}
	p.row(label, "tick %d, %s: %s, %s%s", d.Tick, Cause(d.Cause), d.What, status, times)
	if d.Tx != "" {
		p.row("", "  %s, gas %s USDC", d.Tx, d.Gas)
	}
	if r := d.Refusal; r != nil {
		p.row("", "  %s by %s: %s%s", r.Code, r.Layer, r.What, because(r.Detail))
		p.row("", "  to do: %s", r.Do)
	}
}

func because(detail string) string {
	if detail == "" {
		return ""
	}
	return ": " + clip(detail)
}

func (b Bounds) text(p *paper) {
	stage := ""
	if b.Stage != "" {
		stage = ", stage " + b.Stage
	}
	cause := ""
	if b.Cause != "" {
		cause = " (" + b.Cause + ")"
	}
	p.row("bounds", "halt %s, level %s%s%s", b.Halt, b.Level, cause, stage)
	for _, why := range append([]string{b.Opens, b.Fence, b.Listed}, b.Missing...) {
		if why != "" {
			p.row("", "%s", why)
		}
	}
}

func (w Words) text(p *paper) {
	label := "owner said"
	for _, l := range w.Waiting {
		p.row(label, "%s, waits to be heard (%s)", l.says(), l.ID)
		label = ""
	}
	for _, l := range w.Answered {
		p.row(label, "%s, %s after tick %d%s", l.says(), l.Status, l.Tick, because(l.Reason))
		label = ""
	}
}

func (l Letter) says() string {
	if l.Text == "" {
		return plain(l.Kind)
	}
	return plain(l.Kind) + ": " + l.Text
}

func (c Clocks) text(p *paper) {
	if c.Phase == StateDead {
		p.row("life", "over; credit %s of %s USDC left, once its death had paid its gas", c.Credit, c.Given)
		return
	}
	left := "no end"
	if c.TimeLeft != nil {
		left = span(time.Duration(*c.TimeLeft)*time.Second) + " left"
	}
	p.row("life", "%s, vitality %.0f %%; credit %s of %s USDC left; paid time %s", plain(c.Phase), c.Vitality*100, c.Credit, c.Given, left)
}

func (s Status) next(p *paper) {
	label := "waits for"
	for _, w := range s.Waits {
		when := ""
		if w.At > 0 {
			when = ", due " + s.ago(w.At)
		}
		p.row(label, "%s%s", w.What, when)
		label = ""
	}
}

// grouped is a figure with two places and its thousands apart.
func grouped(x float64) string {
	text := fmt.Sprintf("%.2f", x)
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = "-", text[1:]
	}
	whole, frac, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if sign+whole+frac == "-000" {
		sign = ""
	}
	return sign + whole + "." + frac
}

func signed(x float64) string {
	if text := grouped(x); strings.HasPrefix(text, "-") || text == "0.00" {
		return text
	} else {
		return "+" + text
	}
}
