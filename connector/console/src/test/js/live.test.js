import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { merge, mergeJobs, withToday } from '../../main/webapp/js/core/live.js';

describe('an update of queues', () => {
  const old = [{ name: 'a', pending: 1 }, { name: 'b', pending: 2 }, { name: 'c', pending: 3 }];

  it('replaces, adds and removes, and leaves the others', () => {
    assert.deepEqual(merge(old, [{ name: 'b', pending: 9 }, { name: 'd', pending: 4 }], ['a', 'z']),
      [{ name: 'b', pending: 9 }, { name: 'c', pending: 3 }, { name: 'd', pending: 4 }]);
    assert.equal(old[1].pending, 2);
  });

  it('that is the first one has all queues', () => assert.deepEqual(merge(null, old, []), old));
});

describe('an update of jobs', () => {
  it('shows the latest first', () => {
    const job = (id, startedAt, state) => ({ id, startedAt, state });
    assert.deepEqual(mergeJobs([job('1', '2026-01-01', 'running')], [job('2', '2026-01-02', 'running'), job('1', '2026-01-01', 'done')]),
      [job('2', '2026-01-02', 'running'), job('1', '2026-01-01', 'done')]);
  });
});

describe('the days of the history', () => {
  const days = [{ date: '2026-03-02', processed: 5, failed: 1 }, { date: '2026-03-01', processed: 9, failed: 0 }];
  const overview = (at, processedToday, failedToday) => ({ at, processedToday, failedToday });

  it('have the present numbers of today', () => {
    assert.deepEqual(withToday(days, overview('2026-03-02T10:00:00Z', 7, 2)), [{ date: '2026-03-02', processed: 7, failed: 2 }, days[1]]);
  });

  it('begin with a new day at midnight, and are 30 at most', () => {
    assert.deepEqual(withToday(days, overview('2026-03-03T00:00:01Z', 0, 0)), [{ date: '2026-03-03', processed: 0, failed: 0 }, ...days]);
    const month = Array.from({ length: 30 }, (_, i) => ({ date: `2026-01-${30 - i}`, processed: 1, failed: 0 }));
    assert.equal(withToday(month, overview('2026-01-31T00:00:01Z', 0, 0)).length, 30);
  });

  it('stay the same object if nothing has changed, and stay empty until they are read', () => {
    assert.equal(withToday(days, overview('2026-03-02T10:00:00Z', 5, 1)), days);
    assert.deepEqual(withToday([], overview('2026-03-02T10:00:00Z', 5, 1)), []);
  });
});
