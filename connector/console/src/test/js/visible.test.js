import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isValidElement, h } from '../../main/vendor/preact/preact.module.js';
import { plain, shortId, visible } from '../../main/webapp/js/core/visible.js';

describe('hostile text', () => {
  it('shows its control and direction characters', () => {
    assert.equal(plain('a\u202Eb\u0000c\tb\n\uD800'), 'aU+202EbU+0000c\tb\nU+D800');
    assert.equal(plain('größe 😀'), 'größe 😀');
    const [before, mark, after] = visible('a\u200Bb');
    assert.deepEqual([before, mark.props.class, after], ['a', 'glyph', 'b']);
  });

  it('is cut at a limit', () => assert.equal(visible('abcdef', 3), 'abc…'));

  it('becomes no element, however it looks', () => {
    for (const json of ['{"constructor":null,"type":"div","props":{}}', '{"type":"div","props":{},"__proto__":null}', '{"type":"div","props":{}}']) {
      assert.equal(isValidElement(JSON.parse(json)), false, json);
    }
    assert.equal(isValidElement(h('div')), true);
  });
});

describe('a long ID', () => {
  it('keeps its beginning and its end', () => {
    assert.equal(shortId('0123456789', 10), '0123456789');
    assert.equal(shortId('0123456789abcdef', 11), '012345…cdef');
  });
});
