/** TypeORM's own way to a transaction, which repeats no deadlock. */
const OF_TYPEORM = /^(source|dataSource|manager)$/;

const nameOf = (node) => (node.type === 'MemberExpression' ? node.property.name : node.name);

export const oneTransaction = {
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
