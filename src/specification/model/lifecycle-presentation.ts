// From structure and declarations, never titles: docs/decisions/0055-tones-of-states.md.
import type { Action, Entity, State } from './specification.js';
import type { ActionTone, StateTone } from './tones.js';

/** `onward`: nearer to a good end. `back`: away from it. `exit`: to another end. `beside`: neither. */
export type ActionDirection = 'onward' | 'back' | 'exit' | 'beside';

export interface LifecyclePresentation {
  /** Unknown states are `waiting`, as a person has to move the record. */
  readonly stateTone: (state: string) => StateTone;
  readonly direction: (action: Action, from: string) => ActionDirection;
  readonly actionTone: (action: Action, from: string) => ActionTone;
  /** It approves or rejects, alone or as one of several. */
  readonly isApproval: (action: Action) => boolean;
}

type CourseSource = Pick<Entity, 'lifecycle' | 'permissions'>;

const courses = new WeakMap<CourseSource, LifecyclePresentation>();

export function getLifecyclePresentation(entity: CourseSource): LifecyclePresentation {
  const known = courses.get(entity);
  if (known) return known;
  const course = deriveCourse(entity);
  courses.set(entity, course);
  return course;
}

interface Move {
  readonly action: Action;
  readonly from: string;
  readonly to: string;
  /** Departures from the usual way ask for a reason. */
  readonly isExplained: boolean;
}

function deriveCourse(entity: CourseSource): LifecyclePresentation {
  const moves = listMoves(entity);
  const ends = findEnds(entity, moves);
  const way = findWay(entity, moves, ends);
  const tones = new Map(
    entity.lifecycle.states.map((state) => [
      state.key,
      state.tone ?? deriveTone(entity, state, { moves, ends, way }),
    ]),
  );
  const stateTone = (state: string): StateTone => tones.get(state) ?? 'waiting';
  const explained = new Set(moves.filter(({ isExplained }) => isExplained).map(({ action }) => action));
  const isAnotherEnd = (state: string): boolean => isFinalTone(stateTone(state)) && !way.goals.has(state);
  const isExit = (action: Action, from: string, to: string): boolean =>
    isAnotherEnd(to) || (explained.has(action) && ends.has(to) && way.isShortcut(from, to));
  const derived = (action: Action, from: string, to: string): ActionDirection => {
    if (isAnotherEnd(from)) return isAnotherEnd(to) ? 'exit' : 'back';
    if (isExit(action, from, to)) return 'exit';
    if (way.isNearer(from, to)) return action.tone === 'bad' ? 'back' : 'onward';
    return way.isNearer(to, from) ? 'back' : 'beside';
  };
  const direction = (action: Action, from: string): ActionDirection => {
    const { to, tone } = action;
    if (to === undefined || to === from || tone === 'quiet') return 'beside';
    return tone === 'good' ? 'onward' : derived(action, from, to);
  };
  const actionTone = (action: Action, from: string): ActionTone =>
    action.tone ?? TONE_OF_DIRECTION[direction(action, from)];
  const isApproval = (action: Action): boolean =>
    action.approvals !== undefined ||
    action.sign !== undefined ||
    moves.some(
      ({ action: each, from }) =>
        each === action &&
        stateTone(from) === 'waiting' &&
        listActingRoles(action).some((role) => listDecidingRoles(entity, from, { moves, way }).has(role)),
    );
  return { stateTone, direction, actionTone, isApproval };
}

const TONE_OF_DIRECTION: Readonly<Record<ActionDirection, ActionTone>> = {
  onward: 'good',
  back: 'quiet',
  beside: 'quiet',
  exit: 'bad',
};

const isFinalTone = (tone: StateTone): boolean => tone === 'bad' || tone === 'stopped';

