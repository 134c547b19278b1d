// What of the configuration the web needs to know.
import type { LogLevel } from '../errors/server-log.js';
import type { Rates } from './throttle.js';

export interface WebSettings {
  /** Cookies over HTTPS only, and Strict-Transport-Security. */
  readonly secure: boolean;
  /** undefined: no limits. */
  readonly rates?: Rates;
  readonly log: LogLevel;
  /** true: each line about a request names the id of the signed-in person and the client's address. */
  readonly logClients?: boolean;
  /** Addresses and networks of proxies that are believed, such as `loopback` or `10.0.0.0/8`. */
  readonly proxies: readonly string[];
}
