// One person who looks at one page again and again, and how long each took, to the fraction of a millisecond.
import { Agent, get } from 'node:http';
import type { Served } from './http-client.js';

export interface PageTimes {
  /** Milliseconds, in the order in which they were asked. */
  readonly took: readonly number[];
  readonly bad: number;
}

export async function timeOnePage(
  { url, cookie }: Served,
  path: string,
  seconds: number,
): Promise<PageTimes> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  let bad = 0;
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const started = performance.now();
    const status = await statusOf(url + path, { agent, headers: { cookie } });
    took.push(performance.now() - started);
    if (status >= 400) bad += 1;
  }
  agent.destroy();
  return { took, bad };
}

function statusOf(address: string, options: { agent: Agent; headers: { cookie: string } }): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(address, options, (answer) => {
      answer
        .resume()
        .once('end', () => resolve(answer.statusCode!))
        .once('error', reject);
    });
    request.once('error', reject);
  });
}

/** The value that so large a share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;
}
