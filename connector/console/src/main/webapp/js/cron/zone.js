/** Times in the time zone that is chosen on the page. */
import { sameYear } from '../core/format.js';

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** The zone, or that of this device if the browser does not know it. @param {string} zone */
export function knownZone(zone) {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: zone === 'local' ? undefined : zone });
    return zone;
  } catch {
    return 'local';
  }
}

/**
 * Day and time with the name of the zone, for example "Sun 22 Nov, 06:00 CET"; with the year if it is another one.
 * @param {string} at
 * @param {string} zone
 */
export function inZone(at, zone) {
  const date = new Date(at);
  const timeZone = zone === 'local' ? undefined : zone;
  const year = sameYear(date, timeZone) ? undefined : 'numeric';
  const key = `${zone} ${year}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      day: '2-digit',
      month: 'short',
      year,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
      timeZone,
    });
    formats.set(key, format);
  }
  return format.format(date).replace(/:00 /, ' ');
}
