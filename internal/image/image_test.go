package image_test

import (
	"bytes"
	"errors"
	"math"
	"math/big"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/internal/image"
)

type inner struct {
	name   string
	amount uint256.Int
	owes   *big.Int
}

type part struct {
	Flag    bool
	n       int64
	small   uint16
	price   float64
	hash    [32]byte
	raw     []byte
	list    []inner
	by      map[string]*inner
	days    map[[2]uint8]int32
	next    *part
	at      time.Time
	port    func() `image:"-"`
	anybody any    `image:"-"`
}

func in(t *rapid.T) inner {
	x := inner{name: rapid.String().Draw(t, "name")}
	x.amount.SetUint64(rapid.Uint64().Draw(t, "amount"))
	if rapid.Bool().Draw(t, "owes") {
		x.owes = big.NewInt(rapid.Int64().Draw(t, "debt"))
	}
	return x
}

func drawn(t *rapid.T, deep int) *part {
	p := &part{
		Flag: rapid.Bool().Draw(t, "flag"), n: rapid.Int64().Draw(t, "n"), small: rapid.Uint16().Draw(t, "small"),
		price: rapid.Float64().Draw(t, "price"), raw: rapid.SliceOf(rapid.Byte()).Draw(t, "raw"),
		list: rapid.SliceOf(rapid.Custom(in)).Draw(t, "list"),
	}
	copy(p.hash[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "hash"))
	if rapid.Bool().Draw(t, "by") {
		p.by = map[string]*inner{}
		for k, v := range rapid.MapOf(rapid.String(), rapid.Custom(in)).Draw(t, "entries") {
			p.by[k] = &v
		}
	}
	if rapid.Bool().Draw(t, "days") {
		p.days = rapid.MapOf(rapid.Custom(func(t *rapid.T) [2]uint8 { return [2]uint8{rapid.Byte().Draw(t, "a"), rapid.Byte().Draw(t, "b")} }), rapid.Int32()).Draw(t, "of")
	}
	if rapid.Bool().Draw(t, "at") {
		p.at = time.Unix(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "s"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).UTC()
	}
	if deep > 0 && rapid.Bool().Draw(t, "next") {
		p.next = drawn(t, deep-1)
	}
	return p
}

// spec: runtime §14.3
func TestWhatAnImageIsOfIsMadeAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		was := drawn(t, 3)
		first, err := (image.Bounds{}).Of(was)
		if err != nil {
			t.Fatal(err)
		}
		now := drawn(t, 3) // whatever it held before
		port := func() {}
		now.port, now.anybody = port, now
		if err := (image.Bounds{}).Into(now, first); err != nil {
			t.Fatal(err)
		}
		if now.port == nil || now.anybody != any(now) {
			t.Fatal("what is not owned was changed")
		}
		now.port, now.anybody = nil, nil
		if !reflect.DeepEqual(was, now) {
			t.Fatalf("%+v, want %+v", now, was)
		}
		again, err := (image.Bounds{}).Of(now)
		if err != nil || !bytes.Equal(first, again) {
			t.Fatalf("equal values have other images: %v", err)
		}
	})
}

func TestNotANumberStaysWhatItIs(t *testing.T) {
	was, now := part{price: math.Float64frombits(0x7ff8_0000_0000_0123)}, part{}
	text, err := (image.Bounds{}).Of(&was)
	if err := errors.Join(err, (image.Bounds{}).Into(&now, text)); err != nil || math.Float64bits(now.price) != 0x7ff8_0000_0000_0123 {
		t.Errorf("%x, %v", math.Float64bits(now.price), err)
	}
}

// graph is a part that reaches some of what it has more than once.
type graph struct {
	owner  inner
	points *inner // at owner
	list   []inner
	first  *inner // of list
	whole  []inner
	part   []inner // of whole
	same   map[string]int
	alike  map[string]int
	self   *graph
	room   []int
}

