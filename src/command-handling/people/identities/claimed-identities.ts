// An account at a provider belongs to one person at most: each has a stream that one of two claims wins.
import { foldValueHolder, ValueTakenError, type UniqueValueEvent } from '#domain/claim/unique-value.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import type { RecordedEvent } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/stream-names.js';
import type { UserState } from '#domain/user/user-state.js';
import { claimUniqueValue, releaseUniqueValue } from '../../claims/unique-value-claims.js';
import { readUser } from '../../pipeline/acting-person.js';
import type { CommandDependencies } from '../../pipeline/command-dependencies.js';
import type { ClaimMetadata } from '../../pipeline/decide-and-append.js';

const FIELD = 'identity';

/** Issuer and subject as one text, so that no two pairs are alike. */
export const digestIdentity = (
  { personalData }: Pick<CommandDependencies, 'personalData'>,
  issuer: string,
  subject: string,
): string => personalData.digest(`identity ${JSON.stringify([issuer, subject])}`);

/** Of the session at the provider, which it calls `sid`. */
export const digestProviderSession = (
  { personalData }: Pick<CommandDependencies, 'personalData'>,
  issuer: string,
  sid: string,
): string => personalData.digest(`provider session ${JSON.stringify([issuer, sid])}`);

/** Throws `Refused` IDENTITY_TAKEN. */
export async function claimIdentity(
  ports: CommandDependencies,
  identity: string,
  person: string,
  moment: ClaimMetadata,
): Promise<void> {
  const isHeldBy = async (holder: string) => hasIdentity(await readUser(ports, holder), identity);
  const wanted = { stream: streams.identity(identity), field: FIELD, record: person, isHeldBy };
  try {
    await claimUniqueValue(ports, wanted, moment);
  } catch (error) {
    if (!(error instanceof ValueTakenError)) throw error;
    throw new Refused([createBuiltInReason('IDENTITY_TAKEN')]);
  }
}

export async function releaseIdentity(
  ports: CommandDependencies,
  identity: string,
  person: string,
  moment: ClaimMetadata,
  why?: string,
): Promise<void> {
  const held = { stream: streams.identity(identity), field: FIELD, record: person };
  await releaseUniqueValue(ports, held, moment, why);
}

/** From the log, as read models may lag behind. undefined: nobody. */
export async function findPersonByIdentity(
  ports: Pick<CommandDependencies, 'store' | 'personalData'>,
  identity: string,
): Promise<string | undefined> {
  const { events } = await ports.store.read(streams.identity(identity));
  const { record: person } = foldValueHolder(events as readonly RecordedEvent<UniqueValueEvent>[]);
  return person !== null && hasIdentity(await readUser(ports, person), identity) ? person : undefined;
}

const hasIdentity = (state: UserState, identity: string): boolean =>
  state.status === 'registered' && state.identities.some((each) => each.identity === identity);
