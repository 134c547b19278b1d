// An exchange about records, with what counts the connections that are open.
import type { RequestContext } from '../requests/request-context.js';
import type { LiveRecords } from './live-records.js';

export interface RecordContext extends RequestContext {
  readonly live: LiveRecords;
}
