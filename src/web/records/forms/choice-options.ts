import type { ChoiceList } from '#views/view-models/choices.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { ListedPerson } from '#query-handling/query-dependencies.js';
import {
  findChoices,
  findMatchingPeople,
  type Choice,
  type ChoiceMatches,
} from '#query-handling/lists/choices.js';
import { ListRecentChoices, type RecentChoices } from '#query-handling/lists/recent-choices.js';
import { FindMatchingRecords } from '#query-handling/lists/reference-choices.js';
import {
  ReferencedIds,
  FindNames,
  getRecordLabel,
  type ReferenceNames,
} from '#query-handling/names/find-names.js';
import { FindRoleHolders } from '#query-handling/people/role-holders.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Entity, Field } from '#specification/model/specification.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import { isRecordId } from '#domain/stream-names.js';
import { displayPersonName } from '#web/display/person-names.js';
import { MOST_SEARCHES, type ChoiceSearches } from '#web/http/posted-choice-searches.js';
import type { QueryContext } from '#web/requests/request-context.js';
import type { Translate } from '#views/messages/translate.js';

export interface ChoicesContext extends QueryContext {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  readonly viewer: Viewer;
  readonly t: Translate;
}

/** An input for people or records, with its current choice. */
export interface ChoosingInput {
  readonly field: Field;
  readonly key: string;
  readonly value: string;
}

/** undefined: the input does not reference records or people. */
export type ChoicesOf = (input: ChoosingInput) => ChoiceList | undefined;

type Matching = (text: string) => Promise<ChoiceMatches>;

export async function choicesFor(
  context: ChoicesContext,
  inputs: readonly ChoosingInput[],
  searches: ChoiceSearches,
): Promise<ChoicesOf> {
  const choosing = inputs.filter(({ field }) => getFieldType(field).pointsTo !== undefined);
  if (choosing.length === 0) return () => undefined;
  const chosenBefore = await context.queries.execute(new ListRecentChoices(context));
  const names = await namesOfChosen(context, choosing, chosenBefore);
  const answered = answeredSearches(searches);
  const matchingIn = lookUpOnce((field: Field) => matchingFor(context, field));
  const lists = new Map<string, ChoiceList>();
  for (const { field, key, value } of choosing) {
    const matching = await matchingIn(field);
    const chosen = value === '' ? [] : [{ value, title: chosenTitle(context, names, field, value) }];
    const text = answered.has(key) ? (searches.texts.get(key) ?? '') : '';
    const current = key === (searches.pressed ?? searches.unanswered[0]);
    const lately = chosenBefore(columnOf(key)).flatMap((id) => stillThere(context, names, field, id));
    lists.set(key, await findChoices(matching, { text, chosen, current, lately }));
  }
  return ({ key }) => lists.get(key);
}

/** `lines.0.supplier` is a cell of the column `lines.supplier`. */
const columnOf = (key: string): string => key.replace(/\.\d+\./, '.');

/** The pressed input first, at most MOST_SEARCHES. */
function answeredSearches({ texts, pressed, unanswered }: ChoiceSearches): ReadonlySet<string> {
  const wanted = [...(pressed === undefined ? [] : [pressed]), ...unanswered, ...texts.keys()];
  const distinct = new Set<string>();
  const keys = wanted.filter((key) => {
    const text = texts.get(key) ?? '';
    if (text === '' || (!distinct.has(text) && distinct.size >= MOST_SEARCHES)) return false;
    distinct.add(text);
    return true;
  });
  return new Set(keys);
}

const PEOPLE = 'user';

/** `user` with roles, or an entity key. */
const listOf = ({ to, roles, ...field }: Field): string =>
  getFieldType(field).pointsTo === 'person' ? [PEOPLE, ...(roles ?? [])].join(' ') : `to ${to ?? ''}`;

/** Shares lookups between inputs of one kind. */
function lookUpOnce(matchingFor: (field: Field) => Promise<Unremembered>) {
  const lists = new Map<string, Promise<Matching>>();
  return (field: Field): Promise<Matching> => {
    const list = listOf(field);
    const found = lists.get(list) ?? matchingFor(field).then(remember);
    lists.set(list, found);
    return found;
  };
}

type Unremembered = (text: string) => ChoiceMatches | Promise<ChoiceMatches>;

function remember(matching: Unremembered): Matching {
  const known = new Map<string, Promise<ChoiceMatches>>();
  return (text) => {
    const found = known.get(text) ?? Promise.resolve(matching(text));
    known.set(text, found);
    return found;
  };
}

async function matchingFor(context: ChoicesContext, field: Field): Promise<Unremembered> {
  const { queries, published, viewer } = context;
  if (getFieldType(field).pointsTo === 'person')
    return findMatchingPeople(await peopleFor(context, field.roles));
  const entity = published.specification.entities[field.to ?? ''];
  if (!entity) return () => ({ items: [], count: { count: 0, more: false } });
  return (search) => queries.execute(new FindMatchingRecords({ published, entity, viewer }, search));
}

/** All people, or holders of the roles. */
export async function peopleFor(
  { queries, sources, published }: ChoicesContext,
  roles: Field['roles'],
): Promise<readonly ListedPerson[]> {
  const people = await sources.names.listed();
  if (!roles) return people;
  const may = await queries.execute(new FindRoleHolders(published.specification, roles));
  return people.filter(({ id }) => may.has(id));
}

async function namesOfChosen(
  { queries, published, viewer }: ChoicesContext,
  inputs: readonly ChoosingInput[],
  chosenBefore: RecentChoices,
): Promise<ReferenceNames> {
  const mentions = new ReferencedIds();
  for (const { field, key, value } of inputs)
    for (const id of [value, ...chosenBefore(columnOf(key))]) if (isRecordId(id)) mentions.value(field, id);
  return queries.execute(new FindNames(published, mentions, viewer));
}

/** undefined if the person may no longer read it. */
function stillThere(
  { published }: ChoicesContext,
  names: ReferenceNames,
  field: Field,
  id: string,
): readonly Choice[] {
  if (getFieldType(field).pointsTo === 'person') {
    const name = names.people.get(id);
    return typeof name === 'string' ? [{ value: id, title: name }] : [];
  }
  const { key } = published.specification;
  const found = getRecordLabel(names, { application: key, entity: field.to ?? '', id });
  const title = found?.title === undefined ? undefined : found.title || found.number;
  return title ? [{ value: id, title }] : [];
}

function chosenTitle(
  { published, t }: ChoicesContext,
  names: ReferenceNames,
  field: Field,
  value: string,
): string {
  if (!isRecordId(value)) return value;
  if (getFieldType(field).pointsTo === 'person') return displayPersonName(names, value, t);
  const { key } = published.specification;
  const found = getRecordLabel(names, { application: key, entity: field.to ?? '', id: value });
  return found?.title || found?.number || value;
}
