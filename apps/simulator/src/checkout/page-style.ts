/** The checkout page's look: one calm sheet, system fonts, light only, from 320 px upwards. */
export const PAGE_STYLE = `
:root { --ink: #16211d; --soft: #55635d; --line: #dfe5e1; --paper: #fff; --ground: #f1f4f2; --brand: #0c5c45; --brand-deep: #073d2e; --sun: #ffcf5c; --bad: #a8271f; }
* { box-sizing: border-box; margin: 0; }
html { -webkit-text-size-adjust: 100%; }
body { min-height: 100vh; display: flex; flex-direction: column; align-items: center; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
body[aria-busy=true] button { opacity: .6; }
.test-mode { width: 100%; display: flex; flex-wrap: wrap; justify-content: center; gap: 0 .6em; padding: .5rem 1rem; background: var(--sun); color: #3b2c00; font-size: .875rem; text-align: center; }
.sheet { width: 100%; max-width: 30rem; background: var(--paper); }
aside { background: linear-gradient(160deg, var(--brand), var(--brand-deep)); color: #fff; padding: 1.25rem; }
.merchant { display: flex; align-items: center; gap: .75rem; }
.monogram { width: 2.75rem; height: 2.75rem; display: grid; place-items: center; border-radius: .9rem; background: var(--sun); color: var(--brand-deep); font-size: 1.375rem; font-weight: 800; }
aside small { display: block; color: #b9d8cc; font-size: .8125rem; }
.merchant strong { display: block; font-size: 1.0625rem; line-height: 1.25; }
.total { margin-top: 1.1rem; }
.total b { display: block; font-size: 2.25rem; line-height: 1.15; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
dl { margin-top: 1rem; padding-top: .75rem; border-top: 1px solid #ffffff2e; font-size: .875rem; }
dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .15rem 0; }
dt { color: #b9d8cc; }
dd { overflow-wrap: anywhere; text-align: right; }
.reference { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .75rem; line-height: 1.75; }
.content { padding: 1.25rem; display: flex; flex-direction: column; gap: 1rem; }
h1 { font-size: 1.25rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: .875rem; color: var(--soft); font-weight: 600; }
.method { border: 1px solid var(--line); border-radius: 1rem; padding: 1rem; display: flex; flex-direction: column; gap: .85rem; }
fieldset { border: 0; padding: 0; min-width: 0; }
legend, .legend { font-weight: 650; padding: 0; }
.networks { display: grid; grid-template-columns: repeat(3, 1fr); gap: .5rem; margin-top: .5rem; }
.network { position: relative; }
.network input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; cursor: pointer; }
.network span { min-height: 2.75rem; display: flex; align-items: center; justify-content: center; gap: .45rem; border: 1.5px solid var(--line); border-radius: .7rem; font-size: .9375rem; font-weight: 600; }
.network span::before { content: ""; width: .7rem; height: .7rem; border-radius: 50%; background: var(--dot); }
.mtn { --dot: #ffca05; } .vod { --dot: #e3001b; } .atl { --dot: #1d4f9f; }
.network input:checked + span { border-color: var(--brand); background: #eaf4ef; box-shadow: inset 0 0 0 .5px var(--brand); }
.network input:focus-visible + span { outline: 3px solid #2f8fce; outline-offset: 2px; }
.field { display: flex; flex-direction: column; gap: .35rem; }
.field > span:not(.legend) { font-size: .875rem; color: var(--soft); }
input:not([type=radio]), select { width: 100%; min-height: 3rem; padding: 0 .85rem; border: 1.5px solid #b8c3bd; border-radius: .7rem; background: #fff; color: inherit; font: inherit; }
select { appearance: none; padding-right: 2.25rem; background: #fff url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%2355635d' stroke-width='1.8'%3E%3Cpath d='M4 6l4 4 4-4'/%3E%3C/svg%3E") no-repeat right .8rem center / 1rem; text-overflow: ellipsis; }
button, .button { width: 100%; min-height: 3rem; padding: .6rem 1rem; border: 1.5px solid transparent; border-radius: .8rem; font: inherit; font-weight: 650; line-height: 1.25; cursor: pointer; text-align: center; text-decoration: none; display: flex; align-items: center; justify-content: center; transition: background-color .15s, border-color .15s; }
:focus-visible { outline: 3px solid #2f8fce; outline-offset: 2px; }
.primary, .button { background: var(--brand); color: #fff; }
.primary:hover, .button:hover { background: var(--brand-deep); }
.secondary { background: var(--ink); color: #fff; }
.secondary:hover { background: #2b3a34; }
.quiet { background: #fff; border-color: #b8c3bd; color: var(--ink); font-size: .9375rem; padding-inline: .5rem; }
.quiet:hover { background: var(--ground); }
.link { background: none; color: var(--bad); }
.link:hover { background: #fbefee; }
.link.calm { color: var(--ink); text-decoration: underline; text-underline-offset: .2em; } .link.calm:hover { background: var(--ground); }
.endings { border-top: 1px solid var(--line); padding-top: 1rem; display: flex; flex-direction: column; gap: .6rem; }
.row form { display: grid; }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem; }
.hint { font-size: .8125rem; color: var(--soft); }
.notice { padding: .75rem .9rem; border-radius: .7rem; background: #fbefee; color: var(--bad); font-size: .9375rem; }
.waiting { display: flex; flex-direction: column; gap: .5rem; }
.waiting p { color: var(--soft); font-size: .9375rem; }
.waiting b { color: var(--ink); white-space: nowrap; }
.pulse { display: flex; align-items: center; gap: .6rem; font-weight: 600; }
.pulse i { width: .7rem; height: .7rem; border-radius: 50%; background: var(--brand); animation: pulse 1.4s ease-in-out infinite; }
@keyframes pulse { 50% { transform: scale(.55); opacity: .4; } }
.handset { align-self: center; width: 100%; max-width: 18rem; padding: .65rem; border-radius: 2.1rem; background: #10171a; box-shadow: 0 12px 28px #0b2a2033; }
.screen { border-radius: 1.5rem; min-height: 18.5rem; display: flex; flex-direction: column; background: linear-gradient(170deg, #30433f, #1a2527); overflow: hidden; }
.bar { display: flex; justify-content: space-between; padding: .7rem 1.1rem; color: #e5eeea; font-size: .75rem; }
.bar span:first-child { font-weight: 700; display: flex; align-items: center; gap: .4rem; }
.bar span:first-child::before { content: ""; width: .55rem; height: .55rem; border-radius: 50%; background: var(--dot); }
.dialog { margin: auto .8rem .9rem; padding: 1rem; border-radius: 1.1rem; background: #fff; display: flex; flex-direction: column; gap: .6rem; }
.dialog small { color: var(--soft); font-size: .75rem; font-weight: 600; }
.dialog .row { margin-top: .25rem; }
.voucher { font-size: 1.75rem; font-weight: 750; letter-spacing: .12em; font-variant-numeric: tabular-nums; }
.key { padding-inline: .25rem; }
.key.no { background: #eef1ef; color: var(--ink); }
.key.yes { background: var(--brand); color: #fff; }
.end { display: flex; flex-direction: column; align-items: center; gap: .8rem; padding: 1.5rem 0 .5rem; text-align: center; }
.end p { color: var(--soft); max-width: 24rem; text-wrap: balance; }
.mark { width: 4rem; height: 4rem; display: grid; place-items: center; border-radius: 50%; }
.mark svg { width: 2rem; height: 2rem; }
.mark.good { background: #dff2e8; color: var(--brand); } .mark.bad { background: #fbe4e2; color: var(--bad); } .mark.wait { background: #fff1cc; color: #6b4e00; }
svg { fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
footer { padding: 1.1rem 1rem 1.5rem; color: var(--soft); font-size: .8125rem; text-align: center; }
footer svg { width: .95rem; height: .95rem; margin-right: .45rem; vertical-align: -.15em; }
@media (min-width: 32em) { .sheet { margin-top: 2rem; border-radius: 1.4rem; overflow: hidden; box-shadow: 0 1px 2px #0b2a201a, 0 18px 50px #0b2a201f; } aside, .content { padding: 1.6rem; } }
@media (min-width: 56em) {
  .sheet:not(.single) { max-width: 56rem; display: grid; grid-template-columns: 21rem 1fr; min-height: 30rem; margin-top: 3.5rem; }
  aside { padding: 2.25rem 2rem; display: flex; flex-direction: column; }
  .total { margin-top: 2.5rem; } .total b { font-size: 2.75rem; }
  aside dl { margin-top: auto; padding-top: 1rem; }
  dl div { display: block; padding: .35rem 0; } dd { text-align: left; }
  .content { padding: 2.25rem 2.5rem; justify-content: center; }
}
@media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
`;
