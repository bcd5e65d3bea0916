/** Date and time as fields of type datetime-local hold them, in the time zone of the settings. */
import { formTexts } from '../texts/task-dialogs.js';
import { settings } from './settings.js';

/** @returns {string | undefined} */
const zone = () => (settings.value.zone === 'local' ? undefined : settings.value.zone);

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

/** @param {number} at */
export const toField = (at) => new Date(wall(at)).toISOString().slice(0, 19);

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

/** The zone of the fields. */
export const zoneName = () => formTexts.zone(zone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
