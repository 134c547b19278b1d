// Section 7: outbound calls and mails. They are declared and checked now, and run by a later version.
import type { z } from 'zod';
import type { ExpressionEnvironment } from '../cel/environment.js';
import { tryOut } from '../document/problems.js';
import { keySpotAt, namesAt } from '../document/node.js';
import { type InPieces, oneByOne } from '../pieces.js';
import type { Call, Entity, Lifecycle } from '../specification.js';
import { checkBody, checkOutcome, checkText } from './call-parts.js';
import type { callsShape, ShownCall } from './calls-shape.js';
import { checkKnown, DECLARE_ERROR, type Path, placeAt, type Problems, type SectionData } from './reading.js';

export type CallsSection = SectionData<z.infer<typeof callsShape>>;

export interface CallsReading {
  readonly section: CallsSection;
  readonly problems: Problems;
  readonly entities: Readonly<Record<string, Entity>>;
  readonly entityNames: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly actions: Readonly<Record<string, readonly string[]>>;
  readonly lifecycles: Readonly<Record<string, Lifecycle>>;
  readonly errors: readonly string[];
  /** By entity: `record` with people instead of their ids, and `response`. */
  readonly environments: Readonly<Record<string, ExpressionEnvironment>>;
  /** For calls nobody knows the entity of. */
  readonly withoutRecord: ExpressionEnvironment;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export function* readCalls(reading: CallsReading): InPieces<readonly Call[]> {
  const shown = Object.entries(reading.section.data.calls ?? {});
  return yield* oneByOne(shown, ([key, call]) => readCall(reading, key, call));
}

export function callNames({ node }: CallsSection): readonly string[] {
  return namesAt(node, ['calls']);
}

function* readCall(reading: CallsReading, key: string, shown: ShownCall): InPieces<Call> {
  const { section, problems } = reading;
  const path: Path = ['calls', key];
  checkKind(reading, path, shown);
  const on = readEvent(reading, path, shown);
  const about = on ? [on.entity] : remindedBy(reading, key);
  yield* forEachEntity(reading, about, (environment, found) => {
    for (const method of METHODS) checkText({ section, problems: found, environment }, [...path, method]);
    for (const header of Object.keys(shown.headers ?? {})) {
      checkText({ section, problems: found, environment }, [...path, 'headers', header]);
    }
    checkBody({ section, problems: found, environment }, [...path, 'when'], true);
    checkBody({ section, problems: found, environment }, [...path, 'body']);
    checkBody({ section, problems: found, environment }, [...path, 'mail', 'to']);
    checkText({ section, problems: found, environment }, [...path, 'mail', 'subject']);
    checkText({ section, problems: found, environment }, [...path, 'mail', 'text']);
    for (const outcome of ['then', 'otherwise'] as const) {
      checkOutcome({ section, problems: found, environment }, [...path, outcome], reading);
    }
  });
  for (const outcome of ['then', 'otherwise'] as const) {
    const error = shown[outcome]?.error;
    if (error !== undefined)
      checkKnown(
        section,
        { path: [...path, outcome, 'error'], name: error, what: 'error %', otherwise: DECLARE_ERROR },
        reading.errors,
        problems,
      );
  }
  return { key, kind: shown.mail ? 'mail' : 'http', ...(on ? { on } : {}), place: placeAt(section, path) };
}

function checkKind({ section, problems }: CallsReading, path: Path, shown: ShownCall): void {
  const kinds = [...METHODS, 'mail' as const].filter((kind) => shown[kind] !== undefined);
  const spot = keySpotAt(section.node, path);
  if (kinds.length === 0)
    problems.report(
      spot,
      'it is not said what this call does',
      'write `post: "https://…"`, or `mail: { … }`',
    );
  if (kinds.length > 1)
    problems.report(spot, `this call is ${kinds.join(' and ')} at once`, 'make a call of each');
}

function readEvent(
  { section, problems, entityNames, actions }: CallsReading,
  path: Path,
  { on }: ShownCall,
): Call['on'] {
  if (on === undefined) return undefined;
  const [entity = '', action] = typeof on === 'string' ? on.split('.') : [on.entity, on.action];
  const inside = typeof on === 'string' ? [] : ['entity'];
  if (
    !checkKnown(
      section,
      { path: [...path, 'on', ...inside], name: entity, what: 'entity %' },
      entityNames,
      problems,
    )
  )
    return undefined;
  if (action !== undefined) {
    const where = typeof on === 'string' ? [] : ['action'];
    const reference = { path: [...path, 'on', ...where], name: action, what: `action % in ${entity}` };
    checkKnown(section, reference, ['open', ...(actions[entity] ?? [])], problems);
  }
  return action === undefined ? { entity } : { entity, action };
}

/** Entities whose timers make the call. */
function remindedBy({ lifecycles }: CallsReading, key: string): readonly string[] {
  return Object.entries(lifecycles).flatMap(([entity, { timers }]) =>
    timers.some(({ call }) => call === key) ? [entity] : [],
  );
}

/** A call of a known entity has to fit it; one that nothing makes yet has to fit one of them. */
function* forEachEntity(
  reading: CallsReading,
  about: readonly string[],
  check: (environment: ExpressionEnvironment, problems: Problems) => void,
): InPieces<void> {
  const environments = (names: readonly string[]) =>
    names.flatMap((name) => reading.environments[name] ?? []);
  if (about.length > 0) {
    yield* oneByOne(environments(about), (environment) => check(environment, reading.problems));
    return;
  }
  const any = environments(reading.entityNames);
  const tried = yield* oneByOne(any.length > 0 ? any : [reading.withoutRecord], (environment) => {
    const found = tryOut(reading.problems);
    check(environment, found);
    return found.all();
  });
  if (tried.some((found) => found.length === 0)) return;
  for (const { line, column, message, remedy } of tried[0] ?? [])
    reading.problems.report({ line, column }, message, remedy);
}
