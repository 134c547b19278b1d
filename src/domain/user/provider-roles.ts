import { createPhrase } from '#specification/refusal-words/phrases.js';
import { createInvalidEntryRefusal, createBuiltInReason } from '../create-reason.js';
import type { DecidedEvent } from '../event.js';
import { Refused } from '../refusal.js';
import type { ChangeProviderRoles } from './provider-roles-commands.js';
import type { ProviderRolesChanged, ProviderRolesRow } from './provider-roles-events.js';

export interface ProviderRolesTable {
  readonly rows: readonly ProviderRolesRow[];
  /** 0: never changed. */
  readonly version: number;
}

const MAX_ROWS = 500;
export const MAX_GROUP_LENGTH = 500;

export const foldProviderRoles = (
  events: readonly Pick<ProviderRolesChanged, 'data'>[],
): ProviderRolesTable => ({ rows: events.at(-1)?.data.rows ?? [], version: events.length });

export function changeProviderRoles(
  { rows: before, version }: ProviderRolesTable,
  { rows, base }: Pick<ChangeProviderRoles['data'], 'rows' | 'base'>,
): readonly DecidedEvent<ProviderRolesChanged>[] {
  if (base !== version) throw new Refused([createBuiltInReason('CHANGED_MEANWHILE')]);
  if (
    rows.length > MAX_ROWS ||
    rows.some(({ group }) => group.trim() === '' || group.length > MAX_GROUP_LENGTH)
  )
    throw createInvalidEntryRefusal('rows', createPhrase('entry.provider-roles', { most: MAX_ROWS }));
  const distinct = rows.filter((row, index) => rows.findIndex((each) => isSameRow(each, row)) === index);
  const isSame =
    distinct.length === before.length && distinct.every((row, at) => isSameRow(row, before[at]!));
  return isSame ? [] : [{ type: 'provider-roles.changed', data: { rows: distinct } }];
}

const isSameRow = (one: ProviderRolesRow, other: ProviderRolesRow): boolean =>
  one.provider === other.provider &&
  one.group === other.group &&
  one.application === other.application &&
  one.role === other.role;

/** Groups are compared to the letter. */
export const rolesOfGroups = (
  rows: readonly ProviderRolesRow[],
  provider: string,
  groups: readonly string[],
): readonly Pick<ProviderRolesRow, 'application' | 'role'>[] =>
  rows
    .filter((row) => row.provider === provider && groups.includes(row.group))
    .map(({ application, role }) => ({ application, role }));
