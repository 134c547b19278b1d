// Printed by `daybook serve`.
import { formatCount } from '#platform/format-count.js';
import type { Configuration } from '../configuration/configuration.js';
import { isLoopback } from '../configuration/loopback.js';
import type { Installation } from '../installation/installation.js';
import type { ServingAddress } from './serving-address.js';

export const describeSuppressedCalls = (count: number): string =>
  `${formatCount(count, 'call or mail', 'calls and mails')} not sent: this log was met for the first time, and may be a copy. ` +
  'See /-/calls, or `daybook calls`.';

export const describeSuppressedTimers = (count: number, isPast: boolean): string =>
  isPast
    ? `Timers of ${formatCount(count, 'record')} of the examples were due in their past, and have done nothing.`
    : `Timers of ${formatCount(count, 'record')} were due before this log was met here for the first time, and have done nothing: it may be a copy.`;

export async function describeServing(
  { configuration, projections }: Installation,
  { site, url }: ServingAddress,
): Promise<string> {
  const { only, data } = configuration;
  const [health] = await projections.health();
  const builds =
    health?.role === 'writing'
      ? 'It builds the read models.'
      : `The read models are built by ${health?.writer ?? 'another process'}.`;
  if (only === 'projections') return `Daybook is at work without pages. ${builds} Health: ${url}/-/health`;
  const address = `Daybook is at ${site}${describeMissingAddress(configuration)}`;
  if (only === 'web') return `${address}\n${health?.trouble ?? builds}`;
  return `${address}\nIt keeps everything in ${data}`;
}

/** In production, people reach it by another address than where it listens, unless that is this machine alone. */
function describeMissingAddress({ production, host, site, secure }: Configuration): string {
  if (!production || site !== undefined || isLoopback(host)) return '';
  const https = secure
    ? ' Sign-in works over HTTPS alone; without a proxy that does it, to try it on this machine: DAYBOOK_SECURE=0.'
    : '';
  return `\nDAYBOOK_URL is not set: links lead to the address above. Set it to what people type, such as https://daybook.example.org.${https}`;
}
