// An exchange about records, with what counts the connections that are open.
import type { Exchange } from '../requests/request-context.js';
import type { LiveRecords } from './live-records.js';

export interface RecordsExchange extends Exchange {
  readonly live: LiveRecords;
}
