import { HiddenInputs } from '../controls/hidden-inputs.js';
import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { EmptyState } from '../parts/empty-state.js';
import { PageHeading } from '../parts/page-heading.js';
import { RefusalList, ProblemSummary } from '../parts/problem-summary.js';
import { READ_MODEL_STATE_TITLES } from '../parts/read-model-states.js';
import { Table } from '../parts/table.js';
import type { FailedDocumentRow, ProjectionsPage as Props } from '../view-models/system.js';
import { useMessages } from '../messages/use-messages.js';

export function ProjectionsPage({ frame, projections, failed, stuck, refusals }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading heading={t('status.readModels')} below={t('status.failedHint')} />
      {refusals.length > 0 && (
        <ProblemSummary title={t('page.notDone')}>
          <RefusalList refusals={refusals} />
        </ProblemSummary>
      )}
      <div className="card db-list">
        {failed.length === 0 ? (
          <EmptyState title={t('status.nothingBehind')}>{t('status.nothingBehindHint')}</EmptyState>
        ) : (
          <Failed failed={failed} formats={formats} />
        )}
      </div>
      {stuck.length > 0 && <Stuck stuck={stuck} />}
      <div className="card db-list">
        <Table
          caption={t('status.readModels')}
          heads={[t('status.readModel'), t('page.state'), { text: t('page.whatToDo'), at: 'hidden' }]}
        >
          {projections.map(({ name, state, toggle }) => (
            <tr key={name}>
              <th scope="row" data-label={t('status.readModel')}>
                {name}
              </th>
              <td data-label={t('page.state')}>
                <span className={state === 'failed' ? 'db-state db-failed' : 'db-state'}>
                  {t(READ_MODEL_STATE_TITLES[state])}
                </span>
              </td>
              <td data-label="">
                <form method="post" action={toggle.action}>
                  <HiddenInputs values={{ commandId: toggle.commandId }} />
                  <button
                    className="btn btn-sm"
                    type="submit"
                    aria-label={
                      toggle.isPaused ? t('status.resumeNamed', { name }) : t('status.pauseNamed', { name })
                    }
                  >
                    {toggle.isPaused ? t('status.resume') : t('status.pause')}
                  </button>
                </form>
              </td>
            </tr>
          ))}
        </Table>
      </div>
    </Document>
  );
}

function Stuck({ stuck }: Pick<Props, 'stuck'>) {
  const t = useMessages();
  return (
    <div className="card db-list">
      <Table
        caption={t('status.stuck')}
        heads={[t('status.task'), t('status.whyNot'), { text: t('page.whatToDo'), at: 'hidden' }]}
      >
        {stuck.map((row) => (
          <StuckRow key={row.key} row={row} />
        ))}
      </Table>
    </div>
  );
}

function Failed({ failed, formats }: Pick<Props, 'failed'> & { formats: Formats }) {
  const t = useMessages();
  return (
    <Table
      caption={t('status.documentsBehind')}
      heads={[
        t('status.document'),
        t('status.brokenBy'),
        { text: t('status.heldBack'), at: 'end' },
        { text: t('page.whatToDo'), at: 'hidden' },
      ]}
    >
      {failed.map((row) => (
        <Row key={row.key} row={row} formats={formats} />
      ))}
    </Table>
  );
}

function Row({ row, formats }: { row: FailedDocumentRow; formats: Formats }) {
  const t = useMessages();
  const { projection, document, event, error, held } = row;
  return (
    <tr>
      <th scope="row" data-label={t('status.document')}>
        <div>
          {document}
          <p className="db-call-of">{projection}</p>
        </div>
      </th>
      <td data-label={t('status.brokenBy')}>
        <div>
          <a href={event.href}>{event.title}</a>
          <p className="db-call-why">{error}</p>
        </div>
      </td>
      <td data-label={t('status.heldBack')} className="db-number">
        {formats.count(held)}
      </td>
      <td data-label="">
        <Ways row={row} verb={t('status.leaveEventOut')} />
      </td>
    </tr>
  );
}

function StuckRow({ row }: { row: FailedDocumentRow }) {
  const t = useMessages();
  const { projection, document, event, error } = row;
  return (
    <tr>
      <th scope="row" data-label={t('status.task')}>
        <div>
          {document}
          <p className="db-call-of">{projection}</p>
        </div>
      </th>
      <td data-label={t('status.whyNot')}>
        <div>
          <a href={event.href}>{event.title}</a>
          <p className="db-call-why">{error}</p>
        </div>
      </td>
      <td data-label="">
        <Ways row={row} verb={t('status.leaveUndone')} />
      </td>
    </tr>
  );
}

function Ways({ row: { key, retry, skip }, verb }: { row: FailedDocumentRow; verb: string }) {
  const t = useMessages();
  return (
    <div className="db-call-ways">
      <form method="post" action={retry.action}>
        <HiddenInputs values={retry.inputs} />
        <button className="btn btn-sm" type="submit">
          {t('page.tryAgain')}
        </button>
      </form>
      <details>
        <summary>{verb}</summary>
        <form method="post" action={skip.action}>
          <HiddenInputs values={skip.inputs} />
          <label className="form-label" htmlFor={`reason-${key}`}>
            {t('form.reason')}
          </label>
          <input className="form-control" id={`reason-${key}`} name="reason" required />
          <button className="btn btn-sm" type="submit">
            {t('status.leaveOut')}
          </button>
        </form>
      </details>
    </div>
  );
}
