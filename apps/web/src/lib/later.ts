/** So long after the first box came: fonts and pictures of the screen come first. */
const PAUSE_MS = 1000;
/** Boxes drawn in one go; a cheap phone needs some milliseconds for each. */
const AT_ONCE = 4;

const waiting: HTMLElement[] = [];

function drawSome(): void {
  for (const box of waiting.splice(0, AT_ONCE)) box.style.contentVisibility = 'visible';
  if (waiting.length) whenIdle();
}

function whenIdle(): void {
  // Safari has no idea of idleness.
  if ('requestIdleCallback' in window) window.requestIdleCallback(drawSome, { timeout: PAUSE_MS });
  else setTimeout(drawSome, PAUSE_MS / 10);
}

/**
 * As the `ref` of a box of the class `later`: what is not near the screen is left out of the first drawing, and drawn bit by bit
 * when nothing else is to do, so that the page soon has its real height and can be captured or printed whole.
 */
export function later(box: HTMLElement | null): void {
  if (!box) return;
  waiting.push(box);
  if (waiting.length === 1) setTimeout(whenIdle, PAUSE_MS);
}
