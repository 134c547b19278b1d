import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { ImportFacts } from '../parts/import-facts.js';
import { ImportOutcome } from '../parts/import-outcome.js';
import { ImportPeople, IMPORT_PEOPLE_FORM } from '../parts/import-people.js';
import { IMPORT_STATES } from '../parts/import-states.js';
import { PageHeading } from '../parts/page-heading.js';
import { ProblemSummary } from '../parts/problem-summary.js';
import type { ApplicationImportPage as Props } from '../view-models/archive.js';
import { useMessages } from '../messages/use-messages.js';

export function ApplicationImportPage(props: Props) {
  const t = useMessages();
  const { frame, fileName, state, all, content, check, start, outcome } = props;
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading={content?.name ?? fileName}
        below={t(IMPORT_STATES[state])}
        back={{ href: all, title: t('archive.imports') }}
      />
      <Problems {...props} />
      <Upload {...props} />
      <Progress {...props} formats={formats} />
      {outcome && content && <ImportOutcome outcome={outcome} name={content.name} formats={formats} />}
      {content && <ImportFacts content={content} isWhole={state === 'checked'} formats={formats} />}
      {check && <ImportPeople {...props} action={check.action} />}
      {start && content && (
        <section className="card db-form mt-3" aria-labelledby="start">
          <div className="card-body">
            <h2 id="start" className="db-section-title m-0">
              {t('archive.startTitle')}
            </h2>
            <p>{t('archive.startHint', { key: content.key })}</p>
          </div>
          <div className="card-footer db-form-foot">
            <button
              className="btn btn-primary"
              type="submit"
              form={IMPORT_PEOPLE_FORM}
              formAction={start.action}
            >
              {t(start.isAgain ? 'archive.startAgain' : 'archive.start')}
            </button>
          </div>
        </section>
      )}
      <Discard {...props} />
    </Document>
  );
}

function Problems({ problems, state, isBegun }: Props) {
  const t = useMessages();
  if (problems.length === 0) return null;
  return (
    <ProblemSummary title={t(state === 'failed' ? 'archive.errors' : 'archive.problems')}>
      <ul className="db-refusals">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      {state === 'failed' && isBegun && <p>{t('archive.failedBegun')}</p>}
    </ProblemSummary>
  );
}

function Upload({ state, all }: Props) {
  const t = useMessages();
  if (state === 'uploading') return <p role="status">{t('archive.uploadingHint')}</p>;
  if (state !== 'broken') return null;
  return (
    <div className="alert alert-warning" role="alert">
      <div>
        <p className="mb-2">{t('archive.brokenHint')}</p>
        <a className="btn" href={all}>
          {t('archive.uploadAgain')}
        </a>
      </div>
    </div>
  );
}

const PROGRESS = {
  queued: 'archive.queued',
  verifying: 'archive.verifyingNow',
  checking: 'archive.checkingNow',
  importing: 'archive.importingNow',
} as const;

function Progress({ progress, content, here, formats }: Props & { readonly formats: Formats }) {
  const t = useMessages();
  if (!progress) return null;
  const { phase, percent, done } = progress;
  const words = t(PROGRESS[phase], {
    percent,
    done: formats.count(done),
    events: formats.count(content?.events ?? 0),
  });
  return (
    <section className="card db-form mb-3" aria-labelledby="progress">
      <div className="card-body">
        <h2 id="progress" className="db-section-title m-0">
          {words}
        </h2>
        <progress
          className="db-progress"
          max={100}
          value={percent}
          aria-label={t('archive.percentDone', { percent })}
        />
        <p>{t('archive.goesOn')}</p>
        <div>
          <a className="btn" href={here}>
            {t('archive.renew')}
          </a>
        </div>
      </div>
    </section>
  );
}

function Discard({ discard, isBegun, state }: Props) {
  const t = useMessages();
  if (!discard) return null;
  return (
    <form className="mt-3" method="post" action={discard.action}>
      {isBegun && state !== 'done' && <p className="db-note mb-2">{t('archive.discardBegun')}</p>}
      <button className="btn" type="submit">
        {t(state === 'done' || state === 'broken' ? 'archive.remove' : 'archive.discard')}
      </button>
    </form>
  );
}
