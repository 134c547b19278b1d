// Pinned actions, few rights, and only existing names.
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { composeFile, read, ROOT, SECRETS } from './compose-file.js';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: unknown;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: unknown;
  readonly env: Readonly<Record<string, string>>;
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = '.github/workflows/';
const files = readdirSync(new URL(FOLDER, ROOT));
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe.each(files)('workflow %s', (name) => {
  const text = read(FOLDER + name);
  const workflow = parse(text) as Workflow;
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);
  const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

  it('may only read, and runs nobody else’s code with rights', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [, job] of jobs) expect(job.permissions).toBeUndefined();
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
      expect(step.with?.['persist-credentials']).toBe(false);
    expect(text).not.toContain('secrets.');
  });

  it('pins every action by commit, with the version beside it', () => {
    const used = [...text.matchAll(/uses: (.+)$/gm)].map(([, rest]) => rest);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('ends every job some time', () => {
    for (const [, job] of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });

  it('runs scripts that exist, and files that are there', () => {
    for (const command of commands) {
      for (const [, script] of command.matchAll(/npm run ([\w:-]+)/g))
        expect(Object.keys(scripts)).toContain(script);
      for (const [path] of command.matchAll(/(?:test|deployment|\.ci)\/[\w./-]+|docker-compose\.yml/g))
        expect([path, existsSync(new URL(path, ROOT))]).toEqual([path, true]);
    }
  });

  it('puts nothing from outside into a shell', () => {
    for (const command of commands)
      for (const [, value] of command.matchAll(/\$\{\{ *([\w.-]+) *\}\}/g))
        expect(value).toMatch(/^matrix\./);
  });
});

describe('workflow test.yml', () => {
  const { jobs, env } = parse(read(`${FOLDER}test.yml`)) as Workflow;

  it('tests three systems on three lines of Node.js, the oldest as package.json says', () => {
    const { system, node } = jobs['test']!.strategy!.matrix;
    expect(system!.map((each) => String(each).split('-')[0])).toEqual(['ubuntu', 'macos', 'windows']);
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(`>=${node![0]}`).toBe(engines.node);
    expect(node!.slice(1)).toEqual(['22', '24']);
    expect(jobs['test']!.steps.map(({ run }) => run)).toContain('npm test');
  });

  it('tests on the real servers, by the variables the suites look at, on the image that docker-compose.yml pins', () => {
    const { env: settings, strategy } = jobs['engines']!;
    expect(Object.keys(settings!)).toEqual(['DAYBOOK_TEST_EVENTSTOREDB', 'DAYBOOK_TEST_MONGODB']);
    const images = strategy!.matrix['include'] as { image: string }[];
    expect(images[0]!.image).toBe(composeFile(SECRETS).services['eventstoredb']!.image);
  });

  it('names what an installation runs by a pinned program, which no installation needs', () => {
    expect(scripts['sbom']).toMatch(/^npx --yes @cyclonedx\/cyclonedx-npm@\d+\.\d+\.\d+ --omit dev /);
    expect(jobs['image']!.steps.map(({ run }) => run)).toContain('npm run sbom --silent > sbom.cdx.json');
  });

  it('keeps what an installation runs also where the scan fails, and gives the scanner no power over Docker', () => {
    const { steps } = jobs['image']!;
    const places = [/npm run sbom/, /trivy/].map((text) =>
      steps.findIndex(({ run }) => run !== undefined && text.test(run)),
    );
    const uploaded = steps.findIndex(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    expect(places[0]).toBeLessThan(uploaded);
    expect(uploaded).toBeLessThan(places[1]!);
    for (const { run } of steps) expect(run ?? '').not.toContain('docker.sock');
  });

  it('starts both profiles of docker-compose.yml', () => {
    const profiles = jobs['deployment']!.strategy!.matrix['include'] as { profile: string }[];
    const known = Object.values(composeFile(env).services).flatMap((service) => service.profiles);
    expect(profiles.map(({ profile }) => profile)).toEqual([...new Set(known)]);
  });
});
