// Rounds and signatures of a record → what its page says about them.
import { v7 as uuid } from 'uuid';
import type { RecordPage, ApprovalRound, ApprovalVote } from '#views/view-models/record.js';
import type { Vote } from '#domain/record/approval-events.js';
import { roleTitles } from '#domain/permissions.js';
import type { WaitingRound } from '#query-handling/records/waiting-rounds.js';
import type { RecordView } from '#query-handling/records/view-record.js';
import type { Names } from '#query-handling/visible.js';
import type { Entity, Specification } from '#specification/specification.js';
import { refuseHref, takeBackHref } from '../routes.js';
import { personName } from './shown.js';

interface RoundsSource {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly view: Pick<RecordView, 'rounds' | 'seen' | 'names'>;
}

export function presentRounds({ specification, entity, view }: RoundsSource): RecordPage['rounds'] {
  const { seen, names, rounds } = view;
  return rounds.map((round): ApprovalRound => {
    const { action, needed, approved, refused, isRefused, isSpoken, isAsked } = round;
    const on = [specification, entity.key, seen.id, action.key] as const;
    return {
      title: action.title,
      needed,
      approved: approved.map((vote) => shownVote(names, vote)),
      refused: refused.map((vote) => shownVote(names, vote)),
      isRefused,
      waitsFor: waitsFor(specification, names, round),
      ...(isSpoken && { takeBack: { href: takeBackHref(...on), commandId: uuid() } }),
      ...(isAsked && { refuse: { href: refuseHref(...on), commandId: uuid() } }),
    };
  });
}

/** By name where the person may know who there is; otherwise how many of which role. */
function waitsFor(specification: Specification, names: Names, round: WaitingRound): string {
  const { people, waitsFor: needs, action } = round;
  if (people.length > 0) {
    const named = people.slice(0, MOST_NAMED).map((id) => personName(names, id));
    return people.length > MOST_NAMED ? `${named.join(', ')} or others` : named.join(', ');
  }
  const each = needs.map(({ role, count }) => {
    const who = role === null ? action.by : [role];
    return `${count} of ${roleTitles(specification, who)}`;
  });
  return each.join(' and ');
}

const MOST_NAMED = 5;

const shownVote = (names: Names, { by, for: principal, at, reason }: Vote): ApprovalVote => ({
  who: nameOf(names, by, principal),
  at,
  ...(reason !== undefined && { reason }),
});

/** “Ana Sousa for Thomas Okafor” */
const nameOf = (names: Names, by: string, principal: string | undefined): string =>
  [by, ...(principal === undefined ? [] : [principal])].map((id) => personName(names, id)).join(' for ');

export function presentSignatures({ entity, view: { seen, names } }: RoundsSource): RecordPage['signatures'] {
  return seen.signatures.map(({ signedBy, for: principal, at, action, meaning, by, hash }) => ({
    who: nameOf(names, signedBy, principal),
    at,
    action: entity.lifecycle.actions.find(({ key }) => key === action)?.title ?? action,
    meaning,
    demo: by === 'demo',
    ...(hash !== undefined && { hash }),
  }));
}
