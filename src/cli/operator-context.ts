// `--as` or DAYBOOK_AS, otherwise the operating system account.
import { userInfo } from 'node:os';
import type { PeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { normalizeUniqueValue } from '../domain/claim/normalize-unique-value.js';
import type { CommandContext } from '../domain/command.js';
import { SYSTEM_ACTOR_ID } from '../domain/event.js';
import { isPersonId, parseUserStream } from '../domain/stream-names.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { findNearestName } from '../specification/document/nearest-name.js';
import { CliUsageError } from './cli-usage-error.js';

/** For every writing command. */
export const AS_OPTION = [
  '--as <person>',
  'who does this: sign-in name, name or id of a person (DAYBOOK_AS); else your account on this machine is written down',
] as const;

export type OperatorContext = Pick<CommandContext, 'actor'> & Required<Pick<CommandContext, 'commandLine'>>;

interface KnownPeople {
  readonly people: Pick<PeopleReadModel, 'get' | 'all' | 'findBySignInDigest'>;
  readonly personal: Pick<PersonalData, 'digest' | 'openForDisplay'>;
}

/** undefined: none. Throws `CliUsageError` for unknown people. */
export async function resolveOperatorContext(
  named: string | undefined,
  known: KnownPeople,
): Promise<OperatorContext> {
  if (named === undefined) return byAccount(accountName());
  const found = await findOperator(named, known);
  if (found === 'nobody is registered') return byAccount(named);
  return { actor: found.id, commandLine: { person: found.id } };
}

const byAccount = (account: string): OperatorContext => ({
  actor: SYSTEM_ACTOR_ID,
  commandLine: { account },
});

/** Accounts in containers may have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `account ${process.getuid?.() ?? '?'}`;
  }
}

async function findOperator(
  named: string,
  known: KnownPeople,
): Promise<PersonDocument | 'nobody is registered'> {
  const { people, personal } = known;
  const id = parseUserStream(named) ?? (isPersonId(named) ? named : undefined);
  const direct =
    (id === undefined ? undefined : await people.get(id)) ??
    (await people.findBySignInDigest(personal.digest(normalizeUniqueValue(named))));
  if (direct) return mustActHere(named, direct);
  const registered = await registeredPeople(known);
  return registered.length === 0 ? 'nobody is registered' : personCalled(named, registered);
}

interface NamedPerson {
  readonly person: PersonDocument;
  readonly names: readonly string[];
}

async function registeredPeople({ people, personal }: KnownPeople): Promise<readonly NamedPerson[]> {
  const registered: NamedPerson[] = [];
  for await (const person of people.all()) {
    if (person.fromLog || person.erasedAt !== null) continue;
    const names = await personal.openForDisplay<readonly unknown[]>([person.signInName, person.name]);
    registered.push({ person, names: names.filter((name) => typeof name === 'string') });
  }
  return registered;
}

function personCalled(named: string, registered: readonly NamedPerson[]): PersonDocument {
  const wanted = normalizeUniqueValue(named);
  const [only, another] = registered.filter(({ names }) =>
    names.some((name) => normalizeUniqueValue(name) === wanted),
  );
  if (only && !another) return mustActHere(named, only.person);
  if (only)
    throw new CliUsageError(
      `several people are called “${named}”. Give the sign-in name of the one who does this.`,
    );
  const near = findNearestName(
    named,
    registered.flatMap(({ names }) => names),
  );
  const remedy =
    near === undefined ? 'Give the sign-in name of the person who does this.' : `Did you mean “${near}”?`;
  throw new CliUsageError(`nobody is called “${named}”, so nothing was done. ${remedy}`);
}

function mustActHere(named: string, person: PersonDocument): PersonDocument {
  if (person.erasedAt !== null) throw new CliUsageError(`“${named}” was erased, and does nothing any more.`);
  if (person.lockedAt !== null) throw new CliUsageError(`the account of “${named}” is locked.`);
  if (person.fromLog)
    throw new CliUsageError(`“${named}” is only known from an imported log, and does nothing here.`);
  return person;
}
