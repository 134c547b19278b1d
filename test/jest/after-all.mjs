// Once per run of the tests.
export { removeThreads as default } from '../threads/bundle.mjs';
