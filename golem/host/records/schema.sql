CREATE TABLE IF NOT EXISTS cycle_index (
  tick             INTEGER PRIMARY KEY,
  regime           TEXT    NOT NULL,
  tier             INTEGER NOT NULL,
  has_action       INTEGER NOT NULL,
  has_outcome      INTEGER NOT NULL,
  phase            TEXT    NOT NULL,
  prediction_error REAL    NOT NULL,
  total_cost       INTEGER NOT NULL, -- micro-USDC
  pnl_impact       INTEGER,          -- micro-USDC, null while unknown
  primary_emotion  TEXT,             -- null while there is no affect
  timestamp        INTEGER NOT NULL  -- unix milliseconds
);
CREATE INDEX IF NOT EXISTS cycle_tier_regime ON cycle_index (tier, regime);
CREATE INDEX IF NOT EXISTS cycle_action_outcome ON cycle_index (has_action, has_outcome);
CREATE INDEX IF NOT EXISTS cycle_phase ON cycle_index (phase);
CREATE INDEX IF NOT EXISTS cycle_recent ON cycle_index (tick DESC);
CREATE TABLE IF NOT EXISTS indexed (only INTEGER PRIMARY KEY CHECK (only = 1), frames INTEGER NOT NULL);
INSERT OR IGNORE INTO indexed VALUES (1, 0);
