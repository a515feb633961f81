/** The keypad page's script: keys, the session, the wire log, and payment prompts that come to the phone. */
export const PHONE_SCRIPT = `
(() => {
  const at = (id) => document.getElementById(id);
  const code = document.body.dataset.code;
  const labels = { mtn: 'MTN', telecel: 'Telecel', at: 'AT' };
  const NETWORK_OF = { 20: 'telecel', 50: 'telecel', 26: 'at', 27: 'at', 56: 'at', 57: 'at', 23: 'at' };
  let session = null, typed = '', busy = false;
  const show = () => {
    at('typed').textContent = typed;
    at('send').textContent = session ? 'Send' : 'Call';
    at('carrier').textContent = labels[at('network').value];
    at('number').textContent = at('phone').value;
  };
  const say = (text) => { at('screen').textContent = text; };
  const entry = (kind, text) => {
    const item = document.createElement('li');
    item.className = kind;
    item.textContent = text;
    at('log').prepend(item);
    while (at('log').children.length > 40) at('log').lastChild.remove();
  };
  const post = async (path, body) => {
    const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const result = await answer.json();
    if (!answer.ok) throw new Error(result.message);
    return result;
  };
  const send = async () => {
    if (busy) return;
    busy = true;
    document.body.setAttribute('aria-busy', 'true');
    try {
      const result = session
        ? await post('/phone/sessions/' + session, { input: typed })
        : await post('/phone/sessions', { dialled: typed || code, phone: at('phone').value, network: at('network').value, gateway: at('gateway').value });
      entry('out', result.request);
      entry('in', result.answer);
      say(result.text);
      session = result.goesOn ? result.id : null;
    } catch (error) {
      say(error.message);
      session = null;
    } finally {
      typed = '';
      busy = false;
      document.body.removeAttribute('aria-busy');
      show();
    }
  };
  const key = (text) => { if (typed.length < 180) { typed += text; show(); } };
  document.querySelector('.pad').addEventListener('click', ({ target }) => target.dataset.key && key(target.dataset.key));
  at('send').addEventListener('click', send);
  at('clear').addEventListener('click', () => { typed = typed.slice(0, -1); show(); });
  at('end').addEventListener('click', () => { session = null; typed = ''; say(''); show(); });
  document.addEventListener('keydown', (event) => {
    if (event.target.matches('input, select') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9*#]$/.test(event.key)) key(event.key);
    else if (event.key === 'Backspace') { typed = typed.slice(0, -1); show(); }
    else if (event.key === 'Enter' && !event.target.matches('button')) send();
  });
  at('phone').addEventListener('input', () => {
    const prefix = at('phone').value.replace(/[^0-9]/g, '').replace(/^(00)?233/, '0').slice(1, 3);
    if (prefix.length === 2) at('network').value = NETWORK_OF[prefix] || 'mtn';
    show();
  });
  at('network').addEventListener('change', show);
  const look = async () => {
    try {
      const answer = await fetch('/phone/prompts?phone=' + encodeURIComponent(at('phone').value));
      const prompts = answer.ok ? await answer.json() : [];
      at('prompts').replaceChildren(...prompts.map(({ reference, amount }) => {
        const link = document.createElement('a');
        link.className = 'prompt';
        link.href = '/phone/' + encodeURIComponent(reference);
        link.target = '_blank';
        link.textContent = 'Payment prompt: GHS ' + (amount / 100).toFixed(2) + '. Open the phone to answer it.';
        return link;
      }));
    } catch { /* the simulator is away: ask again */ }
  };
  setInterval(look, 1500);
  show();
  void look();
})();
`;
