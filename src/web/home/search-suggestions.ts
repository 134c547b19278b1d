import { canAccessApplication, canOpen, toActor } from '#domain/permissions.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { matchesAllWords, splitWords } from '#projections/port/search-words.js';
import { matchesRecordNumber, padRecordNumber } from '#query-handling/filters/record-number.js';
import { matchesTerm } from '#query-handling/filters/search-plan.js';
import type { FoundRecords } from '#query-handling/lists/search-records.js';
import type { ListedPerson } from '#query-handling/query-dependencies.js';
import type { Viewer } from '#query-handling/viewer.js';
import { foldText } from '#specification/values/fold-text.js';
import type { Entity, Screen } from '#specification/model/specification.js';
import {
  ACCOUNT_PATH,
  CALLS_PATH,
  DEPUTIES_PATH,
  HOME_PATH,
  NOTICES_PATH,
  PEOPLE_PATH,
  STATUS_PATH,
  TIMELINE_PATH,
} from '#views/addresses.js';
import { personTimelineHref } from '../addresses/timeline-address.js';
import { newHref, personHref, recordHref, screenHref } from '../addresses/page-addresses.js';
import { canSeeScreen } from '../addresses/visible-screens.js';
import { entityInSentence } from '../display/entity-in-sentence.js';
import { displayRecordName } from '../display/record-name.js';
import { getStateTitle } from '../display/display-value.js';
import type { SearchPage } from '#views/view-models/search.js';
import type { Translate } from '#views/messages/translate.js';

export type Suggestion = SearchPage['people'][number];

const MOST_RECORDS = 6;
const MOST_PAGES = 5;

interface Typed {
  readonly text: string;
  /** Key of the current application; ''. */
  readonly here: string;
  readonly t: Translate;
}

/** Exact numbers first, then matches of all words, the current application's before others. */
export function recordSuggestions(
  found: readonly FoundRecords[],
  { text, here, t }: Typed,
): readonly Suggestion[] {
  const words = [...splitWords([text])];
  const termOf = (entity: Entity) => {
    const asNumber = padRecordNumber(entity, text);
    return { words, ...(asNumber !== undefined && { asNumber }) };
  };
  const isHere = ({ href }: Suggestion) => href.startsWith(`/${here}/`);
  const all = found.flatMap(({ published: { specification }, entity, items }) =>
    items.map((record) => ({
      hasNumber: record.number !== null && matchesRecordNumber(entity, record.number, text.trim()),
      isNamed: matchesTerm(termOf(entity), [...splitWords([displayRecordName(record)])]),
      suggestion: {
        href: recordHref(specification, entity.key, record.id),
        title: displayRecordName(record) || t('search.untitled'),
        detail: [
          entity.title,
          ...(entity.lifecycle.states.length > 1 ? [getStateTitle(entity, record.state)] : []),
          specification.name,
        ].join(' · '),
      },
    })),
  );
  const rank = ({ hasNumber, isNamed, suggestion }: (typeof all)[number]) =>
    (hasNumber ? 0 : 4) + (isNamed ? 0 : 2) + (isHere(suggestion) ? 0 : 1);
  return all
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, MOST_RECORDS)
    .map(({ suggestion }) => suggestion);
}

type Months = readonly { readonly value: string; readonly title: string }[];

interface PersonInMonths {
  readonly name: string;
  readonly months: Months;
}

const SUGGESTED_MONTHS = 2;

/** `Ann Able, August 2026`; the last months if none is typed. `all`: newest first. */
export function splitMonth(text: string, all: Months): PersonInMonths {
  // Some keyboards write the accents of letters as characters of their own.
  const composed = text.normalize('NFC');
  const typed = foldText(composed);
  for (const month of all)
    for (const ending of [month.title, month.value])
      if (typed.endsWith(foldText(ending)))
        return { name: withoutComma(composed.slice(0, -ending.length)), months: [month] };
  return { name: text, months: all.slice(0, SUGGESTED_MONTHS) };
}

