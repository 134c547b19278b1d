// Records as CSV (RFC 4180), page by page as fast as the other side reads.
import type { Response } from 'express';
import { stringify } from 'csv-stringify';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { DisplayValue } from '#views/view-models/shown.js';
import type { ExportedPage } from '#query-handling/lists/export-records.js';
import { formatUnits, isUnreadable, type Row } from '#specification/model/stored-value.js';
import type { Entity, Screen, Specification } from '#specification/model/specification.js';
import { unreadableText } from '#views/parts/shown-value.js';
import { FIELD_TYPES, getFieldType } from '#specification/field-types/find-field-type.js';
import { startTimeSlice } from '#platform/cooperative-scheduler.js';
import { columnTitle } from '../display/column-title.js';
import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import { columnShower } from '../display/display-value.js';
import { displayActorName } from '../display/person-names.js';
import type { CsvFlavour } from './csv-flavour.js';
import type { Names } from '#query-handling/names/mentions.js';
import type { Translate } from '#views/messages/translate.js';

export interface Export {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly screen: Screen;
  readonly pages: AsyncIterable<ExportedPage>;
  /** Name of the file, without its end. */
  readonly name: string;
  readonly flavour: CsvFlavour;
  readonly t: Translate;
}

/** Values stand as they are stored, to the last digit and character: see decision 0063. */
export async function sendCsv(
  response: Response,
  { specification, entity, screen, pages, name, flavour, t }: Export,
): Promise<void> {
  const { cell } = flavour;
  async function* rows(): AsyncIterable<readonly string[]> {
    const isSigned = entity.lifecycle.actions.some(({ sign }) => sign !== undefined);
    yield [
      'Id',
      ...screen.columns.map((key) => cell(columnTitle(entity, key, t))),
      ...(isSigned ? [t('record.signatures')] : []),
    ];
    const letOthers = startTimeSlice();
    for await (const { records, names } of pages) {
      const words = { specification, names, t };
      const shows = screen.columns.map((key) => columnShower(key, entity, words));
      for (const record of records) {
        yield [
          record.id,
          ...shows.map((show) => textOf(show(record), flavour, t)),
          ...(isSigned ? [cell(signaturesIn(record, names, t))] : []),
        ];
        await letOthers();
      }
    }
  }
  response.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
  response.setHeader('Content-Disposition', `attachment; filename="${name}.csv"`);
  response.setHeader('Cache-Control', 'no-store');
  try {
    await pipeline(Readable.from(rows()), csvLines(flavour), response);
  } catch (error) {
    // Whoever asked went away, and what was asked for them meanwhile is not answered: nothing went wrong.
    if (!response.destroyed && (error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE')
      throw error;
  }
}

/** Rows of texts → lines of RFC 4180, in which every line break of a text is in quotes, whichever kind it is of. */
export const CSV_LINES = { record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const;

export const csvLines = ({ bom, delimiter }: Pick<CsvFlavour, 'bom' | 'delimiter'>) =>
  stringify({ ...CSV_LINES, bom, delimiter });

/** Numbers and days are the flavour's; every other text is harmless in it. */
function textOf(shown: DisplayValue, { cell, number, day, moment }: CsvFlavour, t: Translate): string {
  const { value, type, places = 0, hidden } = shown;
  if (hidden) return cell(exact(shown, t));
  if (typeof value === 'number') return number(value, places);
  const { isDay, isMoment } = FIELD_TYPES.includes(type) ? getFieldType({ type }) : {};
  if (typeof value === 'string' && isDay) return day(value);
  return typeof value === 'string' && isMoment ? moment(value) : cell(exact(shown, t));
}

/** Name, time and meaning of each. */
const signaturesIn = ({ signatures }: VisibleRecord, names: Names, t: Translate): string =>
  signatures
    .map(({ signedBy: by, for: principal, at, meaning }) => {
      return `${displayActorName(names, { by, for: principal }, t)}, ${at}: ${meaning}`;
    })
    .join('; ');

/** What a cell holds; what is not to be seen says so. */
function exact(shown: DisplayValue, t: Translate): string {
  const { value } = shown;
  if (shown.hidden) return t('value.hidden');
  if (value === null) return '';
  if (isUnreadable(value)) return unreadableText(value, t) ?? '';
  if (shown.files) return shown.files.map(({ name }) => name).join(', ');
  if (Array.isArray(value)) return JSON.stringify(exactRows(shown, value as readonly Row[], t));
  if (typeof value === 'number') return formatUnits(value, shown.places ?? 0);
  return shown.label ?? String(value);
}

/** Rows of a table as JSON, amounts as exact texts: the cell of a CSV cannot hold a table otherwise. */
function exactRows(
  shown: DisplayValue,
  rows: readonly Row[],
  t: Translate,
): readonly Record<string, string>[] {
  return rows.map((_, index) =>
    Object.fromEntries((shown.rows?.[index] ?? []).map((cell) => [cell.key, exact(cell, t)])),
  );
}
