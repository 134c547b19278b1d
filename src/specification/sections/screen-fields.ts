// Section 2: the fields a screen shows, filters and sorts by.
import { spotAt } from '../document/node.js';
import type { Entity, Screen } from '../specification.js';
import { checkKnown, eachName, type Path } from './reading.js';
import type { ScreensReading, ShownScreen } from './screens.js';

/** What lists show besides fields. */
export const SCREEN_PROPERTIES = [
  'number',
  'state',
  'openedBy',
  'openedAt',
  'changedAt',
  'assignee',
] as const;

export function readSort(shown: string): Screen['sort'] {
  return shown.startsWith('-')
    ? { field: shown.slice(1), descending: true }
    : { field: shown.replace(/^\+/, ''), descending: false };
}

export function checkShownFields(
  { section, problems, fields: allFields }: ScreensReading,
  path: Path,
  entity: Entity,
  shown: ShownScreen,
): void {
  const fields = allFields[entity.key] ?? [];
  const what = `field % in ${entity.key}`;
  for (const option of ['columns', 'card', 'fields', 'filters'] as const) {
    const known = option === 'fields' ? fields : [...fields, ...SCREEN_PROPERTIES];
    for (const each of eachName(shown[option], [...path, option])) {
      if (!checkKnown(section, { ...each, what }, known, problems) || option === 'fields') continue;
      const field = entity.fields.find(({ key }) => key === each.name);
      const refusal = field && refusalOf(option, field);
      if (refusal) problems.report(spotAt(section.node, each.path), refusal, 'leave it out here');
    }
  }
  if (shown.sort === undefined) return;
  const { field: name } = readSort(shown.sort);
  if (
    !checkKnown(section, { path: [...path, 'sort'], name, what }, [...fields, ...SCREEN_PROPERTIES], problems)
  )
    return;
  const field = entity.fields.find(({ key }) => key === name);
  const refusal = field && refusalOf('sort', field);
  if (refusal) problems.report(spotAt(section.node, [...path, 'sort']), refusal, 'sort by another field');
}

function refusalOf(
  option: 'columns' | 'card' | 'filters' | 'sort',
  field: Entity['fields'][number],
): string | undefined {
  if (option === 'columns' || option === 'card') return undefined;
  const doing = option === 'sort' ? 'sorted' : 'filtered';
  if (field.personal !== undefined)
    return `\`${field.key}\` is personal: it is kept sealed, and cannot be ${doing} by`;
  if (field.type === 'table' || field.type === 'file')
    return `lists cannot be ${doing} by the ${field.type} \`${field.key}\``;
  return undefined;
}
