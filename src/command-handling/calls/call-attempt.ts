// One attempt of one call: what is sent, and what came of it, as it is noted.
import type { CallNote } from '#domain/call/call-commands.js';
import type { CallProgress, SentMessage } from '#domain/call/call-events.js';
import type { CallTarget } from './call-target.js';
import { evaluateConsequences, NO_CONSEQUENCES } from './call-consequences.js';
import { buildHttpRequest, buildMail, type OutgoingHttp, type OutgoingMail } from './outgoing-messages.js';
import type { AttemptOutcome } from './attempt-outcome.js';
import type { Call } from '#specification/model/specification.js';

/** `shownTo`: ids of people who find a mail on their page. */
export type OutgoingMessage =
  { readonly http: OutgoingHttp } | { readonly mail: OutgoingMail; readonly shownTo?: readonly string[] };

/** Throws `CannotBeMade`. */
export const buildOutgoingMessage = (target: CallTarget): OutgoingMessage =>
  target.parts.mail ? { mail: buildMail(target) } : { http: buildHttpRequest(target) };

export interface PreparedAttempt {
  readonly progress: CallProgress;
  /** undefined: the call is not known any more, or nothing could be made of it. */
  readonly target?: CallTarget;
  readonly outgoing?: OutgoingMessage;
  readonly outcome: AttemptOutcome;
  /** ISO 8601. */
  readonly now: string;
}

/** Characters of an answer that are kept. */
const KEPT = 4_000;

export function toCallNote({ progress, target, outgoing, outcome, now }: PreparedAttempt): CallNote {
  const attempt = progress.attempts + 1;
  const shown = shownBy(outgoing, progress);
  if ('answered' in outcome)
    return answeredNote(attempt, outcome, { target: target!, outgoing: outgoing!, shown });
  const { why, forGood, notBefore = 0 } = outcome.failed;
  const tries = progress.tries + 1;
  const retries = target?.call.retries;
  if (forGood || !retries || tries > retries.times)
    return {
      type: 'record.call-given-up',
      data: { ...otherwiseOf(target), attempt, why, ...told(shown, outgoing) },
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
  }: { readonly target: CallTarget; readonly outgoing: OutgoingMessage; readonly shown: NoticeReaders },
): CallNote {
  const scope = { ...target.scope, ...(response && { response }) };
  const isPartial = rejected.length > 0;
  const data = {
    ...evaluateConsequences(target.parts.then, scope),
    attempt,
    status: response?.status ?? null,
    sent: { ...sentBy(outgoing), ...(isPartial && { rejected }) },
    answer: text === '' ? null : text.slice(0, KEPT).toWellFormed(),
    ...(kept && { kept }),
    ...(isPartial && { rejected: rejected.length }),
    ...shown,
  };
  return { type: 'record.call-answered', data };
}

const otherwiseOf = (target: CallTarget | undefined) =>
  target ? evaluateConsequences(target.parts.otherwise, target.scope) : NO_CONSEQUENCES;

interface NoticeReaders {
  readonly shownTo?: readonly string[];
}

/** Once: what they found when it was given up they need not find again when it gets through after all. */
const shownBy = (outgoing: OutgoingMessage | undefined, { shown }: CallProgress): NoticeReaders =>
  outgoing && 'mail' in outgoing && outgoing.shownTo?.length && !shown ? { shownTo: outgoing.shownTo } : {};

/** Who is to find a mail on their page does, whatever becomes of those of others. */
const told = (shown: NoticeReaders, outgoing: OutgoingMessage | undefined) =>
  shown.shownTo && outgoing ? { ...shown, sent: sentBy(outgoing) } : {};

function sentBy(outgoing: OutgoingMessage): SentMessage {
  if ('mail' in outgoing) return { ...outgoing.mail };
  const { method, address, body } = outgoing.http;
  return { method, address: address.href, ...(body !== undefined && { body: JSON.parse(body) as unknown }) };
}

/** Milliseconds. */
const LONGEST_DELAY = 24 * 3_600_000;

/** Milliseconds after the `tries`-th failed attempt: later each time, and not all at once. `chance`: from 0 to 1. */
export function calculateRetryDelay({ wait }: Call['retries'], tries: number, chance: number): number {
  const grown = Math.min(LONGEST_DELAY, wait * 2 ** (tries - 1));
  return Math.round(grown * (0.75 + chance / 2));
}
