// Once per run of the tests.
import sayWhichEngines from '../../.ci/which-engines.mjs';
import { bundleThreads } from '../threads/bundle.mjs';
import { keepFilesInMemory } from './files-in-memory.mjs';
import { bundlePackages } from './packages.mjs';

export default async () => {
  sayWhichEngines();
  keepFilesInMemory();
  await Promise.all([bundleThreads(), bundlePackages()]);
};
