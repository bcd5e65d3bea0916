/**
 * Finds modules as the build does: third-party modules are in a separate folder, and Preact is imported by name between
 * its modules.
 */
const MAIN = new URL('../../main/', import.meta.url).href;

export async function resolve(name, context, next) {
  if (!name.startsWith('.') && name !== 'preact') {
    return next(name, context);
  }
  const url = name === 'preact' ? `${MAIN}vendor/preact/preact.module.js` : new URL(name, context.parentURL).href;
  return { url: url.replace('/main/webapp/vendor/', '/main/vendor/'), format: 'module', shortCircuit: true };
}
