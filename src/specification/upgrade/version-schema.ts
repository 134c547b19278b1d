// Read from text, so that versions that no longer run can be compared.
import type { z } from 'zod';
import { readSections, type SectionedDocument } from '../document/read-sections.js';
import { decodeDocumentText } from '../document/decode-document-text.js';
import { toNullPrototypeObject } from '../document/null-prototype-object.js';
import { getKeyPositionAt, type Path } from '../document/yaml-node.js';
import {
  createDiagnostics,
  DiagnosticsLimitError,
  type Diagnostics,
  type SourcePosition,
} from '../document/diagnostics.js';
import { readSectionData } from '../document/read-section-data.js';
import { validateShape } from '../document/validate-shape.js';
import { getFieldType } from '../field-types/find-field-type.js';
import {
  entitiesShape,
  type EntityDeclaration,
  type FieldDeclaration,
} from '../sections/entities/entities-shape.js';
import { lifecyclesShape, type LifecycleDeclaration } from '../sections/states/lifecycles-shape.js';
import { rolesShape } from '../sections/roles/permissions-shape.js';
import { productShape } from '../sections/product/product-shape.js';
import type { SectionData } from '../sections/section-context.js';
import type { SectionDeclarations } from '../sections/section-shapes.js';
import { toList } from '../sections/common-shapes.js';
import { getCurrencyPlaces, isCurrency } from '../values/currency.js';

export interface NamedSchema {
  readonly key: string;
  readonly was?: string;
  readonly spot: SourcePosition;
}

export interface FieldSchema extends NamedSchema {
  readonly type: string;
  readonly places: number;
  readonly currency?: string;
  readonly personal?: string;
  readonly unique: boolean;
  readonly to?: string;
  /** `to` is its stored key. */
  readonly toName?: string;
  readonly choices: readonly ChoiceSchema[];
  readonly columns: readonly FieldSchema[];
  readonly removed: readonly string[];
}

export interface ChoiceSchema {
  readonly value: string;
  readonly was: readonly string[];
  readonly spot: SourcePosition;
}

export interface EntitySchema extends NamedSchema {
  /** `key` is the stored key when versions are compared. */
  readonly name: string;
  readonly fields: readonly FieldSchema[];
  readonly removed: readonly string[];
  readonly removedSpot: SourcePosition;
  readonly states: readonly NamedSchema[];
  readonly statesSpot: SourcePosition;
  readonly move: Readonly<Record<string, MoveSchema>>;
  readonly actions: readonly NamedSchema[];
}

export interface MoveSchema {
  readonly to: string;
  readonly spot: SourcePosition;
}

export interface VersionSchema {
  readonly entities: Readonly<Record<string, EntitySchema>>;
  readonly roles: readonly NamedSchema[];
  readonly spots: Readonly<Record<'entities' | 'lifecycles' | 'roles', SourcePosition>>;
}

type Declared<Shape> = SectionData<Shape>;
type EntitiesData = Declared<{ readonly entities?: Readonly<Record<string, EntityDeclaration>> }>;
type LifecyclesData = Declared<{ readonly lifecycles?: Readonly<Record<string, LifecycleDeclaration>> }>;

/** undefined: unreadable. */
export function readVersionSchema(document: string): VersionSchema | undefined {
  const problems = createDiagnostics();
  try {
    return readSchema(document, problems);
  } catch (error) {
    if (error instanceof DiagnosticsLimitError) return undefined;
    throw error;
  }
}

function readSchema(document: string, problems: Diagnostics): VersionSchema | undefined {
  const text = decodeDocumentText(document);
  if (typeof text !== 'string') return undefined;
  const { sections } = readSections(text, problems);
  const read = <Shape extends z.ZodType>(number: 1 | 3 | 4 | 6, shape: Shape) => {
    const { node, broken } = readSectionData(sections[number], problems);
    return { broken, section: { number, node, data: validateShape(shape, node, problems) } };
  };
  const [product, entities] = [read(1, productShape), read(3, entitiesShape)];
  const [lifecycles, roles] = [read(4, lifecyclesShape), read(6, rolesShape)];
  if ([product, entities, lifecycles, roles].some(({ broken }) => broken)) return undefined;
  const shown = { 1: product.section, 3: entities.section, 4: lifecycles.section, 6: roles.section };
  return createVersionSchema(shown, sections);
}

export function createVersionSchema(
  shown: Pick<SectionDeclarations, 1 | 3 | 4 | 6>,
  sections: SectionedDocument['sections'],
): VersionSchema {
  const { 1: product, 3: entities, 4: lifecycles, 6: roles } = shown;
  const { currency = 'EUR' } = product.data;
  return {
    entities: toNullPrototypeObject(
      Object.entries(entities.data.entities ?? {}).map(([key, declared]) => [
        key,
        createEntitySchema({ entities, lifecycles, currency }, key, declared),
      ]),
    ),
    roles: readNamed(roles, ['roles'], roles.data.roles),
    spots: {
      entities: createSectionPosition(sections[3].line),
      lifecycles: createSectionPosition(sections[4].line),
      roles: createSectionPosition(sections[6].line),
    },
  };
}