/** Reasons distinguish nothing if every action asks for one. */
function listMoves({ lifecycle: { states, actions } }: CourseSource): readonly Move[] {
  const known = new Set(states.map(({ key }) => key));
  const moving = actions.filter(({ from, to }) => to !== undefined && from.some((each) => each !== to));
  const distinguishes = moving.some(({ reason }) => reason === 'none');
  return moving.flatMap((action) =>
    action.from
      .filter((from) => from !== action.to && known.has(from) && known.has(action.to!))
      .map((from) => ({ action, from, to: action.to!, isExplained: isExplained(action, distinguishes) })),
  );
}

const isExplained = ({ tone, reason }: Action, distinguishes: boolean): boolean =>
  tone === 'bad' || (tone !== 'good' && distinguishes && reason !== 'none');

function findEnds(
  { lifecycle: { states, initial } }: CourseSource,
  moves: readonly Move[],
): ReadonlySet<string> {
  const left = new Set(moves.filter((move) => !move.isExplained).map(({ from }) => from));
  const isEnd = ({ key, final, tone }: State): boolean =>
    final || (key !== initial && tone !== 'active' && tone !== 'waiting' && !left.has(key));
  return new Set(states.filter(isEnd).map(({ key }) => key));
}

interface Way {
  /** All ends if none is good. */
  readonly goals: ReadonlySet<string>;
  readonly isCertain: boolean;
  readonly isNearer: (from: string, to: string) => boolean;
  /** Another way is usual. */
  readonly isShortcut: (from: string, to: string) => boolean;
}

function findWay(entity: CourseSource, moves: readonly Move[], ends: ReadonlySet<string>): Way {
  const { states, initial } = entity.lifecycle;
  // An explained step outweighs any way without.
  const detour = states.length + 1;
  const forth = moves.map(({ from, to, isExplained: hard }) => ({ from, to, length: hard ? detour : 1 }));
  const fromStart = measureDistances([initial], forth);
  const { goals, isCertain } = findGoals(entity, { moves, ends, detour, fromStart });
  const back = forth.map(({ from, to, length }) => ({ from: to, to: from, length }));
  const toGoal = measureDistances([...goals], back);
  const left = (state: string): number => toGoal.get(state) ?? Infinity;
  const come = (state: string): number => fromStart.get(state) ?? Infinity;
  return {
    goals,
    isCertain,
    isNearer: (from, to) =>
      left(to) < left(from) || (left(to) === left(from) && left(to) < Infinity && come(to) > come(from)),
    isShortcut: (from, to) => detour + left(to) > left(from),
  };
}

interface GoalSearch {
  readonly moves: readonly Move[];
  readonly ends: ReadonlySet<string>;
  readonly detour: number;
  readonly fromStart: ReadonlyMap<string, number>;
}

/** Declared, else the farthest ends with the fewest explained steps. */
function findGoals({ lifecycle: { states } }: CourseSource, { moves, ends, detour, fromStart }: GoalSearch) {
  const good = states.filter(({ tone }) => tone === 'good').map(({ key }) => key);
  const declared = good.filter((key) => ends.has(key));
  if (declared.length > 0) return { goals: new Set(declared), isCertain: true };
  const candidates = states
    .filter(({ key, tone }) => tone === undefined && ends.has(key) && fromStart.has(key))
    .map(({ key }) => ({ key, distance: fromStart.get(key)!, by: moves.filter(({ to }) => to === key) }))
    .filter(({ by }) => by.some((move) => !move.isExplained));
  if (candidates.length === 0) return { goals: new Set(good), isCertain: true };
  const explanationsFor = (distance: number): number => Math.floor(distance / detour);
  const nearest = candidates.reduce((least, { distance }) => Math.min(least, distance), Infinity);
  const usual = candidates.filter(({ distance }) => explanationsFor(distance) === explanationsFor(nearest));
  const farthest = usual.reduce((most, { distance }) => Math.max(most, distance), 0);
  const last = usual.filter(({ distance }) => distance === farthest);
  const approved = last.filter(({ by }) => by.some(({ action }) => action.approvals));
  const goals = new Set((approved.length > 0 ? approved : last).map(({ key }) => key));
  return { goals, isCertain: goals.size === 1 };
}

