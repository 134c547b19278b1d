// What an event of a log is called: its name, or its name together with its transition, where the log or the operator says so.
import type { Action, Field } from '#specification/model/specification.js';
import { attributeValue, type LogAttribute, type LogEvent, type LogHeader } from './xes-log.js';

export const ACTIVITY = 'concept:name';
export const TRANSITION = 'lifecycle:transition';

/** What an event without a word about it has gone through. */
const COMPLETE = 'complete';

const fold = (text: string) => text.trim().toLowerCase();

export interface ActivityNaming {
  /** The attributes whose values together name the activity. */
  readonly keys: readonly string[];
  /** Transitions to take; undefined: all. */
  readonly only?: ReadonlySet<string>;
}

/** `asked`: what the operator says; else the log, where it declares that the transition belongs to the name. */
export function namingOf(header: LogHeader, asked: Partial<ActivityNaming>): ActivityNaming {
  const declared = header.classifiers.find(
    (keys) => keys.length === 2 && keys.includes(ACTIVITY) && keys.includes(TRANSITION),
  );
  return { keys: asked.keys ?? declared ?? [ACTIVITY], ...(asked.only && { only: asked.only }) };
}

export interface LogActivity {
  /** As messages call it, and as an alias would. */
  readonly name: string;
  /** What an action may be called to match, the fullest first. */
  readonly names: readonly string[];
}

/** undefined: the event has no name. The parts are joined with `+`, as the standard does, or with a blank. */
export function activityOf(event: LogEvent, { keys }: ActivityNaming): LogActivity | undefined {
  const parts = keys.map((key) => attributeValue(event, key) ?? (key === TRANSITION ? COMPLETE : undefined));
  if (parts.some((part) => part === undefined)) return undefined;
  const joined = parts as readonly string[];
  const names = joined.length > 1 ? [joined.join('+'), joined.join(' ')] : joined;
  // What is complete needs no other name than the activity itself.
  const short = joined.filter((part, index) => keys[index] !== TRANSITION || fold(part) !== COMPLETE);
  return { name: names[0]!, names: short.length < joined.length ? [...names, short.join('+')] : names };
}

/** The transition, where it is one the name says nothing about. */
export function unnamedTransition(event: LogEvent, { keys }: ActivityNaming): string | undefined {
  const transition = keys.includes(TRANSITION) ? undefined : attributeValue(event, TRANSITION);
  return transition !== undefined && fold(transition) !== COMPLETE ? transition : undefined;
}

/** The transition that keeps the event out; undefined: it is taken. */
export function leftOut(event: LogEvent, { only }: ActivityNaming): string | undefined {
  if (!only) return undefined;
  const transition = fold(attributeValue(event, TRANSITION) ?? COMPLETE);
  return only.has(transition) ? undefined : transition;
}

/** Whether an action that was taken says what this attribute says: its name word by word, or that it was completed. */
export function isExpressedBy(
  action: Action | undefined,
  { key, value }: LogAttribute,
  { keys }: ActivityNaming,
): boolean {
  if (key === TRANSITION) return value === COMPLETE;
  const names = key === ACTIVITY || keys.includes(key);
  return action !== undefined && names && (value === action.title || value === action.key);
}

type ActivityTarget = Field | Action;

/** What things are called: by key or alias, and by title as people would write it. */
interface ActivityNames {
  readonly exact: ReadonlyMap<string, ActivityTarget>;
  readonly titles: ReadonlyMap<string, ActivityTarget>;
}

const known = new WeakMap<readonly ActivityTarget[], ActivityNames>();

function namesOf(things: readonly ActivityTarget[]): ActivityNames {
  const before = known.get(things);
  if (before) return before;
  // Of two that are called the same, the first is meant.
  const backwards = [...things].reverse();
  const names = {
    exact: new Map(backwards.flatMap((thing) => [thing.key, ...thing.aliases].map((name) => [name, thing]))),
    titles: new Map(backwards.map((thing) => [fold(thing.title), thing])),
  };
  known.set(things, names);
  return names;
}

/** A field or an action by its key, an alias or its title. */
export function named<T extends ActivityTarget>(
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
