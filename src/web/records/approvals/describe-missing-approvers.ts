import { joinRoleTitles } from '#domain/permissions.js';
import { countRequiredApprovals } from '#domain/record/approvals/approval-round.js';
import type { ReferenceNames } from '#query-handling/names/find-names.js';
import type { WaitingRound } from '#query-handling/approvals/approval-rounds.js';
import type { Specification } from '#specification/model/specification.js';
import type { Translate } from '#views/messages/translate.js';
import { joinAlternatives } from '#web/display/alternatives.js';
import { displayPersonName } from '#web/display/person-names.js';

interface RoundWords {
  readonly specification: Specification;
  readonly names: ReferenceNames;
  readonly t: Translate;
  /** Ids of people referenced by the record, for viewers who may not list all approvers. */
  readonly named?: readonly string[];
}

const MOST_NAMED = 5;

/** “you and Thomas Okafor”, “2 of these people: …”, “one person (Budget holder)” */
export function describeMissingApprovers(round: WaitingRound, words: RoundWords): string {
  const { others, waitsFor: needs, canDecide } = round;
  const { names, t, named = [] } = words;
  const known = others.length > 0 ? others : named;
  if (known.length === 0) return missingRoles(round, words);
  const people = [
    ...(canDecide ? [t('record.you')] : []),
    ...known.map((id) => displayPersonName(names, id, t)),
  ];
  const missing = countRequiredApprovals(needs);
  if (others.length === 0 && people.length < missing) {
    const role = rolesIn(round, words);
    return together([...people, t('record.moreHolders', { count: missing - people.length, role })], t);
  }
  const shown =
    people.length > MOST_NAMED
      ? t('record.orOthers', { people: people.slice(0, MOST_NAMED).join(', ') })
      : undefined;
  if (missing === 1) return shown ?? joinAlternatives(people, t);
  if (people.length <= missing) return together(people, t);
  return t('record.someOf', { count: missing, people: shown ?? together(people, t) });
}

function missingRoles(round: WaitingRound, { specification, t }: RoundWords): string {
  const { waitsFor: needs, action, canDecide } = round;
  const titled = needs.map(({ role, count }) => ({
    count,
    role: joinRoleTitles(specification, role === null ? action.by : [role]),
  }));
  const [only, ...more] = titled;
  if (canDecide && only?.count === 1 && more.length === 0) return t('record.youAs', { role: only.role });
  const all = together(
    titled.map((each) => t('record.holders', each)),
    t,
  );
  return canDecide ? t('record.youAmong', { people: all }) : all;
}

function rolesIn({ waitsFor: needs, action }: WaitingRound, { specification }: RoundWords): string {
  const roles = needs.flatMap(({ role }) => (role === null ? action.by : [role]));
  return joinRoleTitles(specification, [...new Set(roles)]);
}

const together = (texts: readonly string[], { language }: Translate): string =>
  new Intl.ListFormat(language).format(texts);
