package injection

import (
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"strings"
	"unicode"
)

// Version names the table of patterns. It changes with every pattern.
const Version = 1

// Class is what a text tries.
type Class string

// The seven classes that block at once (safety §11 point 4).
const (
	Override   Class = "override"   // instructions are to be forgotten
	Role       Class = "role"       // the reader is to be somebody else
	Disclosure Class = "disclosure" // the system's words are to be told
	Encoded    Class = "encoded"    // an instruction in base64 or hex
	ToolCall   Class = "tool_call"  // imitates the call of a tool, or its answer
	Breakout   Class = "breakout"   // ends the block that it stands in
	Urgency    Class = "urgency"    // authority or haste asks for money
)

// Classes lists them in the order of the table.
func Classes() []Class {
	return []Class{Override, Role, Disclosure, Encoded, ToolCall, Breakout, Urgency}
}

// pattern is one row: a class and an expression over folded text.
type pattern struct {
	class Class
	what  *regexp.Regexp
}

func row(c Class, expression string) pattern { return pattern{c, regexp.MustCompile(expression)} }

// table is what folded text is held against. Words may stand up to three others apart.
var table = []pattern{
	row(Override, `\b(ignore|disregard|forget|override|bypass)\b(\s+\S+){0,4}\s+(instructions?|rules?|prompts?|guidelines?|limits?|policy|policies|context)\b`),
	row(Override, `\b(new|updated|real)\s+(system\s+)?instructions?\s*(:|are|follow)`),
	row(Role, `\byou\s+are\s+(now|no\s+longer)\b`),
	row(Role, `\b(act|behave|respond|pretend)\s+(as|like|to\s+be)\s+(a|an|the|if)\b`),
	row(Role, `\b(developer|admin|god|dan|jailbreak)\s+mode\b`),
	row(Disclosure, `\b(reveal|show|print|repeat|output|tell|give|leak|dump)\b(\s+\S+){0,4}\s+(system\s+prompt|hidden\s+prompt|initial\s+instructions?|your\s+instructions?|private\s+key|seed\s+phrase|secrets?|passphrase)\b`),
	row(ToolCall, `"(type|name|tool|function)"\s*:\s*"(swap|transfer|supply|borrow|withdraw|repay|add_liquidity|remove_liquidity|claim_fees|preview_action|commit_action|cancel_action|function|tool_use|tool_call)"`),
	row(ToolCall, `<\s*/?\s*(tool|function|invoke|tool_call|tool_result|function_call|function_results?|parameter)[\s_>:]`),
	row(ToolCall, `\b(preview_action|commit_action|cancel_action)\s*\(`),
	row(Breakout, "```"),
	row(Breakout, `<\s*/?\s*(system|assistant|user|human|data|untrusted|context|instructions?|prompt)\b[^>]*>`),
	row(Breakout, `<\|[a-z_]+\|>|\[/?inst\]|<<\s*/?sys\s*>>`),
	row(Breakout, `(^|\s)(system|assistant|human|user)\s*:\s`),
	row(Breakout, `\b(end|close)\s+of\s+(data|untrusted|block|context|document|input)\b`),
	row(Urgency, `\b(urgent|urgently|immediately|asap|emergency|right\s+now|before\s+it\s+is\s+too\s+late|final\s+warning)\b(.{0,80})\b(transfer|send|withdraw|approve|sweep|move|bridge|migrate)\b`),
	row(Urgency, `\b(transfer|send|withdraw|approve|sweep|move|bridge|migrate)\b(.{0,80})\b(urgent|urgently|immediately|asap|right\s+now|before\s+it\s+is\s+too\s+late)\b`),
	row(Urgency, `\b(owner|admin|administrator|team|support|security|foundation|developer)\b(.{0,40})\b(orders?|requires?|requests?|instructs?|authori[sz]es?|authori[sz]ed|demands?|approved)\b(.{0,80})\b(transfer|send|withdraw|approve|sweep|move|bridge|migrate)\b`),
}

