// What a person may do with a record now, and why not: asked by pages before, and by decisions when it is done.
import type { Action, Expression, Grant, Place, RecordInScope } from '../../specification/specification.js';
import { sharingSteps, stepsLeft } from '../../specification/steps-together.js';
import { judges, TOO_MUCH } from '../expressions.js';
import { reason } from '../reason.js';
import type { Reason } from '../refusal.js';
import { completed } from './completed.js';
import { dutyReasons, tooMuch } from './duties.js';
import type { Circumstances } from './environment.js';
import { grantPlace, granted, mayOpen, mayRead, roleTitles, whoMay } from './permissions.js';
import { brokenRules } from './rules.js';

export interface Offer {
  readonly action: Action;
  /** Empty: it can be taken. Fields and a reason that taking it will ask for are not in here. */
  readonly reasons: readonly Reason[];
}

/** Every action of the lifecycle with the reasons it is refused now. */
export function offers(circumstances: Circumstances, record: RecordInScope): readonly Offer[] {
  const { actions } = circumstances.entity.lifecycle;
  const refused = sharingSteps(() => actions.map((action) => actionReasons(circumstances, record, action)));
  return sharingSteps(() =>
    actions.map((action, index) => {
      const reasons = refused[index]!;
      return { action, reasons: reasons.length > 0 ? reasons : rulesAfter(circumstances, record, action) };
    }),
  );
}

/** Rules of the state it leads to that do not hold, and that what is asked for cannot mend. */
function rulesAfter(circumstances: Circumstances, record: RecordInScope, action: Action): readonly Reason[] {
  const after = completed(circumstances, { ...record, state: action.to ?? record.state });
  const broken = brokenRules(circumstances, after.record, new Set(action.ask));
  // All actions together took too long to look at: whether this one alone does is found out when it is taken.
  return stepsLeft() > 0 ? broken : broken.filter(({ code }) => code !== 'TOO_MUCH_TO_COMPUTE');
}

/** Why this person may not take this action on this record now, whatever he fills in. */
export function actionReasons(
  circumstances: Circumstances,
  record: RecordInScope,
  action: Action,
): readonly Reason[] {
  const unreadable = readReasons(circumstances, record);
  if (unreadable.length > 0) return unreadable;
  const { user } = circumstances;
  const what = `do “${action.title}”`;
  const reasons: Reason[] = [];
  const here = action.from.includes(record.state);
  if (!here) reasons.push(wrongState(circumstances, record, action));
  if (!user.system && action.by.length > 0 && !action.by.some((role) => user.roles.includes(role))) {
    const who = roleTitles(circumstances.specification, action.by);
    reasons.push(
      reason(circumstances, 'NOT_PERMITTED', { with: { what, who }, record, place: action.place }),
    );
  }
  reasons.push(...dutyReasons(circumstances, record, action));
  if (here && action.guard) reasons.push(...guardReasons(circumstances, record, action, action.guard));
  return reasons;
}

function guardReasons(
  circumstances: Circumstances,
  record: RecordInScope,
  action: Action,
  guard: Expression<boolean>,
): readonly Reason[] {
  const { user, now } = circumstances;
  const holds = judges(guard, { record, user, now }, false);
  if (holds === TOO_MUCH) return [tooMuch(circumstances, action, guard.place)];
  const about = { with: { what: action.title, condition: guard.source }, record, place: guard.place };
  return holds ? [] : [reason(circumstances, 'GUARD', about)];
}

function wrongState(circumstances: Circumstances, record: RecordInScope, action: Action): Reason {
  const states = action.from.map((state) => stateTitle(circumstances, state)).join(', ');
  const words = { what: action.title, state: stateTitle(circumstances, record.state), states };
  return reason(circumstances, 'WRONG_STATE', { with: words, record, place: action.place });
}

/** Why this person may not see the record. */
export function readReasons(circumstances: Circumstances, record: RecordInScope): readonly Reason[] {
  const { entity, user, now } = circumstances;
  return mayRead(entity, record, user, now)
    ? []
    : [refused(circumstances, 'see it', entity.permissions.read!)];
}

/** Why this person may open no record. Conditions are asked when there is something to look at. */
export function openReasons(circumstances: Circumstances): readonly Reason[] {
  const { entity, user } = circumstances;
  if (mayOpen(entity, user)) return [];
  return [refused(circumstances, `open “${entity.title}”`, entity.permissions.open!)];
}

/** Why this person may not change the record's fields now. */
export function editReasons(circumstances: Circumstances, record: RecordInScope): readonly Reason[] {
  return reasonsToUse(circumstances, record, 'change it', circumstances.entity.permissions.edit, true);
}

export function assignReasons(circumstances: Circumstances, record: RecordInScope): readonly Reason[] {
  return reasonsToUse(circumstances, record, 'assign it', circumstances.entity.permissions.assign, true);
}

/** Comments are welcome in final states too. */
export function commentReasons(circumstances: Circumstances, record: RecordInScope): readonly Reason[] {
  return reasonsToUse(
    circumstances,
    record,
    'comment on it',
    circumstances.entity.permissions.comment,
    false,
  );
}

function reasonsToUse(
  circumstances: Circumstances,
  record: RecordInScope,
  what: string,
  grant: Grant | undefined,
  changes: boolean,
): readonly Reason[] {
  const { entity, user, now } = circumstances;
  const unreadable = readReasons(circumstances, record);
  if (unreadable.length > 0) return unreadable;
  const reasons = granted(grant, user, { record, user, now }) ? [] : [refused(circumstances, what, grant!)];
  const state = entity.lifecycle.states.find(({ key }) => key === record.state);
  if (!changes || !state?.final) return reasons;
  return [
    ...reasons,
    reason(circumstances, 'FINAL_STATE', { with: { state: state.title }, record, place: state.place }),
  ];
}

function refused(circumstances: Circumstances, what: string, grant: Grant): Reason {
  const who = whoMay(circumstances.specification, grant);
  const place: Place | undefined = grantPlace(circumstances.entity, grant);
  return reason(circumstances, 'NOT_PERMITTED', { with: { what, who }, ...(place && { place }) });
}

export function stateTitle({ entity }: Circumstances, state: string): string {
  return entity.lifecycle.states.find(({ key }) => key === state)?.title ?? state;
}
