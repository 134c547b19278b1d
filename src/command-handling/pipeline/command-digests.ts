// What follows from a value, and is the same each time: the fingerprint of what a command asks for, ids of events, digests of values.
import { createHash } from 'node:crypto';
import type { CommandContext } from '#domain/command.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { canonicalJson } from '#event-store/canonical-json.js';

interface CommandWithContext {
  readonly type: string;
  readonly data: { readonly context: CommandContext };
}

/** Hex digits that are kept: enough to tell commands apart, too few to find out by trying what was in one. */
const FINGERPRINT_DIGITS = 6;

/**
 * What a command asks for, as a fingerprint: the same command id with another one is another command.
 * Keyed, so that the log alone gives nothing away, and short, so that whoever has the key as well cannot try out what
 * somebody erased had written. It differs from command to command, or equal ones would tell whoever reads the raw events that
 * hidden values are equal. Passwords are not in it: they are compared with their hash. Neither are the versions that were
 * seen and one-time links: who asks again after looking again asks for the same, and links are made up by us.
 * It is worked out when somebody asks for it: what is refused needs none, however much it is.
 */
export function payloadHasher(
  ports: { readonly personalData: Pick<PersonalData, 'digest'> },
  { type, data }: CommandWithContext,
): () => string {
  let known: string | undefined;
  return () => {
    const { context, ...rest } = data;
    const { actor, commandId } = context;
    const asked = { type, actor, commandId, data: { ...rest, ...EXCLUDED_MEMBERS } };
    return (known ??= ports.personalData
      .digest(`payload ${canonicalizeCommand(asked)}`)
      .slice(0, FINGERPRINT_DIGITS));
  };
}

const EXCLUDED_MEMBERS = {
  baseVersion: undefined,
  knownChanges: undefined,
  formVersion: undefined,
  signing: undefined,
  password: undefined,
  link: undefined,
};

/** Nested deeper than can be followed: no field takes it, so it is refused before it could be written. */
function canonicalizeCommand(asked: unknown): string {
  try {
    return canonicalJson(asked);
  } catch (error) {
    if (error instanceof RangeError) return 'too deep';
    throw error;
  }
}

/**
 * Of the command, the place its event will have, and what it says: the same at the same place is written once. Without the last,
 * an engine would take the event of somebody else with the same command id for one that it has already.
 */
export const deriveEventId = (commandId: string, stream: string, version: number, says: string): string =>
  deriveUuid(`${commandId}\n${stream}\n${version}\n${says}`);

/** Version 8: the same text has the same one. */
export const deriveUuid = (text: string): string => layOutUuid(createHash('sha256').update(text).digest(), 8);

/** As RFC 9562 has it, so that engines take it for a UUID: of the first 16 bytes, which are changed where version and variant stand. */
export function layOutUuid(bytes: Buffer, version: 7 | 8): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * Of JSON values in their canonical form (RFC 8785), as hex digits. What is keyed cannot be found by trying, other than by who
 * holds the installation's key.
 */
export const createDigests = ({ digest }: { readonly digest: (text: string) => string }) => ({
  hash: (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex'),
  keyed: (value: unknown): string => digest(`signed ${canonicalJson(value)}`),
});
