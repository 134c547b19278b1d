// Copied files exist, and the build makes what is started.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { read, ROOT } from './compose-file.js';

const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
const stages = new Map(
  dockerfile
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => {
      const [, image, name] = /^(\S+) AS (\w+)\n/.exec(stage)!;
      return [name!, { image: image!, text: stage }];
    }),
);
const runtime = stages.get('runtime')!.text;
const instructions = (text: string, word: string) =>
  [...text.matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].map(([, rest]) => rest!.trim());
const manifest = JSON.parse(read('package.json')) as {
  version: string;
  bin: { daybook: string };
  engines: { node: string };
  scripts: Record<string, string>;
};
const ignored = read('.dockerignore').split('\n');

describe('Dockerfile', () => {
  it('builds, fetches production dependencies and runs in stages of their own, on one pinned image', () => {
    expect([...stages.keys()]).toEqual(['build', 'dependencies', 'runtime']);
    expect(new Set([...stages.values()].map(({ image }) => image))).toEqual(new Set(['${NODE}']));
    const [, major, minor] = /^ARG NODE=node:(\d+)\.(\d+)\.\d+-[a-z]+-slim$/m.exec(dockerfile)!.map(Number);
    const [, least] = /^>=(\d+\.\d+)$/.exec(manifest.engines.node)!;
    expect(major! + minor! / 100).toBeGreaterThanOrEqual(Number(least));
  });

  it('installs from the lock, and without development dependencies in what runs', () => {
    const installs = [...stages].flatMap(([name, { text }]) =>
      [...text.matchAll(/npm (ci|install|i)\b([^&\n]*)/g)].map(([, word, rest]) => [
        name,
        word,
        /--omit=dev/.test(rest!),
      ]),
    );
    expect(installs).toEqual([
      ['build', 'ci', false],
      ['dependencies', 'ci', true],
    ]);
    expect(runtime).toContain('COPY --from=dependencies /dependencies/node_modules node_modules');
  });

  it('runs scripts that exist', () => {
    for (const [, script] of dockerfile.matchAll(/npm run ([\w:-]+)/g))
      expect(Object.keys(manifest.scripts)).toContain(script);
  });

  it('copies what is there, and .dockerignore lets through', () => {
    for (const { text } of stages.values())
      for (const copied of instructions(text, 'COPY').filter((each) => !each.startsWith('--from')))
        for (const source of copied.split(/\s+/).slice(0, -1)) {
          expect([source, existsSync(new URL(source, ROOT))]).toEqual([source, true]);
          expect(ignored).toContain(`!${source}`);
        }
  });

  it('has all that the build reads', () => {
    const { include } = JSON.parse(read('tsconfig.build.json')) as { include: string[] };
    const copied = instructions(stages.get('build')!.text, 'COPY').join(' ').split(/\s+/);
    // Benchmarks and screenshots are not in the image.
    const others = ['bench', 'docs/take-screenshots.ts'];
    for (const path of include.filter((each) => !others.includes(each))) expect(copied).toContain(path);
  });

  it('takes nothing of a working folder but what it names', () => {
    expect(ignored.filter((line) => line && !line.startsWith('#') && !line.startsWith('!'))).toEqual(['*']);
    for (const secret of ['.env', 'data', '.git', 'node_modules', 'dist', 'test'])
      expect(ignored).not.toContain(`!${secret}`);
  });

  it('starts what package.json calls daybook', () => {
    const [entry] = instructions(runtime, 'ENTRYPOINT').map((json) => JSON.parse(json) as string[]);
    expect(entry?.[0]).toBe('node');
    expect(read(manifest.bin.daybook)).toContain(entry!.at(-1)!);
    expect(instructions(runtime, 'CMD').map((json) => JSON.parse(json) as string[])).toEqual([['serve']]);
    expect(runtime).toContain('COPY --from=build /build/dist/daybook dist/daybook');
  });

  it('leaves out what is not loaded: modules that are in the bundle, and what installs packages', () => {
    const copied = instructions(runtime, 'COPY').filter((each) => each.startsWith('--from=build'));
    expect(copied.map((each) => each.split(' ').at(-1))).toEqual(['dist/daybook', 'dist/assets']);
    expect(stages.get('dependencies')!.text).toContain('RUN node .ci/prune-packages.mjs .');
    expect(runtime).toContain('rm -rf /usr/local/lib/node_modules ');
  });

  it('has a command daybook on the path, which is the same program', () => {
    const [script] = instructions(runtime, 'RUN').filter((each) => each.includes('/usr/local/bin/daybook'));
    const [, text] =
      /^printf '(.+)' > \/usr\/local\/bin\/daybook && chmod 755 \/usr\/local\/bin\/daybook$/.exec(script!)!;
    const printed = execFileSync('sh', ['-c', `printf '${text}'`], { encoding: 'utf8' });
    const [entry] = instructions(runtime, 'ENTRYPOINT').map((json) => JSON.parse(json) as string[]);
    const program = [...entry!.slice(0, -1), `/daybook/${entry!.at(-1)}`].join(' ');
    expect(printed).toBe(`#!/bin/sh\nexec ${program} "$@"\n`);
    expect(runtime).toContain('WORKDIR /daybook');
    expect(runtime.indexOf(script!)).toBeLessThan(runtime.indexOf('USER 1000'));
  });

  it('is not root, keeps its data in a volume of its own, and ends by the signal that Daybook ends in order on', () => {
    expect(instructions(runtime, 'USER')).toEqual(['1000:1000']);
    expect(instructions(runtime, 'VOLUME')).toEqual(['/data']);
    expect(runtime).toContain('DAYBOOK_DATA=/data');
    expect(runtime).toContain('chown 1000:1000 /data');
    expect(instructions(runtime, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(read('src/platform/shutdown.ts')).toContain("'SIGTERM'");
  });

  it('asks for its health as docker-compose.yml does, at an address that exists', () => {
    const [health] = instructions(dockerfile, 'HEALTHCHECK');
    const command = JSON.parse(health!.slice(health!.indexOf('['))) as string[];
    expect(command.slice(0, 2)).toEqual(['node', '-e']);
    expect(command[2]).toContain('/-/ready');
    expect(readFileSync(new URL('src/web/addresses/system-addresses.ts', ROOT), 'utf8')).toContain(
      '/-/ready',
    );
    const { 'x-daybook': daybook } = parse(read('docker-compose.yml'), { merge: true }) as {
      'x-daybook': { healthcheck: { test: string[] } };
    };
    const same = (text: string) => text.replace("' + process.env.DAYBOOK_PORT + '", '3000');
    expect(daybook.healthcheck.test.slice(1)).toEqual(command.map(same));
  });
});
