import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import { BOOLEAN_RESULT } from '#specification/cel/compile-cel.js';
import { suggestName } from '#specification/document/nearest-name.js';
import {
  findNodeAt,
  getKeyPositionAt,
  listNamesAt,
  getPositionAt,
} from '#specification/document/yaml-node.js';
import { toNullPrototypeObject } from '#specification/document/null-prototype-object.js';
import { type CooperativeTask, mapInSteps } from '#specification/cooperative-task.js';
import type { Expression, Grant, Permissions } from '#specification/model/specification.js';
import { compileExpressionAt, reportPersonalFields } from '../compile-expression.js';
import type { GrantDeclaration, PermissionsDeclaration } from './permissions-shape.js';
import {
  checkReference,
  listNamesWithPaths,
  type Path,
  getLocationAt,
  type Problems,
} from '../section-context.js';
import { type RolesSection, listRoleNames } from './read-roles.js';

export interface PermissionsContext {
  readonly section: RolesSection;
  readonly problems: Problems;
  readonly environments: Readonly<Record<string, ExpressionEnvironment>>;
  readonly entities: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

export function* readPermissions(
  reading: PermissionsContext,
): CooperativeTask<Readonly<Record<string, Permissions>>> {
  const { section, problems, entities } = reading;
  for (const entity of listNamesAt(section.node, ['permissions'])) {
    if (entities.includes(entity)) continue;
    problems.report(
      getKeyPositionAt(section.node, ['permissions', entity]),
      `no entity \`${entity}\``,
      suggestName(entity, entities),
    );
  }
  const shown = Object.entries(section.data.permissions ?? {}).filter(([entity]) =>
    entities.includes(entity),
  );
  return toNullPrototypeObject(
    yield* mapInSteps(shown, function* ([entity, permissions]) {
      return [entity, yield* readEntity(reading, entity, permissions)] as const;
    }),
  );
}

const WHAT = ['open', 'read', 'edit', 'comment', 'assign', 'erase'] as const;

function* readEntity(
  reading: PermissionsContext,
  entity: string,
  shown: PermissionsDeclaration,
): CooperativeTask<Permissions> {
  const { section, problems, fields } = reading;
  const path: Path = ['permissions', entity];
  for (const field of listNamesAt(section.node, [...path, 'fields'])) {
    const known = fields[entity] ?? [];
    if (known.includes(field)) continue;
    const spot = getKeyPositionAt(section.node, [...path, 'fields', field]);
    problems.report(spot, `no field \`${field}\` in ${entity}`, suggestName(field, known));
  }
  const grants = yield* mapInSteps(WHAT, (what) => {
    const grant = shown[what];
    return grant === undefined ? [] : [[what, readGrant(reading, entity, [...path, what], grant)] as const];
  });
  const perField = yield* mapInSteps(Object.entries(shown.fields ?? {}), ([field, { read, edit }]) => {
    const where = [...path, 'fields', field];
    const grant = {
      ...(read === undefined ? {} : { read: readGrant(reading, entity, [...where, 'read'], read) }),
      ...(edit === undefined ? {} : { edit: readGrant(reading, entity, [...where, 'edit'], edit) }),
    };
    return [field, grant] as const;
  });
  return {
    ...Object.fromEntries(grants.flat()),
    fields: toNullPrototypeObject(perField),
    place: getLocationAt(section, path),
  };
}

function readGrant(reading: PermissionsContext, entity: string, path: Path, shown: GrantDeclaration): Grant {
  const { section, problems } = reading;
  const known = listRoleNames(section);
  const place = getLocationAt(section, path);
  if (typeof shown === 'string' || Array.isArray(shown)) {
    const names = listNamesWithPaths(shown as string | readonly string[], path);
    const good = names.filter((each) =>
      checkReference(section, { ...each, what: 'role %' }, known, problems),
    );
    return { roles: toNullPrototypeObject(good.map(({ name }) => [name, true] as const)), place };
  }
  const roles = Object.keys(shown).flatMap(
    (role): readonly (readonly [string, true | Expression<boolean>])[] => {
      if (!known.includes(role)) {
        problems.report(
          getKeyPositionAt(section.node, [...path, role]),
          `no role \`${role.slice(0, 60)}\``,
          suggestName(role, known),
        );
        return [];
      }
      const condition = readCondition(reading, entity, [...path, role]);
      return condition === undefined ? [] : [[role, condition]];
    },
  );
  return { roles: toNullPrototypeObject(roles), place };
}

function readCondition(
  reading: PermissionsContext,
  entity: string,
  path: Path,
): true | Expression<boolean> | undefined {
  const { section, problems, environments } = reading;
  const shown = findNodeAt(section.node, path)?.value;
  if (shown === true) return true;
  if (shown === false) {
    problems.report(getPositionAt(section.node, path), '`false` grants nothing', 'leave the role out');
    return undefined;
  }
  const environment = environments[entity];
  const expression = compileExpressionAt(
    environment,
    section,
    { path, place: 'permission' },
    BOOLEAN_RESULT,
    problems,
  );
  if (expression && path.includes('read')) {
    const why = 'who may read a record is decided before anything personal is opened';
    reportPersonalFields(environment, section, { path, source: expression.source }, why, problems);
  }
  return expression;
}
