// Asks one heavy question after the other, in a process of its own: what it costs to ask holds up nobody who measures.
import { once } from 'node:events';
import { sendResult } from './child-process.js';
import { HEAVY_QUESTIONS, type HeavyQuestion } from './heavy-questions.js';

const [url, cookie, name] = process.argv.slice(2) as [string, string, string];
const heavy = HEAVY_QUESTIONS[name]!;
const gone = new AbortController();
let count = 0;
let slowest = 0;
let ended = false;

/** As soon as it has the whole answer, it asks again. */
async function keepAsking(): Promise<void> {
  while (!ended) {
    const started = performance.now();
    await ask(heavy);
    slowest = Math.max(slowest, performance.now() - started);
    count += 1;
  }
}

async function ask({ path, json, form, status, expectedText }: HeavyQuestion): Promise<void> {
  const headers = { cookie, origin: url, ...(json !== undefined && { 'content-type': 'application/json' }) };
  const body = json ?? form?.();
  const sent = body === undefined ? {} : { method: 'POST', body };
  const answer = await fetch(url + path, { ...sent, headers, signal: gone.signal, redirect: 'manual' });
  const text = await answer.text();
  if (answer.status === status && text.includes(expectedText ?? '')) return;
  throw new Error(
    `${path} answered ${answer.status}, not ${status} ${expectedText ?? ''}: ${text.slice(0, 2_000)}`,
  );
}

const all = keepAsking().catch((error: unknown) => {
  if (!gone.signal.aborted) throw error;
});
process.send!('begun');
await once(process, 'message');
ended = true;
// An export of everything is not waited for; what is written is.
if (count > 0 && !heavy.form && heavy.json === undefined) gone.abort();
await all;
sendResult({ count, slowest });
