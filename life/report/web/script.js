"use strict";
(() => {
  const life = JSON.parse(document.getElementById("life").textContent);
  const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const number = (v, digits = 2) => v == null ? "–" : v.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const digits = life.price.length && Math.max(...life.price) < 10 ? 5 : 2;
  const utc = s => uPlot.tzDate(new Date(s * 1e3), "Etc/UTC");
  const stamp = s => new Date(s * 1e3).toISOString().slice(0, 16).replace("T", " ");
  const font = "12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif";
  const day = s => new Date(s * 1e3).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
  const clock = s => new Date(s * 1e3).toISOString().slice(11, 16);
  const charts = [];

  const axis = extra => Object.assign({
    font, stroke: () => color("--muted"),
    grid: { stroke: () => color("--grid"), width: 1 }, ticks: { show: false },
  }, extra);

  // A day is named where it begins; between, the hour.
  const times = (u, splits, index, space, step) => splits.map((s, i) =>
    step >= 86400 || s % 86400 === 0 ? day(s) : i ? clock(s) : day(s) + " " + clock(s));

  function chart(id, data, series, options) {
    const box = document.getElementById(id);
    if (!box || data[0].length < 2) return;
    const figure = box.closest("figure");
    const readings = [...figure.querySelectorAll("[data-read]")];
    const read = u => readings.forEach(b => {
      const i = u.cursor.idx == null ? data[0].length - 1 : u.cursor.idx;
      const key = b.dataset.read;
      b.textContent = key === "t" ? stamp(data[0][i]) : options.show(data[+key][i]);
    });
    const u = new uPlot({
      width: box.clientWidth, height: box.clientHeight, tzDate: utc, legend: { show: false },
      cursor: { sync: { key: "life" }, points: { size: 6 }, drag: { x: true, y: false } },
      scales: { x: { time: true }, y: options.range ? { range: options.range } : {} },
      axes: [axis({ values: times, space: 84, size: 34 }), axis({ size: 62, values: (_, v) => v.map(options.tick) })],
      series: [{}, ...series],
      hooks: { setCursor: [read], draw: options.draw ? [options.draw] : [], drawClear: options.under ? [options.under] : [] },
    }, data, box);
    read(u);
    charts.push(u);
    new ResizeObserver(() => u.setSize({ width: box.clientWidth, height: box.clientHeight })).observe(box);
    figure.addEventListener("keydown", e => {
      const last = data[0].length - 1, at = u.cursor.idx == null ? last : u.cursor.idx, far = Math.max(1, Math.round(last / 50));
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: at - far, PageDown: at + far, Home: 0, End: last }[e.key];
      if (to === undefined) return;
      e.preventDefault();
      const i = Math.min(last, Math.max(0, to));
      u.setCursor({ left: u.valToPos(data[0][i], "x"), top: u.over.clientHeight / 2 }, true, true);
    });
  }

  const line = (name, width, dash) => ({ stroke: () => color(name), width, dash, points: { show: false } });

  function clipped(u, paint) {
    const c = u.ctx;
    c.save();
    c.beginPath();
    c.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    c.clip();
    paint(c, devicePixelRatio || 1);
    c.restore();
  }

  const bands = u => clipped(u, c => {
    c.fillStyle = color("--band");
    for (const r of life.ranges) {
      const x = u.valToPos(r.from, "x", true), y = u.valToPos(r.high, "y", true);
      c.fillRect(x, y, u.valToPos(r.to, "x", true) - x, u.valToPos(r.low, "y", true) - y);
    }
  });

  const shapes = {
    buy: (c, x, y, s) => { c.moveTo(x, y - s); c.lineTo(x + s, y + s * .8); c.lineTo(x - s, y + s * .8); },
    sell: (c, x, y, s) => { c.moveTo(x, y + s); c.lineTo(x + s, y - s * .8); c.lineTo(x - s, y - s * .8); },
    move: (c, x, y, s) => { c.moveTo(x, y - s); c.lineTo(x + s, y); c.lineTo(x, y + s); c.lineTo(x - s, y); },
  };
  const inks = { buy: "--gain", sell: "--loss", move: "--move" };

  const marks = u => clipped(u, (c, ratio) => {
    const { min, max } = u.scales.x;
    const seen = life.marks.filter(m => m.t >= min && m.t <= max);
    c.font = 11 * ratio + "px " + font.slice(5);
    c.textAlign = "center";
    const taken = [];
    const free = box => !taken.some(t => box[0] < t[2] && t[0] < box[2] && box[1] < t[3] && t[1] < box[3]);
    // A number stands beside its mark where there is room, above or below, or not at all.
    const name = (n, x, y, below) => {
      const half = c.measureText(n).width / 2 + 2 * ratio, high = 11 * ratio;
      const left = Math.min(Math.max(x, u.bbox.left + half), u.bbox.left + u.bbox.width - half);
      for (const at of below ? [18, -10, 30, -22] : [-10, 18, -22, 30]) {
        const base = y + at * ratio, box = [left - half, base - high, left + half, base + 2 * ratio];
        if (!free(box)) continue;
        taken.push(box);
        c.fillText(n, left, base);
        return;
      }
    };
    for (const m of seen) {
      const x = u.valToPos(m.t, "x", true), y = u.valToPos(m.p, "y", true);
      c.beginPath();
      shapes[m.k](c, x, y, (u.width < 520 ? 3.5 : 5) * ratio);
      c.closePath();
      c.fillStyle = color(inks[m.k]);
      c.strokeStyle = color("--panel");
      c.lineWidth = ratio;
      c.fill();
      c.stroke();
    }
    if (seen.length <= 40) for (const m of seen) {
      c.fillStyle = color(inks[m.k]);
      name(m.n, u.valToPos(m.t, "x", true), u.valToPos(m.p, "y", true), m.k === "buy");
    }
  });

  const money = v => number(v, 2), short = v => number(v, Math.abs(v) < 10 ? 3 : Math.abs(v) < 1000 ? 1 : 0);
  chart("price", [life.t, life.price], [line("--ink", 1.25)],
    { show: v => number(v, digits), tick: v => number(v, digits > 2 ? 4 : Math.abs(v) < 1000 ? 1 : 0), draw: marks, under: bands });
  chart("equity", [life.t, life.equity, life.holding, life.cash],
    [line("--accent", 1.75), line("--holding", 1.25), line("--cash", 1.25, [5, 4])], { show: money, tick: short });
  chart("fall", [life.t, life.under.map(v => -v * 100)],
    [Object.assign(line("--loss", 1.25), { fill: () => color("--fall"), fillTo: () => 0 })],
    { show: v => (v <= -.005 ? "−" : "") + number(Math.abs(v)) + " %", tick: v => (v < 0 ? "−" : "") + number(Math.abs(v), 1) + " %",
      range: (u, low) => [Math.min(-.1, low * 1.08), 0] });

  const weights = life.weights;
  if (weights) chart("weights", [life.t, ...weights.lines.map(l => l.map(v => v == null ? null : v * 100))],
    weights.inks.map((ink, i) => line(ink, 1.5, weights.dashes[i] === "none" ? undefined : weights.dashes[i].split(" ").map(Number))),
    { show: v => number(v, 1) + " %", tick: v => number(v, 0) + " %", range: (u, low, high) => [Math.min(0, low), Math.max(.1, Math.min(high ?? 100, 100 * weights.top))] });

  const dials = life.clocks;
  const turns = u => clipped(u, (c, ratio) => {
    c.strokeStyle = color("--muted");
    c.lineWidth = ratio;
    c.setLineDash([2 * ratio, 3 * ratio]);
    for (const t of dials.turns) {
      const x = Math.round(u.valToPos(t, "x", true)) + .5;
      c.beginPath();
      c.moveTo(x, u.bbox.top);
      c.lineTo(x, u.bbox.top + u.bbox.height);
      c.stroke();
    }
  });
  if (dials) chart("clocks", [dials.t, dials.composite, dials.economic, dials.fitness, dials.survival],
    [line("--accent", 1.75), line("--gain", 1.25), line("--move", 1.25, [6, 3]), line("--holding", 1.25, [2, 3])],
    { show: v => number(v, 3), tick: v => number(v, 1), range: () => [0, 1.03], under: turns });

  // On a narrow screen a row is a list, each cell behind the name of its column; on a wide one
  // a shadow says that there is more to the right, and below.
  for (const table of document.querySelectorAll("table.rows")) {
    const names = [...table.querySelectorAll("thead th")].map(h => h.textContent);
    for (const row of table.tBodies[0].rows) [...row.cells].forEach((cell, i) => { if (cell.colSpan === 1) cell.dataset.name = names[i]; });
    table.classList.add("named");
    const box = table.parentElement, more = () => {
      box.classList.toggle("right", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
      box.classList.toggle("below", box.scrollTop + box.clientHeight < box.scrollHeight - 1);
    };
    box.addEventListener("scroll", more);
    new ResizeObserver(more).observe(box);
  }

  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => charts.forEach(u => u.redraw(false, true)));
})();
