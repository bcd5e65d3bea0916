import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { settings } from '../../main/webapp/js/core/settings.js';
import { fromField, toField } from '../../main/webapp/js/core/zone-time.js';

describe('a field with a time', () => {
  beforeEach(() => settings.patch({ zone: 'America/New_York' }));

  it('shows the clock of the chosen zone and names the same moment', () => {
    for (const at of ['2026-07-01T03:30:00Z', '2026-12-31T23:59:59Z', '2026-03-08T06:59:59Z', '2026-03-08T07:00:00Z', '2026-11-01T07:00:00Z']) {
      assert.equal(new Date(fromField(toField(Date.parse(at)))).toISOString(), at.replace('Z', '.000Z'));
    }
    assert.equal(toField(Date.parse('2026-07-01T03:30:00Z')), '2026-06-30T23:30:00');
  });

  it('takes the offset that counts at its moment, not now', () => {
    assert.equal(new Date(fromField('2026-03-08T01:59:00')).toISOString(), '2026-03-08T06:59:00.000Z');
    assert.equal(new Date(fromField('2026-03-08T03:00:00')).toISOString(), '2026-03-08T07:00:00.000Z');
  });

  it('names no moment without a time', () => {
    assert.ok(Number.isNaN(fromField('')));
    assert.ok(Number.isNaN(fromField('2026-13-01T00:00')));
  });
});
