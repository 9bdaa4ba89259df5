package wire

import "encoding/json"

// List is a list that is written as [] when it is empty, never as null, and
// read as nil when it is empty.
type List[T any] []T

// MarshalJSON implements json.Marshaler.
func (l List[T]) MarshalJSON() ([]byte, error) {
	if len(l) == 0 {
		return []byte("[]"), nil
	}
	return json.Marshal([]T(l))
}

// UnmarshalJSON implements json.Unmarshaler.
func (l *List[T]) UnmarshalJSON(data []byte) error {
	var items []T
	if err := json.Unmarshal(data, &items); err != nil {
		return err
	}
	*l = nil
	if len(items) > 0 {
		*l = items
	}
	return nil
}

// Sidecars is the health of each sidecar by name; empty, it is written as {}
// and read as nil.
type Sidecars map[string]Sidecar

// MarshalJSON implements json.Marshaler. Names are written in order.
func (s Sidecars) MarshalJSON() ([]byte, error) {
	if len(s) == 0 {
		return []byte("{}"), nil
	}
	return json.Marshal(map[string]Sidecar(s))
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *Sidecars) UnmarshalJSON(data []byte) error {
	var named map[string]Sidecar
	if err := json.Unmarshal(data, &named); err != nil {
		return err
	}
	*s = nil
	if len(named) > 0 {
		*s = named
	}
	return nil
}
