# Adds what R's packages say of the series; see outside.mjs.
suppressMessages({ library(jsonlite); library(tseries); library(fPortfolio) })
all <- fromJSON(commandArgs(TRUE)[1], simplifyDataFrame = FALSE)
for (i in seq_along(all$series)) {
  s <- all$series[[i]]
  r <- s$returns
  free <- (1 + s$risk_free)^(1 / s$per_year) - 1
  fall <- maxdrawdown(log(cumprod(c(1, 1 + r))))
  path <- cumsum(c(0, r - free)) # sharpe() looks at the differences
  table <- timeSeries(matrix(r, ncol = 1))
  all$series[[i]]$r <- list(
    sharpe = sharpe(path, scale = sqrt(s$per_year)), depth = 1 - exp(-fall$maxdrawdown),
    peak = fall$from[1] - 1, bottom = fall$to[1] - 1,
    var5 = -unname(quantile(r, 0.05, type = 1)), var1 = -unname(quantile(r, 0.01, type = 1)),
    shortfall5 = -unname(as.numeric(cvarRisk(table, 1, 0.05))), shortfall1 = -unname(as.numeric(cvarRisk(table, 1, 0.01)))
  )
}
cat(toJSON(all, auto_unbox = TRUE, digits = NA), "\n", sep = "")
