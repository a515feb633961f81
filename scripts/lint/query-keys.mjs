/** Query keys are written once: a key that is spelled in two places is forgotten in one when it changes. */
export const queryKeys = {
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
