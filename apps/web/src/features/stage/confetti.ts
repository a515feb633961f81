/** Code of its own: fetched when a winner is shown. */
export { default as confetti } from 'canvas-confetti';
