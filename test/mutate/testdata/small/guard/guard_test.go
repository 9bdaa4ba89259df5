package guard

import "testing"

func TestSpend(t *testing.T) {
	if Spend(5, 5) != nil || Spend(6, 5) == nil {
		t.Error("the limit does not hold")
	}
}

func TestLoose(t *testing.T) {
	if !Loose(9, 5) || Loose(1, 5) {
		t.Error("no limit at all")
	}
}

func TestHalve(t *testing.T) {
	if Halve(8) != 4 {
		t.Error("not four")
	}
}

func TestTop(t *testing.T) {
	if Top(1, 2) != 2 || Top(2, 1) != 2 {
		t.Error("not the greater")
	}
}
