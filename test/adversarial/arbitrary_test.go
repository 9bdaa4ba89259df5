package adversarial

import (
	"bytes"
	"fmt"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// schema is what the grammar answers.
var schema = []wire.Code{wire.CodeValidationSchema}

// arbitrary is whatever a model may write instead of a proposal.
var arbitrary = family{name: "arbitrary JSON, unknown fields", words: func(s *stage, _ turn.Brief, rng rnd) attempt {
	good := body("swap", s.buys(s.modest(rng)), "")
	switch rng.IntN(8) {
	case 0:
		return attempt{body: noise(rng), codes: schema}
	case 1: // cut somewhere
		return attempt{body: good[:rng.IntN(len(good)-1)], codes: schema}
	case 2: // and something behind it
		return attempt{body: append(good, pick(rng, "{}", ",", "null", " {\"type\":\"swap\"}", "\x00")...), codes: schema, only: true}
	case 3:
		return attempt{body: []byte(strings.Repeat(`{"type":`, 1+rng.IntN(500))), codes: schema}
	case 4: // a field twice: the second would win
		p := string(good)
		return attempt{body: []byte(strings.Replace(p, `"params":{`, `"params":{"amount_in":"1",`, 1)), codes: schema, only: true}
	case 5: // names by another case
		return attempt{body: bytes.Replace(good, []byte(`"amount_in"`), []byte(pick(rng, `"Amount_In"`, `"AMOUNT_IN"`, `"amount_iN"`)), 1), codes: schema, only: true}
	case 6:
		return attempt{body: bytes.Replace(good, []byte(`"constraints":{}`), fmt.Appendf(nil, `"constraints":{%s:1}`, quote(word(rng, 6))), 1), codes: schema, only: true}
	default: // one field more
		p := s.buys(s.modest(rng))
		p[word(rng, 5)+"!"] = pick(rng, "1", `"x"`, "null", "{}", "[]", "true")
		return attempt{body: body("swap", p, ""), codes: schema, only: true}
	}
}}

// noise is bytes, or a JSON value of any shape.
func noise(rng rnd) []byte {
	if rng.IntN(2) == 0 {
		b := make([]byte, 1+rng.IntN(300))
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		b[len(b)-1] = '!'
		return b
	}
	return []byte(value(rng, 4))
}

func value(rng rnd, depth int) string {
	switch n := rng.IntN(7); {
	case n == 0 || depth == 0:
		return pick(rng, "null", "true", "0", "-1e400", `"swap"`, `"\ud800"`, `{"type":"swap"}`, `[]`)
	case n < 4:
		return "[" + value(rng, depth-1) + "," + value(rng, depth-1) + "]"
	default:
		return fmt.Sprintf(`{%s:%s,"params":%s,"constraints":%s}`, pick(rng, `"type"`, `"kind"`, `"tool"`), value(rng, depth-1), value(rng, depth-1), value(rng, depth-1))
	}
}
