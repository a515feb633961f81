import { html, Markup } from '../checkout/html.js';
import { USSD_GATEWAYS } from './gateway-protocols.js';
import { PHONE_SCRIPT } from './phone-script.js';
import { PHONE_STYLE } from './phone-style.js';

const GATEWAY_LABELS: Record<(typeof USSD_GATEWAYS)[number], string> = {
  africastalking: "Africa's Talking",
  arkesel: 'Arkesel',
  nalo: 'Nalo',
  hubtel: 'Hubtel',
};
const NETWORK_LABELS = { mtn: 'MTN', telecel: 'Telecel', at: 'AT' };
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

/** The keypad page. @param code the service code, which is dialled when nothing else is */
export function phonePage(nonce: string, code: string): Markup {
  const keys = KEYS.map((key) => html`<button type="button" class="digit" data-key="${key}">${key}</button>`);
  const gateways = USSD_GATEWAYS.map((one) => html`<option value="${one}">${GATEWAY_LABELS[one]}</option>`);
  const networks = Object.entries(NETWORK_LABELS).map(
    ([id, name]) => html`<option value="${id}">${name}</option>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>USSD phone</title>
        <style nonce="${nonce}">
          ${new Markup(PHONE_STYLE)}
        </style>
      </head>
      <body data-code="${code}">
        <p class="test-mode"><b>Test mode</b> A simulated phone. It speaks the gateways’ real protocols.</p>
        <main>
          <section class="handset" aria-label="Phone">
            <div class="display">
              <p class="bar"><span id="carrier">MTN</span><span id="number"></span></p>
              <p id="screen" role="status" data-testid="ussd-screen"></p>
              <p id="typed" data-testid="ussd-typed"></p>
            </div>
            <div class="calls">
              <button type="button" id="send" data-testid="ussd-send">Call</button>
              <button type="button" id="clear" aria-label="Delete the last key">C</button>
              <button type="button" id="end" data-testid="ussd-end">End</button>
            </div>
            <div class="pad">${keys}</div>
          </section>
          <section class="side">
            <h1>USSD phone</h1>
            <p class="hint">
              Dial <b>${code}</b>, or a nominee’s code and the number of votes in one go, for example
              <b>${code.replace('#', '')}*4821*5#</b>. Then press Call.
            </p>
            <label
              >Number
              <input
                id="phone"
                inputmode="tel"
                autocomplete="off"
                value="0241234567"
                data-testid="ussd-phone"
            /></label>
            <div class="pair">
              <label
                >Network
                <select id="network" data-testid="ussd-network">
                  ${networks}
                </select></label
              >
              <label
                >Gateway
                <select id="gateway" data-testid="ussd-gateway">
                  ${gateways}
                </select></label
              >
            </div>
            <div id="prompts" aria-live="polite" data-testid="ussd-prompts"></div>
            <h2>What the gateway sent, and the answer</h2>
            <ol id="log" data-testid="ussd-log"></ol>
          </section>
        </main>
        <script nonce="${nonce}">
          ${new Markup(PHONE_SCRIPT)};
        </script>
      </body>
    </html>`;
}
