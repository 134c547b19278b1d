import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';
import { APART, ARROWS, LAYERS, ROOMS, type Arrow, type Layers } from './arrows.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** `imports` of package.json names built files; the sources are analysed. */
const ALIAS = {
  ...Object.fromEntries(
    ['bench', 'projections', 'test', 'views'].map((name) => [`#${name}`, join(root, name)]),
  ),
  '#*': join(root, 'src/*'),
};

const rule = (arrow: Arrow): IForbiddenRuleType => ({
  name: `arrows of ${arrow.folder}`,
  severity: 'error',
  comment: arrow.why,
  from: { path: `^${arrow.folder}/` },
  to: {
    path: '^(src|projections|views|bench|test)/',
    pathNot: [arrow.folder + '/', ...arrow.may].map((path) => `^${path}`),
  },
});

const modulesRule = (arrow: Arrow): IForbiddenRuleType => ({
  name: `modules of ${arrow.folder}`,
  severity: 'error',
  comment: arrow.why,
  from: { path: `^${arrow.folder}/` },
  to: {
    pathNot: ['^(src|projections|views)/', ...arrow.modules!.map((name) => `(^|/)node_modules/${name}/`)],
  },
});

const literal = (path: string) => path.replaceAll('.', '\\.');

/** A room's own files know none of its folders; a folder knows those below it. */
function layersRules({ room, folders, above }: Layers): IForbiddenRuleType[] {
  const inside = Object.keys(folders).map((folder) => `^${room}/${folder}/`);
  const top = above.map((file) => `^${room}/${literal(file)}$`);
  const layer = (
    name: string,
    path: string,
    to: { path: string[]; pathNot?: string[] },
  ): IForbiddenRuleType => ({
    name: `layers of ${name}`,
    severity: 'error',
    comment: 'Files of a room are below its folders, and each folder says which are below it.',
    from: { path, pathNot: top },
    to,
  });
  return [
    layer(room, `^${room}/[^/]+$`, { path: [...inside, ...top] }),
    ...Object.entries(folders).map(([folder, below]) =>
      layer(`${room}/${folder}`, `^${room}/${folder}/`, {
        path: [...inside, ...top],
        pathNot: [folder, ...below].map((each) => `^${room}/${each}/`),
      }),
    ),
  ];
}

const cycles: IForbiddenRuleType = {
  name: 'no cycles',
  severity: 'error',
  comment:
    'Two files that need each other, if only for a type, are one thing: move what both need into a third, or join them.',
  from: {},
  to: { circular: true },
};

/** Replays, imports, copies and loading a demo send nothing. */
const sender: IForbiddenRuleType = {
  name: 'what sends is out of reach',
  severity: 'error',
  comment: 'Only `serve` starts what makes calls, sends mails and lets timers fire.',
  from: {
    pathNot: [
      '^src/(outbox|timers)/',
      '^src/cli/(serve-command|commands|command-line)\\.ts$',
      '^src/(main|server|app\\.module)\\.ts$',
      '^bench/',
    ],
  },
  to: { path: '^src/(outbox|timers)/', reachable: true },
};

/** In a Node process, as Jest does not load this ES module here. */
const CRUISE = `
  import { readFileSync } from 'node:fs';
  import { cruise } from 'dependency-cruiser';
  const { output } = await cruise(...JSON.parse(readFileSync(0, 'utf8')));
  process.stdout.write(JSON.stringify(output));`;

async function cruised(forbidden: IForbiddenRuleType[], baseDir = root): Promise<ICruiseResult> {
  const args = [
    ['src', 'projections', 'views', 'bench'],
    {
      baseDir,
      ruleSet: { forbidden },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^dist/' },
    },
    { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] }, alias: ALIAS },
  ];
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', CRUISE], {
    cwd: root,
    maxBuffer: 1e9,
  });
  // Linux allows an argument 128 KiB.
  running.child.stdin!.end(JSON.stringify(args));
  const { stdout } = await running;
  return JSON.parse(stdout) as ICruiseResult;
}

async function violations(forbidden: IForbiddenRuleType[], baseDir = root): Promise<string[]> {
  const { summary } = await cruised(forbidden, baseDir);
  return summary.violations.map(
    ({ from, to, rule: broken }) =>
      `${from} → ${to} breaks “${broken.name}”: ${forbidden.find(({ name }) => name === broken.name)?.comment}`,
  );
}

