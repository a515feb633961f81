import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { guardedRoutes } from './scripts/lint/guarded-routes.mjs';

/** Formatting is Prettier's, import boundaries are dependency-cruiser's, dead code is knip's: here is only what none of them sees. */

const TYPESCRIPT = ['**/*.ts', '**/*.tsx'];
/** Long enough for a cohesive unit, short enough to be read in one go. */
const LONGEST_FILE = 350;

const everywhere = {
  'max-lines': ['error', { max: LONGEST_FILE, skipBlankLines: true }],
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-console': 'error',
  'no-eval': 'error',
  'no-control-regex': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'no-constant-binary-expression': 'error',
  'no-self-compare': 'error',
  'no-template-curly-in-string': 'error',
  'no-unmodified-loop-condition': 'error',
  'no-unsafe-finally': 'error',
  'no-fallthrough': 'error',
  'no-empty': ['error', { allowEmptyCatch: false }],
};

const typed = {
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
  '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true }],
  '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  '@typescript-eslint/no-unnecessary-type-assertion': 'error',
  '@typescript-eslint/no-unsafe-return': 'error',
  '@typescript-eslint/no-unsafe-argument': 'error',
  '@typescript-eslint/no-unsafe-call': 'error',
  '@typescript-eslint/no-unsafe-member-access': 'error',
  '@typescript-eslint/no-base-to-string': 'error',
  '@typescript-eslint/restrict-plus-operands': 'error',
  '@typescript-eslint/ban-ts-comment': 'error',
  '@typescript-eslint/no-non-null-assertion': 'off',
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
  ],
};

const PROCESS_ENV = {
  object: 'process',
  property: 'env',
  message: 'The environment is parsed once, in libs/platform; take the setting from there.',
};

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'coverage/',
      'test-results/',
      '.cache/',
      '.local*/',
      'screenshots/',
      '**/*.generated.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: TYPESCRIPT,
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        projectService: { allowDefaultProject: ['playwright.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: { ...everywhere, ...typed, 'no-restricted-properties': ['error', PROCESS_ENV] },
  },
  {
    // Nest reads parameter types at run time: turning such an import into a type would break injection.
    files: ['apps/{api,worker,simulator}/**/*.ts', 'libs/!(contracts)/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['apps/api/src/**/*.ts'],
    plugins: { abato: { rules: { 'guarded-routes': guardedRoutes } } },
    rules: { 'abato/guarded-routes': 'error' },
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      // The plugin's other rules belong to the React compiler, which is not used here.
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // What the specification calls console-only logs.
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-restricted-globals': ['error', 'event', 'name', 'status'],
    },
  },
  {
    // Calls are written once: in the feature's api.ts, or in lib/ when several features make them.
    files: ['apps/web/src/{app,components,features}/**/*.{ts,tsx}'],
    ignores: ['apps/web/src/features/*/api.ts', '**/*.spec.ts'],
    rules: {
      'no-restricted-globals': ['error', 'event', 'name', 'status', 'fetch'],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@/lib/api',
              importNames: ['api'],
              message: 'Call the server in the api.ts of the feature.',
            },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Property[key.name="queryKey"] > ArrayExpression',
          message: 'Query keys belong to the query options in the api.ts of the feature.',
        },
      ],
    },
  },
  {
    // Those who begin the environment, and tools that are configured by it.
    files: [
      'libs/platform/**',
      'apps/local/**',
      'apps/simulator/**',
      'test/**',
      '**/*.spec.ts',
      '*.config.ts',
      'apps/web/vite.config.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // A list of cases is read by its titles, not from top to bottom.
    files: ['**/*.spec.ts', '**/*.spec.tsx'],
    rules: { 'max-lines': ['error', { max: 500, skipBlankLines: true }] },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...['process', 'Buffer', 'URL', 'fetch', 'AbortSignal', 'AbortController', 'module', 'console'],
          ...['Blob', 'FormData', 'crypto'],
          ...[
            'setTimeout',
            'clearTimeout',
            'setInterval',
            'clearInterval',
            'setImmediate',
            'performance',
            'TextDecoder',
          ],
          ...['describe', 'it', 'test', 'expect', 'beforeEach', 'afterEach', 'beforeAll', 'afterAll', 'jest'],
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: {
      ...everywhere,
      'no-undef': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
);
