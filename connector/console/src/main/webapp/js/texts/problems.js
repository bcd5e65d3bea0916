/** Texts of problems: what went wrong, and what to do. */

export const problemsTexts = {
  unreachable: 'The console server does not answer',
  unreachableDetail: 'Check the network and whether the server runs. The page retries automatically.',
  loggedOut: 'The session has ended',
  loggedOutDetail: 'Log in again; this page opens at the same place.',
  logInElsewhere: 'The session has ended. Log in in another tab, then save again: what you have entered stays here.',
  /** @param {string} user */ otherUser: (user) =>
    `You are logged in as ${user} now. Nothing was changed: save again to do it as ${user}.`,
  /** @param {number} status */ status: (status) => `The server answered with status ${status}`,
  /** @param {number} status */ forStatus: (status) =>
    status === 403
      ? 'Your role does not allow this, or the session is from another page. Load the page again.'
      : status === 404
        ? 'It does not exist any more.'
        : status === 413
          ? 'The payload is larger than the console accepts.'
          : 'Look at the log of the server.',
  /** @param {string} why */ old: (why) => `Not up to date: ${why}`,
  /** @param {string} age */ age: (age) => `The data shown is ${age} old.`,
  masked:
    'Texts of errors are hidden (***), because they can contain masked values: only the class of an exception is ' +
    'shown. An administrator can show them with asynq.console.mask-errors=false.',
  lostTitle: 'No data at the moment',
  lostDetail:
    'Redis or the console server does not answer. This page loads when the connection is restored.',
  broken: 'This part of the page could not be shown',
  brokenDetail: 'The console of the browser has the reason.',
  brokenRow: 'This row could not be shown. The console of the browser has the reason.',
  loadAgain: 'Load again',
  noRedis: 'This console has no Redis of this name',
  noRedisDetail: 'The address may be of another console, or the Redis was renamed.',
  /** @param {string} name */ toRedis: (name) => `To ${name}`,
  noPage: 'There is no such page',
  noPageDetail: 'The address may be from another version of the console.',
  toOverview: 'To the overview',
};
