package wire

// StrategyReloaded reports a strategy that took effect.
type StrategyReloaded struct {
	Hash     string `json:"hash"`
	Revision uint64 `json:"revision"`
}

// Type implements Payload.
func (StrategyReloaded) Type() Type { return TypeStrategyReloaded }

// StrategyCompileFailed reports a strategy that was refused; the old one stays.
type StrategyCompileFailed struct {
	Hash   string       `json:"hash"`
	Errors List[string] `json:"errors"`
}

// Type implements Payload.
func (StrategyCompileFailed) Type() Type { return TypeStrategyCompileFailed }
