// Page: the log and the read models made from it, for admins.
import { PROJECTIONS } from '../addresses.js';
import { Document } from '../frame/document.js';
import { Empty } from '../parts/empty.js';
import { formatsFor, type Formats } from '../format.js';
import { IconAlert } from '../icons.js';
import { PageHeading } from '../parts/page-heading.js';
import { Table } from '../parts/table.js';
import type { StatusPage as Props } from '../view-models/system.js';

export function StatusPage({ frame, head, troubles, projections }: Props) {
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading="Status"
        below={
          head === undefined
            ? 'The log cannot be reached just now: pages can be read, nothing can be saved.'
            : `The log ends at position ${formats.count(head)}.`
        }
      >
        <a className="btn" href={PROJECTIONS}>
          Read models
        </a>
      </PageHeading>
      {troubles.length > 0 && (
        <div className="alert alert-danger" role="alert">
          <ul className="db-refusals">
            {troubles.map((trouble) => (
              <li key={trouble}>{trouble}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="card db-list">
        {projections.length === 0 ? (
          <Empty title="No read models.">They appear as soon as the server follows the log.</Empty>
        ) : (
          <Projections projections={projections} head={head} formats={formats} />
        )}
      </div>
    </Document>
  );
}

/** In percent of the log: where it counts in bytes, nobody knows how many events that is. */
function behind(lag: number | null, head: number | undefined, formats: Formats): string {
  if (lag === null) return 'not known';
  if (lag === 0) return 'up to date';
  const tenths = head ? Math.min(1_000, Math.ceil((1_000 * lag) / head)) : 1_000;
  return `${formats.number(tenths, 1)} % of the log`;
}

function Projections({
  projections,
  head,
  formats,
}: Pick<Props, 'projections' | 'head'> & { formats: Formats }) {
  return (
    <Table
      caption="Read models"
      heads={[
        'Read model',
        'State',
        { text: 'Position', at: 'end' },
        { text: 'Behind', at: 'end' },
        { text: 'Generation', at: 'end' },
      ]}
    >
      {projections.map((projection) => (
        <tr key={projection.name}>
          <th scope="row" data-label="Read model">
            {projection.name}
          </th>
          <td data-label="State">
            {/* One child: on a phone it stands beside its label. */}
            <div>
              <span className={projection.state === 'failed' ? 'db-state db-failed' : 'db-state'}>
                {projection.state}
              </span>
              {projection.failure !== undefined && (
                <p className="db-failure">
                  <IconAlert size={16} aria-hidden /> {projection.failure}
                </p>
              )}
            </div>
          </td>
          <td data-label="Position" className="db-number">
            {formats.count(projection.position)}
          </td>
          <td data-label="Behind" className="db-number">
            {behind(projection.lag, head, formats)}
          </td>
          <td data-label="Generation" className="db-number">
            {formats.count(projection.generation)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