func built() *graph {
	g := &graph{list: make([]inner, 3), same: map[string]int{}, room: make([]int, 0, 8)}
	g.points, g.first, g.self, g.alike = &g.owner, &g.list[0], g, g.same
	g.whole = g.list
	g.part = g.list[:2]
	return g
}

func TestWhatWasSharedIsSharedAgain(t *testing.T) {
	was := built()
	was.owner.name, was.list[0].name, was.list[1].name, was.same["x"] = "owner", "first", "second", 7
	was.list = append([]inner{}, was.list...)
	was.whole, was.part, was.first = was.list, was.list[:2], &was.list[0]
	text, err := image.Bounds{}.Of(was)
	if err != nil {
		t.Fatal(err)
	}
	now := built()
	if err := (image.Bounds{}).Into(now, text); err != nil {
		t.Fatal(err)
	}
	if now.points != &now.owner || now.self != now || &now.whole[0] != &now.list[0] || now.first != &now.list[0] {
		t.Error("what was one is two")
	}
	now.alike["y"] = 8
	if now.same["y"] != 8 || now.owner.name != "owner" || now.part[1].name != "second" || cap(now.room) != 8 {
		t.Errorf("%+v", now)
	}
	if again, err := (image.Bounds{}).Of(now); err != nil || len(again) <= len(text) {
		t.Error("another entry makes no other image", err)
	}
}

// Two who shared what they were built with, and no longer do, are two.
func TestWhatIsNoLongerSharedIsApart(t *testing.T) {
	type two struct{ a, b *inner }
	shared := &inner{name: "both"}
	now := two{shared, shared}
	text, err := image.Bounds{}.Of(&two{&inner{name: "a"}, &inner{name: "b"}})
	if err := errors.Join(err, image.Bounds{}.Into(&now, text)); err != nil || now.a.name != "a" || now.b.name != "b" {
		t.Errorf("%+v %+v %v", now.a, now.b, err)
	}
}

type port interface{ ask() int }

type asked struct{ n int }

func (a *asked) ask() int { return a.n }

type counted struct{ n int }

func (c counted) ask() int { return c.n }

func TestAnInterfaceKeepsItsType(t *testing.T) {
	type plug struct{ by, of port }
	text, err := image.Bounds{}.Of(&plug{&asked{7}, counted{8}})
	if err != nil {
		t.Fatal(err)
	}
	a := &asked{}
	now := plug{a, counted{}}
	if err := (image.Bounds{}).Into(&now, text); err != nil || a.n != 7 || now.of.ask() != 8 {
		t.Errorf("%+v %v", now, err)
	}
	for _, other := range []plug{{counted{}, counted{}}, {a, nil}} {
		if err := (image.Bounds{}).Into(&other, text); !errors.Is(err, image.ErrForeign) {
			t.Errorf("%+v: %v", other, err)
		}
	}
	b := image.Bounds{Known: []reflect.Type{reflect.TypeFor[counted]()}}
	if now.of = nil; b.Into(&now, text) != nil || now.of.ask() != 8 {
		t.Errorf("what is known was not made: %+v", now.of)
	}
}

func TestWhatIsNoPartStaysAsItIs(t *testing.T) {
	type mixed struct {
		n     int
		fixed *inner
		by    sync.Map
		when  func() int
		out   any `image:"-"`
	}
	bounds := image.Bounds{Within: "bardo.run/bardo", Fixed: []reflect.Type{reflect.TypeFor[inner](), reflect.TypeFor[sync.Map]()}}
	text, err := bounds.Of(&mixed{n: 5, fixed: &inner{name: "there"}, out: 7})
	if err != nil {
		t.Fatal(err)
	}
	mine := &inner{name: "here"}
	now := mixed{fixed: mine, when: func() int { return 3 }, out: 9}
	now.by.Store("mine", 1)
	if err := bounds.Into(&now, text); err != nil || now.n != 5 || now.fixed != mine || mine.name != "here" || now.when() != 3 || now.out != 9 {
		t.Errorf("%+v %v", now.fixed, err)
	}
	if _, there := now.by.Load("mine"); !there {
		t.Error("another package's struct was changed")
	}
	if err := bounds.Into(&mixed{}, text); !errors.Is(err, image.ErrForeign) {
		t.Errorf("what it needs is not there: %v", err)
	}
	if at, err := bounds.Differs(&mixed{n: 6, fixed: mine}, text); err != nil || !strings.HasSuffix(at, ".n") {
		t.Errorf("it differs in %q, %v", at, err)
	}
}

