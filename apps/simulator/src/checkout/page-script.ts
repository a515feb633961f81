/**
 * The page's only script: it keeps a button from being pressed twice, and follows a payment that is decided elsewhere (on a
 * real test phone, by a control call, in another tab). Everything works without it.
 */
export const PAGE_SCRIPT = `
(() => {
  const { seen, open, state: address } = document.body.dataset;
  let leaving = false;
  document.addEventListener('submit', (event) => {
    if (leaving) { event.preventDefault(); return; }
    leaving = true;
    document.body.setAttribute('aria-busy', 'true');
  });
  addEventListener('pageshow', () => { leaving = false; document.body.removeAttribute('aria-busy'); });
  if (open !== 'yes') return;
  const look = async () => {
    if (leaving) return;
    try {
      const answer = await fetch(address);
      const state = await answer.json();
      if (!leaving && answer.ok && String(state.decisions) !== seen) {
        leaving = true;
        if (state.go) location.assign(state.go); else location.reload();
      }
    } catch { /* the simulator is away: ask again */ }
  };
  setInterval(look, 1500);
})();
`;
