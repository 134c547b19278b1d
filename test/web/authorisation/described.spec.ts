import { describe, expect, it } from '@jest/globals';
import { checkDocument } from '#specification/check-document.js';
import type { Specification } from '#specification/model/specification.js';
import { buildOpenApi } from '#web/api/openapi.js';
import { systemOperations } from '#web/api/system-operations.js';
import { hiding } from './hidden-world.js';

const specification = checked(hiding('boxes', { titled: false, conditional: false }));
const NOW = '2026-11-20T10:00:00.000Z';

function checked(text: string): Specification {
  const result = checkDocument(text);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.specification;
}

const viewer = (...roles: string[]) => ({
  id: 'x',
  name: 'X',
  admin: false,
  auditor: false,
  roles: { boxes: roles },
});

/** Names of members and parameters. */
function namesIn(part: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (typeof part !== 'object' || part === null) return names;
  for (const [key, value] of Object.entries(part)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
    if (key === 'name' && typeof value === 'string') names.add(value.replace(/\.(from|until)$/, ''));
    if (key === 'required' && Array.isArray(value)) for (const name of value) names.add(name as string);
    namesIn(value, names);
  }
  return names;
}

/** Notices and uploads have members of their own. */
async function described(...roles: string[]): Promise<ReadonlySet<string>> {
  const { paths, components } = (await buildOpenApi({
    published: { specification, version: 1 } as never,
    viewer: viewer(...roles) as never,
    now: NOW,
  })) as { paths: Record<string, unknown>; components: unknown };
  const others = new Set(systemOperations(specification.key).map(({ path }) => path));
  const ofRecords = Object.entries(paths).filter(([path]) => !others.has(path));
  expect(ofRecords).not.toHaveLength(0);
  return namesIn([ofRecords.map(([, operations]) => operations), components]);
}

describe('a field that is hidden', () => {
  const box = specification.entities['Box']!;
  const hidden = Object.entries(box.permissions.fields).flatMap(([key, { read, edit }]) =>
    [read, edit].some((grant) => !grant || Object.hasOwn(grant.roles, 'reader')) &&
    key !== 'double' &&
    key !== 'total'
      ? []
      : [key],
  );

  it.each(hidden)('%s, is described to keepers and to nobody else', async (key) => {
    expect((await described('keeper')).has(key)).toBe(true);
    expect((await described('reader')).has(key)).toBe(false);
  });

  it('and may be filled in, is described as something to fill in', async () => {
    expect(hidden).toContain('secret');
    expect(hidden).not.toContain('blind');
    expect((await described('reader')).has('blind')).toBe(true);
  });
});
