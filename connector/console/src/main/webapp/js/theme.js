// Sets the theme before the first paint. A classic script, so that it runs before the style sheets are applied.
(() => {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = 'system';
    try {
      choice = JSON.parse(localStorage.getItem('asynq-console') || '{}').theme || 'system';
    } catch {
      // Storage is blocked or holds something else: follow the system.
    }
    document.documentElement.dataset.theme = choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice;
  };
  apply();
  dark.addEventListener('change', apply);
  window.addEventListener('asynq-settings', apply);
})();
