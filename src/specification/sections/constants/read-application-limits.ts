import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import { BOOLEAN_RESULT } from '#specification/cel/compile-cel.js';
import { toNullPrototypeObject } from '#specification/document/null-prototype-object.js';
import { getKeyPositionAt } from '#specification/document/yaml-node.js';
import { suggestName } from '#specification/document/nearest-name.js';
import type { Entity, Limits, Retention } from '#specification/model/specification.js';
import type { ConstantsSection, RetentionDeclaration } from './constants-shape.js';
import { compileExpressionAt } from '../compile-expression.js';
import {
  checkReference,
  listNamesWithPaths,
  type Path,
  readSignatureMeaning,
  getLocationAt,
  type Problems,
  reportDuplicates,
} from '../section-context.js';
import { parseBytes } from '../common-shapes.js';

export interface LimitsContext {
  readonly section: ConstantsSection;
  readonly problems: Problems;
  readonly entities: Readonly<Record<string, Entity>>;
  readonly environments: Readonly<Record<string, ExpressionEnvironment>>;
}

export function readApplicationLimits(reading: LimitsContext): Limits {
  const { section } = reading;
  const shown = section.data.limits ?? {};
  return {
    ...(shown.opensPerUserPerDay === undefined ? {} : { opensPerUserPerDay: shown.opensPerUserPerDay }),
    text: shown.text ?? 10_000,
    comment: shown.comment ?? 10_000,
    reason: shown.reason ?? 1_000,
    rows: shown.rows ?? 200,
    attachment: parseBytes(shown.attachment ?? '10 MB'),
    retention: readRetention(reading, shown.retention ?? {}),
    places: toNullPrototypeObject(
      Object.keys(shown).map((key) => [key, getLocationAt(section, ['limits', key])]),
    ),
  };
}

const RETENTION: Path = ['limits', 'retention'];

function readRetention(
  reading: LimitsContext,
  shown: Readonly<Record<string, RetentionDeclaration>>,
): Limits['retention'] {
  const { section, entities, problems } = reading;
  const known = Object.keys(entities);
  return toNullPrototypeObject(
    Object.entries(shown).flatMap(([key, each]): (readonly [string, Retention])[] => {
      const entity = Object.hasOwn(entities, key) ? entities[key] : undefined;
      if (entity) return [[key, readEntityRetention(reading, entity, each)]];
      problems.report(
        getKeyPositionAt(section.node, [...RETENTION, key]),
        `no entity \`${key}\``,
        suggestName(key, known),
      );
      return [];
    }),
  );
}

const SIGNED_WHEN_ERASING =
  'I erase the personal data of this record: it has been kept as long as it had to be';

function readEntityRetention(
  { section, problems, environments }: LimitsContext,
  { key, lifecycle }: Entity,
  shown: RetentionDeclaration,
): Retention {
  const path = [...RETENTION, key];
  const place = getLocationAt(section, path);
  const final = lifecycle.states.filter((state) => state.final).map((state) => state.key);
  const own = typeof shown === 'string' ? { keep: shown } : shown;
  const states = lifecycle.states.map((state) => state.key);
  const named = listNamesWithPaths(own.in, [...path, 'in']).filter((each) =>
    checkReference(section, { ...each, what: `state % in ${key}` }, states, problems),
  );
  reportDuplicates(section, own.in, [...path, 'in'], problems);
  const counted = own.in === undefined ? final : named.map(({ name }) => name);
  const unless =
    own.unless === undefined
      ? undefined
      : compileExpressionAt(
          environments[key],
          section,
          { path: [...path, 'unless'], place: 'retention unless' },
          BOOLEAN_RESULT,
          problems,
        );
  return {
    keep: own.keep,
    ...(counted.length > 0 && { in: counted }),
    ...(unless && { unless }),
    sign:
      own.sign === undefined
        ? SIGNED_WHEN_ERASING
        : readSignatureMeaning(section, [...path, 'sign'], own.sign, problems),
    place,
  };
}
