import { constructorParameters } from './constructor-parameters.mjs';
import { guardedRoutes } from './guarded-routes.mjs';
import { oneTransaction } from './one-transaction.mjs';
import { pureDrawing } from './pure-drawing.mjs';
import { queryKeys } from './query-keys.mjs';

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
