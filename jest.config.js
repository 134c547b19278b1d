import { availableParallelism } from 'node:os';

/** swc turns everything into CommonJS: until Node.js 22, contexts of ES modules are never freed. */
const swc = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

export default {
  testEnvironment: 'node',
  // `imports` of package.json: the sources instead of what is built of them.
  testEnvironmentOptions: {
    customExportConditions: ['node', 'node-addons', 'daybook-source'],
    globalsCleanup: 'off',
  },
  testSequencer: '<rootDir>/test/jest/sequencer.mjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  resolver: '<rootDir>/test/jest/resolver.mjs',
  // Threads are outside of Jest: test/threads/bundle.mjs makes them of the sources.
  moduleNameMapper: {
    '/((?:check|reader)-thread-url|page-thread-file)\\.js$': '<rootDir>/test/threads/$1.ts',
  },
  // The exporter imports `http` at run time, which a context of CommonJS refuses.
  transform: {
    '^.+\\.tsx?$': ['@swc/jest', swc],
    '[/\\\\]otlp-exporter-base[/\\\\].+\\.js$': ['@swc/jest', swc],
  },
  transformIgnorePatterns: ['[/\\\\]node_modules[/\\\\](?!@opentelemetry[/\\\\]otlp-exporter-base[/\\\\])'],
  globalSetup: '<rootDir>/test/jest/before-all.mjs',
  globalTeardown: '<rootDir>/test/jest/after-all.mjs',
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  testTimeout: 60_000,
  // Many suites wait for clocks, sockets and processes: as many at a time as there are cores would leave a third of them idle.
  maxWorkers: availableParallelism() + 1,
  // A worker that has grown is exchanged for a new one between two suites.
  workerIdleMemoryLimit: '1GB',
};
