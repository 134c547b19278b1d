// A part of the page of what waits: a heading, rows, and the way to those that are left out.
import type { ReactNode } from 'react';
import type { Formats } from '../format.js';
import type { LeftOut } from '../view-models/home.js';
import { ShownOf } from './shown-of.js';

interface Props {
  readonly id: string;
  readonly title: ReactNode;
  /** Beside the heading. */
  readonly aside?: ReactNode;
  /** undefined: all rows are there. */
  readonly left?: LeftOut | undefined;
  readonly formats: Formats;
  /** The rows. */
  readonly children: ReactNode;
}

export function WorkSection({ id, title, aside, left, formats, children }: Props) {
  return (
    <section className="db-home-part" aria-labelledby={id}>
      <div className="db-home-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      <div className="card db-list">
        <ul className="db-work">{children}</ul>
      </div>
      {left && (
        <p className="form-hint">
          <ShownOf left={left} formats={formats} />
        </p>
      )}
    </section>
  );
}
