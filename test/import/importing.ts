// Each in a new installation with one published specification.
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
import { importLogFile } from '#cli/import-log-file.js';
import type { ImportReport } from '#import/import-report.js';
import { LOG_LIMITS } from '#import/log-limits.js';
import { withCaughtUpInstallation, type RunningInstallation } from '#cli/with-installation.js';
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
    return withCaughtUpInstallation({ data: this.data }, doing, {});
  }

  /** One after the other, each as a log of this name. Returns the last report. */
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
        await work.waitForProjections(published.position);
      }
      return importLogFile(path, { into: this.into, maxUnpacked, maxTrace, ...options }, work);
    });
  }

  /** Of records, in log order, as stored; `opened`: with sealed values opened. */
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

  /** The data folder's content as one text. */
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
  /** As XML. */
  readonly more?: string;
}

export const trace = (name: string, events: readonly Said[], more = ''): string =>
  `<trace><string key="concept:name" value="${name}"/>${more}\n${events.map(event).join('\n')}\n</trace>`;

const event = ({ activity, at, by, more = '' }: Said): string =>
  `<event><string key="concept:name" value="${activity}"/><date key="time:timestamp" value="${at}"/>` +
  `${by === undefined ? '' : `<string key="org:resource" value="${by}"/>`}${more}</event>`;

export const log = (traces: readonly string[], head = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<log>\n${head}${traces.join('\n')}\n</log>\n`;

/** A case is opened, examined repeatedly, answered and closed; its author is personal. */
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
