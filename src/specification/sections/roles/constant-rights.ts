// Section 6: who may change which constant from the page of constants, without a new version of the document.
import type { Constant } from '#specification/model/constant.js';
import { suggestName } from '#specification/document/nearest-name.js';
import { toRecord } from '#specification/document/to-record.js';
import { keyPositionAt } from '#specification/document/yaml-node.js';
import { checkReference, listNames, type Path, locationAt, type Problems } from '../section-context.js';
import { type RolesSection, listRoleNames } from './read-roles.js';

type ConstantsByKey = Readonly<Record<string, Constant>>;

/** Constants without roles change with a new version only. */
export function addConstantRights(
  section: RolesSection,
  constants: ConstantsByKey,
  problems: Problems,
): ConstantsByKey {
  const rights = Object.entries(section.data.constants ?? {}).flatMap(([key, shown]) => {
    const path: Path = ['constants', key];
    if (!canHaveRights(section, constants, path, problems)) return [];
    const names = listNames(shown, path).filter((each) =>
      checkReference(section, { ...each, what: 'role %' }, listRoleNames(section), problems),
    );
    return [[key, { roles: names.map(({ name }) => name), place: locationAt(section, path) }] as const];
  });
  const known = new Map(rights);
  return toRecord(
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
  const spot = keyPositionAt(node, path);
  if (!constant)
    problems.report(spot, `no constant \`${key.slice(0, 60)}\``, suggestName(key, Object.keys(constants)));
  else if (constant.kind === 'table')
    problems.report(spot, `\`${key}\` is a table`, 'a table changes with the next version: publish one');
  return constant !== undefined && constant.kind !== 'table';
}
