#!/usr/bin/env node
// What `daybook` runs: main.ts. A Node that can (22.8 and later) keeps what it compiled of it beside the build, and reads that next time.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const { enableCompileCache } = module as typeof module & { enableCompileCache?(folder: string): unknown };
enableCompileCache?.(fileURLToPath(new URL('../.compiled', import.meta.url)));

await import('./main.js');
