package eip55

import (
	"errors"
	"strings"
	"testing"
)

// Vectors of the EIP; spec: safety §5.
var vectors = []string{
	"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
	"0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
	"0x52908400098527886E0F7030069857D2E4169EE7", "0xde709f2102306220921060314715629080e2fb77",
}

func TestTheVectorsOfTheEIP(t *testing.T) {
	for _, v := range vectors {
		lower, upper := "0x"+strings.ToLower(v[2:]), "0x"+strings.ToUpper(v[2:])
		for _, text := range []string{v, lower, upper} {
			if a, err := Parse(text); err != nil || !strings.EqualFold(a.Hex(), v) {
				t.Errorf("%s: %s, %v", text, a, err)
			}
		}
	}
}

// Every letter whose case is turned, and every digit that is another, is found.
func TestOneWrongLetterIsFound(t *testing.T) {
	for _, v := range vectors[:4] {
		for i := 2; i < len(v); i++ {
			c := v[i]
			switch {
			case c >= 'a':
				c -= 'a' - 'A'
			case c >= 'A':
				c += 'a' - 'A'
			default:
				c = '0' + (c-'0'+1)%10
			}
			if _, err := Parse(v[:i] + string(c) + v[i+1:]); !errors.Is(err, ErrChecksum) {
				t.Errorf("%s with %c at %d: %v", v, c, i, err)
			}
		}
	}
}

func TestAnotherFormIsNoAddress(t *testing.T) {
	v := vectors[0]
	for _, text := range []string{"", "0x", v[2:], "0X" + v[2:], v + "0", v[:41], v + "\n", " " + v, v[:41] + "g", strings.Repeat("\xff", 200)} {
		if _, err := Parse(text); !errors.Is(err, ErrForm) || len(err.Error()) > 400 {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestWhatWasNotCheckedPanics(t *testing.T) {
	if Must("") != Must("0x0000000000000000000000000000000000000000") {
		t.Error("empty is not the zero address")
	}
	defer func() {
		if recover() == nil {
			t.Error("a wrong checksum passed")
		}
	}()
	Must("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD")
}
