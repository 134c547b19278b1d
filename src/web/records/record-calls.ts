import type { MessageId } from '#views/messages/en/all.js';
import type { Translate } from '#views/messages/translate.js';
import type { RecordPage } from '#views/view-models/record.js';
import type { Refusal } from '#views/view-models/display-value.js';
import type { Reason } from '#domain/refusal.js';
import type { RecordView } from '#query-handling/record-details/view-record.js';
import { getCallTitle } from '#specification/sections/calls/call-title.js';
import type { Specification } from '#specification/model/specification.js';
import { displayActorName } from '../display/person-names.js';

export type ToRefusals = (reasons: readonly Reason[]) => readonly Refusal[];

interface RecordCallsSource {
  readonly specification: Pick<Specification, 'calls'>;
  readonly view: Pick<RecordView, 'calls' | 'names'>;
  readonly t: Translate;
}

export const presentRecordCalls = (source: RecordCallsSource, refusals: ToRefusals): RecordPage['calls'] =>
  source.view.calls.map((call) => {
    const { why, raised, skipped } = call;
    return {
      what: describeCall(call, source),
      ...(why !== undefined && !skipped && { why: source.t('record.callWhy', { why }) }),
      refusals: raised ? refusals([raised]) : [],
    };
  });

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
  { name, skipped, undecided, status }: RecordView['calls'][number],
  { specification, view: { names }, t }: RecordCallsSource,
): string {
  const call = getCallTitle(specification, name);
  if (skipped)
    return t('record.callSkipped', {
      call,
      reason: skipped.reason,
      name: displayActorName(names, skipped, t),
    });
  return t(undecided ? 'record.callFailed' : CALLED[status], { call });
}
