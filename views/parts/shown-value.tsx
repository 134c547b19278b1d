// A stored value as a page shows it: in a cell of a list (short), on its record (whole), or in words alone; its files and its state.
import type { ReactNode } from 'react';
import type { StateTone } from '#specification/model/tones.js';
import { isUnreadable, isDamaged, isErased, isKeyMissing } from '#specification/model/stored-value.js';
import { viewOf } from '../field-types/view-of.js';
import type { DisplayValue, FileLink } from '../view-models/shown.js';
import type { Formats } from '../format.js';
import { dueBadge } from './due-date.js';
import { nowCalled } from './now-called.js';
import { sinceWords } from './since-words.js';
import { IconDownload } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

/** As it stands in a cell: one line of meaning. A function, not a component: a list has hundreds. */
export function inCell(shown: DisplayValue, formats: Formats): ReactNode {
  const t = useMessages();
  const { value, type, hidden } = shown;
  if (hidden) return <span className="db-none">{t('value.hidden')}</span>;
  if (value === null) return <span className="db-none">–</span>;
  if (isUnreadable(value)) return <span className="db-none">{displayText(shown, formats, t)}</span>;
  if (shown.files) return fileLinks(shown.files);
  const text = displayText(shown, formats, t);
  if (shown.age) return sinceTime(String(value), text, formats);
  if (type === 'state') return stateBadge(text, shown.tone ?? 'active');
  if (shown.href !== undefined) return <a href={shown.href}>{text}</a>;
  const cell = written(shown, text, formats);
  return shown.labelNow === undefined ? (
    cell
  ) : (
    <>
      {cell}
      {nowCalled(shown.labelNow)}
    </>
  );
}

function written(shown: DisplayValue, text: string, formats: Formats): ReactNode {
  const cell = viewOf(shown).cell?.(text, String(shown.value)) ?? text;
  if (shown.dueInDays === undefined) return cell;
  return (
    <>
      {cell} {dueBadge(shown.dueInDays, formats)}
    </>
  );
}

/** For how long; since when exactly is its title. */
const sinceTime = (at: string, text: string, formats: Formats): ReactNode => (
  <time dateTime={at} title={formats.dateTime(at)}>
    {text}
  </time>
);

/** As it stands on its record: every line of a text, every row of a table. */
export function inFull(shown: DisplayValue, formats: Formats): ReactNode {
  const { hasRows, full } = viewOf(shown);
  if (hasRows && shown.rows && shown.columns && !shown.hidden) {
    return shown.rows.length === 0 ? <span className="db-none">–</span> : tableOf(shown, formats);
  }
  if (shown.files && !shown.hidden && shown.files.length > 0) return filesInFull(shown.files);
  if (full && typeof shown.value === 'string' && !shown.hidden)
    return full(displayText(shown, formats, useMessages()));
  return inCell(shown, formats);
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
                {nowCalled(column.titleNow)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell) => (
                <td key={cell.key} className={endAligned(cell) ? 'db-number' : undefined}>
                  {inCell(cell, formats)}
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
            {sum && inCell(sum, formats)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** Numbers stand under each other by their last digit. */
function endAligned(shown: DisplayValue | undefined): boolean {
  return viewOf(shown).atEnd === true;
}

/** undefined: it can be read. */
export function unreadableText(value: unknown, t: Translate): string | undefined {
  if (isErased(value)) return t('value.erased');
  if (isKeyMissing(value)) return t('value.keyMissing');
  return isDamaged(value) ? t('value.damaged') : undefined;
}

/** The value in words; '' where there is none. A table says how many rows it has. */
export function displayText(shown: DisplayValue, formats: Formats, t: Translate): string {
  const { value, label } = shown;
  if (shown.hidden) return t('value.hidden');
  if (isUnreadable(value)) return unreadableText(value, t) ?? '';
  if (label !== undefined) return label;
  if (typeof value === 'boolean') return value ? t('value.yes') : t('value.no');
  if (typeof value === 'number' || typeof value === 'string') return writtenText(value, shown, formats, t);
  if (value === null) return '';
  if (shown.files) return shown.files.map((file) => fileText(file, t)).join(', ');
  return t('value.rows', { count: value.length + (shown.rowsLeftOut ?? 0) });
}

function writtenText(value: string | number, shown: DisplayValue, formats: Formats, t: Translate): string {
  if (shown.type === 'since') return shown.age ? sinceWords(shown.age, t) : formats.dateTime(String(value));
  const { text } = viewOf(shown);
  if (text) return text(value, shown, formats);
  return typeof value === 'number' ? formats.number(value, shown.places ?? 0) : value;
}

/** What a file is called. */
const fileText = ({ name, lost }: FileLink, t: Translate): string =>
  lost === undefined ? name : t('value.lostFile', { why: unreadableText(lost, t) ?? '' });

/** In a cell: their names. */
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

/** Whoever wants to see a document unfolds it: a page with ten of them loads none. */
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

export function stateBadge(title: string, tone: StateTone): ReactNode {
  return <span className={`db-state ${toneClass(tone)}`}>{title}</span>;
}

// Written out, so that the build finds them in this file and keeps their styles.
const TONES: Readonly<Record<StateTone, string>> = {
  waiting: 'db-tone-waiting',
  active: 'db-tone-active',
  good: 'db-tone-good',
  bad: 'db-tone-bad',
  stopped: 'db-tone-stopped',
};

/** Gives a colour and a sign; the text beside it says what it is. */
export const toneClass = (tone: StateTone): string => TONES[tone];

/** The address of a file as pages show it, and do not download it. */
const shownAt = (href: string): string => `${href}${href.includes('?') ? '&' : '?'}show`;
