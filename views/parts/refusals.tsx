// Why something was refused: what is wrong, what to do, and the line of the specification that says so.
import type { ReactNode } from 'react';
import type { Refusal } from '../view-models/shown.js';
import { IconAlert } from '../icons.js';

/** Messages as a list, each with its remedy and its source. `anchor` gives a field's input to link to. */
export function RefusalList({
  refusals,
  anchor,
}: {
  refusals: readonly Refusal[];
  anchor?: (field: string) => string | undefined;
}) {
  return (
    <ul className="db-refusals">
      {refusals.map((refusal, index) => (
        <li key={index}>
          {message(refusal, anchor)}
          {refusal.remedy !== undefined && <span className="db-remedy"> {refusal.remedy}</span>}
          <Source refusal={refusal} />
        </li>
      ))}
    </ul>
  );
}

function message(refusal: Refusal, anchor?: (field: string) => string | undefined): ReactNode {
  const target = anchor && refusal.fields.map(anchor).find((href) => href !== undefined);
  return target === undefined ? <strong>{refusal.message}</strong> : <a href={target}>{refusal.message}</a>;
}

/** "Rule R1 · specification §5, line 123" */
function Source({ refusal: { rule, source } }: { refusal: Refusal }) {
  if (!source) return null;
  return (
    <span className="db-source">
      {rule !== undefined && <>Rule {rule}, </>}
      <a href={source.href}>
        specification §{source.section}, line {source.line}
      </a>
    </span>
  );
}

/** At the top of a form that came back. Focused when the page opens, so that nobody has to look for it. */
export function Summary({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="alert alert-danger db-summary" role="alert" tabIndex={-1} id="problems" autoFocus>
      <IconAlert size={20} aria-hidden />
      <div className="db-summary-words">
        <h2 className="alert-heading">{title}</h2>
        {children}
      </div>
    </div>
  );
}
