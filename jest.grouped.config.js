// `npm test`: everything but what `npm run test:endurance` runs. Suites that are named (`npm test -- test/web`) run each alone.
import everything from './jest.config.js';
import { writeGroups } from './test/jest/groups.cjs';

const namesSuites = process.argv.slice(2).some((word) => word.includes('test/'));

export default { ...everything, testMatch: namesSuites ? everything.testMatch : writeGroups() };
