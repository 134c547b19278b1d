import { type ReactNode } from 'react';

/** `end`: right-aligned; `hidden`: for screen readers only. */
export type TableHeading = string | { readonly text: string; readonly at: 'end' | 'hidden' };

export interface Props {
  readonly caption: string;
  readonly labelledBy?: string;
  readonly heads: readonly TableHeading[];
  /** As wide as those of the tables beside it. */
  readonly hasEqualColumns?: boolean;
  readonly children: ReactNode;
}

export function Table({ caption, labelledBy, heads, hasEqualColumns = false, children }: Props) {
  const label = labelledBy === undefined ? { 'aria-label': caption } : { 'aria-labelledby': labelledBy };
  return (
    <div className="table-responsive" tabIndex={0} role="region" {...label}>
      <table
        className={`table table-vcenter card-table db-table${hasEqualColumns ? ' db-same-columns' : ''}`}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>{heads.map(headCell)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function headCell(head: TableHeading) {
  const { text, at } = typeof head === 'string' ? { text: head } : head;
  return (
    <th key={text} scope="col" className={at === 'end' ? 'text-end' : undefined}>
      {at === 'hidden' ? <span className="visually-hidden">{text}</span> : text}
    </th>
  );
}
