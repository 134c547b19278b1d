// What a command asks for, as a fingerprint: the same command id with another one is another command.
import { canonical } from '#event-store/canonical-json.js';
import type { CommandContext } from '../domain/command.js';
import type { WritingPorts } from './writing-ports.js';

interface CommandWithContext {
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
export function payloadOf(
  ports: Pick<WritingPorts, 'personalData'>,
  { type, data }: CommandWithContext,
): () => string {
  let known: string | undefined;
  return () => {
    const { context, ...rest } = data;
    const { actor, commandId } = context;
    const asked = { type, actor, commandId, data: { ...rest, ...NOT_ASKED } };
    return (known ??= ports.personalData.digest(`payload ${textOf(asked)}`).slice(0, KEPT));
  };
}

const NOT_ASKED = { seen: undefined, signing: undefined, password: undefined, link: undefined };

/** Nested deeper than can be followed: no field takes it, so it is refused before it could be written. */
function textOf(asked: unknown): string {
  try {
    return canonical(asked);
  } catch (error) {
    if (error instanceof RangeError) return 'too deep';
    throw error;
  }
}
