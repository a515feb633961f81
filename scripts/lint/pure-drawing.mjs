/** Names of functions that change or use up what they read. */
const CHANGES = /^(take|pop|shift|consume|remove|delete|forget|clear|write|keep|remember)([A-Z]|$)/;
/** What React calls while it draws, by the place of the function among the arguments. */
const DRAWN = { useState: 0, useMemo: 0, useReducer: 2 };
/** Methods of storages, maps and the tab's records that change them; those of a list may change one that was made for the drawing. */
const CHANGING_METHODS = /^(remove|delete|clear|write|setItem)([A-Z]|$)/;
const COMPONENT_OR_HOOK = /^([A-Z]|use[A-Z])/;

const isFunction = ({ type }) => /Function/.test(type);

function nameOf(of) {
  if (of.id) return of.id.name;
  return of.parent?.type === 'VariableDeclarator' ? of.parent.id.name : undefined;
}

function enclosing(node, matches) {
  let at = node.parent;
  while (at && !matches(at)) at = at.parent;
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
      ref: 'A ref is written while drawing, which React may throw away. Write it in an effect.',
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
    const written = (node) => {
      if (node.type !== 'MemberExpression' || node.computed || node.property.name !== 'current') return;
      const around = enclosing(node, isFunction);
      if (around && COMPONENT_OR_HOOK.test(nameOf(around) ?? '')) context.report({ node, messageId: 'ref' });
    };
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
        const around = enclosing(node, isFunction);
        if (isDrawn(node) || (around && isDrawn(around))) report(node, name);
      },
      AssignmentExpression: ({ left }) => written(left),
      UpdateExpression: ({ argument }) => written(argument),
    };
  },
};
