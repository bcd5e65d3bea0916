/** Numbers, sizes, durations and times as text. */
import { timeTexts } from '../texts/common.js';
import { settings } from './settings.js';

const NUMBER = new Intl.NumberFormat('en');
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** With a capital letter. @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number | null | undefined} value */
export const number = (value) => (value === null || value === undefined ? '–' : NUMBER.format(value));

/** Whole up to 99,999, then compact. @param {number | null | undefined} value */
export const compact = (value) =>
  value === null || value === undefined ? '–' : value < 100_000 ? NUMBER.format(value) : COMPACT.format(value);

/** At an axis, in one form for 150K and 75K. @param {number} value */
export const axisNumber = (value) => (value < 10_000 ? NUMBER : COMPACT).format(value);

/** @param {number} part @param {number} whole */
export function percent(part, whole) {
  if (!whole) {
    return '0 %';
  }
  const value = (part / whole) * 100;
  return `${value > 0 && value < 1 ? value.toFixed(2) : value < 10 ? value.toFixed(1) : Math.round(value)} %`;
}

/** @param {number | null | undefined} value */
export function bytes(value) {
  if (value === null || value === undefined) {
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
  if (ms === null || ms === undefined) {
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
  ms === null || ms === undefined || ms >= 10 || ms === 0
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

/** The top of an axis of durations: a round one that is not below. @param {number} most */
export const durationTop = (most) =>
  UNITS.flatMap(([, size, steps]) => steps.map((step) => step * size)).find((top) => top >= most) ?? most;

/** A duration at an axis, in one unit: `2.5 min`. @param {number} ms */
export function axisDuration(ms) {
  const [name, size] = UNITS.findLast(([, one]) => ms >= one) ?? ['ms', 1];
  return `${Number((ms / size).toPrecision(2))} ${name}`;
}

/** Two largest units at most, short. @param {number} ms */
function rough(ms) {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) {
    return `${seconds} s`;
  }
  if (seconds < 3600) {
    return `${Math.floor(seconds / 60)} min`;
  }
  if (seconds < 172_800) {
    return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  }
  return `${Math.floor(seconds / 86_400)} d`;
}

/** @param {string} at @param {number} now */
export function relative(at, now) {
  const distance = Date.parse(at) - now;
  if (Math.abs(distance) < 1000) {
    return timeTexts.now;
  }
  return distance > 0 ? timeTexts.ahead(rough(distance)) : timeTexts.ago(rough(-distance));
}

/** @returns {string | undefined} */
const zone = () => (settings.value.zone === 'local' ? undefined : settings.value.zone);

/** Date and time with seconds and zone. @param {string | number} at */
export function absolute(at) {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: zone(),
  }).format(new Date(at));
}

/** Short: time today, else day and time, with the year if it is another one. @param {string | number} at */
export function stamp(at) {
  const options = /** @type {const} */ ({ timeZone: zone(), hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const day = /** @type {const} */ ({ timeZone: zone(), day: '2-digit', month: 'short' });
  const date = new Date(at);
  const time = new Intl.DateTimeFormat('en-GB', options).format(date);
  const dayOf = (/** @type {Date} */ one) =>
    new Intl.DateTimeFormat('en-GB', sameYear(one, zone()) ? day : { ...day, year: 'numeric' }).format(one);
  return dayOf(date) === dayOf(new Date()) ? time : `${dayOf(date)} ${time}`;
}

/** Whether a moment is in the current year. @param {Date} date @param {string | undefined} timeZone */
export function sameYear(date, timeZone) {
  const year = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric' });
  return year.format(date) === year.format(new Date());
}

/** Weekday, day, hour and minute. @param {string | number} at */
export const dayClock = (at) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone(),
    weekday: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at));

/** Hour and minute. @param {string | number} at */
export const clock = (at) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone(), hour: '2-digit', minute: '2-digit' }).format(new Date(at));
