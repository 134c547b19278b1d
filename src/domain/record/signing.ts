// Signatures: what was on the screen, and whether it still is when it is signed (21 CFR 11.50, 11.70).
import type { Action, RecordInScope } from '#specification/specification.js';
import type { Value } from '#specification/value.js';
import { fieldOf } from '#specification/field-of.js';
import { reason } from '../reason.js';
import type { Reason } from '../refusal.js';
import { fieldsInTemplate } from '../told-fields.js';
import type { Signature, Changes } from './approval-events.js';
import type { DecisionContext, Digests, RecordDecisionContext } from './decision-context.js';
import { unsigned } from './duties.js';
import type { Signing } from './record-commands.js';

interface TitledRecord extends RecordInScope {
  readonly title: string;
}

/** What a person has before their eyes when they sign. What is hidden from them is not in it. */
function screen(
  decisionContext: DecisionContext & { readonly digests: Digests },
  record: TitledRecord,
  action: Action,
) {
  const { specification, entity, hidden } = decisionContext;
  const seen = (key: string) => !hidden?.has(key);
  const fields = entity.fields.filter(({ key }) => seen(key) && Object.hasOwn(record.fields, key));
  const isTold = fieldsInTemplate(entity, entity.recordTitle.source).every(seen);
  return {
    application: specification.key,
    entity: entity.key,
    id: record.id,
    number: record.number,
    ...(isTold && { title: record.title }),
    state: record.state,
    fields: Object.fromEntries(
      fields.map(({ key }) => [key, inDigest(decisionContext, key, record.fields[key]!)]),
    ),
    action: action.key,
    meaning: action.sign ?? '',
  };
}

/** Personal values go in keyed: nobody finds them by trying once they are erased. */
function inDigest(
  { entity, digests }: Pick<DecisionContext, 'entity'> & { readonly digests: Digests },
  key: string,
  value: Value,
): unknown {
  return fieldOf(entity, key)?.personal === undefined ? value : { keyed: digests.keyed(value) };
}

/** The digest that a form carries, of what it shows. */
export function shownDigest(
  decisionContext: DecisionContext & { readonly digests: Digests },
  record: TitledRecord,
  action: Action,
): string {
  return decisionContext.digests.hash(screen(decisionContext, record, action));
}

/** Why an action that has to be signed is not, or not what is to be seen now. */
export function signingReasons(
  context: RecordDecisionContext,
  record: TitledRecord,
  action: Action,
  signing: Signing | undefined,
): readonly Reason[] {
  const { digests, user, elsewhere } = context;
  if (action.sign === undefined || elsewhere || user.system) return [];
  if (!signing || !digests) return [unsigned(context, action)];
  if (signing.shown === undefined) return [];
  return signing.shown === shownDigest({ ...context, digests }, record, action)
    ? []
    : [reason(context, 'SIGNATURE_OUTDATED', { with: { what: action.title }, place: action.place })];
}

interface SignedChange {
  readonly signing?: Signing;
  readonly reason?: string;
  readonly changes: Changes;
}

/** The signature: what was on the screen, with what was filled in, by whom, for whom and when. */
export function signatureOf(
  context: RecordDecisionContext,
  record: TitledRecord,
  action: Action,
  { signing, reason: why, changes }: SignedChange,
): Signature | undefined {
  const { digests, user, deputy, now, version = 0 } = context;
  if (action.sign === undefined || !signing || !digests) return undefined;
  const withDigests = { ...context, digests };
  const filledIn = Object.entries(changes).filter(([key]) => action.ask.includes(key));
  const hash = digests.hash({
    ...screen(withDigests, record, action),
    version,
    filledIn: Object.fromEntries(filledIn.map(([key, { to }]) => [key, inDigest(withDigests, key, to)])),
    reason: why ?? null,
    by: (deputy ?? user).id,
    for: deputy ? user.id : null,
    at: now,
  });
  return { meaning: action.sign, hash, version, at: now, by: signing.by };
}
