import { createPhrase, type Phrase } from '#specification/refusal-words/phrases.js';
import { createReason } from '#domain/create-reason.js';
import type { RecordDecisionContext, ImportedEvent } from '../decision-context.js';
import { HistoryRefusedError } from './history-refused-error.js';
import { formatIgnoreOption } from './format-ignore-option.js';
import type { ImportedStep, ImportRecord, UnreadableInput } from '../record-commands.js';

/** Throws `HistoryRefusedError` with the first difference. */
export function assertSameHistory(
  history: ImportRecord['data'],
  [opened, ...taken]: readonly ImportedEvent[],
  context: RecordDecisionContext,
): void {
  if (opened) assertSameAttributes(history, opened, context);
  for (const [index, event] of taken.entries()) {
    const step = history.steps[index];
    if (!step || hasUnreadableInput(context.unreadable?.[index + 1]) || isSameStep(step, event)) continue;
    const title = context.entity.lifecycle.actions.find(({ key }) => key === step.action)?.title;
    const what = createPhrase('import.step', { step: index + 1, action: title ?? step.action });
    refuseImport(context, step.source.line, what, event, createPhrase('import.step-instead'));
  }
}

function assertSameAttributes(
  { source }: ImportRecord['data'],
  opened: ImportedEvent,
  context: RecordDecisionContext,
): void {
  const before = opened.metadata.source?.fingerprints;
  if (!before) return;
  const isNew = (key: string) => !Object.hasOwn(before, key);
  const differing = Object.entries(source.fingerprints).find(
    ([key, now]) => isNew(key) || before[key] !== now,
  );
  if (!differing) return;
  const [key] = differing;
  const what = createPhrase(isNew(key) ? 'import.attribute-new' : 'import.attribute', { attribute: key });
  const instead = createPhrase('import.attribute-instead', { option: formatIgnoreOption(key) });
  refuseImport(context, source.line, what, opened, instead);
}

const hasUnreadableInput = (unread: UnreadableInput | undefined) =>
  unread !== undefined && (unread.action === true || unread.fields.length > 0);

function isSameStep({ action, at, source }: ImportedStep, event: ImportedEvent): boolean {
  const before = event.metadata.source?.fingerprint;
  if (before !== undefined) return before === source.fingerprint;
  return (
    event.type === 'record.action-taken' &&
    event.data.action === action &&
    event.metadata.effectiveAt === new Date(at).toISOString()
  );
}

function refuseImport(
  context: RecordDecisionContext,
  line: number,
  what: Phrase,
  { metadata: { source } }: ImportedEvent,
  instead: Phrase,
): never {
  const words = { what, log: source?.log ?? '', line: String(source?.line ?? 0), instead };
  const differs = createReason(context, 'IMPORT_DIFFERS', { with: words });
  throw new HistoryRefusedError([{ line, reason: differs, cause: 'not what was imported before' }]);
}
