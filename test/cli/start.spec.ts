// The bundle of the build keeps the number of files small, also for threads and child processes.
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { daybook, done, MAIN, newFolder, PERMITS, remove, ROOT } from './daybook-command.js';

const folder = newFolder();
afterAll(() => remove(folder));

/** Counts modules that Node reads: a measure of starting time. */
const COUNTER = `
import { register } from 'node:module';
import { appendFileSync } from 'node:fs';
register('data:text/javascript,' + encodeURIComponent(\`
import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(process.env.MODULES_READ, url + '\\\\n');
  return next(url, context);
}\`));`;

async function modulesRead(...words: string[]): Promise<number> {
  const file = join(folder, `${words[0]}.txt`);
  const environment = {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(COUNTER)}`,
    MODULES_READ: file,
  };
  await done(words, { data: join(folder, 'data'), environment });
  return readFileSync(file, 'utf8').trimEnd().split('\n').length;
}

describe('starting daybook', () => {
  it.each([
    { words: ['--help'], most: 30 },
    { words: ['check', PERMITS], most: 45 },
    { words: ['publish', PERMITS], most: 130 },
  ])('reads few files for $words.0', async ({ words, most }) => {
    expect(await modulesRead(...words)).toBeLessThanOrEqual(most);
  });

  it('may be executed after each build, not only after the first, since npx links it once', () => {
    expect(() => accessSync(MAIN, constants.X_OK)).not.toThrow();
  });

  it('finds every thread and process that the sources ask for beside themselves', () => {
    const asked = ['src', 'projections'].flatMap((top) =>
      readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .flatMap((file) => [
          ...readFileSync(join(ROOT, top, file), 'utf8').matchAll(
            /new URL\('\.\/([\w-]+\.js)', import\.meta\.url\)/g,
          ),
        ])
        .map(([, name]) => name!),
    );
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.filter((name) => !existsSync(join(dirname(MAIN), name)))).toEqual([]);
  });

  it('leads from the bundle to the sources where Node is asked to', async () => {
    const provoke = `
      process.exitCode = 0;
      const { write } = process.stdout;
      process.stdout.write = function (...args) {
        if (String(args[0]).includes('is valid')) throw new Error('provoked');
        return write.apply(this, args);
      };`;
    const environment = {
      NODE_OPTIONS: `--enable-source-maps --import data:text/javascript,${encodeURIComponent(provoke)}`,
    };
    const { code, err } = await daybook(['check', PERMITS], { environment });
    expect(code).toBe(1);
    expect(err).toMatch(/Error: provoked\n[^]*src\/cli\/check-command\.ts:\d+:\d+/);
  });
});
