// Section 7: what expressions of calls see: the record with people in the place of their ids, and the answer.
import {
  createEntityEnvironment,
  type ExpressionEnvironment,
  type SharedEnvironment,
} from '#specification/cel/entity-environment.js';
import { toRecord } from '#specification/document/to-record.js';
import { mapInSteps } from '#specification/cooperative-task.js';

export function* createCallEnvironments(
  shared: SharedEnvironment,
  environments: Readonly<Record<string, ExpressionEnvironment>>,
) {
  const entries = yield* mapInSteps(Object.entries(environments), function* ([key, { entity }]) {
    const environment = yield* createEntityEnvironment(shared, entity, { people: true });
    environment.cel.registerVariable('response', 'map');
    return [key, environment] as const;
  });
  const withoutRecord = yield* createEntityEnvironment(shared);
  withoutRecord.cel.registerVariable('response', 'map');
  return { environments: toRecord(entries), withoutRecord };
}

/** What expressions about what is sent from outside see. The record is known to types alone: versions of before could name it. */
export function* createReceiverEnvironments(
  shared: SharedEnvironment,
  environments: Readonly<Record<string, ExpressionEnvironment>>,
  names: ReadonlySet<string>,
) {
  const wanted = Object.entries(environments).filter(([key]) => names.has(key));
  const entries = yield* mapInSteps(wanted, function* ([key, { entity }]) {
    const environment = yield* createEntityEnvironment(shared, entity);
    environment.cel.registerVariable('body', 'dyn');
    return [key, environment] as const;
  });
  return toRecord(entries);
}
