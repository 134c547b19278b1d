// CSV and JSON Lines at the client's pace; the first lines state requester, filters and time, the last one how many events.
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import { startTimeSlice } from '#platform/cooperative-scheduler.js';
import type { VisibleTimeline } from '#query-handling/timeline/list-timeline.js';
import { RecordedExport, type ExportRecorder } from './recorded-export.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Translate } from '#views/messages/translate.js';
import { createCsvStringifier } from '../screens/csv-export.js';
import { escapeFormulaExceptPhone } from '../screens/csv-injection.js';
import { EVENT_MEMBERS, eventsJson, formatWithUtcOffset } from './timeline-json.js';

export interface TimelineExport {
  readonly pages: AsyncIterable<VisibleTimeline>;
  readonly viewer: Viewer;
  readonly t: Translate;
  readonly heading: ExportHeading;
  readonly record: ExportRecorder;
}

export interface ExportHeading {
  /** By which the log knows the file. */
  readonly export: string;
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly timeZone: string;
  /** Of the log when the export began; later events are left out. */
  readonly position: number;
  /** Kinds of events that the filter leaves out by default. */
  readonly leftOut: readonly string[];
  /** As in the address. */
  readonly filter: Readonly<Record<string, string>>;
}

export async function sendTimelineLines(response: Response, exported: TimelineExport): Promise<void> {
  const { at, timeZone } = exported.heading;
  const recorded = new RecordedExport(exported.record);
  async function* lines(): AsyncIterable<string> {
    const heading = { ...exported.heading, at: formatWithUtcOffset(at, timeZone) };
    yield `${JSON.stringify({ timeline: heading })}\n`;
    let count = 0;
    for await (const event of eventsOf(exported)) {
      count += 1;
      recorded.events = count;
      yield `${JSON.stringify(event)}\n`;
    }
    yield `${JSON.stringify({ end: { events: count } })}\n`;
  }
  setHeaders(response, 'application/jsonl; charset=utf-8', fileName(exported.heading, 'jsonl'));
  await untilClosed(response, pipeline(Readable.from(lines()), recorded, response), recorded);
}

export async function sendTimelineCsv(response: Response, exported: TimelineExport): Promise<void> {
  const { export: id, by, at, timeZone, position, leftOut, filter } = exported.heading;
  const recorded = new RecordedExport(exported.record);
  async function* rows(): AsyncIterable<readonly string[]> {
    const blanks = EVENT_MEMBERS.slice(2).map(() => '');
    const heading = {
      export: id,
      by,
      at: formatWithUtcOffset(at, timeZone),
      timeZone,
      position: String(position),
      ...(leftOut.length > 0 && { leftOut: leftOut.join(' ') }),
      ...filter,
    };
    for (const [name, value] of Object.entries(heading))
      yield [name, escapeFormulaExceptPhone(value), ...blanks];
    yield EVENT_MEMBERS;
    let count = 0;
    for await (const event of eventsOf(exported)) {
      count += 1;
      recorded.events = count;
      yield EVENT_MEMBERS.map((name) => cellOf(event[name]));
    }
    yield ['events', String(count), ...blanks];
  }
  setHeaders(response, 'text/csv; charset=utf-8', fileName(exported.heading, 'csv'));
  const written = createCsvStringifier({ bom: false, delimiter: ',' });
  await untilClosed(response, pipeline(Readable.from(rows()), written, recorded, response), recorded);
}

const cellOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : escapeFormulaExceptPhone(typeof value === 'object' ? JSON.stringify(value) : String(value));

const fileName = ({ at, timeZone }: ExportHeading, end: string): string =>
  `timeline-${formatWithUtcOffset(at, timeZone).slice(0, 10)}.${end}`;

function setHeaders(response: Response, type: string, name: string): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  response.setHeader('Cache-Control', 'no-store');
}

/** A client that closes the connection is no failure. */
async function untilClosed(
  response: Response,
  sending: Promise<void>,
  recorded: RecordedExport,
): Promise<void> {
  try {
    await sending;
  } catch (error) {
    await recorded.recordBrokenOff();
    if (!response.destroyed && (error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE')
      throw error;
  }
}

async function* eventsOf({ pages, viewer, t, heading: { timeZone } }: TimelineExport) {
  const letOthers = startTimeSlice();
  for await (const page of pages)
    for (const event of eventsJson(page, { viewer, t, timeZone })) {
      yield event;
      await letOthers();
    }
}