// blocks are runs that may hide a text.
var (
	base64Block = regexp.MustCompile(`[A-Za-z0-9+/_-]{16,}={0,2}`)
	hexBlock    = regexp.MustCompile(`(?:0x)?[0-9a-fA-F]{24,}`)
)

// Scan returns the classes that a text belongs to, in the order of the table; none where
// it is no instruction that the table knows. It looks through hidden characters and into
// encoded blocks, one level deep.
func Scan(text string) []Class {
	found := map[Class]bool{}
	plain := fold(text)
	match(plain, found)
	for _, inner := range decoded(text) {
		in := map[Class]bool{}
		if match(fold(inner), in); len(in) > 0 {
			found[Encoded] = true
		}
	}
	var classes []Class
	for _, c := range Classes() {
		if found[c] {
			classes = append(classes, c)
		}
	}
	return classes
}

func match(folded string, found map[Class]bool) {
	for _, p := range table {
		if p.what.MatchString(folded) {
			found[p.class] = true
		}
	}
}

// fold brings a text into the form that patterns are written in: what nobody sees is
// gone, wide and lookalike letters are the plain ones, all of it is lower case and in one
// line.
func fold(text string) string {
	var b strings.Builder
	space := false
	for _, r := range text {
		bad := class(r)
		if unicode.IsSpace(r) || bad == Control {
			if !space {
				b.WriteByte(' ')
			}
			space = true
			continue
		}
		if bad != 0 {
			continue
		}
		space = false
		b.WriteRune(unicode.ToLower(plainLetter(r)))
	}
	return b.String()
}

// lookalikes are letters of other scripts that are read as Latin ones.
var lookalikes = map[rune]rune{
	'а': 'a', 'е': 'e', 'о': 'o', 'р': 'p', 'с': 'c', 'у': 'y', 'х': 'x', 'і': 'i', 'ј': 'j', 'ѕ': 's', 'ԁ': 'd', 'һ': 'h', 'ո': 'n', 'ս': 'u', 'ɡ': 'g', 'ı': 'i',
	'А': 'a', 'В': 'b', 'Е': 'e', 'К': 'k', 'М': 'm', 'Н': 'h', 'О': 'o', 'Р': 'p', 'С': 'c', 'Т': 't', 'У': 'y', 'Х': 'x', 'І': 'i', 'Ѕ': 's',
	'ο': 'o', 'α': 'a', 'ν': 'v', 'ι': 'i', 'ρ': 'p', 'τ': 't', 'υ': 'u', 'Α': 'a', 'Β': 'b', 'Ε': 'e', 'Ι': 'i', 'Κ': 'k', 'Μ': 'm', 'Ν': 'n', 'Ο': 'o', 'Ρ': 'p', 'Τ': 't',
}

func plainLetter(r rune) rune {
	if r >= 0xFF01 && r <= 0xFF5E { // full width
		return r - 0xFEE0
	}
	if l, ok := lookalikes[r]; ok {
		return l
	}
	return r
}

// decoded are the texts that blocks of base64 or hex hold.
func decoded(text string) (inner []string) {
	var visible strings.Builder
	for _, r := range text {
		if class(r) == 0 {
			visible.WriteRune(r)
		}
	}
	for _, block := range base64Block.FindAllString(visible.String(), -1) {
		standard := strings.NewReplacer("-", "+", "_", "/", "=", "").Replace(block)
		for cut := range 4 { // letters before it that belong to no code put it out of step
			b, _ := base64.RawStdEncoding.DecodeString(standard[cut:]) // a last letter may be half a byte
			inner = append(inner, string(b))
		}
	}
	for _, block := range hexBlock.FindAllString(visible.String(), -1) {
		digits := strings.TrimPrefix(block, "0x")
		for cut := range 2 {
			b, _ := hex.DecodeString(digits[cut:]) // likewise
			inner = append(inner, string(b))
		}
	}
	return inner
}
