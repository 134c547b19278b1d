import { fileURLToPath } from 'node:url';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { ARROWS, ROOMS, type Arrow } from './arrows.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** `imports` of package.json names what is built: the sources are looked at. */
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

const cycles: IForbiddenRuleType = {
  name: 'no cycles',
  severity: 'error',
  comment:
    'Two files that need each other, if only for a type, are one thing: move what both need into a third, or join them.',
  from: {},
  to: { circular: true },
};

async function violations(forbidden: IForbiddenRuleType[]): Promise<string[]> {
  const { output } = await cruise(
    ['src', 'projections', 'views', 'bench'],
    {
      baseDir: root,
      ruleSet: { forbidden },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^dist/' },
    },
    { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] }, alias: ALIAS },
  );
  return (output as ICruiseResult).summary.violations.map(
    ({ from, to, rule: broken }) =>
      `${from} → ${to} breaks “${broken.name}”: ${forbidden.find(({ name }) => name === broken.name)?.comment}`,
  );
}

describe('the arrows between the folders (DESIGN.md §2)', () => {
  it('are the only imports there are', async () => {
    const rules = [
      ...[...ARROWS, ...ROOMS].map(rule),
      ...ARROWS.filter((arrow) => arrow.modules).map(modulesRule),
      cycles,
    ];
    expect(await violations(rules)).toEqual([]);
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
  });

  it('leave at the top of src what starts, and the table of contents', () => {
    const files = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((each) => each.isFile());
    expect(files.map(({ name }) => name).toSorted()).toEqual(['app.module.ts', 'daybook.ts', 'main.ts']);
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

  it('would be noticed when broken', async () => {
    const forbidden = rule({ folder: 'src/cli', may: [], why: 'a test of the test' });
    expect(await violations([forbidden])).toContainEqual(
      expect.stringMatching(
        /^src\/cli\/import\/.+ → src\/.+ breaks “arrows of src\/cli”: a test of the test$/,
      ),
    );
  });
});
