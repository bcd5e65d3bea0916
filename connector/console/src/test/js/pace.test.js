import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timeLeft } from '../../main/webapp/js/core/pace.js';

const BEGIN = '2026-11-28T10:00:00Z';
const NOW = Date.parse('2026-11-28T10:10:00Z');

describe('the time left of a batch', () => {
  it('is that of its members that have ended, as many times as members are left', () => {
    assert.equal(timeLeft(BEGIN, 20, 100, NOW), 40 * 60_000);
    assert.equal(timeLeft(BEGIN, 99, 100, NOW), 600_000 / 99);
    assert.equal(timeLeft(BEGIN, 7, 10, NOW), 5 * 60_000, 'up to whole minutes');
  });

  it('is not known without a pace, a begin or members that are left', () => {
    for (const [begin, done, all] of [
      [BEGIN, 0, 9],
      [BEGIN, 9, 9],
      [BEGIN, 10, 9],
      [BEGIN, -1, 9],
      [null, 3, 9],
      ['+58875-09-23T20:33:20.000Z', 3, 9],
      ['-58875-09-23T20:33:20.000Z', 3, 9],
      ['2027-01-01T00:00:00Z', 3, 9],
    ]) {
      assert.equal(timeLeft(begin, done, all, NOW), null, `${begin} ${done} ${all}`);
    }
  });
});
