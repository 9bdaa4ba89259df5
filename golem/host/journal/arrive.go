package journal

import "errors"

// Arrived returns what came from outside by itself, such as an owner's order, and
// whether anything did. Unlike the answer of Take it is an entry only where there is
// something: nothing that came leaves no trace, because an entry for every look would
// double the journal of a quiet life. While recording it asks, and appends
// what is there before it returns it; in a replay it never asks, and returns the next
// entry where that is of this kind and request.
//
// The request must differ from one call to the next, as a counter does: a replay would
// else find what arrived at an earlier call than the life did. An error of ask is
// something that arrived, and comes back as with Take. At the end of a journal that is
// only replayed nothing has arrived; it is for the next Take to say that it ends.
func Arrived[T any](j *Journal, kind Kind, request any, ask func() (T, bool, error)) (T, bool, error) {
	var none T
	if j.final != nil {
		return none, false, j.final
	}
	e, err := j.peek()
	switch {
	case errors.Is(err, ErrEnd):
		return none, false, nil
	case err != nil:
		return none, false, err
	case e == nil:
		return arriving(j, kind, request, ask)
	case e.Kind != kind:
		return none, false, nil
	}
	asked, err := digest(request, &j.request)
	if err != nil {
		return none, false, j.fail(err)
	}
	if e.Request != asked {
		return none, false, nil
	}
	got, err := answer[T](j, e)
	return got, err == nil, err
}

// arriving asks, and records what is there.
func arriving[T any](j *Journal, kind Kind, request any, ask func() (T, bool, error)) (T, bool, error) {
	got, there, err := ask()
	if err == nil && !there {
		var none T
		return none, false, nil
	}
	got, err = Take(j, kind, request, func() (T, error) { return got, err })
	return got, err == nil, err
}
