import type { z } from 'zod';
import type { ExpressionPlace } from '#specification/cel/expression-contexts.js';
import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import { toNullPrototypeObject } from '#specification/document/null-prototype-object.js';
import { createTentativeDiagnostics } from '#specification/document/diagnostics.js';
import { findNodeAt, getKeyPositionAt, listNamesAt } from '#specification/document/yaml-node.js';
import { type CooperativeTask, mapInSteps } from '#specification/cooperative-task.js';
import type { CallMethod } from '#specification/model/call.js';
import type { Call, CallParts, Entity, Lifecycle } from '#specification/model/specification.js';
import { readCallTimeout } from './read-call-timeout.js';
import {
  type CallExpressionsContext,
  readCallBody,
  readCallCondition,
  readOutcome,
  readCallText,
} from './compile-call-expressions.js';
import { checkCallHeaders } from './check-call-headers.js';
import type { callsSectionShape, CallDeclaration } from './calls-shape.js';
import { checkCallPossible, checkOutcomePossible, FORMER_STATE } from '../states/ineffective-declarations.js';
import {
  checkReference,
  DECLARE_ERROR_REMEDY,
  type Path,
  getLocationAt,
  type Problems,
  type SectionData,
  readWrittenText,
} from '../section-context.js';

export type CallsSection = SectionData<z.infer<typeof callsSectionShape>>;

export interface CallsContext {
  readonly section: CallsSection;
  readonly problems: Problems;
  readonly entities: Readonly<Record<string, Entity>>;
  readonly entityNames: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly actions: Readonly<Record<string, readonly string[]>>;
  readonly lifecycles: Readonly<Record<string, Lifecycle>>;
  readonly errors: readonly string[];
  readonly environments: Readonly<Record<string, ExpressionEnvironment>>;
  /** For unknown entities. */
  readonly withoutRecord: ExpressionEnvironment;
}

const METHODS: readonly CallMethod[] = ['get', 'post', 'put', 'patch', 'delete'];

export function* readCalls(reading: CallsContext): CooperativeTask<readonly Call[]> {
  const shown = Object.entries(reading.section.data.calls ?? {});
  return yield* mapInSteps(shown, ([key, call]) => readCall(reading, key, call));
}

export function listCallNames({ node }: CallsSection): readonly string[] {
  return listNamesAt(node, ['calls']);
}

export function listMailNames({ node }: CallsSection): readonly string[] {
  return listNamesAt(node, ['calls']).filter((key) => findNodeAt(node, ['calls', key, 'mail']) !== undefined);
}

export const readCallTitles = (section: CallsSection): readonly Pick<Call, 'key' | 'on' | 'title'>[] =>
  Object.entries(section.data.calls ?? {}).map(([key, { title, on }]) => ({
    key,
    ...readTitle(section, ['calls', key, 'title'], title),
    ...(on !== undefined && { on: parseEvent(on) }),
  }));

function readTitle(section: CallsSection, path: Path, shown: CallDeclaration['title']): Pick<Call, 'title'> {
  return shown === undefined ? {} : { title: readWrittenText(section, path, shown) };
}

function parseEvent(on: NonNullable<CallDeclaration['on']>): NonNullable<Call['on']> {
  const [entity = '', action] = typeof on === 'string' ? on.split('.') : [on.entity, on.action];
  return action === undefined ? { entity } : { entity, action };
}

const RETRIES = { times: 8, wait: 30_000 };
const TIMEOUT = 30_000;
const MAX_TIMEOUT_MS = 600_000;
const MAX_WAIT_MS = 7 * 24 * 3_600_000;

function* readCall(reading: CallsContext, key: string, shown: CallDeclaration): CooperativeTask<Call> {
  const { section, problems } = reading;
  const path: Path = ['calls', key];
  checkKind(reading, path, shown);
  checkCallHeaders(section, [...path, 'headers'], problems);
  const on = readEvent(reading, path, shown);
  const about = on ? [on.entity] : findRemindingTimers(reading, key);
  const parts = yield* compileForEachEntity(reading, about, (environment, found) =>
    readParts({ section, problems: found, environment }, path, shown, reading),
  );
  for (const entity of about) checkOutcomes(reading, path, parts[entity], { entity, on });
  for (const outcome of ['then', 'otherwise'] as const) {
    const error = shown[outcome]?.error;
    if (error !== undefined)
      checkReference(
        section,
        { path: [...path, outcome, 'error'], name: error, what: 'error %', otherwise: DECLARE_ERROR_REMEDY },
        reading.errors,
        problems,
      );
  }
  return {
    key,
    ...readTitle(section, [...path, 'title'], shown.title),
    kind: shown.mail ? 'mail' : 'http',
    ...(on ? { on } : {}),
    parts,
    ...(shown.secret !== undefined && { secret: shown.secret }),
    retries: readRetries(reading, path, shown),
    timeout: readCallTimeout(section, [...path, 'timeout'], MAX_TIMEOUT_MS, problems) ?? TIMEOUT,
    place: getLocationAt(section, path),
  };
}

function readRetries(
  { section, problems }: CallsContext,
  path: Path,
  { retries }: CallDeclaration,
): Call['retries'] {
  if (retries === undefined) return RETRIES;
  if (typeof retries === 'number') return { ...RETRIES, times: retries };
  const wait = readCallTimeout(section, [...path, 'retries', 'wait'], MAX_WAIT_MS, problems);
  return { times: retries.times, wait: wait ?? RETRIES.wait };
}

