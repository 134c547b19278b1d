// Whose approvals are missing in a round, as a part of a sentence.
import { listRoleTitles } from '#domain/permissions.js';
import { sumNeeds } from '#domain/record/approvals/approval-round.js';
import type { Names } from '#query-handling/names/mentions.js';
import type { WaitingRound } from '#query-handling/approvals/approval-rounds.js';
import type { Specification } from '#specification/model/specification.js';
import type { Translate } from '#views/messages/translate.js';
import { joinAlternatives } from '#web/display/alternatives.js';
import { displayPersonName } from '#web/display/person-names.js';

interface RoundWords {
  readonly specification: Specification;
  readonly names: Names;
  readonly t: Translate;
  /** Ids of people whom the record names, where the viewer may not learn of all who can approve. */
  readonly named?: readonly string[];
}

const MOST_NAMED = 5;

/** “you and Thomas Okafor”, “2 of these people: …”, “one person (Budget holder)”. */
export function missingApprovers(round: WaitingRound, words: RoundWords): string {
  const { others, waitsFor: needs, isAsked } = round;
  const { names, t, named = [] } = words;
  const known = others.length > 0 ? others : named;
  if (known.length === 0) return missingRoles(round, words);
  const people = [
    ...(isAsked ? [t('record.you')] : []),
    ...known.map((id) => displayPersonName(names, id, t)),
  ];
  const missing = sumNeeds(needs);
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
  const { waitsFor: needs, action, isAsked } = round;
  const titled = needs.map(({ role, count }) => ({
    count,
    role: listRoleTitles(specification, role === null ? action.by : [role]),
  }));
  const [only, ...more] = titled;
  if (isAsked && only?.count === 1 && more.length === 0) return t('record.youAs', { role: only.role });
  const all = together(
    titled.map((each) => t('record.holders', each)),
    t,
  );
  return isAsked ? t('record.youAmong', { people: all }) : all;
}

function rolesIn({ waitsFor: needs, action }: WaitingRound, { specification }: RoundWords): string {
  const roles = needs.flatMap(({ role }) => (role === null ? action.by : [role]));
  return listRoleTitles(specification, [...new Set(roles)]);
}

const together = (texts: readonly string[], { language }: Translate): string =>
  new Intl.ListFormat(language).format(texts);
