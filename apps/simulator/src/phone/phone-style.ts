/** The keypad page's look: a simple handset, system fonts, from 320 px upwards, light and dark. */
export const PHONE_STYLE = `
:root { color-scheme: light dark; --ink: #16211d; --soft: #55635d; --line: #b8c3bd; --paper: #fff; --ground: #f1f4f2; --brand: #0c5c45; --sun: #ffcf5c; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef3f0; --soft: #a9b8b1; --line: #43534c; --paper: #16201c; --ground: #0d1411; --brand: #35a27f; } }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
.test-mode { padding: .5rem 1rem; background: var(--sun); color: #3b2c00; font-size: .875rem; text-align: center; }
main { display: flex; flex-wrap: wrap; gap: 2rem; justify-content: center; padding: 1.5rem 1rem 3rem; }
.handset { width: 100%; max-width: 19rem; align-self: flex-start; padding: 1rem; border-radius: 2rem; background: #20282c; box-shadow: 0 14px 34px #0b2a2040; }
.display { min-height: 14rem; display: flex; flex-direction: column; gap: .5rem; padding: .7rem .9rem .8rem; border-radius: 1rem; background: #cfe3c0; color: #142610; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.bar { display: flex; justify-content: space-between; font-size: .75rem; border-bottom: 1px solid #14261040; padding-bottom: .3rem; }
#screen { flex: 1; white-space: pre-line; overflow-wrap: anywhere; font-size: .9375rem; }
#typed { min-height: 1.6rem; font-size: 1.125rem; font-weight: 700; overflow-wrap: anywhere; border-top: 1px dashed #14261060; padding-top: .3rem; }
[aria-busy=true] #screen { opacity: .45; }
button { min-height: 3rem; border: 0; border-radius: .8rem; font: inherit; font-weight: 700; cursor: pointer; color: #fff; background: #3b474d; }
button:hover { background: #4a5860; }
:focus-visible { outline: 3px solid #6fb6ea; outline-offset: 2px; }
.calls, .pad { display: grid; grid-template-columns: repeat(3, 1fr); gap: .5rem; margin-top: .8rem; }
#send { background: #1b7f4e; } #send:hover { background: #17693f; }
#end { background: #a8271f; } #end:hover { background: #8c1f18; }
.digit { font-size: 1.25rem; }
.side { width: 100%; max-width: 30rem; min-width: 0; display: flex; flex-direction: column; gap: .9rem; }
h1 { font-size: 1.5rem; line-height: 1.2; } h2 { font-size: .875rem; color: var(--soft); font-weight: 600; }
.hint { color: var(--soft); } .hint b { color: var(--ink); font-family: ui-monospace, SFMono-Regular, Menlo, monospace; white-space: nowrap; }
label { display: block; font-size: .875rem; color: var(--soft); } .pair label { flex: 1; min-width: 0; }
.pair { display: flex; gap: .8rem; }
input, select { display: block; width: 100%; min-height: 2.9rem; margin-top: .25rem; padding: 0 .8rem; border: 1.5px solid var(--line); border-radius: .7rem; background: var(--paper); color: var(--ink); font: inherit; }
.prompt { display: block; padding: .75rem .9rem; border-radius: .7rem; background: var(--brand); color: #fff; font-weight: 650; }
@media (prefers-color-scheme: dark) { .prompt { color: #06110d; } }
.prompt + .prompt { margin-top: .5rem; }
#log { list-style: none; padding: 0; display: flex; flex-direction: column; gap: .35rem; font: .8125rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
#log li { padding: .5rem .7rem; border-radius: .5rem; background: var(--paper); border-left: 4px solid var(--line); overflow-wrap: anywhere; white-space: pre-wrap; }
#log .in { border-left-color: var(--brand); }
`;
