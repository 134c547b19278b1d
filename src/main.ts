#!/usr/bin/env node
// What `daybook` runs. A Node that can (22.8 and later) keeps what it compiled of it beside the build, and reads that next time.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const { enableCompileCache } = module as typeof module & { enableCompileCache?(folder: string): unknown };
enableCompileCache?.(fileURLToPath(new URL('../.compiled', import.meta.url)));

// Warnings for those who program. Who names a server over TLS by its address would read one of what gRPC asks Node for (DEP0123).
process.noDeprecation = true;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};
const { run } = await import('./cli/command-line.js');
await run(version);
