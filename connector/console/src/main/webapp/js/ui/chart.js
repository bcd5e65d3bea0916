/** Charts as SVG: bars, lines, lines of moments; with a value under the pointer and a sentence for screen readers. */
import { html, useEffect, useRef, useState } from '../core/dom.js';
import { axisDuration, axisNumber, durationTop, milliseconds, number } from '../core/format.js';
import { oneLine } from '../core/visible.js';

/**
 * @typedef {{key: string, label: string, values: (number | null)[]}} Series null: no value
 * @typedef {{at: number, text: string}} Moment a line at a position between 0 and the number of values
 */

const LEFT = 50;
const BOTTOM = 18;
const TOP = 6;

/**
 * @param {number} max the largest value; the top of the axis is a round number above it
 */
function axisTop(max) {
  if (max <= 4) {
    return 4;
  }
  const power = 10 ** Math.floor(Math.log10(max));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((top) => top >= max) ?? max;
}

/** The width of an element, followed. @returns {[any, number]} */
function useWidth() {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const element = ref.current;
    if (!element) {
      return undefined;
    }
    const observer = new ResizeObserver(() => setWidth(Math.max(element.clientWidth, 120)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/**
 * @param {{kind: 'bars'|'lines', labels: string[], ticks: string[], series: Series[], height?: number, summary: string,
 *   durations?: boolean, moments?: Moment[]}} props: durations are in milliseconds
 */
export function Chart({ kind, labels, ticks, series, height = 150, summary, durations = false, moments = [] }) {
  const [ref, width] = useWidth();
  const [at, setAt] = useState(-1);
  const count = labels.length;
  const peak = Math.max(
    0,
    ...labels.map((_, i) =>
      kind === 'bars'
        ? series.reduce((sum, one) => sum + (one.values[i] ?? 0), 0)
        : Math.max(...series.map((one) => one.values[i] ?? 0)),
    ),
  );
  const top = durations ? durationTop(peak) : axisTop(peak);
  const plot = { width: width - LEFT, height: height - BOTTOM - TOP, step: (width - LEFT) / Math.max(count, 1), top };
  const point = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const index = Math.floor((event.clientX - box.left - LEFT) / plot.step);
    setAt(index >= 0 && index < count ? index : -1);
  };
  return html`
    <div class="chart" ref=${ref} onPointerMove=${point} onPointerLeave=${() => setAt(-1)}>
      <svg width=${width} height=${height} role="img" aria-label=${summary}>
        ${[0, 0.5, 1].map((share) => {
          const y = TOP + plot.height * (1 - share);
          return html`
            <g key=${share}>
              <line class="grid-line" x1=${LEFT} x2=${width} y1=${y} y2=${y} />
              <text x=${LEFT - 6} y=${y + 3.5} text-anchor="end">
                ${(durations ? axisDuration : axisNumber)(top * share)}
              </text>
            </g>
          `;
        })}
        ${kind === 'bars' ? bars(series, plot, count) : series.map((one) => line(one, plot))}
        ${axis(ticks, plot, height)}
        ${moments.map((moment) => html`
          <${MomentLine} key="${moment.at}${moment.text}" moment=${moment} plot=${plot} height=${height} />
        `)}
        ${at >= 0 ? html`
          <line class="cursor-line" x1=${LEFT + (at + 0.5) * plot.step} x2=${LEFT + (at + 0.5) * plot.step} y1=${TOP}
              y2=${height - BOTTOM} />
        ` : null}
      </svg>
      ${at >= 0 ? html`
        <${Tip} label=${labels[at] ?? ''} series=${series} at=${at} x=${LEFT + (at + 0.5) * plot.step} width=${width}
            format=${durations ? milliseconds : number}
            notes=${moments.filter((moment) => Math.floor(moment.at) === at).map((moment) => moment.text)} />
      ` : null}
    </div>
  `;
}

/**
 * @param {{label: string, series: Series[], at: number, x: number, width: number, notes: string[],
 *   format: (value: number | null | undefined) => string}} props
 */
function Tip({ label, series, at, x, width, notes, format }) {
  const side = x > width / 2 ? { right: `${width - x + 10}px` } : { left: `${x + 10}px` };
  return html`
    <div class="chart-tip" style=${side}>
      <strong>${label}</strong>
      ${series.map((one) => html`<div key=${one.key}>${one.label} ${format(one.values[at])}</div>`)}
      ${notes.map((note, i) => html`<div key=${i} class="moment-note">${oneLine(note, 80)}</div>`)}
    </div>
  `;
}

/** @param {{moment: Moment, plot: Plot, height: number}} props */
function MomentLine({ moment, plot, height }) {
  const x = LEFT + moment.at * plot.step;
  return html`
    <g class="moment"><line x1=${x} x2=${x} y1=${TOP} y2=${height - BOTTOM} /><path d="M${x - 4},${TOP}h8l-4,6Z" /></g>
  `;
}

/** @typedef {{width: number, height: number, step: number, top: number}} Plot */

/** @param {Series[]} series @param {Plot} plot @param {number} count */
function bars(series, plot, count) {
  const nodes = [];
  const gap = plot.step > 6 ? 2 : 0.5;
  for (let i = 0; i < count; i++) {
    let y = TOP + plot.height;
    for (const one of series) {
      const size = ((one.values[i] ?? 0) / plot.top) * plot.height;
      y -= size;
      nodes.push(html`
        <rect key="${one.key}${i}" class="bar-part s-${one.key}" x=${LEFT + i * plot.step + gap / 2} y=${y}
            width=${Math.max(plot.step - gap, 0.5)} height=${Math.max(size, 0)} rx=${plot.step > 8 ? 1.5 : 0} />
      `);
    }
  }
  return nodes;
}

/** @param {Series} one @param {Plot} plot */
function line(one, plot) {
  const base = TOP + plot.height;
  const x = (/** @type {number} */ i) => (LEFT + (i + 0.5) * plot.step).toFixed(1);
  return html`
    <g key=${one.key}>
      ${parts(one.values).map(({ from, values }) => {
        const points = values.map(
          (value, i) => `${x(from + i)},${(base - (value / plot.top) * plot.height).toFixed(1)}`,
        );
        const last = x(from + values.length - 1);
        // a round line cap shows a single value as a dot
        const dot = values.length === 1 ? 'h0.01' : '';
        return html`
          <g key=${from}>
            <path class="area s-${one.key}" d="M${x(from)},${base}L${points.join('L')}L${last},${base}Z" />
            <path class="line s-${one.key}" d="M${points.join('L')}${dot}" />
          </g>
        `;
      })}
    </g>
  `;
}

/** The parts of a line without missing values. @param {(number | null)[]} all */
function parts(all) {
  /** @type {{from: number, values: number[]}[]} */
  const found = [];
  all.forEach((value, i) => {
    if (value === null) {
      return;
    }
    const open = found.at(-1);
    if (open && open.from + open.values.length === i) {
      open.values.push(value);
    } else {
      found.push({ from: i, values: [value] });
    }
  });
  return found;
}

/** Labels under the axis, as many as fit. @param {string[]} ticks @param {Plot} plot @param {number} height */
function axis(ticks, plot, height) {
  const longest = Math.max(0, ...ticks.map((text) => text.length));
  const every = Math.max(1, Math.ceil(Math.max(58, longest * 6 + 16) / Math.max(plot.step, 0.1)));
  return ticks.map((text, i) =>
    i % every === 0 && (i + 0.5) * plot.step < plot.width - 14 ? html`
      <text key=${i} x=${LEFT + (i + 0.5) * plot.step} y=${height - 4} text-anchor="middle">${text}</text>
    ` : null,
  );
}

/** @param {{items: [string, string, string?][]}} props key of the tone, label, class of the mark */
export const Legend = ({ items }) => html`
  <div class="legend">
    ${items.map(([tone, text, mark]) => html`<span key=${text}><i data-state=${tone} class=${mark} />${text}</span>`)}
  </div>
`;
