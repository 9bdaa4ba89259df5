package cortex

import "sync/atomic"

// Categories is the number of prediction categories with an accuracy of their own.
const Categories = 16

// Predictions is how well the Golem predicts.
type Predictions struct {
	accuracy, surprise float
	trend, pending     atomic.Uint32
	categories         [Categories]float
}

// AggregateAccuracy is the accuracy over all predictions, in [0, 1].
func (p *Predictions) AggregateAccuracy() float32 { return p.accuracy.load() }

// AccuracyTrend is -1, 0 or +1.
func (p *Predictions) AccuracyTrend() int8 { return int8(p.trend.Load()) }

// SurpriseRate is the share of outcomes outside their interval, in [0, 1].
func (p *Predictions) SurpriseRate() float32 { return p.surprise.load() }

// Pending is the number of open predictions.
func (p *Predictions) Pending() uint32 { return p.pending.Load() }

// CategoryAccuracy is the accuracy of one category, in [0, 1]; it is 0 for a
// category outside [0, Categories).
func (p *Predictions) CategoryAccuracy(category int) float32 {
	if uint(category) >= Categories {
		return 0
	}
	return p.categories[category].load()
}

// PredictionValues is a copy of Predictions.
type PredictionValues struct {
	AggregateAccuracy  float32
	AccuracyTrend      int8
	SurpriseRate       float32
	Pending            uint32
	CategoryAccuracies [Categories]float32
}

// Values copies the signals, one at a time.
func (p *Predictions) Values() PredictionValues {
	v := PredictionValues{
		AggregateAccuracy: p.AggregateAccuracy(), AccuracyTrend: p.AccuracyTrend(),
		SurpriseRate: p.SurpriseRate(), Pending: p.Pending(),
	}
	for i := range v.CategoryAccuracies {
		v.CategoryAccuracies[i] = p.CategoryAccuracy(i)
	}
	return v
}

// OracleWriter writes how well the Golem predicts.
type OracleWriter struct {
	guard       *guard
	predictions *Predictions
}

// SetAggregateAccuracy clamps to [0, 1].
func (w *OracleWriter) SetAggregateAccuracy(v float32) {
	w.guard.set(&w.predictions.accuracy, 5, v, 0, 1)
}

// SetAccuracyTrend clamps to -1, 0 or +1.
func (w *OracleWriter) SetAccuracyTrend(v int8) {
	w.predictions.trend.Store(uint32(min(max(v, -1), 1)))
}

// SetSurpriseRate clamps to [0, 1].
func (w *OracleWriter) SetSurpriseRate(v float32) { w.guard.set(&w.predictions.surprise, 7, v, 0, 1) }

// SetPendingPredictions stores the number of open predictions.
func (w *OracleWriter) SetPendingPredictions(n uint32) { w.predictions.pending.Store(n) }

// SetCategoryAccuracy clamps to [0, 1] and ignores a category outside [0, Categories).
func (w *OracleWriter) SetCategoryAccuracy(category int, v float32) {
	if uint(category) < Categories {
		w.guard.set(&w.predictions.categories[category], 24, v, 0, 1)
	}
}
