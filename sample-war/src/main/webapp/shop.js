'use strict';

const number = value => value.toLocaleString('en');
const byId = id => document.getElementById(id);

function element(name, text, ...children) {
    const node = document.createElement(name);
    node.append(text, ...children);
    return node;
}

function say(text, wrong = false) {
    byId('said').textContent = text;
    byId('said').classList.toggle('wrong', wrong);
}

async function ask(path, method = 'GET', body) {
    const response = await fetch(path, {
        method,
        headers: body ? {'Content-Type': 'application/json'} : {},
        body: body && JSON.stringify(body)
    });
    const text = await response.text();
    const json = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null;
    if (!response.ok) {
        const message = json?.message ?? `${response.status} ${response.statusText}`;
        throw Object.assign(new Error(message), {kind: json?.error});
    }
    return json;
}

/** Does something and then shows its result at once, or what went wrong. */
async function attempt(action) {
    try {
        await action();
    } catch (error) {
        say(error.message, true);
    }
    await look();
}

function fill(id, nodes) {
    byId(id).replaceChildren(...(nodes.length ? nodes : [element('li', 'Nothing yet.')]));
}

function subscriberItem(subscriber) {
    const button = element('button', 'Unsubscribe');
    button.setAttribute('aria-label', `Unsubscribe ${subscriber.email}`);
    button.onclick = () => attempt(() => ask(`api/subscriptions/${encodeURIComponent(subscriber.email)}`, 'DELETE'));
    return element('li', `${subscriber.name}, ${subscriber.email}`, button);
}

function showStock(stock) {
    const items = byId('items');
    Object.entries(stock).forEach(([item, left], index) => {
        const option = items.options[index] ?? items.appendChild(new Option('', item));
        option.text = `${item} (${left})`;
    });
}

function changed(what, state) {
    const text = JSON.stringify(state);
    const isNew = changed[what] !== text;
    changed[what] = text;
    return isNew;
}

function showShop(shop) {
    // Only changes are drawn, because drawing everything would move the keyboard's focus.
    if (!changed('shop', shop)) {
        return;
    }
    byId('mails').textContent = shop.mails || '';
    fill('mailbox', shop.latestMails.map(mail =>
        element('li', element('b', mail.subject), ` to ${mail.email}\n${mail.text}`)));
    byId('aboard').textContent = shop.subscribers.length || '';
    fill('subscribers', shop.subscribers.map(subscriberItem));
    byId('sold').textContent = shop.orders.length || '';
    fill('orders', shop.orders.map(order => element('li', `${order.quantity} × ${order.item}`)));
    showStock(shop.stock);
}

function showPlay(play) {
    if (!changed('play', play)) {
        return;
    }
    const threads = Object.keys(play.threads).map(kind => `Threads: ${kind}.`);
    byId('play').textContent = `${play.running} running now, ${play.mostRunning} at once at most. ${threads.join(' ')}`;
    byId('types').replaceChildren(...Object.entries(play.types).map(([type, counts]) => {
        const outcomes = ['succeeded', 'failed', 'crashed', 'skipped', 'revoked', 'interrupted']
            .filter(outcome => counts[outcome])
            .map(outcome => `${number(counts[outcome])} ${outcome}`);
        return element('li', element('b', type),
            ` ${number(counts.started)} started, ${outcomes.join(', ') || 'none ended'};`,
            ` ${counts.mostRunning} at once at most`);
    }));
}

async function look() {
    try {
        showShop(await ask('api/shop'));
        showPlay(await ask('api/play'));
    } catch (error) {
        say(`The shop does not answer: ${error.message}`, true);
    }
}

document.querySelectorAll('form').forEach(form => form.addEventListener('submit', event => {
    event.preventDefault();
    attempt(async () => {
        const input = Object.fromEntries(new FormData(form));
        form.querySelectorAll('input[type=number]').forEach(field => input[field.name] = field.valueAsNumber);
        try {
            await ask(form.dataset.post, 'POST', input);
            say(form.dataset.said);
        } catch (error) {
            // data-duplicate, if the form has a kinder word for it
            say(form.dataset[error.kind] ?? error.message, true);
        }
    });
}));

document.querySelectorAll('[data-play]').forEach(button => button.onclick = () => attempt(async () => {
    const {play, times, payload} = button.dataset;
    const task = {type: play, payload: payload ? JSON.parse(payload) : 'Ahoy'};
    const results = await ask('api/tasks/bulk', 'POST', Array(Number(times)).fill(task));
    const enqueued = results.filter(result => result.status === 201).length;
    say(`${enqueued} of ${times} ${play} enqueued.`, enqueued < times);
}));

byId('day').onclick = () => attempt(async () => {
    const day = await ask('api/day', 'POST');
    say(`The day has begun: ${number(day.tasks)} tasks, which are done, fail or wait.`);
});

/** The console is another application, which this server may have or not. */
fetch('asynq-console/api/alive').then(answer => byId('console').hidden = !answer.ok, () => {});

byId('reset').onclick = () => attempt(() => ask('api/play', 'DELETE'));

look();
setInterval(() => document.hidden || look(), 1000);
