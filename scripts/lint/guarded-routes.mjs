/**
 * Every route says on itself who may call it. A guard that refuses what carries no decorator protects at run time; this rule
 * makes the answer readable where the route is written.
 */
const ROUTES = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete', 'Options', 'Head', 'All']);
const ACCESS = new Set(['Public', 'SignedIn', 'Organiser', 'SuperAdmin']);

function nameOf(decorator) {
  const { expression } = decorator;
  const callee = expression.type === 'CallExpression' ? expression.callee : expression;
  return callee.type === 'Identifier' ? callee.name : undefined;
}

export const guardedRoutes = {
  meta: {
    type: 'problem',
    docs: { description: 'every route carries exactly one access decorator' },
    schema: [],
    messages: {
      missing:
        'This route does not say who may call it: add @Public(), @SignedIn(), @Organiser() or @SuperAdmin().',
      several: 'This route has more than one access decorator; the last would win silently.',
    },
  },
  create(context) {
    return {
      MethodDefinition(node) {
        const names = (node.decorators ?? []).map(nameOf);
        if (!names.some((name) => ROUTES.has(name))) return;
        const access = names.filter((name) => ACCESS.has(name));
        if (access.length === 0) context.report({ node: node.key, messageId: 'missing' });
        if (access.length > 1) context.report({ node: node.key, messageId: 'several' });
      },
    };
  },
};
