#!/usr/bin/env node
// Node (22.8 and later) caches compiled code beside the build.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const { enableCompileCache } = module as typeof module & { enableCompileCache?(folder: string): unknown };
enableCompileCache?.(fileURLToPath(new URL('../.compiled', import.meta.url)));

// gRPC triggers DEP0123 for TLS servers named by address, which only concerns programmers.
process.noDeprecation = true;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};
const { runCommandLine } = await import('./cli/command-line.js');
await runCommandLine(version);
