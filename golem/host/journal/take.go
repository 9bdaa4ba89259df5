package journal

import (
	"bytes"
	"fmt"

	"bardo.run/bardo/golem/host/site"
)

// Take returns the answer of kind to request: fetched and recorded, or played
// back. T and request are encoded as CBOR, so only exported fields count, and what
// is returned is what the record says: the same while a life is lived and when it is
// played back (DESIGN §4).
//
// An error of fetch comes back as a *Failure with a stable code, in a replay
// too: one that is or wraps a *Failure or carries ErrorCode() keeps its code, a
// deadline is CodeTimeout, others are CodeUnknown. A cancelled fetch is
// ErrInterrupted, which like every other error that is no *Failure is final.
func Take[T any](j *Journal, kind Kind, request any, fetch func() (T, error)) (T, error) {
	var none T
	asked, e, err := j.find(kind, request)
	if err != nil {
		return none, err
	}
	if e != nil && !j.redo(kind) {
		return answer[T](j, e)
	}
	if e == nil && kind == KindSend && j.opts.Policy == Live {
		if err := j.Sync(); err != nil {
			return none, err
		}
	}
	sites := j.sites()
	sites.Pass(site.Entry, string(kind), site.Before)
	got, err := fetch()
	if interrupted(err) {
		return none, j.fail(fmt.Errorf("%w: %s: %w", ErrInterrupted, kind, err))
	}
	failure := failureOf(err)
	if failure == nil {
		j.body.Reset()
		if err := encoding.MarshalToBuffer(&got, &j.body); err != nil {
			return none, j.fail(fmt.Errorf("encode the answer of %s: %w", kind, err))
		}
	}
	sites.Pass(site.Entry, string(kind), site.Within)
	if err := j.keep(kind, asked, e, failure); err != nil {
		return none, err
	}
	if err := j.leaves(sites, kind); err != nil {
		return none, err
	}
	if failure != nil {
		return none, failure
	}
	var same T
	if err := decoding.Unmarshal(j.body.Bytes(), &same); err != nil {
		return none, j.fail(fmt.Errorf("read the answer of %s: %w", kind, err))
	}
	return same, nil
}

// find returns the digest of the request and the stored entry that answers it;
// nil where it is to be fetched.
func (j *Journal) find(kind Kind, request any) (Digest, *Entry, error) {
	if j.final != nil {
		return Digest{}, nil, j.final
	}
	asked, err := digest(request, &j.request)
	if err != nil {
		return asked, nil, j.fail(err)
	}
	e, err := j.peek()
	if err != nil {
		return asked, nil, j.fail(err)
	}
	if e == nil {
		return asked, nil, nil
	}
	if e.Kind != kind || e.Request != asked {
		return asked, nil, j.fail(&Diverged{
			Entry: e.Seq, Tick: e.Tick,
			Stored: fmt.Sprintf("%s, request %s", e.Kind, e.Request),
			Asked:  fmt.Sprintf("%s, request %s %s", kind, asked, diagnose(j.request.Bytes())),
		})
	}
	return asked, e, nil
}

// answer plays an entry back.
func answer[T any](j *Journal, e *Entry) (T, error) {
	var got, none T
	j.pass(*e)
	if e.Failure != nil {
		return none, e.Failure
	}
	if err := decoding.Unmarshal(e.Body, &got); err != nil {
		return none, j.fail(fmt.Errorf("journal entry %d (%s): %w", e.Seq, e.Kind, err))
	}
	return got, nil
}

// keep records what was fetched, which is in j.body or is failure. Where e is
// the stored entry of something done again, it must be the same.
func (j *Journal) keep(kind Kind, asked Digest, e *Entry, failure *Failure) error {
	if e != nil {
		return j.compare(e, failure)
	}
	entry := Entry{Seq: j.seq, Tick: j.tick, Kind: kind, Request: asked, Failure: failure}
	if failure == nil {
		entry.Body = j.body.Bytes()
	}
	if err := j.append(&entry); err != nil {
		return err
	}
	j.seq++
	return nil
}

func (j *Journal) compare(e *Entry, failure *Failure) error {
	same := bytes.Equal(e.Body, j.body.Bytes())
	if e.Failure != nil || failure != nil {
		same = e.Failure != nil && failure != nil && e.Failure.Code == failure.Code
	}
	if !same {
		d := &Diverged{Entry: e.Seq, Tick: e.Tick, Stored: result(e.Body, e.Failure), Asked: result(j.body.Bytes(), failure)}
		return j.fail(d)
	}
	j.pass(*e)
	return nil
}
