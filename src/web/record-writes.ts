// What is written to records over HTTP: what was sent, by form or by program, becomes a command here and nowhere else.
import type { CommandContext } from '../domain/command.js';
import {
  AssignRecord,
  ChangeRecord,
  CommentRecord,
  OpenRecord,
  TakeAction,
  type Input,
  type Notation,
  type RecordCommand,
} from '../domain/record/record-commands.js';
import { refused } from './built-in.js';
import type { RecordRequest } from './record-request.js';

/** Everything that can be sent; each kind of command takes of it what it knows. */
export interface Sent {
  readonly input?: Input;
  /** undefined: plain. */
  readonly notation?: Notation;
  readonly reason?: string;
  readonly text?: string;
  /** null: nobody. */
  readonly to?: string | null;
  /** Version of the record that was looked at. */
  readonly seen?: number;
}

interface OnRecord {
  readonly application: string;
  readonly entity: string;
  readonly id: string;
  readonly context: CommandContext;
}

/** Throws `Refused` VERSION_MISSING. `action`: the key in the address. */
type Write = (on: OnRecord, sent: Sent, action: string) => RecordCommand;

const WRITES = {
  form: (on, sent) => new OpenRecord({ ...on, ...typedIn(sent) }),
  edit: (on, sent) => new ChangeRecord({ ...on, ...typedIn(sent), seen: versionOf(sent) }),
  action: (on, sent, action) => {
    const { reason } = sent;
    const said = reason !== undefined && { reason };
    return new TakeAction({ ...on, action, ...typedIn(sent), seen: versionOf(sent), ...said });
  },
  comment: (on, { text = '' }) => new CommentRecord({ ...on, text }),
  assign: (on, sent) => new AssignRecord({ ...on, to: sent.to ?? null, seen: versionOf(sent) }),
} as const satisfies Readonly<Record<string, Write>>;

/** Kinds of routes that write. */
export type WriteKind = keyof typeof WRITES;

export function commandOf(
  { specification, entity, route }: RecordRequest,
  { kind, id, context }: { readonly kind: WriteKind; readonly id: string; readonly context: CommandContext },
  sent: Sent,
): RecordCommand {
  const on = { application: specification.key, entity: entity.key, id, context };
  return (WRITES[kind] satisfies Write as Write)(on, sent, route.action ?? '');
}

function typedIn({ input = {}, notation }: Sent): { readonly input: Input; readonly notation?: Notation } {
  return { input, ...(notation && { notation }) };
}

function versionOf({ seen }: Sent): number {
  if (seen === undefined) throw refused('VERSION_MISSING');
  return seen;
}
