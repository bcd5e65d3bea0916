/** Times in the time zone that is chosen on the page. */

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** Day and time with the name of the zone, for example "Sun 22 Nov, 06:00 CET". @param {string} at @param {string} zone */
export function inZone(at, zone) {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      weekday: 'short', day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short',
      timeZone: zone === 'local' ? undefined : zone,
    });
    formats.set(zone, format);
  }
  return format.format(new Date(at)).replace(/:00 /, ' ');
}