type mended struct {
	n     int
	twice int `image:"-"`
}

func (m *mended) Restored() { m.twice = 2 * m.n }

func TestWhatIsMadeAgainIsTold(t *testing.T) {
	text, err := image.Bounds{}.Of(&struct{ m *mended }{&mended{n: 4}})
	now := struct{ m *mended }{&mended{}}
	if err := errors.Join(err, image.Bounds{}.Into(&now, text)); err != nil || now.m.twice != 8 {
		t.Errorf("%+v %v", now.m, err)
	}
}

func TestOnlyWhatAPointerPointsAtHasAnImage(t *testing.T) {
	for _, v := range []any{part{}, (*part)(nil), nil} {
		if _, err := (image.Bounds{}).Of(v); err == nil || !strings.Contains(err.Error(), "want a pointer") {
			t.Errorf("%T: %v", v, err)
		}
	}
}

func TestAnotherLayoutIsForeign(t *testing.T) {
	type one struct{ A, B int }
	other := struct{ A, C int }{}
	text, err := (image.Bounds{}).Of(&one{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := (image.Bounds{}).Into(&other, text); !errors.Is(err, image.ErrForeign) {
		t.Error(err)
	}
	if err := (image.Bounds{}).Into(&one{}, text[:20]); !errors.Is(err, image.ErrForeign) {
		t.Error(err)
	}
	if err := (image.Bounds{}).Into(&one{}, append(text, 0)); !errors.Is(err, image.ErrDamaged) {
		t.Error(err)
	}
}

// Whatever the bytes are, they are a value or an error, and never more memory than they could fill.
func FuzzInto(f *testing.F) {
	was := part{n: 7, list: []inner{{name: "a", owes: big.NewInt(-3)}}, by: map[string]*inner{"x": {}, "y": {}}, next: &part{raw: []byte{1}}, at: time.Unix(5, 6).UTC()}
	text, err := (image.Bounds{}).Of(&was)
	if err != nil {
		f.Fatal(err)
	}
	head := text[:32]
	f.Add(text[32:])
	f.Fuzz(func(t *testing.T, body []byte) {
		var p part
		err := (image.Bounds{}).Into(&p, append(bytes.Clone(head), body...))
		if err != nil {
			if !errors.Is(err, image.ErrDamaged) && !errors.Is(err, image.ErrForeign) {
				t.Fatal(err)
			}
			return
		}
		again, err := (image.Bounds{}).Of(&p)
		if err != nil {
			t.Fatal(err)
		}
		var q part
		if err := (image.Bounds{}).Into(&q, again); err != nil || !reflect.DeepEqual(p.next, q.next) {
			t.Fatalf("%v", err)
		}
	})
}

func TestEveryCutIsDamaged(t *testing.T) {
	was := part{n: 7, list: []inner{{name: "a", owes: big.NewInt(-3)}}, by: map[string]*inner{"x": {}}, next: &part{}, at: time.Unix(5, 6)}
	text, err := (image.Bounds{}).Of(&was)
	if err != nil {
		t.Fatal(err)
	}
	for n := 32; n < len(text); n++ {
		if err := (image.Bounds{}).Into(&part{}, text[:n]); !errors.Is(err, image.ErrDamaged) {
			t.Fatalf("%d of %d bytes: %v", n, len(text), err)
		}
	}
}
