// Section 6: who may change which constant from the page of constants, without a new version of the document.
import type { Constant } from '#specification/model/constant.js';
import { suggestName } from '#specification/document/nearest-name.js';
import { toRecord } from '#specification/document/object-without-prototype.js';
import { keyPositionAt } from '#specification/document/yaml-node.js';
import { checkKnown, eachName, type Path, placeAt, type Problems } from '../section-context.js';
import { type RolesSection, roleNames } from './read-roles.js';

type ConstantsByKey = Readonly<Record<string, Constant>>;

/** Constants that nobody is named for change with the next version only. */
export function withRights(
  section: RolesSection,
  constants: ConstantsByKey,
  problems: Problems,
): ConstantsByKey {
  const rights = Object.entries(section.data.constants ?? {}).flatMap(([key, shown]) => {
    const path: Path = ['constants', key];
    if (!mayBeNamed(section, constants, path, problems)) return [];
    const names = eachName(shown, path).filter((each) =>
      checkKnown(section, { ...each, what: 'role %' }, roleNames(section), problems),
    );
    return [[key, { roles: names.map(({ name }) => name), place: placeAt(section, path) }] as const];
  });
  const known = new Map(rights);
  return toRecord(
    Object.entries(constants).map(([key, constant]) => {
      const changedBy = known.get(key);
      return [key, changedBy ? { ...constant, changedBy } : constant] as const;
    }),
  );
}

function mayBeNamed(
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
