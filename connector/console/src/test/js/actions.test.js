import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { session } from '../../main/webapp/js/core/session.js';
import { actionsOf } from '../../main/webapp/js/tasks/actions.js';

const names = (task) => actionsOf(task).map((one) => one.name);

describe('the actions of a task', () => {
  beforeEach(() => session.set({ actions: { completed: ['delete', 'archive', 'run', 'unlock'], active: [] } }));

  it('are those that the console allows in its state', () => {
    assert.deepEqual(names({ state: 'completed' }), ['run', 'archive', 'delete']);
    assert.deepEqual(names({ state: 'active' }), []);
    assert.deepEqual(names({ state: 'unheard-of' }), []);
  });

  it('have the release of a unique lock while it holds one', () => {
    assert.ok(names({ state: 'completed', lockHeld: true }).includes('unlock'));
    assert.ok(!names({ state: 'completed', lockHeld: false }).includes('unlock'));
  });
});
