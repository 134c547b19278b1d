// Once per run of the tests.
import sayWhichEngines from '../../.ci/which-engines.mjs';
import { bundlePackages } from './packages.mjs';
import { bundleThreads } from '../threads/bundle.mjs';

export default async () => {
  sayWhichEngines();
  await Promise.all([bundleThreads(), bundlePackages()]);
};
