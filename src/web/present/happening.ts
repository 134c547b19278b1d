// An event in words: who did what, from where to where, and what changed.
import type { Happening } from '../../../views/view-models/happening.js';
import { BY_ITSELF, NOT_RECORDED } from '../../domain/event.js';
import { isHidden, type Names, type SeenEvent } from '../../query-handling/seen.js';
import type { Entity, Specification } from '../../specification/specification.js';
import { eventHref, personHref } from '../routes.js';
import { changes, firstValues, type FieldWords } from './changes.js';
import { personName, stateTitle } from './shown.js';
import { tellSubject } from './subject.js';

/** What a page knows when it puts events into words. */
export interface Telling {
  readonly names: Names;
  /** Application → its current specification. */
  readonly specifications: ReadonlyMap<string, Specification>;
  /** Whether to say what an event is about: on pages about many things. */
  readonly subjects: boolean;
  /** Whether the reader may open the raw event and the pages of people. */
  readonly raw: boolean;
  readonly people: boolean;
}

type Data = Readonly<Record<string, unknown>>;

/** One event in words. Works for every stored type, also those nobody knows any more. */
export function tellHappening(event: SeenEvent, telling: Telling): Happening {
  const specification =
    event.application === null ? undefined : telling.specifications.get(event.application);
  const entity = event.entity === null ? undefined : specification?.entities[event.entity];
  const { recordedAt, reason, source } = event.metadata;
  return {
    position: event.position,
    version: event.version,
    at: event.at,
    ...(recordedAt !== event.at && { recordedAt }),
    ...who(event, telling),
    ...(source && { imported: source.log }),
    ...(reason !== undefined && { reason }),
    ...(telling.raw && { rawHref: eventHref(event.position) }),
    ...(telling.subjects && tellSubject(event, specification, telling)),
    type: event.type,
    changes: [],
    ...tellWhat(event, specification, entity, telling),
  };
}

function who({ actor }: SeenEvent, { names, people }: Telling): Pick<Happening, 'who' | 'whoHref'> {
  if (actor === NOT_RECORDED) return { who: 'Somebody (not recorded)' };
  const isPerson = actor !== BY_ITSELF;
  return { who: personName(names, actor), ...(people && isPerson && { whoHref: personHref(actor) }) };
}

type What = Pick<Happening, 'verb' | 'moved' | 'text'> & { readonly changes?: Happening['changes'] };

function tellWhat(
  event: SeenEvent,
  specification: Specification | undefined,
  entity: Entity | undefined,
  telling: Telling,
): What {
  if (isHidden(event.data)) return { verb: UNSEEN[event.type] ?? 'did something', text: NOT_VISIBLE };
  const data = (event.data ?? {}) as Data;
  const words = { specification, entity, names: telling.names };
  switch (event.type) {
    case 'record.opened':
      return { verb: 'opened', changes: firstValues(data['fields'] as Data | undefined, words) };
    case 'record.changed':
      return { verb: 'changed', ...tellChanges(data['changes'], event.redacted, words) };
    case 'record.action-taken':
      return {
        verb: actionTitle(entity, String(data['action'])),
        ...moved(entity, String(data['from']), String(data['to'])),
        ...tellChanges(data['changes'], isHidden(data['changes']), words),
      };
    case 'record.commented':
      return { verb: 'commented', text: text(data['text']) };
    case 'record.assigned':
      return { verb: tellAssigned(data, telling.names) };
    case 'record.erased':
      return { verb: 'erased the personal data' };
    case 'specification.published':
      return { verb: `published version ${String(data['version'])} of the specification` };
    default:
      return { verb: tellOther(event.type, data, telling) };
  }
}

const NOT_VISIBLE = 'not visible to you';

/** What kind of thing happened to a record that its reader may not see. */
const UNSEEN: Readonly<Record<string, string>> = {
  'record.opened': 'opened',
  'record.changed': 'changed',
  'record.action-taken': 'took an action',
  'record.commented': 'commented',
  'record.assigned': 'assigned it',
  'record.erased': 'erased the personal data',
  'number.taken': 'took a number',
  'number.voided': 'gave up a number',
  'value.claimed': 'claimed a unique value',
  'value.released': 'gave a unique value free',
  'opening.counted': 'opened one more of those that may be opened in a day',
  'opening.given-back': 'opened none after all: it does not count for the day',
};

const text = (value: unknown): string =>
  typeof value === 'string' ? value : isHidden(value) ? NOT_VISIBLE : 'erased';

/** Where nothing of it is visible, that it is not; of others nothing is said about what may be. */
function tellChanges(changed: unknown, hides: boolean, words: FieldWords): Pick<What, 'text' | 'changes'> {
  const seen = changes(changed as Data | undefined, words);
  return { changes: seen, ...(hides && seen.length === 0 && { text: NOT_VISIBLE }) };
}

function moved(entity: Entity | undefined, from: string, to: string): Pick<Happening, 'moved'> {
  return from === to ? {} : { moved: { from: stateTitle(entity, from), to: stateTitle(entity, to) } };
}

/** Titles of actions are imperatives ("Approve"); as somebody's deed they are quoted rather than conjugated. */
function actionTitle(entity: Entity | undefined, key: string): string {
  const action = entity?.lifecycle.actions.find((each) => each.key === key);
  return action?.title ?? key;
}

function tellAssigned({ from, to }: Data, names: Names): string {
  if (typeof to === 'string') return `assigned it to ${personName(names, to)}`;
  return typeof from === 'string' ? `took it from ${personName(names, from)}` : 'assigned it to nobody';
}

function tellOther(type: string, data: Data, { specifications }: Telling): string {
  const application = String(data['application'] ?? '');
  const specification = specifications.get(application);
  const role = `the role “${specification?.roles[String(data['role'])]?.title ?? String(data['role'])}”`;
  const where = application === '-' || application === '' ? '' : ` in ${specification?.name ?? application}`;
  const verbs: Readonly<Record<string, string>> = {
    'user.registered': 'registered a person',
    'user.password-set': 'set the password',
    'user.link-issued': 'made a one-time link to choose a password',
    'user.role-granted': `gave ${role}${where}`,
    'user.role-revoked': `took away ${role}${where}`,
    'user.signed-in': 'signed in',
    'user.signed-out': 'signed out',
    'user.sessions-ended': 'ended the sessions',
    'user.sign-in-failed': 'noted a wrong password',
    'user.erased': 'erased the personal data',
    'number.taken': `took the number ${String(data['number'])}`,
    'number.voided': `gave up the number ${String(data['number'])}`,
    'value.claimed': 'claimed a unique value',
    'value.released': 'gave a unique value free',
    'opening.counted': 'opened one more of those that may be opened in a day',
    'opening.given-back': 'opened none after all: it does not count for the day',
  };
  return verbs[type] ?? type;
}
