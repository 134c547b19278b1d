import type { LogLevel } from '../errors/server-log.js';
import type { Rates } from './throttle.js';

export interface WebSettings {
  /** HTTPS-only cookies and Strict-Transport-Security. */
  readonly secure: boolean;
  /** undefined: no limits. */
  readonly rates?: Rates;
  readonly log: LogLevel;
  /** Logs the person's id and client address per request. */
  readonly logClients?: boolean;
  /** Trusted proxies, such as `loopback` or `10.0.0.0/8`. */
  readonly proxies: readonly string[];
  /** Where a proxy passes requests on, such as `/daybook`; undefined: at the root of its site. */
  readonly basePath?: string;
}
