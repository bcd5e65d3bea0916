/** The pages by the name in the address. */
import { html } from '../core/dom.js';
import { format, link } from '../core/route.js';
import { session } from '../core/session.js';
import { visible } from '../core/visible.js';
import { AlertsPage, TABS } from '../pages/alerts.js';
import { AuditPage } from '../pages/audit.js';
import { BatchesPage } from '../pages/batches.js';
import { CronPage } from '../pages/cron.js';
import { ErrorsPage } from '../pages/errors.js';
import { JobsPage } from '../pages/jobs.js';
import { OverviewPage } from '../pages/overview.js';
import { QueuesPage } from '../pages/queues.js';
import { RedisPage } from '../pages/redis.js';
import { ServersPage } from '../pages/servers.js';
import { SettingsPage } from '../pages/settings.js';
import { TasksPage } from '../pages/tasks.js';
import { alertsTexts } from '../texts/alerts.js';
import { problemsTexts } from '../texts/problems.js';
import { navTexts } from '../texts/shell.js';
import { Empty } from '../ui/states.js';

/** @typedef {(props: import('../core/route.js').PageProps) => import('../core/dom.js').VNode} View */
/** @typedef {{name: string, title: string, icon: string, view: View}} Page */

/** @param {string} name @param {View} view @returns {Page} */
const page = (name, view) => ({ name, icon: name, view, title: navTexts[/** @type {'queues'} */ (name)] });

/** Groups of the menu. @type {{label: string, pages: Page[]}[]} */
export const MENU = [
  {
    label: navTexts.monitor,
    pages: [
      page('overview', OverviewPage),
      page('queues', QueuesPage),
      page('tasks', TasksPage),
      page('batches', BatchesPage),
      page('errors', ErrorsPage),
    ],
  },
  {
    label: navTexts.operate,
    pages: [page('jobs', JobsPage), page('cron', CronPage), page('servers', ServersPage), page('alerts', AlertsPage)],
  },
  {
    label: navTexts.system,
    pages: [page('redis', RedisPage), page('audit', AuditPage), page('settings', SettingsPage)],
  },
];

const PAGES = MENU.flatMap((group) => group.pages);

/** @param {string} name @returns {Page} */
export const pageOf = (name) =>
  PAGES.find((one) => one.name === name) ?? { name: 'none', title: problemsTexts.noPage, icon: 'info', view: NoPage };

/**
 * The title of a part of a page: a queue, or one of the tabs of the alerts.
 * @param {string} page
 * @param {string} part
 */
export function partName(page, part) {
  const tab = page === 'alerts' && TABS.find((name) => name === part);
  return tab ? alertsTexts[tab] : part;
}

const NoPage = () => html`
  <div class="panel">
    <h1 class="visually-hidden">${problemsTexts.noPage}</h1>
    <${Empty} title=${problemsTexts.noPage} text=${problemsTexts.noPageDetail}>
      <a class="button" href=${link('overview')}>${problemsTexts.toOverview}</a>
    </${Empty}>
  </div>
`;

/** An address of another console, or of a Redis that was renamed. @param {{name: string}} props */
export const NoRedis = ({ name }) => html`
  <div class="panel">
    <h1 class="visually-hidden">${problemsTexts.noRedis}</h1>
    <${Empty} icon="redis" title=${problemsTexts.noRedis} text=${problemsTexts.noRedisDetail}>
      <code>${visible(name, 80)}</code>
      ${session.value?.redis.map((one) => html`
        <a key=${one} class="button" href=${format({ redis: one, page: 'overview', parts: [], query: {} })}>
          ${problemsTexts.toRedis(one)}
        </a>
      `)}
    </${Empty}>
  </div>
`;