const rules = [
  ...[...ARROWS, ...ROOMS, ...APART].map(rule),
  ...ARROWS.filter((arrow) => arrow.modules).map(modulesRule),
  ...LAYERS.flatMap(layersRules),
  cycles,
  sender,
];

/** Rules that the sources break. */
const PROBE = 'probe: ';
const probes = [
  rule({ folder: 'src/cli', may: [], why: 'a test of the test' }),
  ...layersRules({
    room: 'src/command-handling',
    folders: { claims: [], people: [], records: ['claims'], specifications: [] },
    above: [],
  }),
].map((each) => ({ ...each, name: `${PROBE}${each.name}` }));

const MOST_ROOMS_OF_PROJECTIONS = 12;

describe('the arrows between the folders (DESIGN.md §2)', () => {
  let found: string[];

  // All sources are parsed, once: ten seconds on a quiet machine.
  beforeAll(async () => {
    found = await violations([...rules, ...probes]);
  }, 300_000);

  it('are the only imports there are', () => {
    expect(found.filter((each) => !each.includes(PROBE))).toEqual([]);
  });

  it('are said of every folder', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => `src/${name}`);
    const said = ARROWS.map(({ folder }) => folder);
    expect(said.toSorted()).toEqual([...folders, 'bench', 'projections', 'views'].toSorted());
    const rooms = readdirSync(join(root, 'projections'), { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => `projections/${name}`);
    expect(ROOMS.map(({ folder }) => folder).toSorted()).toEqual(rooms.toSorted());
    const files = readdirSync(join(root, 'projections'), { withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    expect({ rooms, tooMany: rooms.length + files.length > MOST_ROOMS_OF_PROJECTIONS }).toMatchObject({
      tooMany: false,
    });
  });

  it.each(LAYERS)('say of every folder of $room what is below it', ({ room, folders }) => {
    const there = readdirSync(join(root, room), { withFileTypes: true }).filter((each) => each.isDirectory());
    expect(Object.keys(folders).toSorted()).toEqual(there.map(({ name }) => name).toSorted());
  });

  it.each(LAYERS)('go round in no circle in $room', ({ folders }) => {
    const reached = (folder: string): readonly string[] => [
      folder,
      ...(folders[folder] ?? []).flatMap(reached),
    ];
    for (const folder of Object.keys(folders))
      expect((folders[folder] ?? []).flatMap(reached)).not.toContain(folder);
  });

  it('leave at the top of src what starts, and the table of contents', () => {
    const files = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((each) => each.isFile());
    expect(files.map(({ name }) => name).toSorted()).toEqual(['app.module.ts', 'main.ts', 'server.ts']);
  });

  it('leave at the top of projections which there are, and how they are started', () => {
    const files = readdirSync(join(root, 'projections'), { withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    expect(files.map(({ name }) => name).toSorted()).toEqual([
      'all-projections.ts',
      'running-projections.ts',
    ]);
  });

  it('would be noticed where a folder is not said to be below another', () => {
    expect(found).toContainEqual(
      expect.stringMatching(
        /people\/sign-in-names\.ts → .+ breaks “probe: layers of src\/command-handling\/people”/,
      ),
    );
    expect(found).toContainEqual(
      expect.stringMatching(/command-handling\.module\.ts → .+people\/.+“probe: /),
    );
  });

  it('would be noticed where a folder apart knew more than it has to', async () => {
    const tree = mkdtempSync(join(tmpdir(), 'daybook-arrows-'));
    const folders = APART.map(({ folder }) => folder);
    try {
      for (const each of ['src', 'projections', 'views', 'bench', ...folders])
        mkdirSync(join(tree, each), { recursive: true });
      for (const folder of folders) {
        writeFileSync(join(tree, dirname(folder), 'engines.ts'), 'export const engines = [];\n');
        writeFileSync(join(tree, folder, 'by-hand.ts'), "import '../engines.js';\n");
      }
      const noticed = await violations([...ARROWS, ...ROOMS, ...APART].map(rule), tree);
      expect(noticed.toSorted()).toEqual(
        folders
          .toSorted()
          .map((folder) =>
            expect.stringContaining(
              `${folder}/by-hand.ts → ${dirname(folder)}/engines.ts breaks “arrows of ${folder}”`,
            ),
          ),
      );
    } finally {
      rmSync(tree, { recursive: true });
    }
  });

  it('would be noticed when broken', () => {
    expect(found).toContainEqual(
      expect.stringMatching(
        /^src\/cli\/import-command\.ts → src\/.+ breaks “probe: arrows of src\/cli”: a test of the test$/,
      ),
    );
  });
});
