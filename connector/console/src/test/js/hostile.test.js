import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonError, differences, fieldsOf } from '../../main/webapp/js/dialogs/task-fields.js';
import * as formats from '../../main/webapp/js/core/format.js';
import { pretty } from '../../main/webapp/js/core/json-text.js';
import { decode, encode, parse } from '../../main/webapp/js/core/route.js';
import { settings } from '../../main/webapp/js/core/settings.js';
import * as texts from '../../main/webapp/js/core/visible.js';
import { fromField, isoOf, toField } from '../../main/webapp/js/core/zone-time.js';

/** Extreme answers of the API: numbers at the end of their ranges, times of any year, broken texts. */
const TIMES = ['2026-03-29T12:00:00.000Z', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '+058875-09-23T20:33:20.000Z',
  '-001199-02-15T14:13:20.000Z', '+1000000000-12-31T23:59:59.999999999Z', '-1000000000-01-01T00:00:00Z', '+271821-04-20T00:00:00.000Z',
  '+58875-09-23T20:33:20.000Z', '', 'no time', null, undefined];
const NUMBERS = [0, -1, 0.5, -0, 1e300, -1e300, 5e-324, 9223372036854775807, -9223372036854775808, NaN, Infinity, -Infinity, null, undefined];
const TEXTS = ['', ' ', '\u0000', '\uD800', '\uDC00x', 'a'.repeat(100_000), '\u202Eevil', '%', '%E0%A4%A', '{"a":', '[[', '1e999', 'null',
  '</script>', '😀'.repeat(200), '\n'.repeat(5_000), null, undefined];

/** Each function with each value as its first argument. */
const survives = (functions, values, ...rest) => {
  for (const [name, one] of Object.entries(functions)) {
    for (const value of values) {
      const result = one(value, ...rest);
      if (typeof result === 'string' && typeof value !== 'string') {
        assert.doesNotMatch(result, /NaN|Infinity|undefined|Invalid/, `${name} of ${value}`);
      }
    }
  }
};

const { epoch, knownZone, inZone, percent, relative, ...others } = formats;
const ofTexts = { sentence: others.sentence };
delete others.sentence;

describe('no format fails', () => {
  it('for a number', () => {
    survives(others, NUMBERS);
    survives({ percent }, NUMBERS, 3);
    survives({ percent: (whole) => percent(3, whole) }, NUMBERS);
  });

  it('for a time, in any zone', () => {
    for (const zone of ['local', 'UTC', 'Pacific/Apia']) {
      settings.patch({ zone });
      survives({ ...others, epoch, relative: (at) => relative(at, Date.now()), inZone: (at) => inZone(at, zone) }, TIMES);
      survives({ field: (at) => toField(epoch(at)) }, TIMES);
    }
  });

  it('for a text', () => {
    survives(ofTexts, TEXTS.filter((text) => typeof text === 'string'));
    survives({ knownZone, decode, encode, parse, pretty, jsonError, fromField, isoOf }, TEXTS.filter((text) => typeof text === 'string'));
    survives({ ...texts, shortId: (text) => texts.shortId(text ?? '') }, TEXTS);
  });

  it('in the form of a task', () => {
    const payload = { kind: 'text', text: 'x', size: 1 };
    for (const deadline of TIMES) {
      const start = fieldsOf({ queue: 'q', type: 't', payload, maxRetry: 1, deadline, headers: { '\uD800': '\n' } }, 'q');
      assert.deepEqual(differences(start, start, 'edit'), {});
    }
  });

  it('and a far time is shown as it is, or as out of range', () => {
    settings.patch({ zone: 'UTC' });
    const now = Date.parse('2026-03-29T12:00:00Z');
    assert.equal(relative('+058875-09-23T20:33:20.000Z', now), 'in 56,849 years');
    assert.match(formats.absolute('+058875-09-23T20:33:20.000Z'), /^23 Sept? 58875, 20:33:20 UTC$/);
    assert.equal(relative('+1000000000-12-31T23:59:59.999999999Z', now), 'out of range');
    assert.equal(formats.absolute('-1000000000-01-01T00:00:00Z'), 'out of range');
    assert.ok(epoch('-1000000000-01-01T00:00:00Z') < epoch('-001199-02-15T14:13:20.000Z'));
  });
});
