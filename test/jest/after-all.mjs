// Once per run of the tests.
import { removeThreads } from '../threads/bundle.mjs';
import { forgetFiles } from './files-in-memory.mjs';

export default () => {
  removeThreads();
  forgetFiles();
};
