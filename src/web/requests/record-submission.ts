// What is written to records over HTTP: what was sent, by form or by program, becomes a command here and nowhere else.
import type { Request } from 'express';
import type { CommandContext } from '#domain/command.js';
import {
  AssignRecord,
  ChangeRecord,
  CommentRecord,
  OpenRecord,
  RefuseApproval,
  TakeAction,
  TakeBackApproval,
  type RecordInput,
  type RecordCommand,
  type SigningProof,
  type RecordCommandTarget,
} from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';
import { type RecordsQuestion, findRecordById } from '#query-handling/records/records-view.js';
import { builtInRefusal } from '../built-in-refusal.js';
import type { RecordRequest } from './record-request.js';
import { waitForOwnWrites } from '../http/cookies.js';
import type { RequestContext } from './request-context.js';
import { clientOrigin } from '../http/client-origin.js';

/** Everything that can be sent; each kind of command takes of it what it knows. */
export interface RecordSubmission {
  readonly input?: RecordInput;
  /** The locale whose notation numbers and days are written in; undefined: plain. */
  readonly locale?: string;
  /** In which moments are written that name no zone; undefined: that of the specification. */
  readonly timeZone?: string;
  readonly reason?: string;
  readonly text?: string;
  /** Id of the person whose deputy acts. */
  readonly for?: string;
  /** null: unassigned. */
  readonly to?: string | null;
  /** Version of the record that was looked at. */
  readonly seen?: number;
  /** Version whose values the form was filled with; undefined: the one that was looked at. */
  readonly formVersion?: number;
  /** Credentials of the signer: verified before the decision, and not stored. */
  readonly signature?: SentSignature;
}

export interface SentSignature {
  readonly name: string;
  readonly password: string;
  /** Digest of what was shown. */
  readonly shown?: string;
}

/**
 * What `read` makes of the request. What is wrong with a request about a record is told to whoever may read the record: to others it is
 * refused as looking is. Commands have a gate of their own; here it is asked only where there is none to send.
 */
export async function requireReadable<T>(
  { sources, request }: { readonly sources: QueryDependencies; readonly request: Request },
  asked: RecordsQuestion,
  id: string,
  read: () => T,
): Promise<T> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await waitForOwnWrites(request, sources.readModels);
    await findRecordById(sources, asked, id);
    throw error;
  }
}

/**
 * Name and password of whoever signs are looked at here, before the command is made. They go no further, and into no log. undefined: the
 * action asks for no signature, or nobody gave one; then the domain says what is missing. Throws `Refused` where it is not the person who
 * asks.
 */
export async function confirmSignature(
  { signatures, request }: RequestContext,
  { entity, route, viewer }: RecordRequest,
  sent: SentSignature | undefined,
): Promise<SigningProof | undefined> {
  const action = entity.lifecycle.actions.find(({ key }) => key === route.action);
  if (route.kind !== 'action' || action?.sign === undefined || !sent) return undefined;
  const { name, password, shown } = sent;
  const { correlationId } = request;
  const { address } = clientOrigin(request);
  const by = await signatures.confirm(viewer, { name, password, address, correlationId });
  return { by, ...(shown !== undefined && { shown }) };
}

/** Throws `Refused` VERSION_MISSING. `action`: the key in the address. */
type RecordCommandFactory = (
  on: RecordCommandTarget,
  sent: RecordSubmission,
  about: { action: string; signing?: SigningProof },
) => RecordCommand;

const WRITES = {
  form: (on, sent) => new OpenRecord({ ...on, ...typedIn(sent) }),
  edit: (on, sent) => new ChangeRecord({ ...on, ...typedIn(sent), ...shownIn(sent) }),
  action: (on, sent, { action, signing }) => {
    const { reason } = sent;
    const said = reason !== undefined && { reason };
    const signed = signing && { signing };
    return new TakeAction({
      ...on,
      action,
      ...typedIn(sent),
      ...shownIn(sent),
      ...said,
      ...signed,
      ...forWhom(sent),
    });
  },
  refuse: (on, sent, { action }) =>
    new RefuseApproval({
      ...on,
      action,
      reason: sent.reason ?? '',
      baseVersion: versionOf(sent),
      ...forWhom(sent),
    }),
  takeBack: (on, _, { action }) => new TakeBackApproval({ ...on, action }),
  comment: (on, { text = '' }) => new CommentRecord({ ...on, text }),
  assign: (on, sent) => new AssignRecord({ ...on, to: sent.to ?? null, baseVersion: versionOf(sent) }),
} as const satisfies Readonly<Record<string, RecordCommandFactory>>;

/** Kinds of routes that write. */
export type WriteKind = keyof typeof WRITES;

export function createRecordCommand(
  { specification, entity, route, principal }: RecordRequest,
  {
    kind,
    id,
    context,
    signing,
  }: {
    readonly kind: WriteKind;
    readonly id: string;
    readonly context: CommandContext;
    readonly signing?: SigningProof;
  },
  sent: RecordSubmission,
): RecordCommand {
  const on = { application: specification.key, entity: entity.key, id, context };
  const meant = principal === undefined ? sent : { ...sent, for: principal };
  return (WRITES[kind] satisfies RecordCommandFactory as RecordCommandFactory)(on, meant, {
    action: route.action ?? '',
    ...(signing && { signing }),
  });
}

const forWhom = ({ for: principal }: RecordSubmission) =>
  principal === undefined ? {} : { onBehalfOf: principal };

function typedIn({
  input = {},
  locale,
  timeZone,
}: RecordSubmission): Pick<RecordSubmission, 'locale' | 'timeZone'> & { readonly input: RecordInput } {
  return { input, ...(locale !== undefined && { locale }), ...(timeZone !== undefined && { timeZone }) };
}

function shownIn(sent: RecordSubmission) {
  const { formVersion } = sent;
  return { baseVersion: versionOf(sent), ...(formVersion !== undefined && { formVersion }) };
}

function versionOf({ seen }: RecordSubmission): number {
  if (seen === undefined) throw builtInRefusal('VERSION_MISSING');
  return seen;
}
