import type { CallOutcomeEvent } from '#domain/call/call-commands.js';
import type { CallProgress, SentMessage } from '#domain/call/call-events.js';
import type { RequestedCall } from './requested-call.js';
import { evaluateConsequences, NO_CONSEQUENCES } from './evaluate-consequences.js';
import { buildHttpRequest, buildMail, type OutgoingHttp, type OutgoingMail } from './outgoing-messages.js';
import type { AttemptOutcome } from './attempt-outcome.js';
import type { Call } from '#specification/model/specification.js';

/** `shownTo`: ids of people with a notice. */
export type OutgoingMessage =
  { readonly http: OutgoingHttp } | { readonly mail: OutgoingMail; readonly shownTo?: readonly string[] };

export const buildOutgoingMessage = (target: RequestedCall): OutgoingMessage =>
  target.parts.mail ? { mail: buildMail(target) } : { http: buildHttpRequest(target) };

export interface CompletedAttempt {
  readonly progress: CallProgress;
  readonly target?: RequestedCall;
  readonly outgoing?: OutgoingMessage;
  readonly outcome: AttemptOutcome;
  readonly now: string;
}

const MAX_ANSWER_CHARACTERS = 4_000;

export function decideCallOutcome({
  progress,
  target,
  outgoing,
  outcome,
  now,
}: CompletedAttempt): CallOutcomeEvent {
  const attempt = progress.attempts + 1;
  const shown = findNoticeReaders(outgoing, progress);
  if ('answered' in outcome)
    return answeredNote(attempt, outcome, { target: target!, outgoing: outgoing!, shown });
  const { why, forGood, notBefore = 0 } = outcome.failed;
  const tries = progress.tries + 1;
  const retries = target?.call.retries;
  if (forGood || !retries || tries > retries.times)
    return {
      type: 'record.call-given-up',
      data: { ...otherwiseOf(target), attempt, why, ...createNoticeData(shown, outgoing) },
    };
  const wait = Math.max(notBefore, calculateRetryDelay(retries, tries, Math.random()));
  const again = new Date(Date.parse(now) + wait).toISOString();
  return { type: 'record.call-failed', data: { attempt, why, again } };
}

function answeredNote(
  attempt: number,
  {
    answered: { response, text, kept, rejected = [] },
  }: Extract<AttemptOutcome, { readonly answered: unknown }>,
  {
    target,
    outgoing,
    shown,
  }: { readonly target: RequestedCall; readonly outgoing: OutgoingMessage; readonly shown: NoticeReaders },
): CallOutcomeEvent {
  const scope = { ...target.scope, ...(response && { response }) };
  const isPartial = rejected.length > 0;
  const data = {
    ...evaluateConsequences(target.parts.then, scope),
    attempt,
    status: response?.status ?? null,
    sent: { ...getSentMessage(outgoing), ...(isPartial && { rejected }) },
    answer: text === '' ? null : text.slice(0, MAX_ANSWER_CHARACTERS).toWellFormed(),
    ...(kept && { kept }),
    ...(isPartial && { rejected: rejected.length }),
    ...shown,
  };
  return { type: 'record.call-answered', data };
}

const otherwiseOf = (target: RequestedCall | undefined) =>
  target ? evaluateConsequences(target.parts.otherwise, target.scope) : NO_CONSEQUENCES;

interface NoticeReaders {
  readonly shownTo?: readonly string[];
}

/** Created once, even if the call succeeds after it was given up. */
const findNoticeReaders = (outgoing: OutgoingMessage | undefined, { shown }: CallProgress): NoticeReaders =>
  outgoing && 'mail' in outgoing && outgoing.shownTo?.length && !shown ? { shownTo: outgoing.shownTo } : {};

const createNoticeData = (shown: NoticeReaders, outgoing: OutgoingMessage | undefined) =>
  shown.shownTo && outgoing ? { ...shown, sent: getSentMessage(outgoing) } : {};

function getSentMessage(outgoing: OutgoingMessage): SentMessage {
  if ('mail' in outgoing) return { ...outgoing.mail };
  const { method, address, body } = outgoing.http;
  return { method, address: address.href, ...(body !== undefined && { body: JSON.parse(body) as unknown }) };
}

const MAX_DELAY_MS = 24 * 3_600_000;

/** Milliseconds; `chance`, 0 to 1, adds jitter. */
export function calculateRetryDelay({ wait }: Call['retries'], tries: number, chance: number): number {
  const grown = Math.min(MAX_DELAY_MS, wait * 2 ** (tries - 1));
  return Math.round(grown * (0.75 + chance / 2));
}