function readParts(
  reading: Omit<CallExpressionsContext, 'place'>,
  path: Path,
  shown: CallDeclaration,
  targets: CallsContext,
): CallParts {
  const where = (place: ExpressionPlace): CallExpressionsContext => ({ ...reading, place });
  const when = readCallCondition(where('call condition'), [...path, 'when']);
  const then = readOutcome(where('then of a call'), [...path, 'then'], targets);
  const otherwise = readOutcome(where('otherwise of a call'), [...path, 'otherwise'], targets);
  return {
    ...(when && { when }),
    ...readHttp(where, path, shown),
    ...readMail(where, [...path, 'mail'], shown),
    ...(then && { then }),
    ...(otherwise && { otherwise }),
  };
}

type ReadingAt = (place: ExpressionPlace) => CallExpressionsContext;

function readHttp(where: ReadingAt, path: Path, shown: CallDeclaration): Pick<CallParts, 'http'> {
  const [method] = METHODS.filter((each) => shown[each] !== undefined);
  const headers = Object.keys(shown.headers ?? {}).flatMap((header) => {
    const text = readCallText(where('call header'), [...path, 'headers', header]);
    return text ? [[header, text] as const] : [];
  });
  const body = readCallBody(where('call body'), [...path, 'body']);
  const address = method && readCallText(where('call address'), [...path, method]);
  return address ? { http: { method, address, headers, ...(body && { body }) } } : {};
}

function readMail(where: ReadingAt, path: Path, { mail }: CallDeclaration): Pick<CallParts, 'mail'> {
  if (!mail) return {};
  const to = readCallBody(where('mail recipient'), [...path, 'to']);
  const subject = readCallText(where('mail subject'), [...path, 'subject']);
  const text = readCallText(where('mail text'), [...path, 'text']);
  return to && subject && text ? { mail: { to, subject, text } } : {};
}

function checkKind({ section, problems }: CallsContext, path: Path, shown: CallDeclaration): void {
  const kinds = [...METHODS, 'mail' as const].filter((kind) => shown[kind] !== undefined);
  const spot = getKeyPositionAt(section.node, path);
  if (kinds.length === 0)
    problems.report(
      spot,
      'it is not stated what this call does',
      'write `post: "https://…"`, or `mail: { … }`',
    );
  if (kinds.length > 1)
    problems.report(spot, `this call is ${kinds.join(' and ')} at once`, 'make a call of each');
}

function readEvent(
  { section, problems, entityNames, actions }: CallsContext,
  path: Path,
  { on }: CallDeclaration,
): Call['on'] {
  if (on === undefined) return undefined;
  const event = parseEvent(on);
  const { entity, action } = event;
  const inside = typeof on === 'string' ? [] : ['entity'];
  if (
    !checkReference(
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
    checkReference(section, reference, ['open', ...(actions[entity] ?? [])], problems);
  }
  return event;
}

function checkOutcomes(
  reading: CallsContext,
  path: Path,
  parts: CallParts | undefined,
  { entity, on }: { readonly entity: string; readonly on: Call['on'] },
): void {
  const lifecycle = reading.lifecycles[entity];
  if (!lifecycle) return;
  const starts = findStatesWhenMade(lifecycle, String(path.at(-1)), on);
  const check = { ...reading, environment: reading.environments[entity] };
  if (parts && on) checkCallPossible(check, path, parts, findStatesAfter(lifecycle, on));
  for (const outcome of ['then', 'otherwise'] as const)
    checkOutcomePossible(check, [...path, outcome], parts?.[outcome], { lifecycle, starts });
}

function findStatesWhenMade(lifecycle: Lifecycle, key: string, on: Call['on']): readonly string[] {
  const timers = lifecycle.timers.filter(({ calls }) => calls.includes(key));
  const after = on ? findStatesAfter(lifecycle, on) : [];
  if (on && after.length === 0) return [];
  return [...new Set([...after, ...timers.flatMap((timer) => timer.in)])];
}

function findStatesAfter(lifecycle: Lifecycle, { action: key }: NonNullable<Call['on']>): readonly string[] {
  if (key === undefined) return [...lifecycle.states.map((state) => state.key), FORMER_STATE];
  if (key === 'open') return [lifecycle.initial];
  const action = lifecycle.actions.find((each) => each.key === key);
  if (action?.to !== undefined) return [action.to];
  return action?.anywhere ? [...action.from, FORMER_STATE] : (action?.from ?? []);
}

function findRemindingTimers({ lifecycles }: CallsContext, key: string): readonly string[] {
  return Object.entries(lifecycles).flatMap(([entity, { timers }]) =>
    timers.some(({ calls }) => calls.includes(key)) ? [entity] : [],
  );
}

/** A call that nothing triggers must fit one entity. */
function* compileForEachEntity(
  reading: CallsContext,
  about: readonly string[],
  read: (environment: ExpressionEnvironment, problems: Problems) => CallParts,
): CooperativeTask<Call['parts']> {
  const environments = (names: readonly string[]) =>
    names.flatMap((name) => reading.environments[name] ?? []);
  if (about.length > 0) {
    const known = yield* mapInSteps(environments(about), (environment) => {
      const parts = read(environment, reading.problems);
      return [environment.entity?.key ?? '', parts] as const;
    });
    return toNullPrototypeObject(known);
  }
  const any = environments(reading.entityNames);
  const tried = yield* mapInSteps(any.length > 0 ? any : [reading.withoutRecord], (environment) => {
    const found = createTentativeDiagnostics(reading.problems);
    read(environment, found);
    return found;
  });
  if (tried.some((found) => found.all().length === 0)) return {};
  const chosen = tried.find((found) => found.areOnlyNew()) ?? tried[0];
  const report = chosen?.areOnlyNew() ? 'reportIfNew' : 'report';
  for (const { line, column, message, remedy } of chosen?.all() ?? [])
    reading.problems[report]({ line, column }, message, remedy);
  return {};
}
