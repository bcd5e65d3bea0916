/** Numbers, sizes, durations and times as text. */
import { timeTexts } from '../texts/common.js';
import { settings } from './settings.js';

const NUMBER = new Intl.NumberFormat('en');
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** With a capital letter. @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether there is a number to show. @param {number | null | undefined} value @returns {value is number} */
const isNumber = (value) => Number.isFinite(value);

/** @param {number | null | undefined} value */
export const number = (value) => (isNumber(value) ? NUMBER.format(value) : '–');

/** Whole up to 99,999, then compact. @param {number | null | undefined} value */
export const compact = (value) =>
  isNumber(value) ? (value < 100_000 ? NUMBER : COMPACT).format(value) : '–';

/** At an axis, in one form for 150K and 75K. @param {number} value */
export const axisNumber = (value) => (isNumber(value) ? (value < 10_000 ? NUMBER : COMPACT).format(value) : '–');

/** @param {number} part @param {number} whole */
export function percent(part, whole) {
  if (!whole || !isNumber(part / whole)) {
    return '0 %';
  }
  const value = (part / whole) * 100;
  return `${value > 0 && value < 1 ? value.toFixed(2) : value < 10 ? value.toFixed(1) : Math.round(value)} %`;
}

/** @param {number | null | undefined} value */
export function bytes(value) {
  if (!isNumber(value)) {
    return '–';
  }
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let rest = value;
  let unit = 0;
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit++;
  }
  return `${unit === 0 || rest >= 100 ? Math.round(rest) : rest.toFixed(1)} ${units[unit]}`;
}

/** @param {number | null | undefined} ms */
export function duration(ms) {
  if (!isNumber(ms)) {
    return '–';
  }
  if (ms < 1000) {
    return `${Math.round(ms)} ms`;
  }
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) {
    return `${seconds < 10 ? (Math.floor(ms / 100) / 10).toFixed(1) : seconds} s`;
  }
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) {
    return seconds % 60 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
  }
  const hours = Math.floor(minutes / 60);
  const [larger, smaller] =
    hours < 48 ? [`${hours} h`, `${minutes % 60} min`] : [`${Math.floor(hours / 24)} d`, `${hours % 24} h`];
  return smaller.startsWith('0 ') ? larger : `${larger} ${smaller}`;
}

/** A duration with the digits that matter, also below a millisecond. @param {number | null | undefined} ms */
export const milliseconds = (ms) =>
  !isNumber(ms) || ms >= 10 || ms === 0
    ? duration(ms)
    : `${ms >= 1 ? ms.toFixed(1) : ms.toFixed(2)} ms`;

/** Name and milliseconds of each unit, with the multiples that are tops of axes. */
const UNITS = /** @type {[string, number, number[]][]} */ ([
  ['ms', 1, [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500]],
  ['s', 1000, [1, 2, 5, 10, 20, 30]],
  ['min', 60_000, [1, 2, 5, 10, 20, 30]],
  ['h', 3_600_000, [1, 2, 6, 12]],
  ['d', 86_400_000, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]],
]);

/** The top of an axis of durations: the next round duration; a second if there are none. @param {number} most */
export const durationTop = (most) =>
  most === 0
    ? 1000
    : (UNITS.flatMap(([, size, steps]) => steps.map((step) => step * size)).find((top) => top >= most) ?? most);

/** A duration at an axis, in one unit: `2.5 min`. @param {number} ms */
export function axisDuration(ms) {
  if (!isNumber(ms)) {
    return '–';
  }
  const [name, size] = UNITS.findLast(([, one]) => ms >= one) ?? ['ms', 1];
  return `${Number((ms / size).toPrecision(2))} ${name}`;
}

/** As short as a column of times is: minutes only beside few hours; years from two on. @param {number} ms */
function rough(ms) {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) {
    return `${seconds} s`;
  }
  if (seconds < 3600) {
    return `${Math.floor(seconds / 60)} min`;
  }
  if (seconds < 172_800) {
    const hours = Math.floor(seconds / 3600);
    return hours < 10 ? `${hours} h ${Math.floor((seconds % 3600) / 60)} min` : `${hours} h`;
  }
  const days = Math.floor(seconds / 86_400);
  return days < 731 ? `${days} d` : `${number(Math.floor(days / 365.2425))} years`;
}

/**
 * Milliseconds since 1970. Data can have times outside the 270,000 years that a browser can express: they are infinite.
 * @param {string | number | null | undefined} at
 */
export function epoch(at) {
  const ms = new Date(at ?? NaN).getTime();
  return Number.isNaN(ms) ? (String(at).startsWith('-') ? -Infinity : Infinity) : ms;
}

/** @param {string} at @param {number} now */
export function relative(at, now) {
  const distance = epoch(at) - now;
  if (!Number.isFinite(distance)) {
    return timeTexts.outOfRange;
  }
  if (Math.abs(distance) < 1000) {
    return timeTexts.now;
  }
  return distance > 0 ? timeTexts.ahead(rough(distance)) : timeTexts.ago(rough(-distance));
}

/** @returns {string | undefined} */
const zone = () => (settings.value.zone === 'local' ? undefined : settings.value.zone);

/**
 * A time in a format; never fails.
 * @param {string | number | null | undefined} at
 * @param {Intl.DateTimeFormatOptions} options
 */
function format(at, options) {
  const ms = epoch(at);
  return Number.isFinite(ms) ? new Intl.DateTimeFormat('en-GB', options).format(ms) : timeTexts.outOfRange;
}

/** Date and time with seconds and zone. @param {string | number} at */
export const absolute = (at) => format(at, { dateStyle: 'medium', timeStyle: 'long', timeZone: zone() });

/** Short: time today, else day and time, with the year if it is another one. @param {string | number} at */
export function stamp(at) {
  const timeZone = zone();
  const day = dayOf(at, timeZone);
  const time = format(at, { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return day === dayOf(Date.now(), timeZone) || time === timeTexts.outOfRange ? time : `${day} ${time}`;
}

/** @param {string | number} at @param {string | undefined} timeZone */
const dayOf = (at, timeZone) =>
  format(at, { timeZone, day: '2-digit', month: 'short', year: sameYear(at, timeZone) ? undefined : 'numeric' });

/** Whether a moment is in the current year. @param {string | number} at @param {string | undefined} timeZone */
function sameYear(at, timeZone) {
  const year = (/** @type {string | number} */ one) => format(one, { timeZone, year: 'numeric' });
  return year(at) === year(Date.now());
}

/** Weekday, day, hour and minute. @param {string | number} at */
export const dayClock = (at) =>
  format(at, { timeZone: zone(), weekday: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' });

/** Hour and minute. @param {string | number} at */
export const clock = (at) => format(at, { timeZone: zone(), hour: '2-digit', minute: '2-digit' });

/** Day and month of a date in UTC. @param {string | number} at */
export const utcDay = (at) => format(at, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/**
 * Day and time with the name of a zone, for example "Sun 22 Nov, 06:00 CET"; with the year if it is another one.
 * @param {string} at
 * @param {string} name
 */
export function inZone(at, name) {
  const timeZone = name === 'local' ? undefined : name;
  return format(at, {
    weekday: 'short',
    day: '2-digit',
    month: 'short',
    year: sameYear(at, timeZone) ? undefined : 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).replace(/:00 /, ' ');
}

/** The zone, or that of this device if the browser does not know it. @param {string} name */
export function knownZone(name) {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name === 'local' ? undefined : name });
    return name;
  } catch {
    return 'local';
  }
}
