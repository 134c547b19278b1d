// `npm run test:fast`: what one runs while working. `npm test` is everything.
import everything from './jest.config.js';
import { fastSuites } from './test/jest/fast-suites.cjs';

export default {
  ...everything,
  testEnvironment: '<rootDir>/test/jest/starts-nothing.cjs',
  testMatch: fastSuites(),
  testTimeout: 20_000,
};
