// Approvals that a record waits for, and the signatures it has.
import { v7 as uuid } from 'uuid';
import { proposedIn, type Vote } from '#domain/record/approval-events.js';
import { roleTitles } from '#domain/permissions.js';
import { roundOf } from '#domain/record/round.js';
import type { Names } from '#query-handling/mentions.js';
import type { WaitingRound } from '#query-handling/records/approval-rounds.js';
import type { RecordView } from '#query-handling/records/view-record.js';
import type { Entity, Specification } from '#specification/specification.js';
import type { Translate } from '#views/messages/translate.js';
import type { ApprovalRound, ApprovalVote, RecordPage } from '#views/view-models/record.js';
import { refuseHref, takeBackHref } from '../routes.js';
import { actorName, personName } from './person-names.js';
import { showField } from './shown.js';

interface RoundsSource {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly view: Pick<RecordView, 'seen' | 'names' | 'rounds'>;
  readonly t: Translate;
}

export function presentRounds(showing: RoundsSource): RecordPage['rounds'] {
  const { specification, entity, view, t } = showing;
  const { seen, names, rounds } = view;
  return rounds.map((round): ApprovalRound => {
    const { action, needed, approved, refused, isRefused, isSpoken, isAsked } = round;
    const on = [specification, entity.key, seen.id, action.key] as const;
    return {
      title: action.title,
      needed,
      approved: approved.map((vote) => shownVote(names, vote, t)),
      refused: refused.map((vote) => shownVote(names, vote, t)),
      isRefused,
      proposed: proposedFields(showing, round),
      waitsFor: waitsFor(specification, names, { ...round, t }),
      ...(isSpoken && { takeBack: { href: takeBackHref(...on), commandId: uuid() } }),
      ...(isAsked && { refuse: { href: refuseHref(...on), commandId: uuid() } }),
    };
  });
}

/** What the action will write once the round is over, as far as the person may see it. */
function proposedFields(
  { specification, entity, view: { seen, names }, t }: RoundsSource,
  { action, approved, isRefused }: WaitingRound,
): ApprovalRound['proposed'] {
  const values = approved.length === 0 || isRefused ? [] : [...proposedIn(roundOf(seen, action))];
  const fields = Object.fromEntries(values.map(([key, { value }]) => [key, value]));
  return entity.fields
    .filter(({ key }) => Object.hasOwn(fields, key))
    .map((field) => showField(field, { ...seen, fields }, { specification, names, t }));
}

/** By name where the person may know who there is; otherwise how many of which role. */
function waitsFor(
  specification: Specification,
  names: Names,
  round: WaitingRound & { readonly t: Translate },
): string {
  const { others, waitsFor: needs, action, isAsked, t } = round;
  if (others.length > 0) {
    const people = [...(isAsked ? [t('record.you')] : []), ...others.map((id) => personName(names, id, t))];
    const named = people.slice(0, MOST_NAMED).join(', ');
    return people.length > MOST_NAMED ? t('record.orOthers', { people: named }) : named;
  }
  const titled = needs.map(({ role, count }) => ({
    count,
    role: roleTitles(specification, role === null ? action.by : [role]),
  }));
  const [only, ...more] = titled;
  if (isAsked && only?.count === 1 && more.length === 0) return t('record.youAs', { role: only.role });
  const all = new Intl.ListFormat(t.language).format(titled.map((each) => t('record.holders', each)));
  return isAsked ? t('record.youAmong', { people: all }) : all;
}

const MOST_NAMED = 5;

const shownVote = (names: Names, { by, for: principal, at, reason }: Vote, t: Translate): ApprovalVote => ({
  who: actorName(names, { by, for: principal }, t),
  at,
  ...(reason !== undefined && { reason }),
});

export function signaturesOf({
  view: { seen, names, signed },
  t,
}: {
  readonly view: RecordView;
  readonly t: Translate;
}): RecordPage['signatures'] {
  return seen.signatures.map((signature) => {
    const { signedBy, for: principal, at, meaning, by, hash } = signature;
    const { title, now } = signed(signature);
    return {
      who: actorName(names, { by: signedBy, for: principal }, t),
      at,
      action: title,
      ...(now !== undefined && { actionNow: now }),
      meaning,
      demo: by === 'demo',
      ...(hash !== undefined && { hash }),
    };
  });
}
