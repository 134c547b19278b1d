// An exchange about records, with what counts the connections and downloads that are open.
import type { Exchange } from '../exchange.js';
import type { Downloads } from './downloads.js';
import type { LiveRecords } from './live-records.js';

export interface RecordsExchange extends Exchange {
  readonly live: LiveRecords;
  readonly downloads: Downloads;
}
