// What an answer, or a message from outside, does to a record: fields are set and an action is taken, by commands like anybody's. They obey
// rules, states and guards; permissions are people's.
import type { CommandContext } from '#domain/command.js';
import { ChangeRecord, TakeAction } from '#domain/record/record-commands.js';
import type { RecordParts } from '#domain/streams.js';
import type { Entity } from '#specification/specification.js';

type Values = Readonly<Record<string, unknown>>;

export interface Consequences {
  readonly set: Values | null;
  readonly action: string | null;
  /** Of the action. */
  readonly reason: string;
}

export interface Doing {
  readonly on: RecordParts;
  /** Of the specification that the record runs by. */
  readonly entity: Entity | undefined;
  /** `what`: two commands of one cause have identities of their own. */
  context(what: 'set' | 'action'): CommandContext;
  send<Answer>(command: ChangeRecord | TakeAction): Promise<Answer>;
}

/** Throws `Refused`, and what engines throw. */
export async function carryOut<Answer>(
  { set, action, reason }: Consequences,
  { on, entity, context, send }: Doing,
): Promise<Answer | undefined> {
  const asked = entity?.lifecycle.actions.find(({ key }) => key === action)?.ask ?? [];
  const [input, rest] = parted(set ?? {}, asked);
  let last: Answer | undefined;
  if (Object.keys(rest).length > 0)
    last = await send<Answer>(new ChangeRecord({ ...on, input: rest, context: context('set') }));
  if (action !== null)
    last = await send<Answer>(new TakeAction({ ...on, action, input, reason, context: context('action') }));
  return last;
}

/** Fields that the action asks for are given to it. */
function parted(set: Values, asked: readonly string[]): readonly [Values, Values] {
  const entries = Object.entries(set);
  return [
    Object.fromEntries(entries.filter(([key]) => asked.includes(key))),
    Object.fromEntries(entries.filter(([key]) => !asked.includes(key))),
  ];
}
