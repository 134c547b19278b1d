// Loaded when it is opened, since most pages are read without it. A form of its own, so that choosing filters does not
// write the columns into the address.
import { COLUMNS_PARAMETER } from '../addresses.js';
import { IconColumns, IconDown, IconUp } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';
import type { ListPage } from '../view-models/list.js';

interface Props {
  readonly path: string;
  readonly href: string;
  readonly choice: ListPage['columnChoice'];
}

type OpenChoice = NonNullable<ListPage['columnChoice']>;

const BUTTON_ID = 'columns-button';

export function ColumnChoice({ path, href, choice }: Props) {
  const t = useMessages();
  const label = (
    <>
      <IconColumns size={18} aria-hidden />
      {t('list.columns')}
    </>
  );
  if (!choice)
    return (
      <a className="btn" id={BUTTON_ID} href={href} data-replace="buttons">
        {label}
      </a>
    );
  const { columns, reset, carried } = choice;
  return (
    <details className="db-filter db-download" id="columns" open>
      <summary className="btn" id={BUTTON_ID}>
        {label}
      </summary>
      <form className="db-filter-panel" method="get" action={path} data-filter-form="">
        {carried.map(({ name, value }, index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <fieldset className="db-boxes">
          <legend>{t('list.columns')}</legend>
          {columns.map((column) => (
            <Column key={column.key} column={column} />
          ))}
        </fieldset>
        <button className="btn btn-sm" type="submit" data-filter-submit="">
          {t('list.showColumns')}
        </button>
        {reset !== undefined && (
          <a id="columns-reset" href={reset} data-replace="">
            {t('list.usualColumns')}
          </a>
        )}
      </form>
    </details>
  );
}

function Column({
  column: { key, title, isShown, earlier, later },
}: {
  column: OpenChoice['columns'][number];
}) {
  const t = useMessages();
  return (
    <div className="db-column-choice">
      <label className="form-check">
        <input
          className="form-check-input"
          type="checkbox"
          id={`column-${key}`}
          name={COLUMNS_PARAMETER}
          value={key}
          defaultChecked={isShown}
        />
        <span className="form-check-label">{title}</span>
      </label>
      {earlier !== undefined && (
        <a
          id={`earlier-${key}`}
          href={earlier}
          data-replace=""
          aria-label={t('list.moveEarlier', { column: title })}
        >
          <IconUp size={16} aria-hidden />
        </a>
      )}
      {later !== undefined && (
        <a
          id={`later-${key}`}
          href={later}
          data-replace=""
          aria-label={t('list.moveLater', { column: title })}
        >
          <IconDown size={16} aria-hidden />
        </a>
      )}
    </div>
  );
}
