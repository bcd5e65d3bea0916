import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { differences } from '../../main/webapp/js/tasks/held.js';

const task = (id, more) => ({ queue: 'q', id, state: 'pending', ...more });
const page = (...items) => ({ items });

describe('rows that wait', () => {
  it('are those that are new, gone or different', () => {
    const shown = page(task('a'), task('b'), task('c'));
    assert.equal(differences(shown, page(task('a'), task('b'), task('c'))), 0);
    assert.equal(differences(shown, page(task('c'), task('b'), task('a'))), 0);
    assert.equal(differences(shown, page(task('a'), task('b', { state: 'active' }), task('d'))), 3);
    assert.equal(differences(shown, page()), 3);
  });

  it('are told apart by queue and ID', () => {
    assert.equal(differences(page(task('a')), page({ ...task('a'), queue: 'p' })), 2);
  });
});
