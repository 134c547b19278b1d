import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import globals from 'globals';
import typescript from 'typescript-eslint';

// Another client can take its place by a change of two files (docs/decisions/0009-official-eventstoredb-client.md).
const onlyInClient = {
  group: ['@eventstore/db-client'],
  message:
    'Only grpc-client.ts and closable-eventstoredb-client.ts of src/event-store/eventstoredb import the client: use ServerConnection.',
};

const WITHOUT_EXPRESS_REQUEST =
  'Only guards, pipes, middleware, decorators, the error filter and streaming code use Express’s request: take a RequestInput (@CurrentRequest) of src/web/http/request-input.ts.';

const onlyPrivate = (name) => ({
  name,
  importNames: ['mkdir', 'mkdirSync', 'writeFile', 'writeFileSync', 'appendFile', 'appendFileSync'].concat([
    'copyFile',
    'copyFileSync',
    'cp',
    'cpSync',
    'createWriteStream',
  ]),
  message:
    'What Daybook keeps is for its own account only: make it with src/platform/private-files.ts or src/platform/create-file-once.ts.',
});

// What only a small server can do is asked of it in suites that are marked, so that all others can be pointed at a real one.
const onlyMarked = {
  group: ['**/mongodb/start-mongodb.js'],
  allowTypeImports: true,
  message:
    'Take newMongoDb, or describeOnSmallMongoDb for what a real MongoDB cannot be asked for (test/engines).',
};

export default typescript.config(
  { ignores: ['dist/', 'data/', 'node_modules/', 'test/groups/', 'test/**/fixtures/'] },
  js.configs.recommended,
  ...typescript.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.node },
      parserOptions: { projectService: true },
    },
    rules: {
      complexity: ['error', 12],
      'max-depth': ['error', 3],
      'max-params': ['error', 5],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 90, skipBlankLines: true, skipComments: true }],
      'no-eval': 'error',
      'no-new-func': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/return-await': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-control-regex': 'off',
    },
  },
  {
    files: ['src/**', 'projections/**'],
    // The last three write no data: what a build keeps in the repository, and a folder of mkdtemp, which is private.
    ignores: [
      'src/platform/private-files.ts',
      'src/specification/write-schemas.ts',
      'src/event-store/write-event-catalogue.ts',
      'projections/engines/mongo/copied-documents.ts',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [onlyPrivate('node:fs'), onlyPrivate('node:fs/promises')], patterns: [onlyInClient] },
      ],
    },
  },
  {
    files: ['src/event-store/eventstoredb/{grpc-client,closable-eventstoredb-client}.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [onlyPrivate('node:fs'), onlyPrivate('node:fs/promises')] },
      ],
    },
  },
  {
    files: ['src/web/**'],
    ignores: [
      'src/web/**/*.{guard,pipe,middleware,filter}.ts',
      'src/web/api/upload.controller.ts',
      'src/web/error-pages/unsent-form.ts',
      'src/web/errors/server-log.ts',
      'src/web/http/{cookies,multipart-form,read-request-input,request-body,site}.ts',
      'src/web/records/send-file.ts',
      'src/web/rendering/response-limiter.ts',
      'src/web/requests/parameter-decorators.ts',
      'src/web/shell/throttle.ts',
    ],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'express', importNames: ['Request'], message: WITHOUT_EXPRESS_REQUEST },
            { name: '@nestjs/common', importNames: ['Req', 'Request'], message: WITHOUT_EXPRESS_REQUEST },
          ],
        },
      ],
    },
  },
  {
    // What others write or send meets regular expressions: none of ours takes longer than it is long, and none is theirs.
    files: ['src/**', 'projections/**', 'views/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(NewExpression, CallExpression)[callee.name="RegExp"]',
          message:
            'A pattern that is put together runs on RE2: use compilePattern of src/specification/values/pattern.ts.',
        },
        {
          selector:
            'CallExpression[callee.property.name=/^(match|matchAll|search)$/][arguments.length=1] > Literal.arguments[raw=/^[\'"`]/]',
          message: 'match and search make a regular expression of a text: write one, or use includes.',
        },
        {
          selector:
            ':matches(CallExpression[callee.property.name=/^(push|unshift|splice|concat|add|assign|fromCharCode|fromCodePoint)$/], CallExpression[callee.object.name="Math"], NewExpression) > SpreadElement.arguments',
          message: 'Each item becomes an argument, and some 100,000 overflow the stack: loop, or reduce.',
        },
        {
          selector:
            'CallExpression[callee.property.name="apply"]:matches([callee.object.object.name="Math"], [callee.object.property.name=/^(push|unshift|splice|concat|fromCharCode|fromCodePoint)$/])',
          message: 'Each item becomes an argument, and some 100,000 overflow the stack: loop, or reduce.',
        },
        {
          selector: 'NewExpression[callee.name="AsyncLocalStorage"]',
          message:
            'Each storage costs something at every promise: use createContextVariable of src/platform/context-variable.ts.',
        },
      ],
    },
  },
  {
    files: ['src/**', 'projections/**'],
    rules: {
      // `void` would hide an unhandled rejection: say what becomes of it, or that there is none (src/platform/throw-uncaught.ts).
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
    },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['views/islands/**'], languageOptions: { globals: { ...globals.browser } } },
  {
    // Tables of cases are long; what they test is not.
    files: ['test/**', 'bench/**'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off', 'max-depth': 'off' },
  },
  {
    files: ['test/**'],
    ignores: ['test/engines/**'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [onlyMarked] }] },
  },
);