const createSectionPosition = (line: number): SourcePosition => ({ line, column: 1 });

interface SchemaReading {
  readonly entities: EntitiesData;
  readonly lifecycles: LifecyclesData;
  readonly currency: string;
}

function createEntitySchema(reading: SchemaReading, key: string, shown: EntityDeclaration): EntitySchema {
  const { entities, lifecycles, currency } = reading;
  const lifecycle = lifecycles.data.lifecycles?.[key];
  const path: Path = ['lifecycles', key];
  return {
    key,
    name: key,
    ...(shown.was !== undefined && { was: shown.was }),
    spot: getKeyPositionAt(entities.node, ['entities', key]),
    fields: createFieldSchemas(entities, ['entities', key, 'fields'], shown.fields, currency),
    removed: toList(shown.removed),
    removedSpot: getKeyPositionAt(entities.node, ['entities', key, 'removed']),
    states: lifecycle
      ? readNamed(lifecycles, [...path, 'states'], lifecycle.states)
      : [{ key: 'open', spot: getKeyPositionAt(entities.node, ['entities', key]) }],
    statesSpot: getKeyPositionAt(lifecycles.node, [...path, 'states']),
    move: toNullPrototypeObject(
      Object.entries(lifecycle?.move ?? {}).map(([from, to]) => [
        from,
        { to, spot: getKeyPositionAt(lifecycles.node, [...path, 'move', from]) },
      ]),
    ),
    actions: readNamed(lifecycles, [...path, 'actions'], lifecycle?.actions),
  };
}

type NamedDeclarations =
  | readonly string[]
  | Readonly<Record<string, string | null | { readonly was?: string | undefined }>>
  | undefined;

function readNamed(
  { node }: SectionData<unknown>,
  path: Path,
  shown: NamedDeclarations = {},
): readonly NamedSchema[] {
  if (Array.isArray(shown))
    return (shown as readonly string[]).map((key, index) => ({
      key,
      spot: getKeyPositionAt(node, [...path, index]),
    }));
  return Object.entries(shown as Exclude<NamedDeclarations, readonly string[] | undefined>).map(
    ([key, options]) => {
      const was = typeof options === 'object' ? options?.was : undefined;
      return { key, ...(was !== undefined && { was }), spot: getKeyPositionAt(node, [...path, key]) };
    },
  );
}

function createFieldSchemas(
  section: EntitiesData,
  path: Path,
  shown: EntityDeclaration['fields'],
  currency: string,
): readonly FieldSchema[] {
  return Object.entries(shown ?? {}).map(([key, field]) => {
    const options = (typeof field === 'string' ? { type: field } : field) as FieldDeclaration;
    return createFieldSchema(section, [...path, key], options, currency);
  });
}

function createFieldSchema(
  section: EntitiesData,
  path: Path,
  shown: FieldDeclaration,
  ofApplication: string,
): FieldSchema {
  const { isAmount, places } = getFieldType(shown);
  const named = shown.currency !== undefined && isCurrency(shown.currency) ? shown.currency : ofApplication;
  const currency = isAmount ? named : undefined;
  return {
    key: String(path.at(-1)),
    type: shown.type,
    spot: getKeyPositionAt(section.node, path),
    places: currency === undefined ? (places?.(shown.places) ?? 0) : getPlaces(currency),
    ...(currency !== undefined && { currency }),
    ...(shown.personal !== undefined && { personal: shown.personal }),
    unique: shown.unique ?? false,
    ...(shown.to !== undefined && { to: shown.to }),
    ...(shown.was !== undefined && { was: shown.was }),
    choices: createChoiceSchemas(section, [...path, 'of'], shown.of),
    columns: createFieldSchemas(section, [...path, 'fields'], shown.fields, ofApplication),
    removed: toList(shown.removed),
  };
}

const getPlaces = (currency: string): number => (isCurrency(currency) ? getCurrencyPlaces(currency) : 2);

function createChoiceSchemas(
  { node }: EntitiesData,
  path: Path,
  of: FieldDeclaration['of'],
): readonly ChoiceSchema[] {
  if (of === undefined) return [];
  if (Array.isArray(of))
    return of.map((value, index) => ({
      value: String(value),
      was: [],
      spot: getKeyPositionAt(node, [...path, index]),
    }));
  return Object.entries(of).map(([value, shown]) => ({
    value,
    was: typeof shown === 'object' ? toList(shown.was) : [],
    spot: getKeyPositionAt(node, [...path, value]),
  }));
}
