import { type CooperativeTask, mapInSteps } from '#specification/cooperative-task.js';
import { suggestName } from '#specification/document/nearest-name.js';
import { getKeyPositionAt, listNamesAt, getPositionAt } from '#specification/document/yaml-node.js';
import { toNullPrototypeObject } from '#specification/document/null-prototype-object.js';
import type { Action, Lifecycle, Place, State } from '#specification/model/specification.js';
import type { LifecyclesContext, LifecyclesSection } from './lifecycles-context.js';
import type { ActionDeclaration, LifecycleDeclaration } from './lifecycles-shape.js';
import { listApprovingRoles, checkApprovals } from './read-approvals.js';
import { readDueDate } from './read-due-dates.js';
import { checkReachability } from './check-reachability.js';
import { readTimer } from './read-timers.js';
import {
  checkReference,
  listNamesWithPaths,
  type Path,
  readSignatureMeaning,
  getLocationAt,
  reportDuplicates,
  readWrittenText,
} from '../section-context.js';
import { toList, keyToTitle } from '../common-shapes.js';

export function* readLifecycles(
  reading: LifecyclesContext,
): CooperativeTask<Readonly<Record<string, Lifecycle>>> {
  const { section, problems, entities } = reading;
  const shown = Object.entries(section.data.lifecycles ?? {});
  for (const entity of listNamesAt(section.node, ['lifecycles'])) {
    if (entities.includes(entity)) continue;
    problems.report(
      getKeyPositionAt(section.node, ['lifecycles', entity]),
      `no entity \`${entity}\``,
      suggestName(entity, entities),
    );
  }
  return toNullPrototypeObject(
    yield* mapInSteps(shown, function* ([entity, lifecycle]) {
      return [entity, yield* readLifecycle(reading, entity, lifecycle)] as const;
    }),
  );
}

/** The lifecycle of entities that section 4 does not declare. */
export function createDefaultLifecycle(place: Place): Lifecycle {
  const states: readonly State[] = [{ key: 'open', title: 'Open', final: false, place }];
  return { initial: 'open', states, actions: [], timers: [], declared: false };
}

function* readLifecycle(
  reading: LifecyclesContext,
  entity: string,
  shown: LifecycleDeclaration,
): CooperativeTask<Lifecycle> {
  const { section, problems } = reading;
  const path: Path = ['lifecycles', entity];
  const states = readStates(section, [...path, 'states'], shown.states);
  const known = listStateNames(section, path, states);
  if (states.length === 0) {
    problems.report(
      getKeyPositionAt(section.node, [...path, 'states']),
      `${entity} has no states`,
      'name at least one',
    );
  }
  if (shown.initial !== undefined) {
    checkReference(
      section,
      { path: [...path, 'initial'], name: shown.initial, what: `state % in ${entity}` },
      known,
      problems,
    );
  }
  const inside = { entity, known, anywhere: listNonFinalStates(states) };
  const actions = yield* mapInSteps(Object.entries(shown.actions ?? {}), ([key, action]) =>
    readAction(reading, inside, [...path, 'actions', key], action),
  );
  const timers = Object.entries(shown.timers ?? {}).map(([key, timer]) =>
    readTimer(reading, { entity, states: known, actions }, [...path, 'timers', key], timer),
  );
  const initial = shown.initial ?? states[0]?.key ?? 'open';
  const due = readDueDate(reading, { entity, states, known }, [...path, 'due'], shown.due);
  const lifecycle: Lifecycle = { initial, states, actions, timers, ...due, declared: true };
  yield* checkReachability(section, path, lifecycle, problems);
  return lifecycle;
}

function readStates(
  section: LifecyclesSection,
  path: Path,
  shown: LifecycleDeclaration['states'],
): readonly State[] {
  if (Array.isArray(shown)) {
    return shown.map((key, index) => ({
      key,
      title: keyToTitle(key),
      final: false,
      place: getLocationAt(section, [...path, index]),
    }));
  }
  return Object.entries(shown).map(([key, state]) => {
    const options = typeof state === 'object' && state !== null ? state : {};
    const title = typeof state === 'string' ? state : options.title;
    const words =
      title === undefined ? keyToTitle(key) : readWrittenText(section, [...path, key, 'title'], title);
    return {
      key,
      title: words,
      final: options.final ?? false,
      ...(options.tone && { tone: options.tone }),
      place: getLocationAt(section, [...path, key]),
    };
  });
}

