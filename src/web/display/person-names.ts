// What people are called, also those who cannot be named.
import type { Translate } from '#views/messages/translate.js';
import { type VisibleRecord } from '#query-handling/visibility/visible-records.js';
import { SYSTEM } from '#domain/permissions.js';
import { SYSTEM_ACTOR, UNKNOWN_ACTOR, type Metadata } from '#domain/event.js';
import { isErased } from '#specification/model/stored-value.js';
import type { Names } from '#query-handling/names/mentions.js';

/** The name, “erased”, “not recorded”, or the id of an unknown person. */
export function displayPersonName(names: Names, id: string, t: Translate): string {
  if (id === SYSTEM.id) return SYSTEM.name;
  if (id === UNKNOWN_ACTOR) return t('name.notRecorded');
  const name = names.people.get(id);
  if (name === undefined) return id;
  if (typeof name === 'string') return name;
  return isErased(name) ? t('person.erasedName') : namelessPerson(id, t);
}

/** One erased person in a list of several. */
export const erasedPersonName = (id: string, t: Translate): string =>
  t('name.erasedPerson', { id: id.slice(-6) });

/** “Ana Sousa for Thomas Okafor” where a deputy acted. */
export function displayActorName(
  names: Names,
  {
    by,
    for: principal,
    commandLine,
  }: {
    readonly by: string;
    readonly for?: string | undefined;
    readonly commandLine?: Metadata['commandLine'];
  },
  t: Translate,
): string {
  const name = operatorName(names, { actor: by, commandLine }, t);
  return principal === undefined
    ? name
    : t('account.deputyFor', { deputy: name, person: displayPersonName(names, principal, t) });
}

/** Who changed a record last. */
export const changerName = (
  names: Names,
  { changedBy, changedFor }: Pick<VisibleRecord, 'changedBy' | 'changedFor'>,
  t: Translate,
): string => displayActorName(names, { by: changedBy, for: changedFor }, t);

/** “Ruth Adler, on the command line”, “command line (jonas)”; of an import, whoever acted then. */
function operatorName(
  names: Names,
  { actor, commandLine }: { readonly actor: string; readonly commandLine: Metadata['commandLine'] },
  t: Translate,
): string {
  const name = displayPersonName(names, actor, t);
  if (!commandLine) return name;
  if ('person' in commandLine) return actor === commandLine.person ? t('name.onCommandLine', { name }) : name;
  return actor === SYSTEM_ACTOR ? t('name.commandLine', { account: commandLine.account }) : name;
}

/** Their key is missing: that is no erasure. */
export const namelessPerson = (id: string, t: Translate): string =>
  t('name.unreadable', { id: id.slice(-6) });
