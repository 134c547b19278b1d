// A reader's thread from the sources.
import { register } from 'node:module';

register('./sources.mjs', import.meta.url);
await import('#projections/engines/sqlite/readers/reader-thread.js');
