// Package statistics computes the figures by which experiments compare lives: return and risk,
// the ratios of both, what was traded and how much stood in the market, and the tail; beside
// what holding and cash would have given.
//
// A figure rests on the returns of equal periods: simple returns, 0.01 is 1 %, one for every whole
// period (see performance.Returns). How many of them make a year is given, never guessed: 365 days,
// 8,760 hours, because markets on a chain do not close. What is yearly is scaled from one period:
// means by the number of periods, deviations by its square root, as the market expects it; a
// return alone is compounded, and given for a year only where the span is one. A rate without risk
// is a year's and is brought down to a period by compounding.
//
// Deviations have n-1 below (a sample's), moments of a higher order n, as the papers of package
// luck take them; kurtosis is 3 where returns are normal. Figures are floats for thinking and for
// people; none enters a record or a payment. One that the input does not determine is unknown and
// says why: no output is infinite or not a number.
package statistics
