import type { Action, Field } from '#specification/model/specification.js';
import { getAttributeValue, type LogAttribute, type LogEvent, type LogHeader } from './xes-log.js';

export const ACTIVITY_KEY = 'concept:name';
export const TRANSITION_KEY = 'lifecycle:transition';

/** Assumed where an event names none. */
const COMPLETE = 'complete';

const fold = (text: string) => text.trim().toLowerCase();

export interface ActivityClassifier {
  readonly keys: readonly string[];
  /** undefined: all. */
  readonly onlyTransitions?: ReadonlySet<string>;
}

/** `requested`: by the operator; otherwise as the log declares. */
export function chooseActivityClassifier(
  header: LogHeader,
  requested: Partial<ActivityClassifier>,
): ActivityClassifier {
  const declared = header.classifiers.find(
    (keys) => keys.length === 2 && keys.includes(ACTIVITY_KEY) && keys.includes(TRANSITION_KEY),
  );
  return {
    keys: requested.keys ?? declared ?? [ACTIVITY_KEY],
    ...(requested.onlyTransitions && { onlyTransitions: requested.onlyTransitions }),
  };
}

export interface LogActivity {
  readonly name: string;
  /** Fullest first. */
  readonly names: readonly string[];
}

/** undefined: the event has no name. Parts are joined with `+`, as in XES, or with a blank. */
export function findEventActivity(event: LogEvent, { keys }: ActivityClassifier): LogActivity | undefined {
  const parts = keys.map(
    (key) => getAttributeValue(event, key) ?? (key === TRANSITION_KEY ? COMPLETE : undefined),
  );
  if (parts.some((part) => part === undefined)) return undefined;
  const joined = parts as readonly string[];
  const names = joined.length > 1 ? [joined.join('+'), joined.join(' ')] : joined;
  const short = joined.filter((part, index) => keys[index] !== TRANSITION_KEY || fold(part) !== COMPLETE);
  return { name: names[0]!, names: short.length < joined.length ? [...names, short.join('+')] : names };
}

export function findTransitionOutsideClassifier(
  event: LogEvent,
  { keys }: ActivityClassifier,
): string | undefined {
  const transition = keys.includes(TRANSITION_KEY) ? undefined : getAttributeValue(event, TRANSITION_KEY);
  return transition !== undefined && fold(transition) !== COMPLETE ? transition : undefined;
}

/** undefined: none excludes the event. */
export function findExcludedTransition(
  event: LogEvent,
  { onlyTransitions }: ActivityClassifier,
): string | undefined {
  if (!onlyTransitions) return undefined;
  const transition = fold(getAttributeValue(event, TRANSITION_KEY) ?? COMPLETE);
  return onlyTransitions.has(transition) ? undefined : transition;
}

/** Same name, or completion. */
export function isAttributeExpressedByAction(
  action: Action | undefined,
  { key, value }: LogAttribute,
  { keys }: ActivityClassifier,
): boolean {
  if (key === TRANSITION_KEY) return value === COMPLETE;
  const names = key === ACTIVITY_KEY || keys.includes(key);
  return action !== undefined && names && (value === action.title || value === action.key);
}

type ActivityTarget = Field | Action;

interface ActivityNames {
  readonly exact: ReadonlyMap<string, ActivityTarget>;
  readonly titles: ReadonlyMap<string, ActivityTarget>;
}

const known = new WeakMap<readonly ActivityTarget[], ActivityNames>();

function namesOf(things: readonly ActivityTarget[]): ActivityNames {
  const before = known.get(things);
  if (before) return before;
  // Of two with the same name, the first wins.
  const backwards = [...things].reverse();
  const names = {
    exact: new Map(backwards.flatMap((thing) => [thing.key, ...thing.aliases].map((name) => [name, thing]))),
    titles: new Map(backwards.map((thing) => [fold(thing.title), thing])),
  };
  known.set(things, names);
  return names;
}

export function findFieldOrActionByName<T extends ActivityTarget>(
  things: readonly T[],
  ...names: readonly string[]
): T | undefined {
  const { exact, titles } = namesOf(things);
  for (const name of names) {
    const found = exact.get(name) ?? titles.get(fold(name));
    if (found) return found as T;
  }
  return undefined;
}