function deriveTone(
  entity: CourseSource,
  { key }: State,
  {
    moves,
    ends,
    way,
  }: { readonly moves: readonly Move[]; readonly ends: ReadonlySet<string>; readonly way: Way },
): StateTone {
  const entering = moves.filter(({ to }) => to === key);
  if (way.goals.has(key)) return way.isCertain ? 'good' : 'stopped';
  if (ends.has(key)) return deriveEndTone(entity, entering);
  if (way.goals.size === 0) return 'active';
  const isAside = key !== entity.lifecycle.initial && !entering.some(({ from }) => way.isNearer(from, key));
  if (isAside)
    return entering.every((move) => move.isExplained) ? deriveEndTone(entity, entering) : 'waiting';
  return isDecided(entity, key, { moves, way }) ? 'waiting' : 'active';
}

/** Openers withdraw records, others refuse them. */
function deriveEndTone(entity: CourseSource, entering: readonly Move[]): StateTone {
  const openers = new Set(listOpeningRoles(entity));
  const isRefused =
    entering.length > 0 &&
    entering.every(({ action }) => !listActingRoles(action).some((role) => openers.has(role)));
  return isRefused ? 'bad' : 'stopped';
}

const EVERYONE = '*';

const listActingRoles = ({ by }: Action): readonly string[] => (by.length === 0 ? [EVERYONE] : by);

function listOpeningRoles({
  lifecycle: { initial, actions },
  permissions: { open },
}: CourseSource): readonly string[] {
  if (open) return Object.keys(open.roles);
  return [EVERYONE, ...actions.filter(({ from }) => from.includes(initial)).flatMap(listActingRoles)];
}

const isDecided = (...state: Parameters<typeof listDecidingRoles>): boolean =>
  listDecidingRoles(...state).size > 0;

/** Other roles than those that bring records into the state decide about it. */
function listDecidingRoles(
  entity: CourseSource,
  key: string,
  { moves, way }: { readonly moves: readonly Move[]; readonly way: Way },
): ReadonlySet<string> {
  const leaving = moves.filter(({ from }) => from === key);
  const approving = leaving.filter(({ action }) => action.approvals);
  if (approving.length > 0) return new Set(approving.flatMap(({ action }) => listActingRoles(action)));
  const rolesThat = (isChosen: (move: Move) => boolean): readonly string[] =>
    leaving.filter(isChosen).flatMap(({ action }) => listActingRoles(action));
  const refusing = new Set(rolesThat(({ to }) => !way.isNearer(key, to)));
  const deciding = rolesThat(({ to }) => way.isNearer(key, to)).filter((role) => refusing.has(role));
  const bringing = new Set([
    ...moves
      .filter(({ from, to }) => to === key && way.isNearer(from, key))
      .flatMap(({ action }) => listActingRoles(action)),
    ...(key === entity.lifecycle.initial ? listOpeningRoles(entity) : []),
  ]);
  return new Set(deciding.some((role) => bringing.has(role)) ? [] : deciding);
}

interface Step {
  readonly from: string;
  readonly to: string;
  readonly length: number;
}

/** Dijkstra. Unreachable states are missing. */
function measureDistances(starts: readonly string[], steps: readonly Step[]): ReadonlyMap<string, number> {
  const leaving = new Map<string, Step[]>();
  for (const step of steps) {
    const known = leaving.get(step.from);
    if (known) known.push(step);
    else leaving.set(step.from, [step]);
  }
  const found = new Map<string, number>();
  const open = new Map(starts.map((start) => [start, 0]));
  for (;;) {
    const nearest = [...open].reduce<readonly [string, number] | undefined>(
      (least, each) => (least && least[1] <= each[1] ? least : each),
      undefined,
    );
    if (!nearest) return found;
    const [state, distance] = nearest;
    open.delete(state);
    found.set(state, distance);
    for (const { to, length } of leaving.get(state) ?? []) {
      const known = open.get(to) ?? Infinity;
      if (!found.has(to) && distance + length < known) open.set(to, distance + length);
    }
  }
}
