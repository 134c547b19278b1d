// Decides as live commands, without roles and separation of duties (decision 0031).
import type { DecidedEvent } from '#domain/event.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { HistoryImport } from './history-import.js';
import { assertSameHistory } from './assert-same-history.js';
import { assertRecordIdUnused, openRecord } from '../lifecycle/open-record.js';
import type { ImportRecord } from '../record-commands.js';
import type { RecordEvent } from '../record-events.js';
import type { RecordState } from '../record-state.js';

export function importHistory(
  state: RecordState,
  history: ImportRecord['data'],
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  const before = context.importedEvents ?? [];
  if (before.length === 0) assertRecordIdUnused(state, context);
  assertSameHistory(history, before, context);
  const { log, openedBy: actor, openedAt: at, input } = history;
  const following = new HistoryImport(state, context, log);
  if (state.status === 'not opened')
    following.openRecord(
      { actor, at, source: history.source, unread: context.unreadable?.[0] },
      input,
      (then) => openRecord(state, input, then),
    );
  const from = Math.max(0, before.length - 1);
  for (const [index, step] of history.steps.slice(from).entries())
    following.takeStep(step, context.unreadable?.[from + index + 1]);
  return following.events();
}
