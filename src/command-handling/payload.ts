// What a command asks for, as a fingerprint: the same command id with another one is another command.
import type { CommandContext } from '../domain/command.js';
import type { WritingPorts } from './writing-ports.js';

interface Asked {
  readonly type: string;
  readonly data: { readonly context: CommandContext };
}

/** Hex digits that are kept: enough to tell commands apart, too few to find out by trying what was in one. */
const KEPT = 6;

/**
 * Keyed, so that the log alone gives nothing away, and short, so that whoever has the key as well cannot try out what
 * somebody erased had written. It differs from command to command, or equal ones would tell whoever reads the raw events that
 * hidden values are equal. Passwords are not in it: they are compared with their hash. Neither are the version that was
 * seen and one-time links: who asks again after looking again asks for the same, and links are made up by us.
 * It is worked out when somebody asks for it: what is refused needs none, however much it is.
 */
export function payloadOf(ports: Pick<WritingPorts, 'personalData'>, { type, data }: Asked): () => string {
  let known: string | undefined;
  return () => {
    const { context, ...rest } = data;
    const { actor, commandId } = context;
    const asked = { type, actor, commandId, data: { ...rest, ...NOT_ASKED } };
    return (known ??= ports.personalData.digest(`payload ${canonical(asked)}`).slice(0, KEPT));
  };
}

const NOT_ASKED = { seen: undefined, password: undefined, link: undefined };

/** JSON with the members of each object in their order, so that the order in which they were sent does not count. */
function canonical(value: unknown): string {
  try {
    return sorted(value);
  } catch (error) {
    // Nested deeper than can be followed: no field takes it, so it is refused before it could be written.
    if (error instanceof RangeError) return 'too deep';
    throw error;
  }
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
