import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { EmptyState } from '../parts/empty-state.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import { Table } from '../parts/table.js';
import type { CallsPage as Props, OpenCall } from '../view-models/system.js';
import { RefusalList, ProblemSummary } from '../parts/problem-summary.js';
import { Timestamp } from '../parts/timestamp.js';
import { useMessages } from '../messages/use-messages.js';
import type { MessageId } from '../messages/en/all.js';

export function CallsPage({ frame, which, tabs, calls, mails, next, refusals }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading heading={t('calls.title')} below={t('calls.hint')}>
        <a className="btn" href={mails}>
          {t('calls.mails')}
        </a>
      </PageHeading>
      {refusals.length > 0 && (
        <ProblemSummary title={t('page.notDone')}>
          <RefusalList refusals={refusals} />
        </ProblemSummary>
      )}
      <nav className="db-tabs" aria-label={t('calls.which')}>
        {tabs.map((tab) => (
          <a key={tab.which} href={tab.href} aria-current={tab.which === which ? 'page' : undefined}>
            {t(TABS[tab.which])}
          </a>
        ))}
      </nav>
      <div className="card db-list">
        {calls.length === 0 ? (
          <EmptyState title={t('calls.none')}>{t(NOTHING[which])}</EmptyState>
        ) : (
          <Calls calls={calls} formats={formats} />
        )}
      </div>
      <Pagination
        before={{ href: undefined, title: t('page.previous') }}
        after={{ href: next, title: t('page.more') }}
      />
    </Document>
  );
}

const TABS: Readonly<Record<Props['which'], MessageId>> = {
  stopped: 'calls.stopped',
  failed: 'calls.failed',
  waiting: 'calls.waiting',
  skipped: 'calls.skipped',
};

const NOTHING: Readonly<Record<Props['which'], MessageId>> = {
  stopped: 'calls.noneStopped',
  failed: 'calls.noneFailed',
  waiting: 'calls.noneWaiting',
  skipped: 'calls.noneSkipped',
};

const STATES: Readonly<Record<OpenCall['state'], MessageId>> = {
  undecided: 'calls.isUndecided',
  skipped: 'calls.isSkipped',
  waiting: 'calls.isQueued',
  answered: 'calls.isAnswered',
  'giving up': 'calls.isGivenUp',
  refused: 'calls.isNotUsed',
  'given up': 'calls.isGivenUp',
  withheld: 'calls.isNotSent',
  done: 'calls.isDone',
};

function Calls({ calls, formats }: { calls: Props['calls']; formats: Formats }) {
  const t = useMessages();
  return (
    <Table
      caption={t('calls.title')}
      heads={[
        t('calls.call'),
        t('page.state'),
        t('calls.requested'),
        t('calls.next'),
        { text: t('page.whatToDo'), at: 'hidden' },
      ]}
    >
      {calls.map((call) => (
        <Row key={call.id} call={call} formats={formats} />
      ))}
    </Table>
  );
}

function Row({ call, formats }: { call: OpenCall; formats: Formats }) {
  const t = useMessages();
  const { name, application, record, state, stopped, attempts, why, requestedAt, due, skipped } = call;
  return (
    <tr>
      <th scope="row" data-label={t('calls.call')}>
        <div>
          {name}
          <p className="db-call-of">
            <a href={record.href}>{record.title}</a>, {application}
          </p>
        </div>
      </th>
      <td data-label={t('page.state')}>
        <div>
          <span className={stopped ? 'db-state db-failed' : 'db-state'}>{t(STATES[state])}</span>
          {attempts > 0 && ` ${t('calls.attempts', { count: attempts })}`}
          {why !== null && <p className="db-call-why">{why}</p>}
          {skipped && (
            <p className="db-call-why">
              {skipped.by}, <Timestamp at={skipped.at} formats={formats} />: {skipped.reason}
            </p>
          )}
        </div>
      </td>
      <td data-label={t('calls.requested')}>
        <Timestamp at={requestedAt} formats={formats} />
      </td>
      <td data-label={t('calls.next')}>
        {due === null ? (
          <span className="db-none">{t('calls.notByItself')}</span>
        ) : (
          <Timestamp at={due} formats={formats} />
        )}
      </td>
      <td data-label="">
        <div className="db-call-ways">
          <form method="post" action={call.retry.action}>
            <HiddenInputs values={{ commandId: call.retry.commandId }} />
            <button className="btn btn-sm" type="submit">
              {t('page.tryAgain')}
            </button>
          </form>
          {call.giveUp && <GiveUp id={call.id} {...call.giveUp} />}
        </div>
      </td>
    </tr>
  );
}

function GiveUp({ id, action, commandId }: { id: string } & NonNullable<OpenCall['giveUp']>) {
  const t = useMessages();
  return (
    <details>
      <summary>{t('calls.giveUp')}</summary>
      <form method="post" action={action}>
        <HiddenInputs values={{ commandId }} />
        <label className="form-label" htmlFor={`reason-${id}`}>
          {t('form.reason')}
        </label>
        <input className="form-control" id={`reason-${id}`} name="reason" required />
        <button className="btn btn-sm" type="submit">
          {t('calls.giveUp')}
        </button>
      </form>
    </details>
  );
}
