import { Document } from '../frame/document.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { createFormats, type Formats } from '../format.js';
import { PageHeading } from '../parts/page-heading.js';
import { Table } from '../parts/table.js';
import { Timestamp } from '../parts/timestamp.js';
import type { ApplicationExportPage as Props } from '../view-models/archive.js';
import type { Translate } from '../messages/translate.js';
import { useMessages } from '../messages/use-messages.js';

export function ApplicationExportPage({ frame, name, back, action, commandId, beyond, exports }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading={t('archive.exportTitle', { name })}
        below={t('archive.exportHint')}
        back={{ href: back, title: name }}
      />
      <div className="alert alert-warning">
        <div>
          <p className="mb-0">{t('archive.exportReadable')}</p>
          {beyond.length > 0 && (
            <>
              <p className="mt-2 mb-0">{t('archive.exportBeyond')}</p>
              <ul className="mb-0">
                {beyond.map((each) => (
                  <li key={each.entity}>{describeBeyond(each, t)}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
      <form className="card db-form" method="post" action={action}>
        <HiddenInputs values={{ commandId }} />
        <div className="card-body">
          <p>{t('archive.exportRecorded')}</p>
          <div className="db-field">
            <label className="form-label" htmlFor="reason">
              {t('archive.reason')}
            </label>
            <input
              className="form-control"
              id="reason"
              name="reason"
              required
              maxLength={500}
              autoComplete="off"
              aria-describedby="reason-hint"
            />
            <p className="form-hint" id="reason-hint">
              {t('archive.reasonHint')}
            </p>
          </div>
        </div>
        <div className="card-footer db-form-foot">
          <button className="btn btn-primary" type="submit">
            {t('archive.export')}
          </button>
        </div>
      </form>
      <h2 className="db-section-title mt-4">{t('archive.exports')}</h2>
      {exports.length === 0 ? (
        <p className="db-none">{t('archive.noExports')}</p>
      ) : (
        <div className="card db-list">
          <Exports exports={exports} formats={formats} />
        </div>
      )}
    </Document>
  );
}

function Exports({ exports, formats }: Pick<Props, 'exports'> & { readonly formats: Formats }) {
  const t = useMessages();
  const heads = [
    t('archive.exportWhen'),
    t('archive.exportBy'),
    t('archive.exportContent'),
    t('archive.exportReason'),
  ];
  return (
    <Table caption={t('archive.exports')} heads={heads}>
      {exports.map(({ at, by, events, isWhole, reason, href }) => (
        <tr key={href}>
          <th scope="row" data-label={heads[0]}>
            <a href={href}>
              <Timestamp at={at} formats={formats} />
            </a>
          </th>
          <td data-label={heads[1]}>{by}</td>
          <td data-label={heads[2]}>
            {t(isWhole ? 'archive.exportEvents' : 'archive.exportBrokenOff', {
              events: formats.count(events),
            })}
          </td>
          <td data-label={heads[3]}>{reason ?? <span className="db-none">–</span>}</td>
        </tr>
      ))}
    </Table>
  );
}

function describeBeyond({ entity, records, fields }: Props['beyond'][number], t: Translate): string {
  const what =
    records === 'all'
      ? [t('archive.exportBeyondRecords')]
      : [...(records === 'some' ? [t('archive.exportBeyondSomeRecords')] : []), ...fields];
  return t('archive.exportBeyondOf', { entity, what: what.join(', ') });
}
