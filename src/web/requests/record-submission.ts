// Turns form and API input into record commands.
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
import { type RecordsQuestion, FindRecord } from '#query-handling/records/records-view.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import type { RecordRequest } from './record-request.js';
import type { RequestInput } from '../http/request-input.js';
import type { QueryContext } from './request-context.js';
import type { SentConfirmation } from '#identity/sign-in/signing-confirmation.js';
import type { SignerVerification } from '#identity/sign-in/signer-verification.js';

/** Union of all inputs; each command uses its own. */
export interface RecordSubmission {
  readonly input?: RecordInput;
  /** Notation of numbers and days; undefined: plain. */
  readonly locale?: string;
  /** Zone of instants without one; defaults to the specification's. */
  readonly timeZone?: string;
  readonly reason?: string;
  readonly text?: string;
  /** Id of the person on whose behalf a deputy acts. */
  readonly for?: string;
  /** null: unassigned. */
  readonly to?: string | null;
  /** Version of the record shown. */
  readonly baseVersion?: number;
  /** Version whose values the form was filled with; defaults to the version shown. */
  readonly formVersion?: number;
  /** Credentials of the signer: verified before the decision, and not stored. */
  readonly signature?: SentSignature;
}

export interface SentSignature {
  readonly name: string;
  readonly password: string;
  /** Of the signer's second factor. */
  readonly code?: string;
  /** Digest of what was shown. */
  readonly shown?: string;
}

/** Throws errors of `read` only to persons who may read the record; others get the refusal for reading it. */
export async function hideErrorsFromNonReaders<T>(
  { queries, sources, request }: QueryContext & { readonly request: RequestInput },
  question: RecordsQuestion,
  id: string,
  read: () => T,
): Promise<T> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await request.waitForOwnWrites(sources.readModels);
    await queries.execute(new FindRecord(question, id));
    throw error;
  }
}

interface SigningAttempt {
  readonly sent: SentSignature | undefined;
  /** Client's network address. */
  readonly address: string;
  readonly correlationId: string;
  /** undefined: from a program. */
  readonly confirmation?: SentConfirmation;
}

/** Verifies the password first, so that it is in no command or log. undefined: not needed, or not sent. */
export async function confirmSignature(
  signatures: SignerVerification,
  { entity, route, viewer }: RecordRequest,
  { sent, ...attempt }: SigningAttempt,
): Promise<SigningProof | undefined> {
  const action = entity.lifecycle.actions.find(({ key }) => key === route.action);
  if (route.kind !== 'action' || action?.sign === undefined || !sent) return undefined;
  const { name, password, code = '', shown } = sent;
  const by = await signatures.confirmSigner(viewer, { name, password, code, ...attempt });
  return { by, ...(shown !== undefined && { shown }) };
}

/** Throws `Refused` VERSION_MISSING. */
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
    return new TakeAction({
      ...on,
      action,
      ...typedIn(sent),
      ...shownIn(sent),
      ...(reason !== undefined && { reason }),
      ...(signing && { signing }),
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

function versionOf({ baseVersion }: RecordSubmission): number {
  if (baseVersion === undefined) throw createBuiltInRefusal('VERSION_MISSING');
  return baseVersion;
}
