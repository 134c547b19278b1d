// `npm run test:fast`: what one runs while working. `npm test` is everything.
import everything from './jest.config.js';
import { fastSuites } from './test/jest/fast-suites.mjs';

export default {
  ...everything,
  testEnvironment: '<rootDir>/test/jest/starts-nothing.mjs',
  testMatch: fastSuites(),
  testTimeout: 20_000,
};
