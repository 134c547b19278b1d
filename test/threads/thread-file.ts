// Stands in for the built file of a reader's thread: the sources as they are now, not an older build.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const THREAD_FILE = pathToFileURL(join(import.meta.dirname, 'reader-thread.mjs'));
