// Takes over a record's history from elsewhere, step by step, by the same decisions as if it happened here.
// Types, rules and lifecycle hold; roles and separation of duties were another system's (decision 0031).
import type { DecidedEvent } from '#domain/event.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { HistoryImport } from './history-import.js';
import { assertSameHistory } from './repeated-import.js';
import { assertNew, openRecord } from '../lifecycle/open-record.js';
import type { ImportRecord } from '../record-commands.js';
import type { RecordEvent } from '../record-events.js';
import type { RecordState } from '../record-state.js';

/** What of the history is here already has to agree with it; the rest is decided. Throws `HistoryRefused` with all misfits. */
export function importHistory(
  state: RecordState,
  history: ImportRecord['data'],
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  const before = context.importedEvents ?? [];
  if (before.length === 0) assertNew(state, context);
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
