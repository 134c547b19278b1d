import { getPositionAt } from '#specification/document/yaml-node.js';
import type { Field } from '#specification/model/specification.js';
import { hasSingleValue } from '#specification/field-types/find-field-type.js';
import {
  checkReference,
  listNamesWithPaths,
  type Path,
  type Problems,
  reportDuplicates,
  type SectionData,
} from '../section-context.js';

/** More would push the record off the screen. */
const MAX_FIELDS = 6;

export function readRecordSummary(
  { section, problems }: { readonly section: SectionData<unknown>; readonly problems: Problems },
  entity: string,
  declared: string | readonly string[] | undefined,
  { fields, broken }: { readonly fields: readonly Field[]; readonly broken: readonly string[] },
): readonly string[] {
  const path: Path = ['entities', entity, 'summary'];
  reportDuplicates(section, declared, path, problems);
  const each = listNamesWithPaths(declared, path);
  const excess = each[MAX_FIELDS];
  if (excess)
    problems.report(
      getPositionAt(section.node, excess.path),
      `a summary has at most ${MAX_FIELDS} fields`,
      'leave out what matters least',
    );
  for (const { name, path: at } of each) {
    const known = [...fields.map(({ key }) => key), ...broken];
    if (!checkReference(section, { path: at, name, what: `field % in ${entity}` }, known, problems)) continue;
    const field = fields.find(({ key }) => key === name);
    if (field && !hasSingleValue(field))
      problems.report(
        getPositionAt(section.node, at),
        `a ${field.type} cannot stand in a summary`,
        'use another field',
      );
  }
  return each.map(({ name }) => name);
}
