import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { IconAlert, IconCheck } from '../icons.js';
import type { MessageId } from '../messages/en/all.js';
import { useMessages } from '../messages/use-messages.js';
import { Fact } from '../parts/import-facts.js';
import { PageHeading } from '../parts/page-heading.js';
import { ProblemSummary } from '../parts/problem-summary.js';
import { Timestamp } from '../parts/timestamp.js';
import type {
  CheckedExport,
  ExportCheckPage as Props,
  ExportCheckResult,
} from '../view-models/export-check.js';

export function ExportCheckPage(props: Props) {
  const t = useMessages();
  const { frame, action, timeline, largest, problems, checked } = props;
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading={t('exportCheck.title')}
        below={t('exportCheck.hint')}
        back={{ href: timeline, title: t('frame.audit') }}
      />
      {problems.length > 0 && (
        <ProblemSummary title={t('exportCheck.notChecked')}>
          <ul className="db-refusals">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </ProblemSummary>
      )}
      {checked && <Outcome checked={checked} timeline={timeline} formats={formats} />}
      <form className="card db-form mt-3" method="post" action={action} encType="multipart/form-data">
        <div className="card-body">
          <h2 className="db-section-title m-0">
            {t(checked ? 'exportCheck.another' : 'exportCheck.chooseTitle')}
          </h2>
          <div className="db-field">
            <label className="form-label" htmlFor="file">
              {t('exportCheck.file')}
            </label>
            <input
              className="form-control"
              id="file"
              name="file"
              type="file"
              accept=".csv,.jsonl,text/csv,application/jsonl"
              required
              aria-describedby="file-hint"
            />
            <p className="form-hint" id="file-hint">
              {t('exportCheck.fileHint', { max: largest })}
            </p>
          </div>
        </div>
        <div className="card-footer db-form-foot">
          <button className="btn btn-primary" type="submit">
            {t('exportCheck.check')}
          </button>
        </div>
      </form>
    </Document>
  );
}

interface Words {
  readonly title: MessageId;
  readonly text: MessageId;
  /** What to do now. */
  readonly next: MessageId;
  readonly tone: 'success' | 'danger' | 'warning';
}

const WORDS: Readonly<Record<ExportCheckResult, Words>> = {
  unchanged: {
    title: 'exportCheck.unchanged',
    text: 'exportCheck.unchangedText',
    next: 'exportCheck.unchangedNext',
    tone: 'success',
  },
  changed: {
    title: 'exportCheck.changed',
    text: 'exportCheck.changedText',
    next: 'exportCheck.changedNext',
    tone: 'danger',
  },
  'broken-off': {
    title: 'exportCheck.brokenOff',
    text: 'exportCheck.brokenOffText',
    next: 'exportCheck.brokenOffNext',
    tone: 'warning',
  },
  unknown: {
    title: 'exportCheck.unknown',
    text: 'exportCheck.unknownText',
    next: 'exportCheck.unknownNext',
    tone: 'warning',
  },
  'no-export': {
    title: 'exportCheck.noExport',
    text: 'exportCheck.noExportText',
    next: 'exportCheck.noExportNext',
    tone: 'warning',
  },
};

interface OutcomeProps {
  readonly checked: NonNullable<Props['checked']>;
  readonly timeline: string;
  readonly formats: Formats;
}

function Outcome({ checked, timeline, formats }: OutcomeProps) {
  const t = useMessages();
  const { result, fileName, sha256, exported } = checked;
  const { title, text, next, tone } = WORDS[result];
  const who = exported?.who ?? '';
  return (
    <>
      <div className={`alert alert-${tone} db-summary`} role="status">
        {tone === 'success' ? <IconCheck size={20} aria-hidden /> : <IconAlert size={20} aria-hidden />}
        <div className="db-summary-words">
          <h2 className="alert-heading">{t(title, { name: fileName })}</h2>
          <p>{t(text)}</p>
          <p className="mb-0">{t(next, { who })}</p>
          <Again exported={exported} timeline={timeline} />
        </div>
      </div>
      <dl className="card db-facts">
        {exported && <ExportFacts exported={exported} formats={formats} />}
        <Fact title={t('exportCheck.sha256')}>
          <code>{sha256}</code>
        </Fact>
      </dl>
    </>
  );
}

function Again({
  exported,
  timeline,
}: Pick<OutcomeProps, 'timeline'> & { exported: CheckedExport | undefined }) {
  const t = useMessages();
  return (
    <p className="mt-2 mb-0">
      <a href={exported?.again ?? timeline}>{t(exported ? 'exportCheck.again' : 'exportCheck.timeline')}</a>
      {exported?.lacksFilters && ` ${t('exportCheck.lacksFilters')}`}
    </p>
  );
}

function ExportFacts({ exported, formats }: { exported: CheckedExport; formats: Formats }) {
  const t = useMessages();
  const { who, at, upTo, format, event, events } = exported;
  return (
    <>
      <Fact title={t('exportCheck.by')}>{who}</Fact>
      <Fact title={t('exportCheck.at')}>
        <Timestamp at={at} formats={formats} />
      </Fact>
      <Fact title={t('exportCheck.upTo')}>#{upTo}</Fact>
      {events !== undefined && <Fact title={t('exportCheck.events')}>{formats.count(events)}</Fact>}
      <Fact title={t('exportCheck.format')}>{format === 'csv' ? 'CSV' : t('timeline.jsonLines')}</Fact>
      <Fact title={t('exportCheck.recorded')}>
        <a href={event.href}>#{event.position}</a>
      </Fact>
    </>
  );
}
