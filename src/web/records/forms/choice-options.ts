// What the inputs of a form choose from: records one may point to, and people. Each list is looked up once, and each search.
import type { ChoiceList } from '#views/view-models/choices.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { ListedPerson, QueryDependencies } from '#query-handling/query-dependencies.js';
import { findChoices, findMatchingPeople, type Choice, type Matches } from '#query-handling/lists/choices.js';
import { listRecentChoices, type RecentChoices } from '#query-handling/lists/recent-choices.js';
import { findMatchingRecords } from '#query-handling/lists/reference-choices.js';
import { Mentions, findNames, getRecordReference, type Names } from '#query-handling/names/mentions.js';
import { findRoleHolders } from '#query-handling/people/role-holders.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Entity, Field } from '#specification/model/specification.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import { isId } from '#web/addresses/page-addresses.js';
import { displayPersonName } from '#web/display/person-names.js';
import { MOST_SEARCHES, type ChoiceSearches } from '#web/http/choice-searches.js';
import type { Translate } from '#views/messages/translate.js';

export interface ChoicesContext {
  readonly sources: QueryDependencies;
  readonly published: PublishedVersion;
  /** Whose form it is. */
  readonly entity: Entity;
  readonly viewer: Viewer;
  readonly t: Translate;
}

/** An input that points to people or records, and what is chosen in it. */
export interface ChoosingInput {
  readonly field: Field;
  readonly key: string;
  readonly value: string;
}

/** undefined: nothing is chosen in such an input, or from what the specification declares. */
export type ChoicesOf = (input: ChoosingInput) => ChoiceList | undefined;

type Matching = (text: string) => Promise<Matches>;

/** What these inputs choose from, and no others. */
export async function choicesFor(
  context: ChoicesContext,
  inputs: readonly ChoosingInput[],
  searches: ChoiceSearches,
): Promise<ChoicesOf> {
  const choosing = inputs.filter(({ field }) => getFieldType(field).pointsTo !== undefined);
  if (choosing.length === 0) return () => undefined;
  const chosenBefore = await listRecentChoices(context.sources, context);
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

/** Inputs whose search this answer includes: the pressed one first, MOST_SEARCHES in all. */
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

/** `user` with the roles asked for, or the key of an entity. */
const listOf = ({ to, roles, ...field }: Field): string =>
  getFieldType(field).pointsTo === 'person' ? [PEOPLE, ...(roles ?? [])].join(' ') : `to ${to ?? ''}`;

/** What fields of one kind choose from, and what each text finds there, is looked up once. */
function lookUpOnce(matchingFor: (field: Field) => Promise<Unremembered>) {
  const lists = new Map<string, Promise<Matching>>();
  return (field: Field): Promise<Matching> => {
    const list = listOf(field);
    const found = lists.get(list) ?? matchingFor(field).then(remember);
    lists.set(list, found);
    return found;
  };
}

type Unremembered = (text: string) => Matches | Promise<Matches>;

function remember(matching: Unremembered): Matching {
  const known = new Map<string, Promise<Matches>>();
  return (text) => {
    const found = known.get(text) ?? Promise.resolve(matching(text));
    known.set(text, found);
    return found;
  };
}

async function matchingFor(context: ChoicesContext, field: Field): Promise<Unremembered> {
  const { sources, published, viewer } = context;
  if (getFieldType(field).pointsTo === 'person')
    return findMatchingPeople(await peopleFor(context, field.roles));
  const entity = published.specification.entities[field.to ?? ''];
  if (!entity) return () => ({ items: [], count: { count: 0, more: false } });
  return findMatchingRecords(sources, { published, entity, viewer });
}

/** Everybody, or who holds one of these roles. */
export async function peopleFor(
  { sources, published }: ChoicesContext,
  roles: Field['roles'],
): Promise<readonly ListedPerson[]> {
  const everybody = await sources.names.listed();
  if (!roles) return everybody;
  const may = await findRoleHolders(sources, published.specification, roles);
  return everybody.filter(({ id }) => may.has(id));
}

async function namesOfChosen(
  { sources, published, viewer }: ChoicesContext,
  inputs: readonly ChoosingInput[],
  chosenBefore: RecentChoices,
): Promise<Names> {
  const mentions = new Mentions();
  for (const { field, key, value } of inputs)
    for (const id of [value, ...chosenBefore(columnOf(key))]) if (isId(id)) mentions.value(field, id);
  return findNames(sources, published, mentions, viewer);
}

/** As a choice; empty where the person may not read it any more. */
function stillThere(
  { published }: ChoicesContext,
  names: Names,
  field: Field,
  id: string,
): readonly Choice[] {
  if (getFieldType(field).pointsTo === 'person') {
    const name = names.people.get(id);
    return typeof name === 'string' ? [{ value: id, title: name }] : [];
  }
  const { key } = published.specification;
  const found = getRecordReference(names, { application: key, entity: field.to ?? '', id });
  const title = found?.title === undefined ? undefined : found.title || found.number;
  return title ? [{ value: id, title }] : [];
}

function chosenTitle({ published, t }: ChoicesContext, names: Names, field: Field, value: string): string {
  if (!isId(value)) return value;
  if (getFieldType(field).pointsTo === 'person') return displayPersonName(names, value, t);
  const { key } = published.specification;
  const found = getRecordReference(names, { application: key, entity: field.to ?? '', id: value });
  return found?.title || found?.number || value;
}
