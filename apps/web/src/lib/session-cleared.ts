/** Dispatched on the window while everything is still mounted, so that open forms can put aside what was typed. */
export const SESSION_CLEARED = 'abato:session-cleared';

/** Tells the session provider and open forms that the session was taken away from outside React: by a 401, or in another tab. */
export function announceSessionCleared(): void {
  window.dispatchEvent(new Event(SESSION_CLEARED));
}
