/** The selected rows of a table: single, range with shift, all. */
import { useEffect, useState } from '../core/dom.js';

/** @param {{queue: string, id: string}} task */
export const keyOf = (task) => `${task.queue}\u0000${task.id}`;

/**
 * @param {Api.TaskRow[]} rows
 * @param {string} scope a new scope begins with nothing selected
 */
export function useSelection(rows, scope) {
  const [selected, setSelected] = useState(/** @type {Set<string>} */ (new Set()));
  const [anchor, setAnchor] = useState(-1);
  useEffect(() => clear(), [scope]);
  const clear = () => {
    setSelected((old) => (old.size ? new Set() : old));
    setAnchor(-1);
  };
  const toggle = (/** @type {number} */ index, /** @type {boolean} */ range) => {
    const next = new Set(selected);
    const row = rows[index];
    if (!row) {
      return;
    }
    const on = !next.has(keyOf(row));
    const [from, to] = range && anchor >= 0 ? [Math.min(anchor, index), Math.max(anchor, index)] : [index, index];
    for (const one of rows.slice(from, to + 1)) {
      if (on) {
        next.add(keyOf(one));
      } else {
        next.delete(keyOf(one));
      }
    }
    setSelected(next);
    setAnchor(index);
  };
  const all = () => setSelected(selected.size === rows.length ? new Set() : new Set(rows.map(keyOf)));
  return { selected, clear, toggle, all, tasks: rows.filter((row) => selected.has(keyOf(row))) };
}
