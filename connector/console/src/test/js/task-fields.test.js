import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { differences, fieldsOf, isFixed } from '../../main/webapp/js/dialogs/task-fields.js';

describe('the fields of a task', () => {
  const headers = { to: 'a:b', 'x:y': '1', z: 'two\nlines', ' blank ': '2' };
  const task = /** @type {any} */ ({ type: 't', maxRetry: 1, payload: { kind: 'text', text: '' }, headers });

  it('have the headers that a line can hold', () => {
    assert.equal(fieldsOf(task, 'q').headers, 'to: a:b');
  });

  it('keep the other headers in an edit', () => {
    const start = fieldsOf(task, 'q');
    const changed = differences(start, { ...start, headers: 'to: c:d\nnew: e' }, 'edit');
    assert.deepEqual(changed.headers, { to: 'c:d', new: 'e', 'x:y': '1', z: 'two\nlines', ' blank ': '2' });
  });

  it('do not have a payload that is encrypted in Redis, also if it is shown', () => {
    const text = { kind: 'json', text: '{}', size: 2, truncated: false, masked: false };
    const stored = { codec: 'aes-gcm', key: '2026', size: 30, hidden: true };
    assert.equal(isFixed(/** @type {any} */ ({ ...text, stored })), true);
    assert.equal(isFixed(/** @type {any} */ ({ ...text, stored: { codec: 'deflate', size: 9, hidden: false } })), false);
    assert.equal(isFixed(/** @type {any} */ ({ ...text, kind: 'coded' })), true);
  });
});
