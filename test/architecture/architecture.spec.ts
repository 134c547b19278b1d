import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { ARROWS, type Arrow } from './arrows.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

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
  comment: 'Two files that need each other are one thing: move what both need into a third, or join them.',
  from: {},
  to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
};

async function violations(forbidden: IForbiddenRuleType[]): Promise<string[]> {
  const { output } = await cruise(
    ['src', 'projections', 'views'],
    {
      baseDir: root,
      ruleSet: { forbidden },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^dist/' },
    },
    { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  );
  return (output as ICruiseResult).summary.violations.map(
    ({ from, to, rule: broken }) =>
      `${from} → ${to} breaks “${broken.name}”: ${forbidden.find(({ name }) => name === broken.name)?.comment}`,
  );
}

describe('the arrows between the folders (DESIGN.md §2)', () => {
  it('are the only imports there are', async () => {
    const rules = [...ARROWS.map(rule), ...ARROWS.filter((arrow) => arrow.modules).map(modulesRule), cycles];
    expect(await violations(rules)).toEqual([]);
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
