// What one step costs each part, for the simulation: measured on one machine or assumed; which is which stands in the file.
import { readFileSync } from 'node:fs';

/** Milliseconds of one server of a part, on average. Where they come from: bench/service-times.json. */
export interface ServiceTimes {
  /** A web process, one core each. */
  readonly web: {
    readonly page: number;
    readonly command: number;
    /** An event of the log, whoever wrote it: every web process follows all of it. Its looks at checkpoints are in it. */
    readonly follow: number;
  };
  /** The leader of EventStoreDB, which writes one after the other. */
  readonly log: { readonly read: number; readonly append: number };
  /** A process that builds read models, one core each. */
  readonly projections: { readonly batch: number; readonly event: number };
  /** MongoDB's primary. */
  readonly documents: {
    readonly page: number;
    /** At the checkpoints of all read models. */
    readonly look: number;
    readonly batch: number;
    readonly event: number;
  };
  /** There and back to an engine, with its quorum: takes time, but nobody's. */
  readonly hop: number;
}

/** bench/service-times.json: `from` says of every figure where it comes from. */
export interface RecordedTimes {
  readonly date: string;
  readonly machine: string;
  readonly times: ServiceTimes;
  readonly from: Readonly<Record<string, string>>;
}

/** The sources of dist/bench stand in bench. */
export const RECORDED = new URL('../../bench/service-times.json', import.meta.url);

export function recordedTimes(file: URL = RECORDED): RecordedTimes {
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedTimes;
}
