import type { ReactNode } from 'react';
import type { StateTone } from '#specification/model/tones.js';
import { isUnreadable, isDamaged, isErased, isKeyMissing } from '#specification/model/stored-value.js';
import { getFieldView } from '../field-types/get-field-view.js';
import type { DisplayValue, FileLink } from '../view-models/display-value.js';
import type { Formats } from '../format.js';
import { renderDueBadge } from './due-date.js';
import { renderCurrentName } from './current-name.js';
import { formatSince } from './format-since.js';
import { IconDownload } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

/** One line. A function, for speed in lists. */
export function renderInCell(shown: DisplayValue, formats: Formats): ReactNode {
  const t = useMessages();
  const { value, type, hidden } = shown;
  if (hidden) return <span className="db-none">{t('value.hidden')}</span>;
  if (value === null) return <span className="db-none">–</span>;
  if (isUnreadable(value)) return <span className="db-none">{formatDisplayValue(shown, formats, t)}</span>;
  if (shown.files) return fileLinks(shown.files);
  const text = formatDisplayValue(shown, formats, t);
  if (shown.age) return sinceTime(String(value), text, formats);
  if (type === 'state') return renderStateBadge(text, shown.tone ?? 'active');
  if (shown.href !== undefined) return <a href={shown.href}>{text}</a>;
  const cell = written(shown, text, formats);
  return shown.labelNow === undefined ? (
    cell
  ) : (
    <>
      {cell}
      {renderCurrentName(shown.labelNow)}
    </>
  );
}

function written(shown: DisplayValue, text: string, formats: Formats): ReactNode {
  const cell = getFieldView(shown).cell?.(text, String(shown.value)) ?? text;
  if (shown.dueInDays === undefined) return cell;
  return (
    <>
      {cell} {renderDueBadge(shown.dueInDays, formats)}
    </>
  );
}

const sinceTime = (at: string, text: string, formats: Formats): ReactNode => (
  <time dateTime={at} title={formats.dateTime(at)}>
    {text}
  </time>
);

export function renderInFull(shown: DisplayValue, formats: Formats): ReactNode {
  const { hasRows, full } = getFieldView(shown);
  if (hasRows && shown.rows && shown.columns && !shown.hidden) {
    return shown.rows.length === 0 ? <span className="db-none">–</span> : tableOf(shown, formats);
  }
  if (shown.files && !shown.hidden && shown.files.length > 0) return filesInFull(shown.files);
  if (full && typeof shown.value === 'string' && !shown.hidden)
    return full(formatDisplayValue(shown, formats, useMessages()));
  return renderInCell(shown, formats);
}

function tableOf(
  { title, columns = [], rows = [], sums, rowsLeftOut = 0 }: DisplayValue,
  formats: Formats,
): ReactNode {
  const t = useMessages();
  return (
    <div className="table-responsive db-lines" tabIndex={0} role="group" aria-label={title}>
      <table className="table table-sm">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column.key}
                scope="col"
                className={endAligned(rows[0]?.[index]) ? 'text-end' : undefined}
              >
                {column.title}
                {renderCurrentName(column.titleNow)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell) => (
                <td key={cell.key} className={endAligned(cell) ? 'db-number' : undefined}>
                  {renderInCell(cell, formats)}
                </td>
              ))}
            </tr>
          ))}
          {rowsLeftOut > 0 && (
            <tr>
              <td colSpan={columns.length} className="db-none">
                {t('value.moreRows', { count: rowsLeftOut })}
              </td>
            </tr>
          )}
        </tbody>
        {sums && sumRow(sums, formats)}
      </table>
    </div>
  );
}

