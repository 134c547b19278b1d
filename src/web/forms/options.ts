// What the inputs of a form choose from: records one may point to, and people.
import type { FormInput } from '#views/view-models/form.js';
import type { Published } from '#command-handling/ports.js';
import type { Sources } from '#query-handling/ports.js';
import { holdersOf } from '#query-handling/people/holders-of.js';
import { listRecords } from '#query-handling/records/list-records.js';
import type { Viewer } from '#query-handling/viewer.js';
import { Refused } from '#domain/refusal.js';
import type { Field } from '#specification/specification.js';
import { typeOf } from '#specification/field-types/type-of.js';

export type InputOption = NonNullable<FormInput['options']>[number];

/** `user`, or the key of an entity → what there is to choose. */
export type FieldOptions = ReadonlyMap<string, readonly InputOption[]>;

/** A list longer than this is no help in a browser; what is chosen already is added to it. */
const MOST = 1000;

export interface ChoicesContext {
  readonly sources: Sources;
  readonly published: Published;
  readonly viewer: Viewer;
}

const PEOPLE = 'user';

/** Whom a field may point to: everybody, or who holds one of its roles. */
export const peopleKey = ({ roles }: Pick<Field, 'roles'>): string =>
  roles ? [PEOPLE, ...roles].join(' ') : PEOPLE;

/** FieldOptions for these fields and the columns of their tables, each list looked up once. */
export async function optionsFor(choosing: ChoicesContext, fields: readonly Field[]): Promise<FieldOptions> {
  const all = fields.flatMap((field) => [field, ...field.fields]);
  const wanted = new Set<string>();
  for (const field of all) {
    const { pointsTo } = typeOf(field);
    if (pointsTo === 'person') wanted.add(peopleKey(field));
    if (pointsTo === 'record' && field.to !== undefined) wanted.add(field.to);
  }
  const lists = [...wanted].map(
    async (key) =>
      [key, await (key.startsWith(PEOPLE) ? peopleOf(choosing, key) : records(choosing, key))] as const,
  );
  return new Map(await Promise.all(lists));
}

async function records(
  { sources, published, viewer }: ChoicesContext,
  key: string,
): Promise<readonly InputOption[]> {
  const entity = published.specification.entities[key];
  if (!entity) return [];
  const query = { filters: [], search: '', sort: { field: 'title', descending: false }, limit: MOST };
  try {
    const page = await listRecords(sources, { published, entity, viewer }, query, new Set());
    return page.items.map(({ id, title, number }) => ({ value: id, title: title || number || id }));
  } catch (error) {
    // Whoever may not read such records has none to choose from.
    if (error instanceof Refused) return [];
    throw error;
  }
}

async function peopleOf(choosing: ChoicesContext, key: string): Promise<readonly InputOption[]> {
  const [, ...roles] = key.split(' ');
  const everybody = await people(choosing);
  if (roles.length === 0) return everybody;
  const { sources, published } = choosing;
  const may = await holdersOf(sources, published.specification, roles);
  return everybody.filter(({ value }) => may.has(value));
}

/** People to give work to, by name. */
export async function people({ sources }: Pick<ChoicesContext, 'sources'>): Promise<readonly InputOption[]> {
  const listed = await sources.names.listed();
  return listed.map(({ id, name }) => ({ value: id, title: name }));
}
