/** How long a set of tasks still takes. */
import { epoch } from './format.js';

const MINUTE = 60_000;

/**
 * The time that is left at the pace so far, in milliseconds and up to whole minutes beyond one; null if there is no
 * pace yet, or nothing is left.
 * @param {string | null | undefined} begin
 * @param {number} done
 * @param {number} all
 * @param {number} [now]
 * @returns {number | null}
 */
export function timeLeft(begin, done, all, now = Date.now()) {
  const spent = begin ? now - epoch(begin) : Number.NaN;
  if (!Number.isFinite(spent) || spent <= 0 || done <= 0 || done >= all) {
    return null;
  }
  const left = (spent / done) * (all - done);
  return left < MINUTE ? left : Math.ceil(left / MINUTE) * MINUTE;
}
