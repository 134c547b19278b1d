import { isBlank } from '#specification/model/stored-value.js';
import type { DecidedEvent } from '#domain/event.js';
import { createReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { checkComment } from './offered-actions.js';
import type { RecordEvent } from '../record-events.js';
import type { RecordState } from '../record-state.js';
import { normalizeLines } from '#specification/field-types/text.js';
import { checkWrittenText } from '#domain/check-written-text.js';

export function commentOnRecord(
  state: RecordState,
  text: string,
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([createReason(context, 'NOT_FOUND')]);
  const reasons = [...checkComment(context, state)];
  if (typeof text === 'string' && isBlank(text))
    reasons.push(createReason(context, 'EMPTY_COMMENT', { fields: ['text'] }));
  else for (const each of checkWrittenText(context, 'comment', text)) reasons.push(each);
  if (reasons.length > 0) throw new Refused(reasons);
  return [{ type: 'record.commented', data: { text: normalizeLines(text) } }];
}
