/** Date and time as fields of type datetime-local hold them, in the time zone of the settings. */
import { formTexts } from '../texts/task-dialogs.js';
import { settings } from './settings.js';

/** @returns {string | undefined} */
const zone = () => (settings.value.zone === 'local' ? undefined : settings.value.zone);

/** The years 1 to 9999. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const END = Date.parse('9999-12-31T00:00:00Z');

/** The wall clock of the zone at a moment, as milliseconds of UTC. @param {number} at */
function wall(at) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone(),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (/** @type {string} */ type) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** Empty for a time outside the field's range. @param {number} at */
export function toField(at) {
  const shown = Number.isFinite(at) ? wall(at) : NaN;
  return shown >= FIRST && shown < END ? new Date(shown).toISOString().slice(0, 19) : '';
}

/** The moment that a field names; NaN if it names none. @param {string} text */
export function fromField(text) {
  const wanted = Date.parse(`${text}Z`);
  if (Number.isNaN(wanted)) {
    return NaN;
  }
  // the second time with the offset that counts there: the first may be on the other side of a change of the clocks
  const near = wanted - (wall(wanted) - wanted);
  return near + (wanted - wall(near));
}

/** The moment that a field names, as the API takes it; empty if it names none. @param {string} text */
export function isoOf(text) {
  const at = fromField(text);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}

/** The zone of the fields. */
export const zoneName = () => formTexts.zone(zone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
