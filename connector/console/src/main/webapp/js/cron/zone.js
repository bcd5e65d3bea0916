/** Times in the time zone that is chosen on the page. */

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
