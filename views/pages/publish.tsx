import { APPLICATION_IMPORTS_PATH } from '../addresses.js';
import { Document } from '../frame/document.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { PageHeading } from '../parts/page-heading.js';
import { SpecificationChanges } from '../parts/specification-changes.js';
import { sourceLine } from '../parts/source-lines.js';
import type { PublishPage as Props } from '../view-models/specification.js';
import { ProblemSummary } from '../parts/problem-summary.js';
import { useMessages } from '../messages/use-messages.js';

type ListedProblem = Props['problems'][number];

export function PublishPage({ frame, action, commandId, text, problems, would }: Props) {
  const t = useMessages();
  return (
    <Document frame={frame}>
      <PageHeading heading={frame.title} below={t('publish.hint')}>
        <a className="btn" href={APPLICATION_IMPORTS_PATH}>
          {t('archive.imports')}
        </a>
      </PageHeading>
      {problems.length > 0 && <Problems problems={problems} text={text} />}
      {would && <Would would={would} />}
      <form className="card db-publish" method="post" action={action}>
        <HiddenInputs values={{ commandId }} />
        <div className="card-body">
          <label className="form-label" htmlFor="f-text">
            {t('publish.document')}
          </label>
          <textarea
            className="form-control db-document"
            id="f-text"
            name="text"
            rows={28}
            spellCheck={false}
            defaultValue={text}
            aria-invalid={problems.length > 0 || undefined}
            aria-describedby={problems.length > 0 ? 'problems' : undefined}
          />
        </div>
        <div className="card-footer db-form-foot">
          <button className="btn btn-primary" type="submit">
            {t('publish.check')}
          </button>
          <button className="btn" type="submit" name="intent" value="compare">
            {t('publish.compare')}
          </button>
        </div>
      </form>
      {problems.length > 0 && <Excerpts problems={problems} text={text} />}
    </Document>
  );
}

function Would({ would: { title, changes } }: { would: NonNullable<Props['would']> }) {
  return (
    <section className="db-would" aria-labelledby="would">
      <div role="status">
        <h2 id="would" className="db-section-title">
          {title}
        </h2>
      </div>
      {changes ? <SpecificationChanges {...changes} /> : null}
    </section>
  );
}

function Problems({ problems, text }: { problems: readonly ListedProblem[]; text: string }) {
  const t = useMessages();
  const count = problems.length;
  const last = text.split('\n').length;
  return (
    <ProblemSummary title={t('publish.problems', { count })}>
      <ul className="db-problems">
        {problems.map((problem, index) => (
          <li key={index}>
            <a href={`#line-${Math.min(problem.line, last)}`} className="db-place">
              {problem.line}:{problem.column}
            </a>{' '}
            <Quoted text={problem.message} />
            {problem.remedy !== undefined && (
              <span className="db-remedy">
                ; <Quoted text={problem.remedy} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </ProblemSummary>
  );
}

/** Backticks mark document text. */
function Quoted({ text }: { text: string }) {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return text;
  return parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

const AROUND = 2;

function Excerpts({ problems, text }: { problems: readonly ListedProblem[]; text: string }) {
  const t = useMessages();
  const lines = text.split('\n');
  const wrong = new Set(problems.map(({ line }) => Math.min(line, lines.length)));
  const shown = [...new Set([...wrong].flatMap(around))]
    .filter((line) => line >= 1 && line <= lines.length)
    .sort((a, b) => a - b);
  return (
    <section aria-labelledby="lines">
      <h2 id="lines" className="db-section-title">
        {t('publish.lines')}
      </h2>
      <pre className="db-code db-numbered" role="group" aria-label={t('publish.linesWithProblems')}>
        {shown.map((line, index) => [
          index > 0 && shown[index - 1] !== line - 1 && <span key={`gap-${line}`} className="db-gap" />,
          sourceLine(t, (lines[line - 1] ?? '').slice(0, 500), line, wrong.has(line)),
        ])}
      </pre>
    </section>
  );
}

function around(line: number): number[] {
  return Array.from({ length: 2 * AROUND + 1 }, (_, index) => line - AROUND + index);
}
