// Which fields a record's title may tell: titles are facts, written by the template of whichever version ran then.
import { fieldsInTemplate } from '../domain/told-fields.js';
import type { TitledEntities, TitledEntity } from '../specification/titles.js';

export interface TitleFields {
  readonly fields: ReadonlySet<string>;
  /** Titles may tell a restricted field that is gone: nobody says any more who may see it. */
  readonly gone: boolean;
}

const remembered = new WeakMap<TitledEntities, ReadonlyMap<string, TitleFields>>();

/** Of all versions up to this one. */
export function titleFieldsOf(specification: TitledEntities, entity: TitledEntity): TitleFields {
  return remembered.get(specification)?.get(entity.key) ?? ownTitleFields(entity);
}

function ownTitleFields(entity: TitledEntity): TitleFields {
  return { fields: new Set(fieldsInTemplate(entity, entity.recordTitle.source)), gone: false };
}

/** Remembers what titles of earlier versions tell. `former: undefined`: there was one that is not known any more. */
export function rememberTitles(
  specification: TitledEntities,
  former: TitledEntities | undefined | 'first',
): void {
  const entities = Object.values(specification.entities);
  remembered.set(specification, new Map(entities.map((entity) => [entity.key, together(entity, former)])));
}

function together(entity: TitledEntity, former: TitledEntities | undefined | 'first'): TitleFields {
  const own = ownTitleFields(entity);
  if (former === 'first') return own;
  const keys = entity.fields.map(({ key }) => key);
  // Whichever fields that version's titles were made of: they may be any.
  if (!former) return { fields: new Set(keys), gone: false };
  const before = Object.hasOwn(former.entities, entity.key) ? former.entities[entity.key]! : undefined;
  if (!before) return own;
  const told = titleFieldsOf(former, before);
  const lost = [...told.fields].filter((key) => !keys.includes(key));
  return {
    fields: new Set([...own.fields, ...[...told.fields].filter((key) => keys.includes(key))]),
    gone: told.gone || lost.some((key) => before.permissions.fields[key]?.read !== undefined),
  };
}
