// Sign-in names are claimed through streams named by a keyed hash: erased people leave no name behind.
import { claim, release, type Wanted } from '../claims/unique-claims.js';
import { foldUser } from '../acting-person.js';
import type { Stamp } from '../stamp.js';
import type { WritingPorts } from '../writing-ports.js';
import { folded } from '../../domain/claim/folded.js';
import type { Happened } from '../../domain/decider.js';
import { NotFree } from '../../domain/claim/unique-value.js';
import { builtInReason } from '../../domain/reason.js';
import { Refused } from '../../domain/refusal.js';
import { streams } from '../../domain/streams.js';
import type { UserEvent } from '../../domain/user/user-events.js';

type Moment = Omit<Stamp, 'stream'>;

const FIELD = 'signInName';

/** The keyed hash by which a sign-in name is found, however it is capitalised. */
export function signInDigest({ personalData }: Pick<WritingPorts, 'personalData'>, name: string): string {
  return personalData.digest(folded(name));
}

/** Returns whether it was claimed now. Throws `Refused` SIGN_IN_NAME_TAKEN. */
export async function claimSignInName(
  ports: WritingPorts,
  digest: string,
  person: string,
  moment: Moment,
): Promise<boolean> {
  const isHeldBy = async (holder: string) => (await digestHeldBy(ports, holder)) === digest;
  try {
    return await claim(ports, { ...nameOf(digest, person), isHeldBy }, moment);
  } catch (error) {
    if (error instanceof NotFree)
      throw new Refused([builtInReason('SIGN_IN_NAME_TAKEN', { fields: [FIELD] })]);
    throw error;
  }
}

export async function releaseSignInName(
  ports: WritingPorts,
  digest: string,
  person: string,
  moment: Moment,
  why: string,
): Promise<void> {
  await release(ports, nameOf(digest, person), moment, why);
}

function nameOf(digest: string, record: string): Omit<Wanted, 'isHeldBy'> {
  return { stream: streams.signInName(digest), field: FIELD, record };
}

async function digestHeldBy(ports: WritingPorts, person: string): Promise<string | undefined> {
  const { events } = await ports.store.read(streams.user(person));
  const state = foldUser(
    (await ports.personalData.open(events)) as unknown as readonly Happened<UserEvent>[],
  );
  return state.status === 'registered' ? state.signInDigest : undefined;
}
