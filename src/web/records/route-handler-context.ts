import type { RequestContext } from '../requests/request-context.js';
import type { LiveRecords } from './live-records.js';

export interface RouteHandlerContext extends RequestContext {
  readonly live: LiveRecords;
}