function listStateNames(section: LifecyclesSection, path: Path, states: readonly State[]): readonly string[] {
  const names = listNamesAt(section.node, [...path, 'states']).filter((name) => !/^\d+$/.test(name));
  return [...new Set([...states.map(({ key }) => key), ...names])];
}

interface ActionContext {
  readonly entity: string;
  /** Of `*`, one list for all actions. */
  readonly anywhere: readonly string[];
  readonly known: readonly string[];
}

function readAction(
  reading: LifecyclesContext,
  inside: ActionContext,
  path: Path,
  shown: ActionDeclaration,
): Action {
  const { section } = reading;
  const key = String(path.at(-1));
  checkAction(reading, inside, path, shown);
  return {
    key,
    title:
      shown.title === undefined ? keyToTitle(key) : readWrittenText(section, [...path, 'title'], shown.title),
    ...(shown.done === undefined ? {} : { done: readWrittenText(section, [...path, 'done'], shown.done) }),
    ...(shown.help === undefined ? {} : { help: readWrittenText(section, [...path, 'help'], shown.help) }),
    from: shown.from === '*' ? inside.anywhere : [...new Set(toList(shown.from))],
    ...(shown.from === '*' && { anywhere: true as const }),
    ...(shown.to === undefined ? {} : { to: shown.to }),
    by: [...new Set(shown.by === undefined ? listApprovingRoles(shown) : toList(shown.by))],
    not: [],
    ask: [...new Set(toList(shown.ask))],
    reason: shown.reason ?? 'none',
    ...(shown.tone && { tone: shown.tone }),
    ...(shown.sign === undefined
      ? {}
      : { sign: readSignatureMeaning(section, [...path, 'sign'], shown.sign, reading.problems) }),
    aliases: [...toList(shown.alias), ...toList(shown.aliases)],
    place: getLocationAt(section, path),
  };
}

function listNonFinalStates(states: readonly State[]): readonly string[] {
  return states.filter(({ final }) => !final).map(({ key }) => key);
}

function checkAction(
  reading: LifecyclesContext,
  { entity, known }: ActionContext,
  path: Path,
  shown: ActionDeclaration,
): void {
  const { section, problems, fields, roles } = reading;
  const key = String(path.at(-1));
  const all = [
    ...(shown.from === '*' ? [] : listNamesWithPaths(shown.from, [...path, 'from'])).map((each) => ({
      ...each,
      what: `state % in ${entity}`,
      from: known,
    })),
    ...listNamesWithPaths(shown.to, [...path, 'to']).map((each) => ({
      ...each,
      what: `state % in ${entity}`,
      from: known,
    })),
    ...listNamesWithPaths(shown.by, [...path, 'by']).map((each) => ({
      ...each,
      what: 'role %',
      from: roles,
    })),
    ...listNamesWithPaths(shown.ask, [...path, 'ask']).map((each) => ({
      ...each,
      what: `field % in ${entity}`,
      from: fields[entity] ?? [],
    })),
  ];
  for (const { path: where, name, what, from } of all)
    checkReference(section, { path: where, name, what }, from, problems);
  checkApprovals(reading, { entity, action: shown }, [...path, 'approvals']);
  checkRequestedFields(reading, entity, listNamesWithPaths(shown.ask, [...path, 'ask']));
  for (const option of ['from', 'by', 'ask'] as const)
    reportDuplicates(section, shown[option], [...path, option], problems);
  if (Array.isArray(shown.by) && shown.by.length === 0) {
    problems.report(
      getKeyPositionAt(section.node, [...path, 'by']),
      `nobody may take the action \`${key}\``,
      'name a role, or leave out `by`',
    );
  }
  if (Array.isArray(shown.from) && shown.from.length === 0) {
    problems.report(
      getKeyPositionAt(section.node, [...path, 'from']),
      `the action \`${key}\` starts from no state`,
      'name a state, or write `*`',
    );
  }
  if (shown.guard !== undefined && shown.when !== undefined) {
    problems.report(
      getKeyPositionAt(section.node, [...path, 'when']),
      '`guard` and `when` mean the same',
      'join them with `&&` in one',
    );
  }
}

function checkRequestedFields(
  { section, problems, computed }: LifecyclesContext,
  entity: string,
  names: ReturnType<typeof listNamesWithPaths>,
): void {
  for (const { name, path } of names) {
    if (!computed[entity]?.includes(name)) continue;
    const message = `\`${name}\` is computed, so no person can enter it`;
    problems.report(getPositionAt(section.node, path), message, 'leave it out');
  }
}
