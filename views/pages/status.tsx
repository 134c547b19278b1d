import { APPLICATION_IMPORTS_PATH, PROJECTIONS_PATH } from '../addresses.js';
import { Document } from '../frame/document.js';
import { EmptyState } from '../parts/empty-state.js';
import { createFormats, type Formats } from '../format.js';
import { IconAlert } from '../icons.js';
import { PageHeading } from '../parts/page-heading.js';
import { READ_MODEL_STATE_TITLES } from '../parts/read-model-states.js';
import { Table } from '../parts/table.js';
import type { StatusPage as Props } from '../view-models/system.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

export function StatusPage(props: Props) {
  const { frame, head, issues, projections } = props;
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading={t('frame.status')}
        below={
          head === undefined
            ? t('status.logAway')
            : t(isAllWell(props) ? 'status.allWell' : 'status.logEnds', { position: head })
        }
      >
        <a className="btn" href={APPLICATION_IMPORTS_PATH}>
          {t('archive.imports')}
        </a>
        <a className="btn" href={PROJECTIONS_PATH}>
          {t('status.readModels')}
        </a>
      </PageHeading>
      {issues.length > 0 && (
        <div className="alert alert-danger" role="alert">
          <ul className="db-refusals">
            {issues.map((issue) => (
              <li key={issue}>{issue}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="card db-list">
        {projections.length === 0 ? (
          <EmptyState title={t('status.noReadModels')}>{t('status.noReadModelsYet')}</EmptyState>
        ) : (
          <Projections projections={projections} head={head} formats={formats} />
        )}
      </div>
    </Document>
  );
}

const isAllWell = ({ issues, projections }: Props): boolean =>
  issues.length === 0 &&
  projections.length > 0 &&
  projections.every(({ state, lag }) => state === 'active' && lag === 0);

/** Percent where positions are bytes. */
function behind(
  t: Translate,
  lag: number | null,
  { head, formats }: { readonly head: number | undefined; readonly formats: Formats },
): string {
  if (lag === null) return t('status.lagUnknown');
  if (lag === 0) return t('status.upToDate');
  const tenths = head ? Math.min(1_000, Math.ceil((1_000 * lag) / head)) : 1_000;
  return t('status.lag', { percent: formats.number(tenths, 1) });
}

function Projections({
  projections,
  head,
  formats,
}: Pick<Props, 'projections' | 'head'> & { formats: Formats }) {
  const t = useMessages();
  return (
    <Table
      caption={t('status.readModels')}
      heads={[
        t('status.readModel'),
        t('page.state'),
        { text: t('status.position'), at: 'end' },
        { text: t('status.behind'), at: 'end' },
        { text: t('status.generation'), at: 'end' },
      ]}
    >
      {projections.map((projection) => (
        <tr key={projection.name}>
          <th scope="row" data-label={t('status.readModel')}>
            {projection.name}
          </th>
          <td data-label={t('page.state')}>
            {/* A single child, so that it stays beside its label on phones. */}
            <div>
              <span className={projection.state === 'failed' ? 'db-state db-failed' : 'db-state'}>
                {t(READ_MODEL_STATE_TITLES[projection.state])}
              </span>
              {projection.failure !== undefined && (
                <p className="db-failure">
                  <IconAlert size={16} aria-hidden /> {projection.failure}
                </p>
              )}
            </div>
          </td>
          <td data-label={t('status.position')} className="db-number">
            {formats.count(projection.position)}
          </td>
          <td data-label={t('status.behind')} className="db-number">
            {behind(t, projection.lag, { head, formats })}
          </td>
          <td data-label={t('status.generation')} className="db-number">
            {formats.count(projection.generation)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
