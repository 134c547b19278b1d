import type { z } from 'zod';
import { findNodeAt, listNamesAt } from '#specification/document/yaml-node.js';
import type { Role } from '#specification/model/specification.js';
import { toNullPrototypeObject } from '#specification/document/null-prototype-object.js';
import type { rolesShape } from './permissions-shape.js';
import {
  getLocationAt,
  type Problems,
  reportDuplicates,
  type SectionData,
  readWrittenText,
} from '../section-context.js';
import { keyToTitle } from '../common-shapes.js';

export type RolesSection = SectionData<z.infer<typeof rolesShape>>;

export function readRoles(section: RolesSection, problems: Problems): Readonly<Record<string, Role>> {
  const shown = section.data.roles ?? {};
  if (Array.isArray(shown)) {
    reportDuplicates(section, shown, ['roles'], problems);
    const roles = shown.map((key, index): Role => ({
      key,
      title: keyToTitle(key),
      everyone: false,
      place: getLocationAt(section, ['roles', index]),
    }));
    return toNullPrototypeObject(roles.map((role) => [role.key, role]));
  }
  return toNullPrototypeObject(
    Object.entries(shown).map(([key, role]) => {
      const options = typeof role === 'object' && role !== null ? role : {};
      const title = typeof role === 'string' ? role : options.title;
      const words =
        title === undefined ? keyToTitle(key) : readWrittenText(section, ['roles', key, 'title'], title);
      return [
        key,
        {
          key,
          title: words,
          everyone: options.everyone ?? false,
          ...(options.start !== undefined && { start: options.start }),
          place: getLocationAt(section, ['roles', key]),
        },
      ];
    }),
  );
}

/** Includes broken declarations. */
export function listRoleNames({ node, data }: RolesSection): readonly string[] {
  if (Array.isArray(findNodeAt(node, ['roles'])?.value)) return Array.isArray(data.roles) ? data.roles : [];
  return listNamesAt(node, ['roles']);
}
