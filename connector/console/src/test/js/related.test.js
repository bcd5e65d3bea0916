import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clauses } from '../../main/webapp/js/tasks/query.js';
import { traceQuery } from '../../main/webapp/js/tasks/related.js';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('the tasks of a trace', () => {
  it('are found by a part of the header that all of them have', () => {
    const [clause, ...others] = clauses(traceQuery({ traceparent: `00-${ID}-00f067aa0ba902b7-01` }));
    assert.deepEqual([clause.field, clause.value, others], ['header', `traceparent=00-${ID}`, []]);
  });

  it('are not searched for without a trace', () => {
    for (const traceparent of [undefined, '', '***', `00-${ID}`, `00-${ID.toUpperCase()}-1-01`, `" OR 00-${ID}-1-01`]) {
      assert.equal(traceQuery({ traceparent }), '', traceparent);
    }
  });
});
