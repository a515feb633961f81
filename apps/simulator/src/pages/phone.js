/** The keypad page: keys, the session, the log of what went over the wire, and payment prompts that come to the phone. */
const at = (id) => document.getElementById(id);
const { code } = document.body.dataset;
const NETWORK_OF = { 20: 'telecel', 50: 'telecel', 23: 'at', 26: 'at', 27: 'at', 56: 'at', 57: 'at' };
let session = null;
let typed = '';
let busy = false;

function show() {
  at('typed').textContent = typed;
  at('send').textContent = session ? 'Send' : 'Call';
  at('carrier').textContent = at('network').selectedOptions[0].text;
  at('number').textContent = at('phone').value;
}

function log(kind, text) {
  const item = document.createElement('li');
  item.className = kind;
  item.textContent = text;
  at('log').prepend(item);
  while (at('log').children.length > 40) at('log').lastChild.remove();
}

async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.message);
  return result;
}

function dialled() {
  const [phone, network, gateway] = ['phone', 'network', 'gateway'].map((id) => at(id).value);
  return { dialled: typed || code, phone, network, gateway };
}

async function send() {
  if (busy) return;
  busy = true;
  document.body.setAttribute('aria-busy', 'true');
  try {
    const result = session
      ? await post(`/phone/sessions/${session}`, { input: typed })
      : await post('/phone/sessions', dialled());
    log('out', result.request);
    log('in', result.answer);
    at('screen').textContent = result.text;
    session = result.goesOn ? result.id : null;
  } catch (error) {
    at('screen').textContent = error.message;
    session = null;
  } finally {
    typed = '';
    busy = false;
    document.body.removeAttribute('aria-busy');
    show();
  }
}

function type(text) {
  typed = (typed + text).slice(0, 180);
  show();
}

function erase() {
  typed = typed.slice(0, -1);
  show();
}

for (const key of '123456789*0#') {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: key });
  button.dataset.key = key;
  button.addEventListener('click', () => type(key));
  at('pad').append(button);
}
at('send').addEventListener('click', send);
at('clear').addEventListener('click', erase);
at('end').addEventListener('click', () => {
  session = null;
  at('screen').textContent = '';
  typed = '';
  show();
});
document.addEventListener('keydown', (event) => {
  if (event.target.matches('input, select') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[0-9*#]$/.test(event.key)) type(event.key);
  else if (event.key === 'Backspace') erase();
  else if (event.key === 'Enter' && !event.target.matches('button')) void send();
});
at('phone').addEventListener('input', () => {
  const digits = at('phone').value.replace(/[^0-9]/g, '');
  const prefix = digits.replace(/^(00)?233/, '0').slice(1, 3);
  if (prefix.length === 2) at('network').value = NETWORK_OF[prefix] ?? 'mtn';
  show();
});
at('network').addEventListener('change', show);

/** Payment prompts that came to the phone. */
async function look() {
  try {
    const answer = await fetch(`/phone/prompts?phone=${encodeURIComponent(at('phone').value)}`);
    const prompts = answer.ok ? await answer.json() : [];
    const links = prompts.map(({ reference, amount }) => {
      const link = document.createElement('a');
      const href = `/phone/${encodeURIComponent(reference)}`;
      const textContent = `Payment prompt: GHS ${(amount / 100).toFixed(2)}. Open the phone to answer it.`;
      return Object.assign(link, { className: 'button', href, target: '_blank', textContent });
    });
    at('prompts').replaceChildren(...links);
  } catch {
    // The simulator is away: ask again.
  }
}
setInterval(look, 1500);
show();
void look();
