import {
  claimUniqueValue,
  releaseUniqueValue,
  type UniqueValueClaimRequest,
} from '../claims/unique-value-claims.js';
import type { ClaimMetadata } from '../pipeline/decide-and-append.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';
import { normalizeUniqueValue } from '#domain/claim/normalize-unique-value.js';
import { ValueTakenError } from '#domain/claim/unique-value.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/stream-names.js';
import { computeNameSkeleton } from '#domain/user/user-names.js';
import { readUser } from '../pipeline/acting-person.js';

const FIELD = 'signInName';

export interface SignInDigests {
  readonly signInDigest?: string | undefined;
  readonly lookDigest?: string | undefined;
}

/** Case-insensitive. */
export function digestSignInName(
  { personalData }: Pick<CommandDependencies, 'personalData'>,
  name: string,
): string {
  return personalData.digest(normalizeUniqueValue(name));
}

/** The look-alike form counts if it differs. */
export function createSignInDigests(
  ports: Pick<CommandDependencies, 'personalData'>,
  name: string,
): SignInDigests {
  const [own, look] = [digestSignInName(ports, name), ports.personalData.digest(computeNameSkeleton(name))];
  return { signInDigest: own, ...(look !== own && { lookDigest: look }) };
}

/** Claims both digests or none. Throws `Refused` SIGN_IN_NAME_TAKEN. */
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
    if (!(error instanceof ValueTakenError)) throw error;
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

function nameOf(digest: string, record: string): Omit<UniqueValueClaimRequest, 'isHeldBy'> {
  return { stream: streams.signInName(digest), field: FIELD, record };
}

async function digestsHeldBy(ports: CommandDependencies, person: string): Promise<readonly string[]> {
  const state = await readUser(ports, person);
  return state.status === 'registered' ? listed(state) : [];
}
