package privy

import (
	"fmt"
	"strings"
)

// kind is a kind of failure: a stable code, what happened, and what to do next.
type kind struct{ code, text, next string }

func (k *kind) Error() string     { return k.text }
func (k *kind) ErrorCode() string { return k.code }

// Kinds of failure, tested with errors.Is. After each of them nothing was signed that we
// know of, and nothing was sent.
var (
	// ErrUnavailable: no answer, or an error of the provider's own. Observe, ask later.
	ErrUnavailable error = &kind{"CUSTODY_UNAVAILABLE", "the wallet provider does not answer", "only observe and ask again later; the owner can move the funds with the owner's key"}
	// ErrRateLimited: asked to slow down, more often than we wait for.
	ErrRateLimited error = &kind{"CUSTODY_RATE_LIMITED", "the wallet provider asks to slow down", "ask again later, or less often"}
	// ErrCredentials: the app id or its secret is not accepted.
	ErrCredentials error = &kind{"CUSTODY_CREDENTIALS", "the wallet provider does not accept the app's credentials", "check PRIVY_APP_ID and PRIVY_APP_SECRET against the provider's dashboard"}
	// ErrForbidden: the app may not do this.
	ErrForbidden error = &kind{"CUSTODY_FORBIDDEN", "the wallet provider forbids it to this app", "check in the provider's dashboard what the app may do, and from where"}
	// ErrAuthorization: the authorization key is not one of the wallet's.
	ErrAuthorization error = &kind{"CUSTODY_AUTHORIZATION", "the wallet provider does not accept the authorization key", "the owner has to add this Golem's key to the wallet as a signer again; a clock that is wrong has the same effect"}
	// ErrRefused: the provider's policy refuses what was asked.
	ErrRefused error = &kind{"CUSTODY_POLICY_VIOLATION", "the wallet's policy refuses it", "what it allows is the owner's to change; compare it with the policy that was compiled for this Golem"}
	// ErrNotFound: there is no such wallet, policy or quorum.
	ErrNotFound error = &kind{"CUSTODY_NOT_FOUND", "the wallet provider does not know it", "check the wallet's id in the configuration, and that the app is the one that made it"}
	// ErrRequest: any other refusal.
	ErrRequest error = &kind{"CUSTODY_REQUEST", "the wallet provider refuses the request", "this is a fault of the program or a change of the API; keep the message"}
	// ErrMalformed: the answer is not what the protocol allows.
	ErrMalformed error = &kind{"CUSTODY_MALFORMED", "the wallet provider's answer is malformed", "check the URL and what stands in between (a proxy, a login page)"}
	// ErrMismatch: the answer is well formed, and not what was asked for.
	ErrMismatch error = &kind{"CUSTODY_MISMATCH", "what came back is not what was asked for", "do not use it; nothing was sent. If it happens again, move the funds with the owner's key"}
	// ErrCheck: our own check refuses it; the provider was not asked.
	ErrCheck error = &kind{"CUSTODY_CHECK", "this Golem's own policy refuses it", "it was not asked for; the limits are the owner's to change"}
)

// Error is a failed request. errors.Is finds its Kind and its Cause.
type Error struct {
	Op     string // what was asked for
	Kind   error  // one of the kinds of this package
	Status int    // HTTP, 0 if there was no answer
	Code   string // the provider's, may be empty
	Detail string // what differs or was received, bounded; untrusted where it is quoted
	Cause  error  // may be nil
}

// Error says what was asked for, what happened, and what to do next.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v", e.Op, e.Kind)
	if e.Status != 0 {
		fmt.Fprintf(&b, " (HTTP %d%s)", e.Status, strings.TrimRight(" "+e.Code, " "))
	}
	if e.Detail != "" {
		fmt.Fprintf(&b, ": %s", e.Detail)
	}
	if e.Cause != nil {
		fmt.Fprintf(&b, ": %v", e.Cause)
	}
	if k, ok := e.Kind.(*kind); ok { //nolint:errorlint // a kind is never wrapped
		fmt.Fprintf(&b, ". Next: %s.", k.next)
	}
	return b.String()
}

// Unwrap returns the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Cause}
}