const withoutComma = (text: string): string => text.trimEnd().replace(/,$/, '').trimEnd();

/** Links to the person's page for admins, to their actions for auditors; of a single one, to the actions of a month. */
export function peopleSuggestions(
  people: readonly ListedPerson[],
  {
    viewer: { admin },
    months,
    t,
  }: { readonly viewer: Viewer; readonly months: Months; readonly t: Translate },
): readonly Suggestion[] {
  const found = people.map(({ id, name }) => ({
    href: admin ? personHref(id) : personTimelineHref(id),
    title: name,
    detail: t(admin ? 'frame.people' : 'frame.audit'),
  }));
  const [only, ...others] = people;
  if (!only || others.length > 0) return found;
  const ofMonths = months.map(({ value, title }) => ({
    href: personTimelineHref(only.id, value),
    title: t('search.personInMonth', { person: only.name, month: title }),
    detail: t('frame.audit'),
  }));
  return [...found, ...ofMonths];
}

/** Matches word prefixes in the titles of pages and their applications; '' matches all. */
export function pageSuggestions(
  text: string,
  published: readonly PublishedVersion[],
  { viewer, t }: { readonly viewer: Viewer; readonly t: Translate },
): readonly Suggestion[] {
  const words = [...splitWords([text])];
  const pages = [
    ...published
      .filter(({ specification }) => canAccessApplication(specification, viewer))
      .flatMap((each) => pagesIn(each, viewer, t)),
    ...systemPages(viewer, t),
  ];
  return pages
    .filter(({ title, detail }) => matchesAllWords(words, [...splitWords([title, detail])]))
    .slice(0, MOST_PAGES);
}

const KINDS: ReadonlySet<Screen['kind']> = new Set(['list', 'board', 'report', 'calendar']);

/** A screen or dashboard. */
interface Titled {
  readonly title: string;
  readonly kind?: Screen['kind'];
}

function pagesIn({ specification }: PublishedVersion, viewer: Viewer, t: Translate): readonly Suggestion[] {
  const detail = specification.name;
  const actor = toActor(specification, viewer);
  const screens = [
    ...specification.dashboards,
    ...specification.screens.filter(({ kind }) => KINDS.has(kind)),
  ];
  const isTitleTwice = ({ title }: Titled) => screens.filter((each) => each.title === title).length > 1;
  const nameOf = (screen: Titled) =>
    screen.kind === 'board' && isTitleTwice(screen)
      ? t('search.board', { title: screen.title })
      : screen.title;
  return [
    ...screens
      .filter((screen) => canSeeScreen(screen, specification, viewer))
      .map((screen) => ({ href: screenHref(specification, screen), title: nameOf(screen), detail })),
    ...Object.values(specification.entities)
      .filter((entity) => canOpen(entity, actor))
      .map((entity) => ({
        href: newHref(specification, entity.key),
        title: t('form.new', { entity: entityInSentence(entity.title, specification, t) }),
        detail,
      })),
  ];
}

const SYSTEM = 'Daybook';

const systemPages = ({ admin, auditor }: Viewer, t: Translate): readonly Suggestion[] =>
  [
    { href: HOME_PATH, title: t('frame.home') },
    { href: ACCOUNT_PATH, title: t('frame.account') },
    { href: NOTICES_PATH, title: t('frame.notices') },
    { href: DEPUTIES_PATH, title: t('frame.deputies') },
    ...(admin || auditor ? [{ href: TIMELINE_PATH, title: t('frame.audit') }] : []),
    ...(admin
      ? [
          { href: PEOPLE_PATH, title: t('frame.people') },
          { href: CALLS_PATH, title: t('frame.calls') },
          { href: STATUS_PATH, title: t('frame.status') },
        ]
      : []),
  ].map((page) => ({ ...page, detail: SYSTEM }));
