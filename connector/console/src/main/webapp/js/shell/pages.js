/** The pages by the name in the address. */
import { el, h } from '../core/dom.js';
import { format, link } from '../core/route.js';
import { session } from '../core/session.js';
import { visible } from '../core/visible.js';
import { AlertsPage, TABS } from '../pages/alerts.js';
import { AuditPage } from '../pages/audit.js';
import { CronPage } from '../pages/cron.js';
import { ErrorsPage } from '../pages/errors.js';
import { JobsPage } from '../pages/jobs.js';
import { OverviewPage } from '../pages/overview.js';
import { QueuesPage } from '../pages/queues.js';
import { RedisPage } from '../pages/redis.js';
import { ServersPage } from '../pages/servers.js';
import { SettingsPage } from '../pages/settings.js';
import { TasksPage } from '../pages/tasks.js';
import { texts } from '../texts.js';
import { Empty } from '../ui/states.js';

/** @typedef {{redis: string, parts: string[], query: Record<string, string>}} PageProps */
/** @typedef {{name: string, title: string, icon: string, view: (props: PageProps) => import('../core/dom.js').VNode}} Page */

/** @param {string} name @param {Page['view']} view @returns {Page} */
const page = (name, view) => ({ name, icon: name, view, title: texts.nav[/** @type {'queues'} */ (name)] });

/** Groups of the menu. @type {{label: string, pages: Page[]}[]} */
export const MENU = [
  { label: texts.nav.monitor, pages: [page('overview', OverviewPage), page('queues', QueuesPage), page('tasks', TasksPage), page('errors', ErrorsPage)] },
  { label: texts.nav.operate, pages: [page('jobs', JobsPage), page('cron', CronPage), page('servers', ServersPage), page('alerts', AlertsPage)] },
  { label: texts.nav.system, pages: [page('redis', RedisPage), page('audit', AuditPage), page('settings', SettingsPage)] },
];

const PAGES = MENU.flatMap((group) => group.pages);

/** @param {string} name @returns {Page} */
export const pageOf = (name) => PAGES.find((one) => one.name === name)
  ?? { name: 'none', title: texts.problems.noPage, icon: 'info', view: NoPage };

/** What a user reads of the part of a page: a queue, or one of the tabs of the alerts. @param {string} page @param {string} part */
export function partName(page, part) {
  const tab = page === 'alerts' && TABS.find((name) => name === part);
  return tab ? texts.alerts[tab] : part;
}

const NoPage = () => el('div', { class: 'panel' }, el('h1', { class: 'visually-hidden' }, texts.problems.noPage),
  h(Empty, { title: texts.problems.noPage, text: texts.problems.noPageDetail },
    el('a', { class: 'button', href: link('overview') }, texts.problems.toOverview)));

/** An address of another console, or of a Redis that was renamed. @param {{name: string}} props */
export const NoRedis = ({ name }) => el('div', { class: 'panel' }, el('h1', { class: 'visually-hidden' }, texts.problems.noRedis),
  h(Empty, { icon: 'redis', title: texts.problems.noRedis, text: texts.problems.noRedisDetail }, el('code', null, visible(name, 80)),
    session.value?.redis.map((one) => el('a', { key: one, class: 'button', href: format({ redis: one, page: 'overview', parts: [], query: {} }) }, texts.problems.toRedis(one)))));
