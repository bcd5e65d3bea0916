/** Line icons of 16 units. */
import { html } from '../core/dom.js';

/** @type {Record<string, string>} */
const PATHS = {
  overview: 'M2.5 9.5h3v4h-3zM6.5 5.5h3v8h-3zM10.5 2.5h3v11h-3z',
  queues: 'M2 4h12M2 8h8M2 12h10',
  tasks: 'M5.5 4H14M5.5 8H14M5.5 12H14M2 4h.5M2 8h.5M2 12h.5',
  batches: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM6 9.5h4v4h-4zM4.5 6.5v1.5h7V6.5M8 8v1.5',
  errors: 'M8 2.5 14 13H2zM8 6.5v3M8 11.3v.1',
  servers: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.1M5 11h.1',
  cron: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 5v3.2l2.2 1.5',
  alerts: 'M4 11.5V7a4 4 0 0 1 8 0v4.5l1.2 1H2.8zM6.5 14.2h3',
  jobs: 'M3 3h10v10H3zM5.5 8l2 2 3.2-4',
  redis: 'M8 2.5 14 5.5 8 8.5 2 5.5zM2 8l6 3 6-3M2 10.7l6 3 6-3',
  audit: 'M4 2.5h6l2.5 2.5v8.5h-8.5zM6 7h4.5M6 9.5h4.5',
  settings: 'M2 5h7M12 5h2M2 11h2M7 11h7M10.5 3.5v3M5.5 9.5v3',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.7 10.7 14 14',
  close: 'M4 4l8 8M12 4l-8 8',
  menu: 'M2 4h12M2 8h12M2 12h12',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  run: 'M5 3l8 5-8 5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  archive: 'M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 8.5h3',
  delete: 'M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  cancel: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM4 4l8 8',
  reschedule: 'M13.5 8A5.5 5.5 0 1 1 11.6 3.8M13.5 2v3h-3M8 5v3.2l2 1.2',
  edit: 'M3 13l.6-2.8L10.7 3l2.3 2.3-7.2 7.1z',
  clone: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  move: 'M2 8h11M9.5 4.5 13 8l-3.5 3.5',
  unlock: 'M4 7.5h8v6H4zM6 7.5V5a2.2 2.2 0 0 1 4.3-.6',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  plus: 'M8 3v10M3 8h10',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6',
  prev: 'M10 3 5 8l5 5',
  next: 'M6 3l5 5-5 5',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  sun:
    'M8 10.8A2.8 2.8 0 1 0 8 5.2a2.8 2.8 0 0 0 0 5.6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 ' +
    '3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6z',
  system: 'M2 3h12v8H2zM6 13.5h4',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.3v3.5M8 5.1v.1',
  check: 'M3 8.5l3.2 3.2L13 4.5',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  save: 'M4 2.5h8v11l-4-3-4 3z',
  logout: 'M9.5 2.5h-6v11h6M7 8h7M11.5 5.5 14 8l-2.5 2.5',
  download: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13.5h11',
};

/** @param {{name: string}} props */
export function Icon({ name }) {
  return html`
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d=${PATHS[name] ?? PATHS.info} />
    </svg>
  `;
}
