// `npm run test:endurance`: what is worth one run in a thousand.
import everything from './jest.config.js';
import { enduranceSuites } from './test/jest/groups.cjs';

export default { ...everything, testMatch: enduranceSuites().map((suite) => `<rootDir>/test/${suite}`) };
