import type { Constant } from '#specification/model/constant.js';
import { suggestName } from '#specification/document/nearest-name.js';
import { toNullPrototypeObject } from '#specification/document/null-prototype-object.js';
import { getKeyPositionAt } from '#specification/document/yaml-node.js';
import {
  checkReference,
  listNamesWithPaths,
  type Path,
  getLocationAt,
  type Problems,
} from '../section-context.js';
import { type RolesSection, listRoleNames } from './read-roles.js';

type ConstantsByKey = Readonly<Record<string, Constant>>;

/** Others change by new versions only. */
export function addChangeRightsToConstants(
  section: RolesSection,
  constants: ConstantsByKey,
  problems: Problems,
): ConstantsByKey {
  const rights = Object.entries(section.data.constants ?? {}).flatMap(([key, shown]) => {
    const path: Path = ['constants', key];
    if (!canHaveRights(section, constants, path, problems)) return [];
    const names = listNamesWithPaths(shown, path).filter((each) =>
      checkReference(section, { ...each, what: 'role %' }, listRoleNames(section), problems),
    );
    return [[key, { roles: names.map(({ name }) => name), place: getLocationAt(section, path) }] as const];
  });
  const known = new Map(rights);
  return toNullPrototypeObject(
    Object.entries(constants).map(([key, constant]) => {
      const changedBy = known.get(key);
      return [key, changedBy ? { ...constant, changedBy } : constant] as const;
    }),
  );
}

function canHaveRights(
  { node }: RolesSection,
  constants: ConstantsByKey,
  path: Path,
  problems: Problems,
): boolean {
  const key = String(path.at(-1));
  const constant = Object.hasOwn(constants, key) ? constants[key] : undefined;
  const spot = getKeyPositionAt(node, path);
  if (!constant)
    problems.report(spot, `no constant \`${key.slice(0, 60)}\``, suggestName(key, Object.keys(constants)));
  else if (constant.kind === 'table')
    problems.report(spot, `\`${key}\` is a table`, 'a table changes with the next version: publish one');
  return constant !== undefined && constant.kind !== 'table';
}
