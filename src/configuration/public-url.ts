// Where people reach Daybook, for links that are printed.
import type { Configuration } from './configuration.js';

/** The setting DAYBOOK_URL, or else where it listens. `port`: the one it got, where any would do. */
export function toPublicUrl(
  { site, host, port: asked }: Pick<Configuration, 'site' | 'host' | 'port'>,
  port = asked,
): string {
  return site ?? `http://${reachable(host)}:${port}`;
}

/** Who listens everywhere is reached here, at least. */
const reachable = (host: string) => (/^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : toUrlHost(host));

export const toUrlHost = (host: string) => (host.includes(':') ? `[${host}]` : host);
