import { readSections } from '../document/read-sections.js';
import { toNullPrototypeObject } from '../document/null-prototype-object.js';
import { findNodeAt, readScalarText } from '../document/yaml-node.js';
import { createDiagnostics, DiagnosticsLimitError, type Diagnostics } from '../document/diagnostics.js';
import { readSectionData } from '../document/read-section-data.js';
import { validateShape } from '../document/validate-shape.js';
import { decodeDocumentText } from '../document/decode-document-text.js';
import { entitiesShape, type EntityDeclaration } from '../sections/entities/entities-shape.js';
import { rolesShape } from '../sections/roles/permissions-shape.js';
import { chooseDefaultTitle } from '../sections/entities/record-title.js';

interface TitledField {
  readonly key: string;
  readonly was?: string;
}

export interface TitledEntity {
  readonly key: string;
  readonly recordTitle: { readonly source: string };
  readonly fields: readonly TitledField[];
  readonly permissions: { readonly fields: Readonly<Record<string, { readonly read?: unknown }>> };
}

export interface TitledEntities {
  readonly entities: Readonly<Record<string, TitledEntity>>;
}

const toTitledField = ({ key, was }: TitledField): TitledField => ({
  key,
  ...(was !== undefined && { was }),
});

export function toTitledEntities({ entities }: TitledEntities): TitledEntities {
  return {
    entities: toNullPrototypeObject(
      Object.entries(entities).map(
        ([
          name,
          {
            key,
            recordTitle: { source },
            fields,
            permissions,
          },
        ]) => [
          name,
          {
            key,
            recordTitle: { source },
            fields: fields.map(toTitledField),
            permissions: { fields: permissions.fields },
          },
        ],
      ),
    ),
  };
}

/** undefined: unreadable. */
export function readTitles(document: string): TitledEntities | undefined {
  const problems = createDiagnostics();
  try {
    const read = readTitledEntities(document, problems);
    return problems.all().length > 0 ? undefined : read;
  } catch (error) {
    if (error instanceof DiagnosticsLimitError) return undefined;
    throw error;
  }
}

function readTitledEntities(document: string, problems: Diagnostics): TitledEntities | undefined {
  const text = decodeDocumentText(document);
  if (typeof text !== 'string') return undefined;
  const { sections } = readSections(text, problems);
  const [entities, roles] = [readSectionData(sections[3], problems), readSectionData(sections[6], problems)];
  if (entities.broken || roles.broken) return undefined;
  const shown = validateShape(entitiesShape, entities.node, problems).entities ?? {};
  const permissions = validateShape(rolesShape, roles.node, problems).permissions ?? {};
  return {
    entities: toNullPrototypeObject(
      Object.entries(shown).map(([key, entity]) => {
        const source = readScalarText(findNodeAt(entities.node, ['entities', key, 'title']));
        const fields = Object.hasOwn(permissions, key) ? permissions[key]?.fields : undefined;
        return [key, toTitledEntity(key, entity, { source, permissions: { fields: fields ?? {} } })];
      }),
    ),
  };
}

function toTitledEntity(
  key: string,
  { fields: shown = {} }: EntityDeclaration,
  declared: Pick<TitledEntity, 'permissions'> & { readonly source: string | undefined },
): TitledEntity {
  const fields = Object.entries(shown).map(([name, field]) => ({
    key: name,
    ...(typeof field === 'string' ? { type: field } : field),
  }));
  return {
    key,
    recordTitle: { source: declared.source ?? chooseDefaultTitle(fields) },
    fields: fields.map(toTitledField),
    permissions: declared.permissions,
  };
}
