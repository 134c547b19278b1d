// The other end of a measurement over HTTP: signs in, and keeps so many connections busy.
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import autocannon from 'autocannon';
import { startProcess } from './child-process.js';
import { BENCH_PERSON } from './measurement-folder.js';

export interface Served {
  readonly url: string;
  readonly cookie: string;
  readonly pid: number;
  ask<Answer>(message: object): Promise<Answer>;
  end(): void;
  /** As `end`, with everything given back: the next process on these engines waits for no lease. */
  stop(): Promise<void>;
}

export interface Load {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Answers that were no success and no redirect. */
  readonly bad: number;
  /** Answers. */
  readonly count: number;
}

/** `only`: one half of the work, beside another process. `node`: what Node.js is told besides. */
export async function startServer(
  folder: string,
  only?: 'web' | 'projections',
  node: readonly string[] = [],
): Promise<Served> {
  const child = startProcess('serve-process', [folder, ...(only ? [only] : [])], node);
  const [{ port }] = (await answerOf(child)) as [{ port: number }];
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    cookie: only === 'projections' ? '' : await signIn(url, BENCH_PERSON),
    pid: child.pid!,
    async ask<Answer>(message: object): Promise<Answer> {
      child.send(message);
      const [answer] = await once(child, 'message');
      return answer as Answer;
    },
    end: () => void child.kill('SIGKILL'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function answerOf(child: ChildProcess): Promise<unknown[]> {
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with code ${code}`);
  });
  died.catch(() => {});
  return Promise.race([once(child, 'message'), died]);
}

export async function signIn(url: string, person: string): Promise<string> {
  const response = await fetch(`${url}/-/sign-in/demo`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ person }),
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  if (response.status !== 303 || cookies.length === 0) throw new Error(`sign-in answered ${response.status}`);
  return cookies.filter((cookie) => !cookie!.startsWith('daybook-notice')).join('; ');
}

export interface Request {
  readonly path: string | (() => string);
  /** undefined: a GET. A new body for every request. */
  readonly body?: () => URLSearchParams;
}

export async function applyLoad(
  { url, cookie }: Served,
  { path, body }: Request,
  connections: number,
  seconds: number,
  /** Requests per second, if not as many as can be. */
  rate?: number,
): Promise<Load> {
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const next = typeof path === 'string' ? () => path : path;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(rate !== undefined && { overallRate: rate }),
    requests: [
      {
        method: body ? 'POST' : 'GET',
        path: next(),
        headers,
        setupRequest: (sendRequest) => ({
          ...sendRequest,
          path: next(),
          ...(body && { body: body().toString() }),
        }),
      },
    ],
  });
  const { p50, p99, max } = result.latency;
  return {
    perSecond: result.requests.average,
    p50,
    p99,
    longest: max,
    bad: result['4xx'] + result['5xx'] + result.errors,
    count: result.requests.total,
  };
}
