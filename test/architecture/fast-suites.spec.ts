import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { fastSuites, OURS, startsIn } from '../jest/fast-suites.cjs';
import StartsNothing from '../jest/starts-nothing.cjs';

const folder = mkdtempSync(join(tmpdir(), 'daybook-fast-'));
let allow = () => {};
afterEach(() => allow());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('test:fast', () => {
  it('runs what only computes, and nothing that starts the command, a browser or a server', () => {
    const suites = fastSuites().join('\n');
    for (const each of [
      'domain/record/decision-laws',
      'specification/check-document',
      'projections/batch-fold',
      'views/pages',
    ])
      expect(suites).toContain(`/test/${each}.spec.ts`);
    for (const each of [
      'cli/check',
      'views/looks',
      'web/people/one-time-links',
      'journeys/',
      'faults/',
      'projections/mongo/mongo-faults',
    ])
      expect(suites).not.toContain(`/test/${each}`);
  });

  it('leaves out a suite for what it shares with others as well', () => {
    const suite = join(folder, 'some.spec.ts');
    writeFileSync(suite, `import { join } from 'node:path';\n`);
    expect(startsIn(suite)).toBeUndefined();
    writeFileSync(suite, `import { setTimeout } from 'node:timers/promises';\n`);
    expect(startsIn(suite)).toMatch(/some\.spec\.ts: from 'node:timers\/promises'$/);
    expect(startsIn(join(import.meta.dirname, '../cli/check.spec.ts'))).toMatch(/daybook-command\.ts: from/);
  });

  it.each(OURS)('knows where %s is', (place) => {
    const found = ['src', '.'].filter((root) => existsSync(join(import.meta.dirname, '../..', root, place)));
    expect(found).toHaveLength(1);
  });

  it('refuses to start what only shows when it runs', () => {
    allow = StartsNothing.refuseToStart(() => {});
    expect(() => createServer().listen(0)).toThrow('A suite of test:fast listens.');
    expect(() => spawn(process.execPath)).toThrow('A suite of test:fast starts a process.');
  });
});
