import { availableParallelism } from 'node:os';

/** Every test runs as an ES module (NestJS 12 is ESM); swc turns TypeScript, JSX and legacy decorators into JavaScript. */
const swc = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

export default {
  testEnvironment: '<rootDir>/test/jest/environment.mjs',
  testSequencer: '<rootDir>/test/jest/sequencer.mjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  resolver: '<rootDir>/test/jest/resolver.mjs',
  transform: { '^.+\\.tsx?$': ['@swc/jest', swc] },
  globalSetup: '<rootDir>/test/jest/before-all.mjs',
  globalTeardown: '<rootDir>/test/jest/after-all.mjs',
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  testTimeout: 60_000,
  // Many suites wait for clocks, sockets and processes: as many at a time as there are cores would leave a third of them idle.
  maxWorkers: availableParallelism() + 1,
  // Contexts of ES modules are never freed: a worker that has grown is exchanged for a new one between two suites.
  workerIdleMemoryLimit: '1GB',
};
