// `npm run test:endurance`: what is worth one run in a thousand, and properties tried often.
import everything from './jest.config.js';
import { enduranceSuites, propertySuites } from './test/jest/groups.cjs';

// Workers inherit it (test/property-runs.ts).
process.env.DAYBOOK_TEST_PROPERTIES = 'often';

export default {
  ...everything,
  testMatch: [...enduranceSuites(), ...propertySuites()].map((suite) => `<rootDir>/test/${suite}`),
};
