// Titles and field permissions of old versions: reads sections 3 and 6 only.
import { readDocument } from '../document/read-sections.js';
import { toRecord } from '../document/to-record.js';
import { nodeAt, readScalarText } from '../document/yaml-node.js';
import { collectDiagnostics, DiagnosticsLimit, type Diagnostics } from '../document/diagnostics.js';
import { readSectionData } from '../document/read-section-data.js';
import { validateShape } from '../document/validate-shape.js';
import { decodeDocument } from '../document/decode-document.js';
import { entitiesShape, type EntityDeclaration } from '../sections/entities/entities-shape.js';
import { rolesShape } from '../sections/roles/permissions-shape.js';
import { chooseDefaultTitle } from '../sections/entities/record-title.js';

interface TitledField {
  readonly key: string;
  /** What it was called before. */
  readonly was?: string;
}

/** Of an entity of a specification: a whole one has all of it, too. */
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

/** Nothing but that of a specification, which takes much more memory. */
export function toTitledEntities({ entities }: TitledEntities): TitledEntities {
  return {
    entities: toRecord(
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

/** undefined: these sections cannot be read. */
export function readTitles(document: string): TitledEntities | undefined {
  const problems = collectDiagnostics();
  try {
    const read = readTitledEntities(document, problems);
    return problems.all().length > 0 ? undefined : read;
  } catch (error) {
    if (error instanceof DiagnosticsLimit) return undefined;
    throw error;
  }
}

function readTitledEntities(document: string, problems: Diagnostics): TitledEntities | undefined {
  const text = decodeDocument(document);
  if (typeof text !== 'string') return undefined;
  const { sections } = readDocument(text, problems);
  const [entities, roles] = [readSectionData(sections[3], problems), readSectionData(sections[6], problems)];
  if (entities.broken || roles.broken) return undefined;
  const shown = validateShape(entitiesShape, entities.node, problems).entities ?? {};
  const permissions = validateShape(rolesShape, roles.node, problems).permissions ?? {};
  return {
    entities: toRecord(
      Object.entries(shown).map(([key, entity]) => {
        const source = readScalarText(nodeAt(entities.node, ['entities', key, 'title']));
        const fields = Object.hasOwn(permissions, key) ? permissions[key]?.fields : undefined;
        return [key, toTitledEntity(key, entity, { source, permissions: { fields: fields ?? {} } })];
      }),
    ),
  };
}

function toTitledEntity(
  key: string,
  { fields: shown = {} }: EntityDeclaration,
  said: Pick<TitledEntity, 'permissions'> & { readonly source: string | undefined },
): TitledEntity {
  const fields = Object.entries(shown).map(([name, field]) => ({
    key: name,
    ...(typeof field === 'string' ? { type: field } : field),
  }));
  return {
    key,
    recordTitle: { source: said.source ?? chooseDefaultTitle(fields) },
    fields: fields.map(toTitledField),
    permissions: said.permissions,
  };
}
