// RFC 4180, page by page at the client's pace.
import type { Response } from 'express';
import { stringify } from 'csv-stringify';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { DisplayValue } from '#views/view-models/display-value.js';
import type { ExportedPage } from '#query-handling/lists/export-records.js';
import { formatUnits, isUnreadable, type Row } from '#specification/model/stored-value.js';
import type { Entity, Screen, Specification } from '#specification/model/specification.js';
import { formatUnreadable } from '#views/parts/display-value.js';
import { FIELD_TYPES, getFieldType } from '#specification/field-types/find-field-type.js';
import { startTimeSlice } from '#platform/cooperative-scheduler.js';
import { getColumnTitle } from '../display/column-title.js';
import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import { createColumnDisplay } from '../display/display-value.js';
import { displayActorName } from '../display/person-names.js';
import type { CsvFlavour } from './csv-flavour.js';
import type { ReferenceNames } from '#query-handling/names/find-names.js';
import type { Translate } from '#views/messages/translate.js';

export interface CsvExport {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly screen: Screen;
  readonly pages: AsyncIterable<ExportedPage>;
  /** Without extension. */
  readonly name: string;
  readonly flavour: CsvFlavour;
  readonly t: Translate;
}

/** Values are exact (ADR 0063). */
export async function sendCsv(
  response: Response,
  { specification, entity, screen, pages, name, flavour, t }: CsvExport,
): Promise<void> {
  const { cell } = flavour;
  async function* rows(): AsyncIterable<readonly string[]> {
    const isSigned = entity.lifecycle.actions.some(({ sign }) => sign !== undefined);
    yield [
      'Id',
      ...screen.columns.map((key) => cell(getColumnTitle(entity, key, t))),
      ...(isSigned ? [t('record.signatures')] : []),
    ];
    const letOthers = startTimeSlice();
    for await (const { records, names } of pages) {
      const words = { specification, names, t };
      const shows = screen.columns.map((key) => createColumnDisplay(key, entity, words));
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
    await pipeline(Readable.from(rows()), createCsvStringifier(flavour), response);
  } catch (error) {
    // The client closed the connection, which aborts the query: no failure.
    if (!response.destroyed && (error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE')
      throw error;
  }
}

/** Quotes any kind of line break. */
export const CSV_OPTIONS = { record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const;

export const createCsvStringifier = ({ bom, delimiter }: Pick<CsvFlavour, 'bom' | 'delimiter'>) =>
  stringify({ ...CSV_OPTIONS, bom, delimiter });

/** Only text can be harmful; numbers and dates follow the flavour. */
function textOf(shown: DisplayValue, { cell, number, day, moment }: CsvFlavour, t: Translate): string {
  const { value, type, places = 0, hidden } = shown;
  if (hidden) return cell(exact(shown, t));
  if (typeof value === 'number') return number(value, places);
  const { isDay, isMoment } = FIELD_TYPES.includes(type) ? getFieldType({ type }) : {};
  if (typeof value === 'string' && isDay) return day(value);
  return typeof value === 'string' && isMoment ? moment(value) : cell(exact(shown, t));
}

/** Name, time and meaning of each. */
const signaturesIn = ({ signatures }: VisibleRecord, names: ReferenceNames, t: Translate): string =>
  signatures
    .map(({ signedBy: by, for: principal, at, meaning }) => {
      return `${displayActorName(names, { by, for: principal }, t)}, ${at}: ${meaning}`;
    })
    .join('; ');

/** Marks hidden values. */
function exact(shown: DisplayValue, t: Translate): string {
  const { value } = shown;
  if (shown.hidden) return t('value.hidden');
  if (value === null) return '';
  if (isUnreadable(value)) return formatUnreadable(value, t) ?? '';
  if (shown.files) return shown.files.map(({ name }) => name).join(', ');
  if (Array.isArray(value)) return JSON.stringify(exactRows(shown, value as readonly Row[], t));
  if (typeof value === 'number') return formatUnits(value, shown.places ?? 0);
  return shown.label ?? String(value);
}

/** JSON with amounts as exact strings, since a CSV cell cannot hold a table. */
function exactRows(
  shown: DisplayValue,
  rows: readonly Row[],
  t: Translate,
): readonly Record<string, string>[] {
  return rows.map((_, index) =>
    Object.fromEntries((shown.rows?.[index] ?? []).map((cell) => [cell.key, exact(cell, t)])),
  );
}
