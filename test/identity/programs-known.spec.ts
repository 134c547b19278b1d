// A program that sends its password with every request, while nothing can be written: what was right a while ago is not waited for.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createBuiltInReason } from '#domain/create-reason.js';
import { NO_ENDED_SESSIONS } from '#domain/user/ended-sessions.js';
import { Refused } from '#domain/refusal.js';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import type { ApiTokens } from '#identity/api-tokens.js';
import { Authentication } from '#identity/authentication.js';
import type { Sessions } from '#identity/sessions.js';
import type { People } from '#identity/people.js';
import type { ProgramSignIn } from '#identity/sign-in/program-sign-in.js';

const ADA = {
  id: 'ada',
  erasedAt: null,
  lockedAt: null,
  demo: false,
  passwordHash: 'hash',
  ...NO_ENDED_SESSIONS,
} as never;
const authorization = `Basic ${Buffer.from('ada:a sentence').toString('base64')}`;
const presented = { authorization, address: '127.0.0.1', correlationId: 'one' };

let noted: number;
let note: () => Promise<void>;
let authentication: Authentication;

beforeEach(() => {
  jest.useFakeTimers();
  noted = 0;
  note = async () => {};
  const people = { byId: async () => ADA, signedIn: async () => ({ id: 'ada' }) } as unknown as People;
  const signIn = async () => {
    noted += 1;
    await note();
    return { person: ADA, version: 2 };
  };
  const programs = { signIn } as unknown as ProgramSignIn;
  authentication = new Authentication(people, {} as Sessions, programs, {} as ApiTokens, true);
});
afterEach(() => {
  jest.useRealTimers();
});

const minutes = async (count: number) => jest.advanceTimersByTimeAsync(count * 60_000);
const never = async () => new Promise<void>(() => {});

describe('given a program that was recognised six minutes ago', () => {
  beforeEach(async () => {
    await authentication.recognise(presented);
    await minutes(6);
  });

  it('when the log does not answer, then one request waits for two seconds, and the others not at all', async () => {
    note = never;
    const first = authentication.recognise(presented);
    let isThere = false;
    void first.then(() => (isThere = true));
    for (let nth = 0; nth < 10; nth++)
      expect(await authentication.recognise(presented)).toEqual({ id: 'ada' });
    expect(isThere).toBe(false);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await first).toEqual({ id: 'ada' });
    expect(await authentication.recognise(presented)).toEqual({ id: 'ada' });
    expect(noted).toBe(2);
  });

  it('when the log is away, then it is tried again after half a minute', async () => {
    note = async () => {
      throw new EventStoreUnavailable('away');
    };
    expect(await authentication.recognise(presented)).toEqual({ id: 'ada' });
    await minutes(0.6);
    note = async () => {};
    await authentication.recognise(presented);
    await minutes(4);
    await authentication.recognise(presented);
    expect(noted).toBe(3);
  });

  it('when it is refused, then nobody goes by what was known', async () => {
    note = async () => {
      throw new Refused([createBuiltInReason('WRONG_PASSWORD')]);
    };
    await expect(authentication.recognise(presented)).rejects.toThrow(Refused);
    await expect(authentication.recognise(presented)).rejects.toThrow(Refused);
  });
});
