/** Makes the app open without a connection from the next visit on. Nothing depends on it: a refusal changes nothing. */
export async function keepAppForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    active?.postMessage(loaded.filter((path) => path.startsWith('/assets/')));
  } catch {
    // Private windows and strict settings refuse workers; the app is the same without.
  }
}
