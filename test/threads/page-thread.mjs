// The thread that renders pages, from the sources.
import { register } from 'node:module';

register('./sources.mjs', import.meta.url);
await import('../../src/web/rendering/page-thread.js');
