// Attributes about people are sealed for each, so that erasing one erases them.
import { normalizeUniqueValue } from '#domain/claim/normalize-unique-value.js';
import type { MetadataOverrides, ImportedAttribute, ImportedAttributes } from '#domain/event.js';
import {
  sealForAllOwners,
  type KeyOwner,
  type PersonalData,
} from '#event-store/personal-data/personal-data.js';
import type { Field } from '#specification/model/specification.js';
import { isErased } from '#specification/model/stored-value.js';

export interface SourceSealing {
  readonly personalData: Pick<PersonalData, 'seal'>;
  readonly personal: readonly Field[];
  owner(field: Field): KeyOwner;
}

export async function sealImportSource(
  { personalData, personal, owner }: SourceSealing,
  { about = {}, ...rest }: MetadataOverrides,
): Promise<MetadataOverrides> {
  if (!rest.source?.attributes) return rest;
  const sealed = Object.entries(rest.source.attributes).map(async ([key, attribute]) => {
    const names = personal.length === 0 ? [] : namesIn(key, attribute).map(normalizeUniqueValue);
    const fields = personal.filter((field) => names.some((name) => namesOf(field).has(name)));
    const owners = [...fields.map(owner), ...(Object.hasOwn(about, key) ? about[key]! : [])];
    return [key, await sealForAllOwners(personalData, owners, attribute)] as const;
  });
  const attributes = Object.fromEntries(await Promise.all(sealed)) as ImportedAttributes;
  return { ...rest, source: { ...rest.source, attributes } };
}

const known = new WeakMap<Field, ReadonlySet<string>>();

function namesOf(field: Field): ReadonlySet<string> {
  let names = known.get(field);
  if (!names)
    known.set(field, (names = new Set([field.key, field.title, ...field.aliases].map(normalizeUniqueValue))));
  return names;
}

function namesIn(key: string, attribute: ImportedAttribute): readonly string[] {
  if (typeof attribute !== 'object' || isErased(attribute)) return [key];
  const inside = 'children' in attribute ? attribute.children : attribute.map((is) => ({ key, is }));
  return [key, ...inside.flatMap((one) => namesIn(one.key, one.is))];
}
