// Once per run of the tests.
import sayWhichEngines from '../../.ci/which-engines.mjs';
import { bundleThreads } from '../threads/bundle.mjs';

export default async () => {
  sayWhichEngines();
  await bundleThreads();
};
