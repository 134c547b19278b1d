import { getPositionAt } from '#specification/document/yaml-node.js';
import type { Dashboard, Role, Screen } from '#specification/model/specification.js';
import { checkReference, type Problems } from '../section-context.js';
import type { RolesSection } from './read-roles.js';

interface StartRoute {
  readonly path: string;
  readonly roles: readonly string[];
}

interface StartTargets {
  readonly roles: Readonly<Record<string, Role>>;
  readonly screens: readonly Screen[];
  readonly dashboards: readonly Dashboard[];
}

export function checkStartPages(section: RolesSection, known: StartTargets, problems: Problems): void {
  const begins: readonly StartRoute[] = [
    ...known.dashboards,
    ...known.screens.filter(({ kind }) => kind !== 'detail'),
  ];
  const routes = begins.map(({ path }) => path);
  let everyones: Role | undefined;
  for (const role of Object.values(known.roles)) {
    const { key, start } = role;
    if (start === undefined) continue;
    const path = ['roles', key, 'start'];
    const spot = getPositionAt(section.node, path);
    if (everyones)
      problems.report(
        spot,
        `nobody begins here: everybody is \`${everyones.key}\`, which stands before \`${key}\``,
        `write \`${key}\` before \`${everyones.key}\``,
      );
    if (role.everyone) everyones ??= role;
    if (!checkReference(section, { path, name: start, what: 'screen %' }, routes, problems)) continue;
    const screen = begins.find((each) => each.path === start)!;
    if (screen.roles.length > 0 && !screen.roles.includes(key))
      problems.report(
        spot,
        `\`${start}\` is not for the role \`${key}\``,
        `add \`${key}\` to the roles of \`${start}\`, or let it begin somewhere else`,
      );
  }
}
