import { createHash } from 'node:crypto';
import type { CommandContext } from '#domain/command.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { toCanonicalJson } from '#event-store/canonical-json.js';

interface CommandWithContext {
  readonly type: string;
  readonly data: { readonly context: CommandContext };
}

/**
 * Tells commands with the same id apart; too short to find erased content by trial. Leaves out what may differ on a
 * repeat: passwords, base versions and links.
 */
const FINGERPRINT_DIGITS = 6;

export function createPayloadHasher(
  ports: { readonly personalData: Pick<PersonalData, 'digest'> },
  { type, data }: CommandWithContext,
): () => string {
  let known: string | undefined;
  return () => {
    const { context, ...rest } = data;
    const { actor, commandId } = context;
    const payload = { type, actor, commandId, data: { ...rest, ...EXCLUDED_MEMBERS } };
    return (known ??= ports.personalData
      .digest(`payload ${canonicalizeCommand(payload)}`)
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

function canonicalizeCommand(payload: unknown): string {
  try {
    return toCanonicalJson(payload);
  } catch (error) {
    if (error instanceof RangeError) return 'too deep';
    throw error;
  }
}

/** The payload keeps another actor's command with the id from passing for a repeat. */
export const deriveEventId = (
  commandId: string,
  stream: string,
  version: number,
  payloadHash: string,
): string => deriveUuid(`${commandId}\n${stream}\n${version}\n${payloadHash}`);

export const deriveUuid = (text: string): string => formatUuid(createHash('sha256').update(text).digest(), 8);

/** RFC 9562 */
export function formatUuid(bytes: Buffer, version: 7 | 8): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Hex, of canonical JSON (RFC 8785); keyed against guessing. */
export const createDigestFunctions = ({ digest }: { readonly digest: (text: string) => string }) => ({
  hash: (value: unknown): string => createHash('sha256').update(toCanonicalJson(value)).digest('hex'),
  keyed: (value: unknown): string => digest(`signed ${toCanonicalJson(value)}`),
});
