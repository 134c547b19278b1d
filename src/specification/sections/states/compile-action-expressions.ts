import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import { BOOLEAN_RESULT, USER_RESULT } from '#specification/cel/compile-cel.js';
import { type CooperativeTask, mapInSteps } from '#specification/cooperative-task.js';
import type { Action, Lifecycle } from '#specification/model/specification.js';
import { readApprovals } from './read-approvals.js';
import { compileTimerExpressions } from './read-timers.js';
import type { LifecyclesSection } from './lifecycles-context.js';
import { compileExpressionAt } from '../compile-expression.js';
import { checkEffectiveLifecycle } from './ineffective-declarations.js';
import type { Path, Problems, SectionData } from '../section-context.js';
import { findNodeAt } from '#specification/document/yaml-node.js';

export function* compileActionExpressions(
  section: LifecyclesSection,
  entity: string,
  lifecycle: Lifecycle,
  environment: ExpressionEnvironment | undefined,
  problems: Problems,
): CooperativeTask<Lifecycle> {
  const actions = yield* mapInSteps(lifecycle.actions, (action): Action => {
    const path: Path = ['lifecycles', entity, 'actions', action.key];
    const guardPath = [...path, findNodeAt(section.node, [...path, 'guard']) ? 'guard' : 'when'];
    const guard = compileExpressionAt(
      environment,
      section,
      { path: guardPath, place: 'guard' },
      BOOLEAN_RESULT,
      problems,
    );
    const not = compileExcludedPeople(environment, section, [...path, 'not'], problems);
    const approvals = readApprovals(environment, section, [...path, 'approvals'], problems);
    return {
      ...action,
      ...(guard ? { guard } : {}),
      not,
      ...(approvals ? { approvals } : {}),
    };
  });
  const timers = compileTimerExpressions(section, entity, lifecycle.timers, environment, problems);
  const whole = { ...lifecycle, actions, timers };
  checkEffectiveLifecycle({ section, problems, environment }, ['lifecycles', entity], whole);
  return whole;
}

function compileExcludedPeople(
  environment: ExpressionEnvironment | undefined,
  section: SectionData<unknown>,
  path: Path,
  problems: Problems,
): Action['not'] {
  const listed = findNodeAt(section.node, path)?.children;
  const paths = listed ? [...listed.keys()].map((index): Path => [...path, index]) : [path];
  return paths
    .map((one) =>
      compileExpressionAt(
        environment,
        section,
        { path: one, place: 'separation of duties' },
        USER_RESULT,
        problems,
      ),
    )
    .filter((who) => who !== undefined);
}
