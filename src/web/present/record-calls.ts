// Calls of a record that something is still to be done about, in words.
import type { MessageId } from '#views/messages/en/all.js';
import type { Translate } from '#views/messages/translate.js';
import type { RecordPage } from '#views/view-models/record.js';
import type { Refusal } from '#views/view-models/shown.js';
import type { Reason } from '#domain/refusal.js';
import type { RecordView } from '#query-handling/records/view-record.js';
import { actorName } from './person-names.js';

export type ToRefusals = (reasons: readonly Reason[]) => readonly Refusal[];

export const callsOf = (
  {
    view: { calls, names },
    t,
  }: { readonly view: Pick<RecordView, 'calls' | 'names'>; readonly t: Translate },
  refusals: ToRefusals,
): RecordPage['calls'] =>
  calls.map(({ name, status, why, skipped, undecided, again, raised }) => ({
    name,
    what: [describeCall({ skipped, undecided, status }, names, t), ...(why === undefined ? [] : [why])].join(
      ': ',
    ),
    ...(again !== undefined && { again }),
    refusals: raised ? refusals([raised]) : [],
  }));

const CALLED: Readonly<Record<RecordView['calls'][number]['status'], MessageId>> = {
  waiting: 'record.callWaits',
  answered: 'record.callAnswered',
  'giving up': 'record.callGivenUp',
  refused: 'record.callNotUsed',
  'given up': 'record.callGivenUp',
  withheld: 'record.callNotSent',
  done: 'record.callDone',
};

function describeCall(
  { skipped, undecided, status }: Pick<RecordView['calls'][number], 'skipped' | 'undecided' | 'status'>,
  names: RecordView['names'],
  t: Translate,
): string {
  if (skipped) return t('record.callSkipped', { name: actorName(names, skipped, t) });
  return t(undecided ? 'record.callFailed' : CALLED[status]);
}
