import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { session } from '../../main/webapp/js/core/session.js';
import { traceAddress } from '../../main/webapp/js/core/trace.js';

const ID = '0af7651916cd43dd8448eb211c80319c';

describe('the address of a trace', () => {
  it('has the ID, if a tool is configured', () => {
    assert.equal(traceAddress(ID), null);
    session.set(/** @type {Api.Session} */ ({ traceUrl: 'https://tracing.example.com/trace/{traceId}?x=1' }));
    assert.equal(traceAddress(ID), `https://tracing.example.com/trace/${ID}?x=1`);
  });

  it('has nothing that is no ID', () => {
    session.set(/** @type {Api.Session} */ ({ traceUrl: 'https://tracing.example.com/trace/{traceId}' }));
    const hostile = ['', '../../logout', `${ID}"`, `${ID}/../x`, ID.toUpperCase(), `${ID}\n`, ID.slice(1), '$&'.repeat(16)];
    for (const id of hostile) {
      assert.equal(traceAddress(id), null, id);
    }
  });
});
