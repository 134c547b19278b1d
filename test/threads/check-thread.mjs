// The thread that checks documents, from the sources.
import { register } from 'node:module';

register('./sources.mjs', import.meta.url);
await import('../../src/checking/check-thread.js');
