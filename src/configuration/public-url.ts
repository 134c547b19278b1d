import type { Configuration } from './configuration.js';

/** DAYBOOK_URL, otherwise the listening address with the actual `port`. */
export function toPublicUrl(
  { site, host, port: configuredPort }: Pick<Configuration, 'site' | 'host' | 'port'>,
  port = configuredPort,
): string {
  return site ?? `http://${reachable(host)}:${port}`;
}

/** The path below which a proxy passes requests on, such as `/daybook`; '' where there is none. */
export const toBasePath = ({ site }: Pick<Configuration, 'site'>): string =>
  site === undefined ? '' : new URL(site).pathname.replace(/\/$/, '');

/** Wildcard addresses are reachable on localhost. */
const reachable = (host: string) => (/^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : toUrlHost(host));

export const toUrlHost = (host: string) => (host.includes(':') ? `[${host}]` : host);
