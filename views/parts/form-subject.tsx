import type { Formats } from '../format.js';
import { useMessages } from '../messages/use-messages.js';
import type { FormSubject as Props } from '../view-models/form.js';
import { KeyFields } from './record-fields.js';
import { RecordApprovalRounds } from './record-approval-rounds.js';
import { renderStateBadge } from './display-value.js';

export function FormSubject({ subject, formats }: { readonly subject: Props; readonly formats: Formats }) {
  const t = useMessages();
  const { state, summary, rounds } = subject;
  return (
    <section className="db-form-subject" aria-label={t('page.record')}>
      <p>{renderStateBadge(state.title, state.tone)}</p>
      <KeyFields summary={summary} editFields={{}} formats={formats} />
      <RecordApprovalRounds rounds={rounds} version={0} formats={formats} />
      {subject.isLastApproval && <p className="db-last-approval">{t('form.lastApproval')}</p>}
    </section>
  );
}

export function FormOutcome({ next, canUndo = true }: Pick<Props, 'next' | 'canUndo'>) {
  const t = useMessages();
  if (next === undefined) return null;
  return (
    <p className="db-form-outcome">
      {t('record.thenState', { state: next })}
      {!canUndo && ` ${t('form.noUndo')}`}
    </p>
  );
}
