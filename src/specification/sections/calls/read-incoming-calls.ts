import type { ExpressionPlace } from '#specification/cel/expression-contexts.js';
import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import { type CooperativeTask, mapInSteps } from '#specification/cooperative-task.js';
import type { CallOutcome, IncomingCall } from '#specification/model/specification.js';
import { type CallExpressionsContext, readExpression, readOutcome } from './compile-call-expressions.js';
import type { CallsContext, CallsSection } from './read-calls.js';
import type { IncomingCallDeclaration } from './calls-shape.js';
import { checkOutcomePossible } from '../states/ineffective-declarations.js';
import { checkReference, type Path, getLocationAt } from '../section-context.js';

export interface IncomingCallsContext extends Pick<
  CallsContext,
  'section' | 'problems' | 'entities' | 'entityNames' | 'fields' | 'actions'
> {
  readonly receiving: Readonly<Record<string, ExpressionEnvironment>>;
}

export const listReceivingEntities = ({ data }: CallsSection): ReadonlySet<string> =>
  new Set(Object.values(data.receive ?? {}).map(({ on }) => on));

export function* readIncomingCalls(reading: IncomingCallsContext): CooperativeTask<readonly IncomingCall[]> {
  const shown = Object.entries(reading.section.data.receive ?? {});
  const read = yield* mapInSteps(shown, ([key, each]) => readReceiver(reading, key, each));
  return read.filter((each) => each !== undefined);
}

const NO_OUTCOME: CallOutcome = { set: [] };

function readReceiver(
  reading: IncomingCallsContext,
  key: string,
  shown: IncomingCallDeclaration,
): IncomingCall | undefined {
  const { section, problems, entityNames, receiving } = reading;
  const path: Path = ['receive', key];
  const about = { path: [...path, 'on'], name: shown.on, what: 'entity %' };
  const environment = checkReference(section, about, entityNames, problems) ? receiving[shown.on] : undefined;
  if (!environment) return undefined;
  const where = (place: ExpressionPlace): CallExpressionsContext => ({
    section,
    problems,
    environment,
    place,
  });
  const find = readExpression(where('find of a message'), [...path, 'find']);
  const then = readOutcome(where('then of a message'), [...path, 'then'], reading) ?? NO_OUTCOME;
  const place = getLocationAt(section, path);
  const lifecycle = reading.entities[shown.on]?.lifecycle;
  if (lifecycle)
    checkOutcomePossible({ ...reading, environment }, [...path, 'then'], then, {
      lifecycle,
      starts: [lifecycle.initial],
    });
  if (then.set.length === 0 && then.action === undefined)
    problems.report(
      place,
      'it is not stated what this does',
      'write `then: { action: … }` or `then: { set: { … } }`',
    );
  return find && { key, entity: shown.on, find, verify: shown.verify, then, place };
}
