// A case that comes again: what is known of it has to be what was imported, step by step.
import { reason } from '../reason.js';
import type { RecordDecisionContext, ImportedEvent } from './decision-context.js';
import { HistoryRefused } from './history-refused.js';
import { ignoring } from './ignoring.js';
import type { ImportedStep, ImportRecord, UnreadParts } from './record-commands.js';

/** Throws `HistoryRefused` with the first step that is not what was imported. */
export function mustAgree(
  history: ImportRecord['data'],
  [opened, ...taken]: readonly ImportedEvent[],
  context: RecordDecisionContext,
): void {
  if (opened) attributesMustAgree(history, opened, context);
  for (const [index, event] of taken.entries()) {
    const step = history.steps[index];
    if (!step || isUnread(context.unread?.[index + 1]) || agrees(step, event)) continue;
    const title = context.entity.lifecycle.actions.find(({ key }) => key === step.action)?.title;
    const what = `Step ${index + 1} (“${title ?? step.action}”)`;
    refuse(context, step.source.line, what, event, 'put it right in the record here, and leave its case out');
  }
}

function attributesMustAgree(
  { source }: ImportRecord['data'],
  opened: ImportedEvent,
  context: RecordDecisionContext,
): void {
  const before = opened.metadata.source?.fingerprints;
  // Older imports wrote none down.
  if (!before) return;
  const isNew = (key: string) => !Object.hasOwn(before, key);
  const differing = Object.entries(source.fingerprints).find(
    ([key, now]) => isNew(key) || before[key] !== now,
  );
  if (!differing) return;
  const [key] = differing;
  const what = `Its attribute \`${key}\`${isNew(key) ? ', which is new,' : ''}`;
  const instead = `leave it out with ${ignoring(key)}, and change the record here`;
  refuse(context, source.line, what, opened, instead);
}

const isUnread = (unread: UnreadParts | undefined) =>
  unread !== undefined && (unread.action === true || unread.fields.length > 0);

function agrees({ action, at, source }: ImportedStep, event: ImportedEvent): boolean {
  const before = event.metadata.source?.fingerprint;
  if (before !== undefined) return before === source.fingerprint;
  return (
    event.type === 'record.action-taken' &&
    event.data.action === action &&
    event.metadata.effectiveAt === new Date(at).toISOString()
  );
}

function refuse(
  context: RecordDecisionContext,
  line: number,
  what: string,
  { metadata: { source } }: ImportedEvent,
  instead: string,
): never {
  const words = { what, log: source?.log ?? '', line: source?.line ?? 0, instead };
  const differs = reason(context, 'IMPORT_DIFFERS', { with: words });
  throw new HistoryRefused([{ line, reason: differs, cause: 'not what was imported before' }]);
}
