// Which action an event of a log is, by what it is called.
import type { Action, Entity } from '#specification/model/specification.js';
import {
  ACTIVITY,
  activityOf,
  named,
  TRANSITION,
  unnamedTransition,
  type ActivityNaming,
} from './activity.js';
import type { ImportFindings } from './import-findings.js';
import type { LogEvent } from './xes-log.js';

/** undefined: none, which is told. */
export function actionOfEvent(
  event: LogEvent,
  entity: Entity,
  naming: ActivityNaming,
  found: ImportFindings,
): Action | undefined {
  const activity = activityOf(event, naming);
  const transition = unnamedTransition(event, naming);
  if (!activity) {
    const keys = naming.keys.map((key) => `\`${key}\``).join(' and ');
    const remedy = `Give it ${keys}, or say what names it with --activity.`;
    found.misfit(event.line, 'the event has no activity', remedy);
    return undefined;
  }
  if (transition !== undefined) {
    found.misfit(
      event.line,
      `the event is a \`${transition}\`, not a \`complete\``,
      `Make it part of the activity with --activity "${ACTIVITY} ${TRANSITION}", or leave such events out with --only complete.`,
    );
    return undefined;
  }
  const action = named(entity.lifecycle.actions, ...activity.names);
  if (!action) {
    const remedy = `Declare an action with \`alias: ${JSON.stringify(activity.name)}\`.`;
    found.misfit(event.line, `no action of ${entity.name} is called “${activity.name}”`, remedy);
  }
  return action;
}
