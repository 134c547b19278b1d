// A table that fills its card and can be scrolled sideways; on a phone each row is a card of its own.
import { type ReactNode } from 'react';

/** What stands above a column: at its end for numbers, only for screen readers where the cells speak for themselves. */
export type Head = string | { readonly text: string; readonly at: 'end' | 'hidden' };

export interface Props {
  readonly caption: string;
  /** The id of a heading that already says what this is. */
  readonly labelledBy?: string;
  readonly heads: readonly Head[];
  /** Rows. */
  readonly children: ReactNode;
}

export function Table({ caption, labelledBy, heads, children }: Props) {
  const label = labelledBy === undefined ? { 'aria-label': caption } : { 'aria-labelledby': labelledBy };
  return (
    <div className="table-responsive" tabIndex={0} role="region" {...label}>
      <table className="table table-vcenter card-table db-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>{heads.map(headCell)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function headCell(head: Head) {
  const { text, at } = typeof head === 'string' ? { text: head } : head;
  return (
    <th key={text} scope="col" className={at === 'end' ? 'text-end' : undefined}>
      {at === 'hidden' ? <span className="visually-hidden">{text}</span> : text}
    </th>
  );
}
