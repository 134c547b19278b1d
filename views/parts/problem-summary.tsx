import type { ReactNode } from 'react';
import type { Refusal } from '../view-models/display-value.js';
import { IconAlert } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

interface Props {
  readonly refusals: readonly Refusal[];
  readonly anchor?: (field: string) => string | undefined;
  /** Shows rules and lines outside of *Details*. */
  readonly withSources?: boolean;
}

export function RefusalList({ refusals, anchor, withSources = false }: Props) {
  const detailed = refusals.filter(({ source, conditions }) => conditions ?? (!withSources && source));
  return (
    <>
      <ul className="db-refusals">
        {refusals.map((refusal, index) => (
          <li key={index} data-inputs={inputsOf(refusal, anchor)}>
            {message(refusal, anchor)}
            {refusal.remedy !== undefined && <span className="db-remedy"> {refusal.remedy}</span>}
            {withSources && <Source refusal={refusal} />}
          </li>
        ))}
      </ul>
      {detailed.length > 0 && <Details refusals={detailed} anchor={anchor} />}
    </>
  );
}

function Details({ refusals, anchor }: Pick<Props, 'refusals' | 'anchor'>) {
  const t = useMessages();
  return (
    <details className="db-refusal-details">
      <summary>{t('page.details')}</summary>
      <ul className="db-refusals">
        {refusals.map((refusal, index) => (
          <li key={index} data-inputs={inputsOf(refusal, anchor)}>
            {refusal.message} <Source refusal={refusal} />
            {refusal.conditions?.map((condition) => (
              <code key={condition} className="db-condition">
                {condition}
              </code>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

function inputsOf({ fields }: Refusal, anchor: Props['anchor']): string | undefined {
  const ids = fields.flatMap((field) => anchor?.(field)?.slice(1) ?? []);
  return ids.length === 0 ? undefined : ids.join(' ');
}

function message(refusal: Refusal, anchor?: (field: string) => string | undefined): ReactNode {
  const target = anchor && refusal.fields.map(anchor).find((href) => href !== undefined);
  return target === undefined ? <strong>{refusal.message}</strong> : <a href={target}>{refusal.message}</a>;
}

/** "Rule R1 · specification §5, line 123" */
function Source({ refusal: { rule, source } }: { refusal: Refusal }) {
  const t = useMessages();
  if (!source) return null;
  return (
    <span className="db-source">
      {rule !== undefined && t('page.rule', { rule })}
      {rule !== undefined && ', '}
      <a href={source.href}>{t('page.sectionAndLine', { section: source.section, line: source.line })}</a>
    </span>
  );
}

export const formatProblemCount = (t: Translate, count: number): string => t('form.problems', { count });

interface SummaryProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly counts?: boolean;
}

export function ProblemSummary({ title, counts, children }: SummaryProps) {
  return (
    <div className="alert alert-danger db-summary" role="alert" tabIndex={-1} id="problems" autoFocus>
      <IconAlert size={20} aria-hidden />
      <div className="db-summary-words">
        <h2 className="alert-heading" data-problems={counts ? '' : undefined}>
          {title}
        </h2>
        {children}
      </div>
    </div>
  );
}

export function InputErrors({
  errors,
  inputOf,
}: {
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly inputOf: (field: string) => string;
}) {
  const t = useMessages();
  const problems = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((message) => ({ code: 'INPUT', message, fields: [field] })),
  );
  if (problems.length === 0) return null;
  return (
    <ProblemSummary title={formatProblemCount(t, problems.length)}>
      <RefusalList
        refusals={problems}
        anchor={(field) => (field === '' ? undefined : `#${inputOf(field)}`)}
      />
    </ProblemSummary>
  );
}
