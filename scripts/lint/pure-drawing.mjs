/** Names of functions that change or use up what they read. */
const CHANGES = /^(take|pop|shift|consume|remove|delete|forget|clear|write|keep|remember)([A-Z]|$)/;
/** What React calls while it draws, by the place of the function among the arguments. */
const DRAWN = { useState: 0, useMemo: 0, useReducer: 2 };
/** Methods of storages, maps and the tab's records that change them; those of a list may change one that was made for the drawing. */
const CHANGING_METHODS = /^(remove|delete|clear|write|setItem)([A-Z]|$)/;

const isFunction = ({ type }) => /Function/.test(type);

function enclosingFunction(node) {
  let at = node.parent;
  while (at && !isFunction(at)) at = at.parent;
  return at;
}

/**
 * React may begin a first drawing more than once and throw one away: what reads and removes something while it draws loses it, and what is
 * written then stays behind.
 */
export const pureDrawing = {
  meta: {
    type: 'problem',
    docs: { description: 'nothing is removed or written while React draws' },
    schema: [],
    messages: {
      initialiser:
        '{{name}} changes something, and React may begin a first drawing more than once. Do it in an effect.',
    },
  },
  create(context) {
    /** Whether a function is given to React to be called while it draws. */
    const isDrawn = (node) => {
      const call = node.parent;
      if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier') return false;
      const place = DRAWN[call.callee.name];
      return place !== undefined && call.arguments[place] === node;
    };
    const report = (node, name) => context.report({ node, messageId: 'initialiser', data: { name } });
    return {
      Identifier(node) {
        if (CHANGES.test(node.name) && isDrawn(node)) report(node, node.name);
      },
      CallExpression(node) {
        const { callee } = node;
        const name =
          callee.type === 'MemberExpression' ? !callee.computed && callee.property.name : callee.name;
        const changes = callee.type === 'MemberExpression' ? CHANGING_METHODS : CHANGES;
        if (!name || !changes.test(name)) return;
        const around = enclosingFunction(node);
        if (isDrawn(node) || (around && isDrawn(around))) report(node, name);
      },
    };
  },
};
