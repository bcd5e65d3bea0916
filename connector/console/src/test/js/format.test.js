import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import {
  absolute, axisDuration, axisNumber, bytes, clock, compact, duration, durationTop, milliseconds, number, percent, relative, stamp,
} from '../../main/webapp/js/core/format.js';
import { settings } from '../../main/webapp/js/core/settings.js';

/** Each argument with the text it becomes. */
const become = (format, expected) => {
  for (const [value, text] of expected) {
    assert.equal(format(value), text, String(value));
  }
};

describe('numbers', () => {
  it('have separators, and a dash if there is none', () => become(number, [[0, '0'], [1234567, '1,234,567'], [null, '–'], [undefined, '–']]));

  it('are compact from 100,000 on', () => become(compact, [[99_999, '99,999'], [100_000, '100K'], [1_250_000, '1.3M'], [null, '–']]));

  it('have one form at an axis', () => become(axisNumber, [[9_999, '9,999'], [75_000, '75K'], [150_000, '150K']]));

  it('keep the digits of a small share', () => {
    assert.equal(percent(0, 0), '0 %');
    assert.equal(percent(1, 3000), '0.03 %');
    assert.equal(percent(1, 30), '3.3 %');
    assert.equal(percent(2, 3), '67 %');
  });

  it('of bytes have the unit that fits', () => become(bytes, [[999, '999 B'], [1000, '1.0 kB'], [123_456, '123 kB'], [5e9, '5.0 GB'], [2e15, '2000 TB'],
    [null, '–']]));
});

describe('durations', () => {
  it('have their two largest units', () => become(duration, [[0, '0 ms'], [999, '999 ms'], [1_940, '1.9 s'], [59_999, '59 s'], [60_000, '1 min'],
    [61_000, '1 min 1 s'], [3_600_000, '1 h'], [3_660_000, '1 h 1 min'], [47 * 3_600_000, '47 h'], [49 * 3_600_000, '2 d 1 h'], [null, '–']]));

  it('have digits below ten milliseconds', () => become(milliseconds, [[0, '0 ms'], [0.123, '0.12 ms'], [1.25, '1.3 ms'], [12.5, '13 ms']]));

  it('have a round top at an axis, in one unit', () => {
    become(durationTop, [[0, 1000], [0.03, 0.05], [700, 1000], [31_000, 60_000], [90_000_000, 172_800_000], [1e12, 1e12]]);
    become(axisDuration, [[0.5, '0.5 ms'], [150_000, '2.5 min'], [86_400_000, '1 d']]);
  });
});

describe('times', () => {
  beforeEach(() => {
    settings.patch({ zone: 'Europe/Berlin' });
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-29T12:00:00Z') });
  });
  afterEach(() => mock.timers.reset());

  it('are relative to a moment', () => {
    const now = Date.parse('2026-03-29T12:00:00Z');
    become((at) => relative(at, now), [['2026-03-29T12:00:00.900Z', 'now'], ['2026-03-29T11:59:15Z', '45 s ago'],
      ['2026-03-29T13:30:00Z', 'in 1 h 30 min'], ['2026-03-28T13:47:00Z', '22 h ago'], ['2026-03-20T12:00:00Z', '9 d ago']]);
  });

  it('are those of the chosen zone, also when the clocks change', () => {
    become(clock, [['2026-03-29T00:59:00Z', '01:59'], ['2026-03-29T01:00:00Z', '03:00']]);
    assert.match(absolute('2026-03-29T01:00:00Z'), /^29 Mar 2026, 03:00:00 (CEST|GMT\+2)$/);
  });

  it('are as short as the day allows', () => become(stamp, [['2026-03-29T11:00:00Z', '13:00:00'], ['2026-03-28T11:00:00Z', '28 Mar 12:00:00'],
    ['2025-12-31T22:59:59Z', '31 Dec 2025 23:59:59']]));
});