function sumRow(sums: readonly (DisplayValue | null)[], formats: Formats): ReactNode {
  const t = useMessages();
  const untilFirst = sums.findIndex((sum) => sum !== null);
  return (
    <tfoot>
      <tr>
        {untilFirst > 0 && (
          <th scope="row" colSpan={untilFirst}>
            {t('value.total')}
          </th>
        )}
        {sums.slice(untilFirst).map((sum, index) => (
          <td key={index} className="db-number">
            {sum && renderInCell(sum, formats)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

function endAligned(shown: DisplayValue | undefined): boolean {
  return getFieldView(shown).atEnd === true;
}

/** undefined: readable. */
export function formatUnreadable(value: unknown, t: Translate): string | undefined {
  if (isErased(value)) return t('value.erased');
  if (isKeyMissing(value)) return t('value.keyMissing');
  return isDamaged(value) ? t('value.damaged') : undefined;
}

/** Tables yield their number of rows. */
export function formatDisplayValue(shown: DisplayValue, formats: Formats, t: Translate): string {
  const { value, label } = shown;
  if (shown.hidden) return t('value.hidden');
  if (isUnreadable(value)) return formatUnreadable(value, t) ?? '';
  if (label !== undefined) return label;
  if (typeof value === 'boolean') return value ? t('value.yes') : t('value.no');
  if (typeof value === 'number' || typeof value === 'string') return writtenText(value, shown, formats, t);
  if (value === null) return '';
  if (shown.files) return shown.files.map((file) => fileText(file, t)).join(', ');
  return t('value.rows', { count: value.length + (shown.rowsLeftOut ?? 0) });
}

function writtenText(value: string | number, shown: DisplayValue, formats: Formats, t: Translate): string {
  if (shown.type === 'since') return shown.age ? formatSince(shown.age, t) : formats.dateTime(String(value));
  const { text } = getFieldView(shown);
  if (text) return text(value, shown, formats);
  return typeof value === 'number' ? formats.number(value, shown.places ?? 0) : value;
}

const fileText = ({ name, lost }: FileLink, t: Translate): string =>
  lost === undefined ? name : t('value.lostFile', { why: formatUnreadable(lost, t) ?? '' });

function fileLinks(files: readonly FileLink[]): ReactNode {
  const t = useMessages();
  if (files.length === 0) return <span className="db-none">–</span>;
  return files.map((file, index) => (
    <span key={index} className={file.lost ? 'db-none' : 'db-file-name'}>
      {file.href === undefined ? fileText(file, t) : <a href={file.href}>{file.name}</a>}
      {index < files.length - 1 && ', '}
    </span>
  ));
}

/** Collapsed, so that documents load on demand. */
function filesInFull(files: readonly FileLink[]): ReactNode {
  const t = useMessages();
  return (
    <ul className="db-files">
      {files.map((file, index) => (
        <li key={index}>
          <span className="db-file">
            {file.href === undefined ? (
              <span className={file.lost && 'db-none'}>{fileText(file, t)}</span>
            ) : (
              <a href={file.href} download={file.name}>
                <IconDownload size={16} aria-hidden /> {file.name}
              </a>
            )}{' '}
            <span className="db-file-size">{file.size}</span>
          </span>
          {file.href !== undefined && file.shows !== undefined && (
            <Preview name={file.name} href={shownAt(file.href)} shows={file.shows} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Preview({
  name,
  href,
  shows,
}: {
  name: string;
  href: string;
  shows: NonNullable<FileLink['shows']>;
}) {
  const t = useMessages();
  if (shows === 'picture')
    return (
      <a href={href}>
        <img className="db-picture" src={href} alt={name} loading="lazy" />
      </a>
    );
  return (
    <details className="db-document">
      <summary>{t('value.showHere')}</summary>
      <iframe src={href} title={name} loading="lazy" />
    </details>
  );
}

export function renderStateBadge(title: string, tone: StateTone): ReactNode {
  return <span className={`db-state ${getToneClass(tone)}`}>{title}</span>;
}

// The build keeps only classes written out in full.
const TONES: Readonly<Record<StateTone, string>> = {
  waiting: 'db-tone-waiting',
  active: 'db-tone-active',
  good: 'db-tone-good',
  bad: 'db-tone-bad',
  stopped: 'db-tone-stopped',
};

export const getToneClass = (tone: StateTone): string => TONES[tone];

const shownAt = (href: string): string => `${href}${href.includes('?') ? '&' : '?'}show`;
