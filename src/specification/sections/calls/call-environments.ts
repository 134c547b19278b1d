import {
  createEntityEnvironment,
  type ExpressionEnvironment,
  type SharedEnvironment,
} from '#specification/cel/entity-environment.js';
import { toNullPrototypeObject } from '#specification/document/null-prototype-object.js';
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
  return { environments: toNullPrototypeObject(entries), withoutRecord };
}

/** Earlier versions could name `record`, so it is typed. */
export function* createIncomingCallEnvironments(
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
  return toNullPrototypeObject(entries);
}
