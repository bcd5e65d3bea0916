// Keeps the address the user asked for across the login: a fragment does not reach the server.
(() => {
  try {
    if (location.hash) {
      sessionStorage.setItem('asynq-console-return', location.hash);
    }
  } catch {
    // Without storage the login leads to the overview.
  }
})();
