// Seals what an imported log says about people beyond fields: once for each of them, so that whoever is erased takes it along.
import { foldUniqueValue } from '#domain/claim/fold-unique-value.js';
import type { MetadataOverrides, StoredAttribute, StoredAttributes } from '#domain/event.js';
import { sealForAll, type KeyOwner, type PersonalData } from '#event-store/personal-data/personal-data.js';
import type { Field } from '#specification/model/specification.js';
import { isErased } from '#specification/model/stored-value.js';

export interface SourceSealing {
  readonly personalData: Pick<PersonalData, 'seal'>;
  /** Fields that are personal, and whom their values are about. */
  readonly personal: readonly Field[];
  owner(field: Field): KeyOwner;
}

/** Of whom the import says so, and whatever is called like a personal field. */
export async function sealSource(
  { personalData, personal, owner }: SourceSealing,
  { about = {}, ...said }: MetadataOverrides,
): Promise<MetadataOverrides> {
  if (!said.source?.attributes) return said;
  const sealed = Object.entries(said.source.attributes).map(async ([key, attribute]) => {
    const names = personal.length === 0 ? [] : namesIn(key, attribute).map(foldUniqueValue);
    const fields = personal.filter((field) => names.some((name) => namesOf(field).has(name)));
    const owners = [...fields.map(owner), ...(Object.hasOwn(about, key) ? about[key]! : [])];
    return [key, await sealForAll(personalData, owners, attribute)] as const;
  });
  const attributes = Object.fromEntries(await Promise.all(sealed)) as StoredAttributes;
  return { ...said, source: { ...said.source, attributes } };
}

const known = new WeakMap<Field, ReadonlySet<string>>();

/** Asked of every attribute of every event. */
function namesOf(field: Field): ReadonlySet<string> {
  let names = known.get(field);
  if (!names)
    known.set(field, (names = new Set([field.key, field.title, ...field.aliases].map(foldUniqueValue))));
  return names;
}

/** The attribute's own name, and those of all that is nested in it. */
function namesIn(key: string, attribute: StoredAttribute): readonly string[] {
  if (typeof attribute !== 'object' || isErased(attribute)) return [key];
  const inside = 'children' in attribute ? attribute.children : attribute.map((is) => ({ key, is }));
  return [key, ...inside.flatMap((one) => namesIn(one.key, one.is))];
}
