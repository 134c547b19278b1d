// Imports in this process, with real files: an installation of its own for each, with one specification published.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportOptions } from '#cli/import-options.js';
import { importInto } from '#cli/import-into.js';
import type { ImportReport } from '#import/import-report.js';
import { LOG_LIMITS } from '#import/malformed-log-error.js';
import { withCommands, type RunningInstallation } from '#cli/with-commands.js';
import type { RecordedEvent } from '#domain/event.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { documentOf } from '../specification/documents.js';

export class Importing {
  readonly folder = mkdtempSync(join(tmpdir(), 'daybook-import-'));
  readonly data = join(this.folder, 'data');

  constructor(
    private readonly specification: string,
    private readonly into: ImportOptions['into'],
  ) {}

  async work<T>(doing: (work: RunningInstallation) => Promise<T>): Promise<T> {
    return withCommands({ data: this.data }, doing, {});
  }

  /** Imports the texts one after the other, each as a log of this name, and returns the last report. */
  async import(
    log: string | Uint8Array,
    options: Partial<ImportOptions> = {},
    name = 'log.xes',
  ): Promise<ImportReport> {
    const folder = join(this.folder, 'logs');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, name);
    writeFileSync(path, log);
    const { unpacked: maxUnpacked, trace: maxTrace } = LOG_LIMITS;
    return this.work(async (work) => {
      const context = { actor: 'system', commandId: 'publish' };
      if (!(await work.installation.specifications.current(this.into.application))) {
        const published = await work.send(new PublishSpecification({ text: this.specification, context }));
        await work.settled(published.position);
      }
      return importInto(path, { into: this.into, maxUnpacked, maxTrace, ...options }, work);
    });
  }

  /** Events of records, in the order of the log, as they are stored; `opened`: with what is sealed opened. */
  async events(opened = false): Promise<readonly RecordedEvent[]> {
    return this.work(async ({ installation: { store, personal } }) => {
      const head = await store.head();
      const all: RecordedEvent[] = [];
      for await (const batch of store.all(0, new AbortController().signal)) {
        all.push(...batch);
        if ((batch.at(-1)?.position ?? head) >= head) break;
      }
      const ours = all.filter(({ type }) => type.startsWith('record.'));
      return opened ? personal.open(ours) : ours;
    });
  }

  /** Every byte of the data folder, as one text. */
  bytes(): string {
    const files = (folder: string): string[] =>
      existsSync(folder)
        ? readdirSync(folder)
            .map((name) => join(folder, name))
            .flatMap((path) => (statSync(path).isDirectory() ? files(path) : [path]))
        : [];
    return files(this.data)
      .map((path) => readFileSync(path, 'latin1'))
      .join('\n');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export interface Said {
  readonly activity: string;
  readonly at: string;
  readonly by?: string;
  /** Further attributes, as XML. */
  readonly more?: string;
}

export const trace = (name: string, events: readonly Said[], more = ''): string =>
  `<trace><string key="concept:name" value="${name}"/>${more}\n${events.map(event).join('\n')}\n</trace>`;

const event = ({ activity, at, by, more = '' }: Said): string =>
  `<event><string key="concept:name" value="${activity}"/><date key="time:timestamp" value="${at}"/>` +
  `${by === undefined ? '' : `<string key="org:resource" value="${by}"/>`}${more}</event>`;

export const log = (traces: readonly string[], head = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<log>\n${head}${traces.join('\n')}\n</log>\n`;

/** A case is opened, looked at any number of times, answered and closed; who wrote it is personal. */
export const DESK = documentOf(
  {
    1: `key: desk
name: Help desk
timeZone: Europe/Berlin`,
    3: `entities:
  Ticket:
    fields:
      title: { type: text, alias: "concept:name" }
      reference: { type: text, unique: true }
      effort: { type: decimal, places: 2 }
      openedOn: { type: dateTime }
      customer: { type: text, alias: "Customer name", personal: record }
      answer: { type: text }`,
    4: `lifecycles:
  Ticket:
    states: [fresh, assigned, answered, closed]
    actions:
      assign: { title: Assign seriousness, from: [fresh, answered], to: assigned }
      look: { title: Take in charge, from: [fresh, assigned], alias: [Take in charge+start, Take in charge+suspend] }
      answer: { title: Answer, from: assigned, to: answered, ask: [answer] }
      close: { title: Closed, from: [answered, assigned], to: closed }`,
  },
  'Specification: help desk',
);

export const TICKETS = { application: 'desk', entity: 'Ticket' } as const;
