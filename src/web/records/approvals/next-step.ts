import type { ActionOffer, NextAction, RecordPage } from '#views/view-models/record.js';
import { inputId } from '#views/controls/input-help-and-errors.js';
import { getActionInputId } from '#views/parts/next-step-actions.js';
import { joinRoleTitles } from '#domain/permissions.js';
import { translateReason } from '#domain/create-reason.js';
import type { Reason } from '#domain/refusal.js';
import type { ReferenceNames } from '#query-handling/names/find-names.js';
import type { NextStep, RefusedStep, WaitedFor } from '#query-handling/records/next-step.js';
import type { RecordView } from '#query-handling/record-details/view-record.js';
import { getCallTitle } from '#specification/sections/calls/call-title.js';
import type { Action, Specification } from '#specification/model/specification.js';
import { describeActionChoice, joinAlternatives } from '#web/display/alternatives.js';
import { describeMissingApprovers } from './describe-missing-approvers.js';
import { displayActorName, displayPersonName } from '#web/display/person-names.js';
import type { Translate } from '#views/messages/translate.js';

interface NextStepContext {
  readonly specification: Specification;
  readonly names: ReferenceNames;
  readonly t: Translate; /** undefined: the viewer may not change the record. */
  readonly edit: string | undefined;
  readonly calls?: RecordView['calls'];
  readonly offers?: readonly ActionOffer[];
}

export function presentNextStep(
  next: NextStep,
  { specification, names, edit, t, calls = [], offers = [] }: NextStepContext,
): RecordPage['next'] {
  switch (next.kind) {
    case 'ended':
      return { kind: 'ended' };
    case 'ready':
      return { kind: 'ready', actions: next.actions.map((action) => nextAction(action, offers)) };
    case 'lacking':
      return {
        kind: 'lacking',
        action: next.action.title,
        steps: stepsFor(
          next.reasons.map((reason) => translateReason(reason, t.language)),
          edit,
        ),
      };
    case 'waiting':
      return (
        presentRetry(next.for, calls, { specification, names, t }) ?? {
          kind: 'waiting',
          sentence: waitingSentence(next.for, { specification, names, t }),
        }
      );
    case 'refused':
      return presentRefused(next.round, { names, t, offers });
    case 'conditional': {
      const { message, remedy = message } = translateReason(next.guard, t.language);
      return { kind: 'conditional', action: next.action.title, condition: remedy };
    }
    case 'unknown':
      return undefined;
  }
}

function nextAction({ key, title }: Action, offers: readonly ActionOffer[]): NextAction {
  const offer = offers.find((each) => each.key === key && each.allowed);
  return offer ? { title, href: offer.asks ? offer.href : `#${getActionInputId(key)}` } : { title };
}

function stepsFor(reasons: readonly Reason[], edit: string | undefined) {
  const steps = reasons.map((reason) => {
    const [field] = reason.fields;
    const text = stepText(reason);
    return edit === undefined || field === undefined ? { text } : { text, href: `${edit}#${inputId(field)}` };
  });
  return steps.filter(({ text }, index) => steps.findIndex((each) => each.text === text) === index);
}

/** The remedy's first sentence as used after a colon: “choose a supplier”. */
function stepText({ message, remedy }: Reason): string {
  const [sentence = ''] = (remedy ?? message).split(/(?<=[.!?])\s/);
  return uncapitalized(sentence.replace(/[.!]$/, ''));
}

/** Leaves abbreviations: “IBAN”, “A4”. */
const uncapitalized = (text: string): string =>
  /^\p{Lu}(?:\p{Lu}|\p{N})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

function presentRefused(
  { action, refused, ways, isOwn }: RefusedStep,
  { names, t, offers }: Pick<NextStepContext, 'names' | 't'> & { readonly offers: readonly ActionOffer[] },
): RecordPage['next'] {
  const people = refused.map((vote) => displayActorName(names, { by: vote.by, for: vote.for }, t));
  return {
    kind: 'refused',
    action: action.title,
    ...(!isOwn && { by: new Intl.ListFormat(t.language).format(people) }),
    actions: ways.map((way) => nextAction(way, offers)),
  };
}

type StepWords = Pick<NextStepContext, 'specification' | 'names' | 't'>;

/** undefined: no retry pending, or several people have to approve. */
function presentRetry(waited: WaitedFor, calls: RecordView['calls'], words: StepWords): RecordPage['next'] {
  const retried = calls.find(({ status, again }) => status === 'waiting' && again !== undefined);
  if (!retried || approvalsSentence(waited, words) !== undefined) return undefined;
  const { specification, t } = words;
  return {
    kind: 'retrying',
    call: getCallTitle(specification, retried.name),
    again: retried.again!,
    name: whoIsWaitedFor(waited, words),
    actions: describeActionChoice(waited.actions, t),
  };
}

function waitingSentence(waited: WaitedFor, words: StepWords): string {
  const { t } = words;
  return approvalsSentence(waited, words) ?? t('home.waitingFor', { name: whoIsWaitedFor(waited, words) });
}

/** “Next, Priya Raman: Approve.” */
export const nextBySentence = (waited: WaitedFor, words: StepWords): string =>
  approvalsSentence(waited, words) ??
  words.t('record.nextBy', {
    name: whoIsWaitedFor(waited, words),
    actions: describeActionChoice(waited.actions, words.t),
  });

/** undefined: one person suffices. */
function approvalsSentence({ people: named, round }: WaitedFor, words: StepWords): string | undefined {
  if (!round || round.needed < 2) return undefined;
  const { needed } = round;
  const people = describeMissingApprovers(round, { ...words, named });
  const approved = round.approved.length;
  return approved === 0
    ? words.t('record.approvalsNeeded', { needed, people })
    : words.t('record.approvalsGiven', { approved, needed, people });
}

/** “Priya Raman or Thomas Okafor”, or the title of a role. */
function whoIsWaitedFor({ people, roles }: WaitedFor, { specification, names, t }: StepWords): string {
  const waited =
    people.length > 0
      ? people.map((id) => displayPersonName(names, id, t))
      : roles.map((role) => joinRoleTitles(specification, [role]));
  return joinAlternatives(waited, t);
}
