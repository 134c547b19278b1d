// Stands in for the built file of the thread that renders pages: the sources as they are now, not an older build.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const PAGE_THREAD_FILE = pathToFileURL(join(import.meta.dirname, 'page-thread.mjs'));
