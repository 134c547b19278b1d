import type { Action, Entity } from '#specification/model/specification.js';
import {
  ACTIVITY_KEY,
  findEventActivity,
  findFieldOrActionByName,
  TRANSITION_KEY,
  findTransitionOutsideClassifier,
  type ActivityClassifier,
} from './event-activity.js';
import type { ImportFindings } from './import-findings.js';
import type { LogEvent } from './xes-log.js';

/** undefined: none; reported as a finding. */
export function findEventAction(
  event: LogEvent,
  entity: Entity,
  classifier: ActivityClassifier,
  found: ImportFindings,
): Action | undefined {
  const activity = findEventActivity(event, classifier);
  const transition = findTransitionOutsideClassifier(event, classifier);
  if (!activity) {
    const keys = classifier.keys.map((key) => `\`${key}\``).join(' and ');
    const remedy = `Give it ${keys}, or say what names it with --activity.`;
    found.addIssue(event.line, 'the event has no activity', remedy);
    return undefined;
  }
  if (transition !== undefined) {
    found.addIssue(
      event.line,
      `the event is a \`${transition}\`, not a \`complete\``,
      `Make it part of the activity with --activity "${ACTIVITY_KEY} ${TRANSITION_KEY}", or leave such events out with --only complete.`,
    );
    return undefined;
  }
  const action = findFieldOrActionByName(entity.lifecycle.actions, ...activity.names);
  if (!action) {
    const remedy = `Declare an action with \`alias: ${JSON.stringify(activity.name)}\`.`;
    found.addIssue(event.line, `no action of ${entity.name} is called “${activity.name}”`, remedy);
  }
  return action;
}
