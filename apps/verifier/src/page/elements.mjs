/** Elements of the page. Texts are never read as markup. */

/** @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);

/** @param {string} tag @param {...(Node | string)} children */
export function make(tag, ...children) {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}

/** @param {Element} place @param {...(Node | string)} children */
export function show(place, ...children) {
  place.replaceChildren(...children);
}

/** A table that scrolls by itself where the screen is narrow. @param {string} caption @param {string[]} head @param {(Node | string)[][]} rows */
export function table(caption, head, rows) {
  const columns = head.map((text) => {
    const cell = make('th', text);
    cell.scope = 'col';
    return cell;
  });
  const body = rows.map((row) => make('tr', ...row.map((cell) => make('td', cell))));
  const made = make(
    'table',
    make('caption', caption),
    make('thead', make('tr', ...columns)),
    make('tbody', ...body),
  );
  const frame = make('div', made);
  frame.className = 'scroll';
  frame.tabIndex = 0;
  frame.role = 'region';
  frame.ariaLabel = caption;
  return frame;
}

/** @param {[string, Node | string][]} facts */
export function factList(facts) {
  return make('dl', ...facts.flatMap(([name, value]) => [make('dt', name), make('dd', value)]));
}

/** @param {string} text of a hash or key, which may break anywhere */
export const code = (text) => make('code', text);
