/** More collaborators than these are a sign that a class does several things: split it, or let one of them do the work. */
const MOST = 6;

export const constructorParameters = {
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
