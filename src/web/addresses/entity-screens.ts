import type { Screen, Specification } from '#specification/model/specification.js';

export function findScreenOfKind(
  specification: Specification,
  entity: string,
  kind: Screen['kind'],
): Screen | undefined {
  return specification.screens.find((screen) => screen.entity === entity && screen.kind === kind);
}

/** The application-relative path below which form and record hang. */
export function findListPath(specification: Specification, entity: string): string | undefined {
  return findScreenOfKind(specification, entity, 'list')?.path;
}

/** The entity's first list at the address of its process map, also filterable by creation time. */
export function findProcessMapScreen(specification: Specification, entity: string): Screen | undefined {
  const list = findScreenOfKind(specification, entity, 'list');
  if (!list) return undefined;
  return { ...list, filters: [...new Set([...list.filters, 'openedAt'])], path: `${list.path}/map` };
}

/** Name of a report or calendar in the API: its path with dots for slashes. */
export const getScreenApiName = ({ path }: Screen): string => path.slice(1).replaceAll('/', '.');

export const findScreenByApiName = (
  { screens }: Specification,
  {
    kind,
    entity,
    name,
  }: { readonly kind: 'report' | 'calendar'; readonly entity: string; readonly name: string },
): Screen | undefined =>
  screens.find((each) => each.kind === kind && each.entity === entity && getScreenApiName(each) === name);
