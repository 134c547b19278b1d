import { HiddenInputs } from '../controls/hidden-inputs.js';
import { MARK_CHANGES_READ_PATH } from '../addresses.js';
import type { Formats } from '../format.js';
import { HomeSection } from './home-section.js';
import { useMessages } from '../messages/use-messages.js';
import type { ChangedRow, ChangedRecordList as Props } from '../view-models/changes-by-others.js';

export function ChangesByOthers({
  changes: { rows, more, rest, upTo },
  back,
  formats,
}: {
  readonly changes: Props;
  readonly back?: string;
  readonly formats: Formats;
}) {
  const t = useMessages();
  if (rows.length === 0) return null;
  return (
    <HomeSection
      id="changes"
      title={
        <>
          {t('changes.title')}
          <span className="db-tab-count">
            {formats.count(rest?.count ?? rows.length)}
            {(rest?.isMore ?? more) && '+'}
          </span>
        </>
      }
      aside={back !== undefined && <MarkReadForm upTo={upTo} back={back} />}
      left={rest && { ...rest, shown: rows.length }}
      formats={formats}
    >
      {rows.map((row) => (
        <Changed key={row.id} row={row} formats={formats} />
      ))}
    </HomeSection>
  );
}

interface MarkReadProps extends Pick<Props, 'upTo'> {
  readonly back: string;
}

export function MarkReadForm({ upTo, back }: MarkReadProps) {
  const t = useMessages();
  return (
    <form method="post" action={MARK_CHANGES_READ_PATH}>
      <HiddenInputs values={{ upTo: String(upTo), next: back }} />
      <button className="btn btn-sm" type="submit">
        {t('changes.markRead')}
      </button>
    </form>
  );
}

function Changed({ row, formats }: { readonly row: ChangedRow; readonly formats: Formats }) {
  const { href, number, title, entity, application, who, did, at, ago } = row;
  return (
    <li className="db-change-row">
      <p className="db-work-title">
        <a className="db-row-link" href={href}>
          {title || number || entity}
        </a>
        <span className="db-work-kind">
          {title && number ? number : entity} · {application}
        </span>
      </p>
      <p className="db-work-facts">
        <span>
          <b className="db-who">{who}</b> {did}
          {' · '}
          <time dateTime={at} title={formats.dateTime(at)}>
            {formats.ago(ago)}
          </time>
        </span>
      </p>
    </li>
  );
}
