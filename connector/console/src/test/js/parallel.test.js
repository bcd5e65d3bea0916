import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachOf } from '../../main/webapp/js/core/parallel.js';

describe('work on many things', () => {
  it('is done once for each, four at a time, and returns what failed', async () => {
    let running = 0;
    let most = 0;
    let after = 0;
    const seen = [];
    const failed = await forEachOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], async (one) => {
      seen.push(one);
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      if (one % 4 === 0) {
        throw new Error(`no ${one}`);
      }
    }, () => after++);

    assert.deepEqual(seen.sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert.equal(most, 4);
    assert.equal(after, 10);
    assert.deepEqual(failed.map(({ one, error }) => `${one}: ${error.message}`).sort(), ['0: no 0', '4: no 4', '8: no 8']);
  });
});
