/**
 * Keeps a button from being pressed twice, and follows a payment that is decided elsewhere (on a real test phone, by a control call, in
 * another tab). The page works without it.
 */
const { seen, open, state } = document.body.dataset;
let leaving = false;

document.addEventListener('submit', (event) => {
  if (leaving) event.preventDefault();
  leaving = true;
  document.body.setAttribute('aria-busy', 'true');
});
addEventListener('pageshow', () => {
  leaving = false;
  document.body.removeAttribute('aria-busy');
});

async function look() {
  if (leaving) return;
  try {
    const answer = await fetch(state);
    const { decisions, go } = await answer.json();
    if (leaving || !answer.ok || String(decisions) === seen) return;
    leaving = true;
    if (go) location.assign(go);
    else location.reload();
  } catch {
    // The simulator is away: ask again.
  }
}
if (open === 'yes') setInterval(look, 1500);
