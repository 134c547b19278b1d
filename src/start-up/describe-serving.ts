// Printed by `daybook serve`.
import { formatCount } from '#platform/format-count.js';
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
  if (only === 'web') return `Daybook is at ${site}\n${health?.trouble ?? builds}`;
  return `Daybook is at ${site}\nIt keeps everything in ${data}`;
}
