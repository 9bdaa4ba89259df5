// What libraries that nobody here wrote say of three series: writes outside.json, which the tests
// read. Run it in a folder of its own, so that nothing of them lies in the repository:
//
//   npm install --ignore-scripts @railpath/finance-toolkit@0.5.4 @quantlib/ql@0.3.6 xirr@1.1.0 fundamental-js@1.4.1
//   node outside.mjs > series.json && Rscript outside.R series.json > outside.json
//
// outside.R adds what R 4.2.2 with tseries 0.10.53 and fPortfolio 3042.83.1 says (Debian 12).
import { createRequire } from 'node:module'

const require = createRequire(process.cwd() + '/')
const kit = require('@railpath/finance-toolkit')
const ql = require('@quantlib/ql')
const xirr = require('xirr')
const fundamental = require('fundamental-js')

// Series of millionths from a linear congruential generator: fat tails, a little gain.
function series (seed, periods, drift) {
  let state = seed
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647
  return Array.from({ length: periods }, () => {
    const even = next() + next() + next() - 1.5
    return Math.round((drift + 0.02 * even * (1 + 2 * next() ** 4)) * 1e6) / 1e6
  })
}

function figures (returns, perYear, free) {
  const index = returns.reduce((all, r) => [...all, all[all.length - 1] * (1 + r)], [1])
  const above = returns.map(r => r - ((1 + free) ** (1 / perYear) - 1))
  const options = { returns: above, riskFreeRate: 0, annualizationFactor: perYear }
  const { maxDrawdownPercent: depth, troughIndex } = kit.calculateMaxDrawdown({ prices: index })
  const yearly = fundamental.cagr(1, index[index.length - 1], returns.length / perYear)
  const risk = new ql.RiskStatistics()
  risk.reset()
  returns.forEach(r => risk.add(r, 1))
  return {
    returns, per_year: perYear, risk_free: free,
    kit: {
      sharpe: kit.calculateSharpeRatio(options).sharpeRatio,
      sortino: kit.calculateSortinoRatio({ ...options, targetReturn: 0 }).sortinoRatio,
      depth, bottom: troughIndex,
      skewness: kit.calculateSkewness(returns),
      kurtosis: kit.calculateKurtosis(returns) + 3,
      volatility: kit.calculateStandardDeviation(returns) * Math.sqrt(perYear),
    },
    cagr: yearly, calmar: yearly / depth,
    quantlib: { mean: risk.mean(), deviation: risk.standardDeviation(), var5: risk.valueAtRisk(0.95), var1: risk.valueAtRisk(0.99) },
  }
}

// An account over a year of 365 days, with money in and out at the beginning of some days.
function account () {
  const daily = series(11, 365, 0.0005)
  const values = [1000]
  const flows = [0]
  for (const [day, r] of daily.entries()) {
    const flow = day === 60 ? 500 : day === 200 ? -300 : day === 301 ? 120.5 : 0
    flows.push(flow)
    values.push((values[day] + flow) * (1 + r))
  }
  const at = day => new Date(Date.UTC(2025, 0, 1 + day))
  const moved = flows.map((flow, day) => ({ amount: -flow, when: at(day - 1) })).filter(m => m.amount !== 0)
  return {
    values, flows,
    time_weighted: kit.calculateTimeWeightedReturn({ portfolioValues: values, cashFlows: flows, annualizationFactor: 365 }).twr,
    money_weighted: xirr([{ amount: -values[0], when: at(0) }, ...moved, { amount: values[365], when: at(365) }], { tolerance: 1e-13 }),
  }
}

console.log(JSON.stringify({
  series: [figures(series(7, 730, 0.003), 365, 0), figures(series(8, 400, -0.0005), 365, 0.04), figures(series(9, 1999, 0.00002), 8760, 0.02)],
  account: account(),
}))
