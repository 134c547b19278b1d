// What a document declares that this version of Daybook checks and shows, but does not run yet.
import type { Call, Entity, Later, Limits, Screen } from './specification.js';
import { typeOf } from './field-types/type-of.js';

export interface Declared {
  readonly entities: Readonly<Record<string, Entity>>;
  readonly screens: readonly Screen[];
  readonly calls: readonly Call[];
  readonly limits: Limits;
}

const REFUSED = 'until then the action is refused';
const UNLESS_ONE = 'until then the action is refused wherever it needs more than one person';

export function findLater({ entities, screens, calls, limits }: Declared): readonly Later[] {
  const found = [
    ...Object.values(entities).flatMap(ofEntity),
    ...screens.flatMap(ofScreen),
    ...calls.map(({ key, kind, place }): Later => ({
      what: `the ${kind === 'mail' ? 'mail' : 'call'} ${key}`,
      place,
    })),
    ...ofLimits(limits),
  ];
  return found.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
}

function ofEntity(entity: Entity): readonly Later[] {
  const files = entity.fields.filter((field) => typeOf(field).holds === 'nothing yet');
  const { actions, timers } = entity.lifecycle;
  return [
    ...files.map(({ key, place }) => ({ what: `uploads to ${entity.key}.${key}`, place })),
    ...actions.flatMap(({ key, approvals, sign, place }) => [
      ...(approvals
        ? [{ what: `approvals of ${entity.key}.${key}`, meanwhile: UNLESS_ONE, place: approvals.place }]
        : []),
      ...(sign === undefined
        ? []
        : [{ what: `signature of ${entity.key}.${key}`, meanwhile: REFUSED, place }]),
    ]),
    ...timers.map(({ key, place }) => ({ what: `the timer ${entity.key}.${key}`, place })),
  ];
}

function ofScreen({ kind, path, place }: Screen): readonly Later[] {
  return kind === 'report' && place ? [{ what: `the report ${path}`, place }] : [];
}

function ofLimits({ retention, places }: Limits): readonly Later[] {
  const place = places['retention'];
  return place ? Object.keys(retention).map((entity) => ({ what: `retention of ${entity}`, place })) : [];
}
