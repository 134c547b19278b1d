import type { Translate } from '#views/messages/translate.js';
import { type VisibleRecord } from '#query-handling/visibility/visible-records.js';
import { SYSTEM } from '#domain/permissions.js';
import { SYSTEM_ACTOR_ID, UNKNOWN_ACTOR_ID, type Metadata } from '#domain/event.js';
import { isErased } from '#specification/model/stored-value.js';
import type { ReferenceNames } from '#query-handling/names/find-names.js';

/** The name, “erased”, “not recorded”, or the id of an unknown person. */
export function displayPersonName(names: ReferenceNames, id: string, t: Translate): string {
  if (id === SYSTEM.id) return SYSTEM.name;
  if (id === UNKNOWN_ACTOR_ID) return t('name.notRecorded');
  const name = names.people.get(id);
  if (name === undefined) return id;
  if (typeof name === 'string') return name;
  return isErased(name) ? t('person.erasedName') : displayUnreadablePerson(id, t);
}

export const displayErasedPerson = (id: string, t: Translate): string =>
  t('name.erasedPerson', { id: id.slice(-6) });

/** “Ana Sousa for Thomas Okafor” for a deputy, “the program “ERP import” for Ana Sousa” for a program. */
export function displayActorName(
  names: ReferenceNames,
  {
    by,
    for: principal,
    commandLine,
    program,
  }: {
    readonly by: string;
    readonly for?: string | undefined;
    readonly commandLine?: Metadata['commandLine'];
    readonly program?: Metadata['program'];
  },
  t: Translate,
): string {
  const operator = operatorName(names, { actor: by, commandLine }, t);
  const name = program === undefined ? operator : programName(names, program, operator, t);
  return principal === undefined
    ? name
    : t('account.deputyFor', { deputy: name, person: displayPersonName(names, principal, t) });
}

export const displayLastChangerName = (
  names: ReferenceNames,
  { changedBy, changedFor }: Pick<VisibleRecord, 'changedBy' | 'changedFor'>,
  t: Translate,
): string => displayActorName(names, { by: changedBy, for: changedFor }, t);

/** “Ruth Adler, on the command line”, “command line (jonas)”; for imports the original actor. */
function operatorName(
  names: ReferenceNames,
  { actor, commandLine }: { readonly actor: string; readonly commandLine: Metadata['commandLine'] },
  t: Translate,
): string {
  const name = displayPersonName(names, actor, t);
  if (!commandLine) return name;
  if ('person' in commandLine) return actor === commandLine.person ? t('name.onCommandLine', { name }) : name;
  return actor === SYSTEM_ACTOR_ID ? t('name.commandLine', { account: commandLine.account }) : name;
}

function programName(names: ReferenceNames, token: string, person: string, t: Translate): string {
  const program = names.programs?.get(token);
  return program === undefined ? t('name.someProgram', { person }) : t('name.program', { program, person });
}

/** A missing key is no erasure. */
export const displayUnreadablePerson = (id: string, t: Translate): string =>
  t('name.unreadable', { id: id.slice(-6) });
