// Section 4: the expressions of actions, compiled now that all fields are known.
import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import { BOOLEAN_RESULT, USER_RESULT } from '#specification/cel/compile-cel.js';
import { type CooperativeTask, mapInSteps } from '#specification/pieces.js';
import type { Action, Lifecycle } from '#specification/model/specification.js';
import { approvalsAt } from './read-approvals.js';
import { withTimerExpressions } from './read-timers.js';
import type { LifecyclesSection } from './lifecycles-context.js';
import { expressionAt } from '../compile-expression.js';
import { checkLifecycle } from './ineffective-declarations.js';
import type { Path, Problems, SectionData } from '../section-context.js';
import { nodeAt } from '#specification/document/yaml-node.js';

export function* withActionExpressions(
  section: LifecyclesSection,
  entity: string,
  lifecycle: Lifecycle,
  environment: ExpressionEnvironment | undefined,
  problems: Problems,
): CooperativeTask<Lifecycle> {
  const actions = yield* mapInSteps(lifecycle.actions, (action): Action => {
    const path: Path = ['lifecycles', entity, 'actions', action.key];
    const guardPath = [...path, nodeAt(section.node, [...path, 'guard']) ? 'guard' : 'when'];
    const guard = expressionAt(
      environment,
      section,
      { path: guardPath, place: 'guard' },
      BOOLEAN_RESULT,
      problems,
    );
    const not = peopleAt(environment, section, [...path, 'not'], problems);
    const approvals = approvalsAt(environment, section, [...path, 'approvals'], problems);
    return {
      ...action,
      ...(guard ? { guard } : {}),
      not,
      ...(approvals ? { approvals } : {}),
    };
  });
  const timers = withTimerExpressions(section, entity, lifecycle.timers, environment, problems);
  const whole = { ...lifecycle, actions, timers };
  checkLifecycle({ section, problems, environment }, ['lifecycles', entity], whole);
  return whole;
}

/** One expression, or a list of them. */
function peopleAt(
  environment: ExpressionEnvironment | undefined,
  section: SectionData<unknown>,
  path: Path,
  problems: Problems,
): Action['not'] {
  const listed = nodeAt(section.node, path)?.children;
  const paths = listed ? [...listed.keys()].map((index): Path => [...path, index]) : [path];
  return paths
    .map((one) =>
      expressionAt(environment, section, { path: one, place: 'separation of duties' }, USER_RESULT, problems),
    )
    .filter((who) => who !== undefined);
}
