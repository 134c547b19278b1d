// Sign-in names are claimed through streams named by a keyed hash: erased people leave no name behind.
import { claimUniqueValue, releaseUniqueValue, type ClaimRequest } from '../claims/unique-claims.js';
import type { ClaimMetadata } from '../pipeline/decide-and-append.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';
import { foldUniqueValue } from '#domain/claim/fold-unique-value.js';
import { ValueTaken } from '#domain/claim/unique-value.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/stream-names.js';
import { computeNameSkeleton } from '#domain/user/user-names.js';
import { readUser } from '../pipeline/acting-person.js';

const FIELD = 'signInName';

export interface SignInDigests {
  readonly signInDigest?: string | undefined;
  readonly lookDigest?: string | undefined;
}

/** The keyed hash by which a sign-in name is found, however it is capitalised. */
export function digestSignInName(
  { personalData }: Pick<CommandDependencies, 'personalData'>,
  name: string,
): string {
  return personalData.digest(foldUniqueValue(name));
}

/** Of the name and, where that is another text, of what it looks like. */
export function digestNameAndLook(
  ports: Pick<CommandDependencies, 'personalData'>,
  name: string,
): SignInDigests {
  const [own, look] = [digestSignInName(ports, name), ports.personalData.digest(computeNameSkeleton(name))];
  return { signInDigest: own, ...(look !== own && { lookDigest: look }) };
}

/** Both or none. Throws `Refused` SIGN_IN_NAME_TAKEN. */
export async function claimSignInName(
  ports: CommandDependencies,
  digests: SignInDigests,
  person: string,
  moment: ClaimMetadata,
): Promise<void> {
  const claimed: string[] = [];
  try {
    for (const digest of listed(digests)) {
      const isHeldBy = async (holder: string) => (await digestsHeldBy(ports, holder)).includes(digest);
      if (await claimUniqueValue(ports, { ...nameOf(digest, person), isHeldBy }, moment))
        claimed.push(digest);
    }
  } catch (error) {
    if (!(error instanceof ValueTaken)) throw error;
    const why = 'The name could not be taken whole.';
    for (const digest of claimed) await releaseUniqueValue(ports, nameOf(digest, person), moment, why);
    throw new Refused([createBuiltInReason('SIGN_IN_NAME_TAKEN', { fields: [FIELD] })]);
  }
}

export async function releaseSignInName(
  ports: CommandDependencies,
  digests: SignInDigests,
  person: string,
  moment: ClaimMetadata,
  why: string,
): Promise<void> {
  for (const digest of listed(digests)) await releaseUniqueValue(ports, nameOf(digest, person), moment, why);
}

const listed = ({ signInDigest: own, lookDigest }: SignInDigests): readonly string[] =>
  [own, lookDigest].filter((digest) => digest !== undefined);

function nameOf(digest: string, record: string): Omit<ClaimRequest, 'isHeldBy'> {
  return { stream: streams.signInName(digest), field: FIELD, record };
}

async function digestsHeldBy(ports: CommandDependencies, person: string): Promise<readonly string[]> {
  const state = await readUser(ports, person);
  return state.status === 'registered' ? listed(state) : [];
}
