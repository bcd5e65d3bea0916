import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compactJson, pretty } from '../../main/webapp/js/core/json-text.js';

describe('JSON as text', () => {
  it('is laid out without a change of numbers, order or escapes', () => {
    assert.equal(pretty('{"b":12345678901234567890,"a":[1.10,{}, []],"é\\u202e":"{\\"x\\": [,]}"}'),
      '{\n  "b": 12345678901234567890,\n  "a": [\n    1.10,\n    {},\n    []\n  ],\n  "é\\u202e": "{\\"x\\": [,]}"\n}');
  });

  it('loses nothing but white space', () => {
    const text = '{"a":[1,2,{"b":"c d"}],"e":null}';
    assert.equal(compactJson(pretty(text)), text);
  });

  it('is left alone if it is none', () => {
    for (const text of ['', '{', 'hello world', '{"a":1,}', "{'a':1}"]) {
      assert.equal(pretty(text), text);
      assert.equal(compactJson(text), text);
    }
  });

  it('is not laid out if it is nested deeply', () => {
    const deep = (/** @type {number} */ depth) => `${'['.repeat(depth)}${'1,'.repeat(100_000)}1${']'.repeat(depth)}`;
    assert.equal(pretty(deep(2)).length, 700_017);
    assert.equal(pretty(deep(250)).length, 200_501);
  });
});
