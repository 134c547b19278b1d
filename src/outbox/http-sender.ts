// Limited in time, size and address.
import { Agent, errors, type Dispatcher } from 'undici';
import { CallAddressRefusedError, type AddressGuard } from './address-guard.js';
import type { FailedAttempt, AttemptOutcome } from '#command-handling/calls/attempt-outcome.js';

export interface HttpCall {
  readonly method: Dispatcher.HttpMethod;
  readonly address: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds, to the last byte. */
  readonly timeout: number;
}

/** Bytes. */
const LARGEST_ANSWER = 1024 * 1024;
/** The engines store no JSON that is nested much deeper. */
const MAX_DEPTH = 64;
const TOO_MANY_REQUESTS = 429;
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000;

export class HttpSender {
  private readonly agent: Agent;

  /** `exempt`: origin of a server that this process started itself. */
  constructor(
    private readonly guard: AddressGuard,
    private readonly exempt?: string,
  ) {
    this.agent = new Agent({
      // `timeout` of each call covers the whole answer.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { lookup: guard.lookup as never, timeout: 30_000 },
    });
  }

  async send({ method, address, headers, body, timeout }: HttpCall): Promise<AttemptOutcome> {
    const signal = AbortSignal.timeout(timeout);
    try {
      if (address.origin !== this.exempt) this.guard.mustBeAllowed(address.hostname);
      // undici follows no redirects, and must not: the specification does not name where they lead.
      const answer = await this.agent.request({
        origin: address.origin,
        path: address.pathname + address.search,
        method,
        headers,
        signal,
        ...(body !== undefined && { body }),
      });
      const text = await wholeText(answer.body);
      return outcomeOf(answer, text);
    } catch (error) {
      if (signal.aborted) return hostFailed(`no whole answer within ${timeout / 1000} s`);
      return { failed: failureOf(error as Error) };
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

async function wholeText(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const part of body) {
    size += part.length;
    if (size > LARGEST_ANSWER) throw new AnswerTooLong();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

type ResponseHead = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>;

function outcomeOf({ statusCode: status, headers: given }: ResponseHead, text: string): AttemptOutcome {
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const kind = Math.trunc(status / 100);
  if (kind === 2) {
    const body = bodyOf(text);
    if (isDeeperThan(MAX_DEPTH, body))
      return {
        failed: { why: `it answered something that is nested more than ${MAX_DEPTH} deep`, forGood: true },
      };
    return { answered: { response: { status, headers, body }, text } };
  }
  if (kind === 3)
    return { failed: { why: `it answered ${status}, which leads elsewhere: no redirect is followed` } };
  const notBefore = retryAfterIn(headers['retry-after']);
  // 429 says the host is overloaded; it is no verdict on this request.
  const host = kind === 5 || status === TOO_MANY_REQUESTS;
  return { failed: { why: `it answered ${status}`, host, ...(notBefore !== undefined && { notBefore }) } };
}

/** Breadth-first, so that deeply nested JSON cannot overflow the stack. */
function isDeeperThan(depth: number, body: unknown): boolean {
  let level = [body];
  for (let deep = 0; level.length > 0; deep += 1) {
    if (deep > depth) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Milliseconds; `Retry-After` is in seconds or a date. */
function retryAfterIn(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const milliseconds = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return milliseconds > 0 ? Math.min(milliseconds, LONGEST_RETRY_AFTER_MS) : undefined;
}

const hostFailed = (why: string): AttemptOutcome => ({ failed: { why, host: true } });

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody takes calls there',
  ECONNRESET: 'the connection was broken off',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'there is no way there',
  ENETUNREACH: 'there is no way there',
  UND_ERR_CONNECT_TIMEOUT: 'nobody answers there',
  UND_ERR_SOCKET: 'the connection was broken off',
};

/** Names no host: hosts may contain values, and the cause outlives erasures. */
function failureOf(error: Error & { code?: string }): FailedAttempt {
  if (error instanceof CallAddressRefusedError) return { why: error.message, forGood: true };
  if (error instanceof AnswerTooLong)
    return { why: `it answered more than ${LARGEST_ANSWER / 1024 / 1024} MB`, forGood: true };
  if (error instanceof errors.InvalidArgumentError)
    return { why: `it cannot be sent (${error.code})`, forGood: true };
  return {
    why: CAUSES[error.code ?? ''] ?? `the connection failed (${error.code ?? error.name})`,
    host: true,
  };
}
