import type { ReactNode } from 'react';
import type { Formats } from '../format.js';
import type { RemainingRows } from '../view-models/home.js';
import { ShownCount } from './shown-count.js';

interface Props {
  readonly id: string;
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly left?: RemainingRows | undefined;
  readonly formats: Formats;
  readonly children: ReactNode;
}

export function HomeSection({ id, title, aside, left, formats, children }: Props) {
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
          <ShownCount left={left} formats={formats} />
        </p>
      )}
    </section>
  );
}
