import { pureDrawing } from './pure-drawing.mjs';

/** More collaborators than these are a sign that a class does several things: split it, or let one of them do the work. */
const MOST = 6;

const constructorParameters = {
  meta: {
    type: 'suggestion',
    docs: { description: `a constructor has at most ${MOST} parameters` },
    schema: [],
    messages: {
      many: `A constructor has at most ${MOST} parameters, this one has {{count}}: group what belongs together.`,
    },
  },
  create(context) {
    return {
      MethodDefinition(node) {
        const count = node.value.params.length;
        if (node.kind !== 'constructor' || count <= MOST) return;
        context.report({ node: node.key, messageId: 'many', data: { count: String(count) } });
      },
    };
  },
};

/**
 * Every route says on itself who may call it. A guard that refuses what carries no decorator protects at run time; this rule
 * makes the answer readable where the route is written.
 */
const ROUTES = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete', 'Options', 'Head', 'All']);
const ACCESS = new Set(['Public', 'SignedIn', 'Organiser', 'SuperAdmin']);

function decoratorName(decorator) {
  const { expression } = decorator;
  const callee = expression.type === 'CallExpression' ? expression.callee : expression;
  return callee.type === 'Identifier' ? callee.name : undefined;
}

const guardedRoutes = {
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
        const names = (node.decorators ?? []).map(decoratorName);
        if (!names.some((name) => ROUTES.has(name))) return;
        const access = names.filter((name) => ACCESS.has(name));
        if (access.length === 0) context.report({ node: node.key, messageId: 'missing' });
        if (access.length > 1) context.report({ node: node.key, messageId: 'several' });
      },
    };
  },
};

/** TypeORM's own way to a transaction, which repeats no deadlock. */
const OF_TYPEORM = /^(source|dataSource|manager)$/;

const nameOf = (node) => (node.type === 'MemberExpression' ? node.property.name : node.name);

const oneTransaction = {
  meta: {
    type: 'problem',
    docs: { description: 'transactions begin with Transactions.run' },
    schema: [],
    messages: { other: 'Use Transactions.run of @abato/database, which repeats deadlocks.' },
  },
  create(context) {
    return {
      CallExpression({ callee }) {
        if (callee.type !== 'MemberExpression' || callee.property.name !== 'transaction') return;
        if (OF_TYPEORM.test(nameOf(callee.object))) context.report({ node: callee, messageId: 'other' });
      },
    };
  },
};

/** Query keys are written once: a key that is spelled in two places is forgotten in one when it changes. */
const queryKeys = {
  meta: {
    type: 'problem',
    docs: { description: 'query keys are written in the api.ts of a feature' },
    schema: [],
    messages: { elsewhere: 'Query keys belong to the query options in the api.ts of the feature.' },
  },
  create(context) {
    return {
      Property(node) {
        const isKey = node.key.type === 'Identifier' && node.key.name === 'queryKey';
        if (isKey && node.value.type === 'ArrayExpression') context.report({ node, messageId: 'elsewhere' });
      },
    };
  },
};

/** The rules of this project, as a plugin of the linter (.oxlintrc.json). */
export default {
  meta: { name: 'abato' },
  rules: {
    'constructor-parameters': constructorParameters,
    'guarded-routes': guardedRoutes,
    'one-transaction': oneTransaction,
    'pure-drawing': pureDrawing,
    'query-keys': queryKeys,
  },
};
