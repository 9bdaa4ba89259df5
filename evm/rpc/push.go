package rpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/gorilla/websocket"

	"bardo.run/bardo/internal/clock"
)

// frameLimit is how many bytes one message of a socket may have. A head has about two
// thousand.
const frameLimit = 1 << 18

const methodSubscribe = "eth_subscribe"

// message is what comes over a socket: an answer, or something the node tells.
type message struct {
	ID     json.RawMessage `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *refusal        `json:"error"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// refusal is the error in an answer.
type refusal struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Error is what the node says; it is untrusted text.
func (r *refusal) Error() string { return r.Message }

// ErrorCode is the code of JSON-RPC.
func (r *refusal) ErrorCode() int { return r.Code }

// ask puts one question and waits for its answer. What comes before it is passed over.
func ask(conn *websocket.Conn, id int, method string, into presence, params ...any) error {
	if params == nil {
		params = []any{}
	}
	_ = conn.SetWriteDeadline(clock.System{}.Now().Add(requestLimit))
	if err := conn.WriteJSON(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params}); err != nil {
		return &Error{Method: method, Kind: ErrTransport, Cause: err}
	}
	for {
		m, err := next(conn, method)
		switch {
		case err != nil:
			return err
		case string(m.ID) != strconv.Itoa(id):
		case m.Error != nil:
			return classifyNode(nil, method, m.Error)
		default:
			return decode(method, m.Result, into)
		}
	}
}

// nextHead waits for the next head that the subscription tells of.
func nextHead(conn *websocket.Conn, subscription string) (Block, error) {
	for {
		m, err := next(conn, methodSubscribe)
		if err != nil {
			return Block{}, err
		}
		if m.Method != "eth_subscription" {
			continue
		}
		var told struct {
			Subscription string          `json:"subscription"`
			Result       json.RawMessage `json:"result"`
		}
		if err := json.Unmarshal(m.Params, &told); err != nil {
			return Block{}, malformed(methodSubscribe, m.Params, err)
		}
		if told.Subscription != subscription {
			continue
		}
		head := answer[Block]{parse: parseBlock}
		err = decode(methodSubscribe, told.Result, &head)
		return head.value, err
	}
}

// next reads one message. A frame above the limit is refused before it is read.
func next(conn *websocket.Conn, method string) (m message, err error) {
	_, raw, err := conn.ReadMessage()
	if errors.Is(err, websocket.ErrReadLimit) {
		return m, &Error{Method: method, Kind: ErrMalformed, Detail: fmt.Sprintf("a message of more than %d bytes", frameLimit), Cause: err}
	}
	if err != nil {
		return m, &Error{Method: method, Kind: ErrTransport, Cause: err}
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return m, malformed(method, raw, err)
	}
	return m, nil
}

// decode reads a value that must be there.
func decode(method string, raw []byte, into presence) error {
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return &Error{Method: method, Kind: ErrMissing}
	}
	if known := (*Error)(nil); errors.As(into.UnmarshalJSON(raw), &known) {
		known.Method = method
		return known
	}
	return nil
}

func malformed(method string, raw []byte, cause error) error {
	return &Error{Method: method, Kind: ErrMalformed, Detail: fmt.Sprintf("received %q", raw[:min(len(raw), recordLimit)]), Cause: cause}
}
