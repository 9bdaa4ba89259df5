// Package luck judges whether the best of many strategies that were tried is better than what
// the best of as many without an edge would be by chance.
//
// Its input is the returns of every strategy over the same periods, those that were thrown away
// too: without them no answer is honest. It answers by three tests, each for a fault of the others:
//
//   - the best one's mean over its deviation against the highest that strategies without an edge
//     come to, resampled in blocks of random length with all strategies side by side (Politis and
//     Romano, "The Stationary Bootstrap", 1994; White, "A Reality Check for Data Snooping", 2000;
//     Romano and Wolf, "Stepwise Multiple Testing as Formalized Data Snooping", 2005), so that
//     what they have in common, fat tails and what follows from one period for the next count;
//   - the deflated Sharpe ratio (Bailey and López de Prado, "The Deflated Sharpe Ratio", 2014),
//     which asks how far it lies above the best to be expected of as many;
//   - the probability of backtest overfitting by symmetric cross-validation (Bailey, Borwein,
//     López de Prado and Zhu, "The Probability of Backtest Overfitting", 2015), which asks whether
//     choosing the best is of use for periods it was not chosen by.
//
// The figures are of one period unless they say of a year; the rate without risk is to be taken
// off before (Trials.Against). Chance comes from the seed of the rules: the same trials, rules and
// seed give the same verdict. What cannot be said is unknown and says why.
package luck
