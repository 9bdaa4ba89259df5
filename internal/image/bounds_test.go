package image_test

import (
	"container/list"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"bardo.run/bardo/internal/image"
)

// queue has what another package keeps for itself.
type queue struct{ waits list.List }

// chance has it behind a pointer, and behind an interface.
type chance struct {
	by   *rand.PCG
	from any
}

// A struct of another program's of which nobody said what it is has no image, also where there is none
// yet: whoever adds one reads of it, and no start goes on without what it held.
//
// spec: runtime §14.3
func TestAStructOfAnotherPackageHasToBeNamed(t *testing.T) {
	b := image.Bounds{Within: "bardo.run/bardo"}
	for _, c := range []struct {
		of   any
		want string
	}{
		{&queue{}, "image_test.queue.waits is a list.List"},
		{&chance{}, "image_test.chance.by is a rand.PCG"},
		{&struct{ all []map[string]*list.Element }{}, ".all[][] is a list.Element"},
		{&struct{ from any }{list.New()}, ".from(*list.List) is a list.List"},
		{&struct{ from any }{list.List{}}, ".from(list.List) is a list.List"},
	} {
		if _, err := b.Of(c.of); !errors.Is(err, image.ErrUnwritable) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%T: %v, want %q", c.of, err, c.want)
		}
	}
}

// What is named as a value is written as what it holds: a source of chance goes on as the other one does, and
// a list has its elements again. What is named as fixed stays as it is.
func TestAStructOfAnotherPackageIsWrittenWhereItIsNamed(t *testing.T) {
	type held struct {
		chance
		queue
		stays *strings.Builder
	}
	b := image.Bounds{Within: "bardo.run/bardo", Values: []string{"math/rand/v2", "container/list"}, Fixed: []reflect.Type{reflect.TypeFor[strings.Builder]()}}
	was := held{chance{rand.NewPCG(1, 2), rand.NewPCG(3, 4)}, queue{}, &strings.Builder{}}
	was.by.Uint64()
	was.waits.PushBack(5)
	was.waits.PushBack(6)
	text, err := b.Of(&was)
	if err != nil {
		t.Fatal(err)
	}
	mine := &strings.Builder{}
	now := held{chance{rand.NewPCG(0, 0), rand.NewPCG(0, 0)}, queue{}, mine}
	now.waits.PushBack(0)
	now.waits.PushBack(0)
	if err := b.Into(&now, text); err != nil {
		t.Fatal(err)
	}
	if now.by.Uint64() != was.by.Uint64() || now.from.(*rand.PCG).Uint64() != rand.NewPCG(3, 4).Uint64() || now.stays != mine {
		t.Errorf("%+v", now)
	}
	if now.waits.Len() != 2 || now.waits.Front().Value != 5 || now.waits.Back().Value != 6 || now.waits.Back().Prev() != now.waits.Front() {
		t.Errorf("%+v", now.waits)
	}
	other := struct {
		by   *rand.PCG
		from any
	}{from: list.List{}}
	if err := b.Into(&other, text); !errors.Is(err, image.ErrForeign) {
		t.Error(err)
	}
}
