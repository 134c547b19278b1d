import { describe, expect, it } from '@jest/globals';
import type { CommandResult } from '#domain/command.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import type { EndSession } from '#domain/user/user-commands.js';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import { Sessions } from '#identity/sessions.js';
import type { IdentityCommands } from '#identity/identity-commands.js';
import { SignOut } from '#identity/sign-in/sign-out.js';

const mia = { id: '01900000-0000-7000-8000-0000000031a0', passwordHash: 'a hash' };
const WRITTEN = { version: 9, position: 90, already: false };

interface Answers {
  readonly write?: () => Promise<CommandResult>;
  readonly waitFor?: () => Promise<boolean>;
}

async function signedIn({ write = async () => WRITTEN, waitFor = async () => true }: Answers) {
  const sessions = new Sessions('a secret that is long enough for sealing');
  const commands: EndSession[] = [];
  const send = async (command: EndSession) => {
    commands.push(command);
    return write();
  };
  const signOut = new SignOut(sessions, { send, waitFor } as unknown as IdentityCommands);
  return { sessions, commands, signOut, cookie: await sessions.begin(mia, 7) };
}

describe('signing out', () => {
  it('is written by the name of the session, in the name of who had it', async () => {
    const { signOut, cookie, commands, sessions } = await signedIn({});
    expect(await signOut.end(cookie, 'c')).toBe('over');
    expect(commands.map(({ data }) => data)).toMatchObject([
      { id: mia.id, session: 7, context: { actor: mia.id, commandId: `sign-out-${mia.id}-7` } },
    ]);
    expect(await sessions.of(cookie)).toBeUndefined();
  });

  it('of what is no session is nothing to write', async () => {
    const { signOut, cookie, commands } = await signedIn({});
    for (const none of ['', 'x', cookie.slice(0, -9)]) expect(await signOut.end(none, 'c')).toBe('over');
    expect(commands).toEqual([]);
  });

  it('says that others see it soon, where read models lag or are away', async () => {
    const lagging = await signedIn({ waitFor: async () => false });
    expect(await lagging.signOut.end(lagging.cookie, 'c')).toBe('soon');
    const away = await signedIn({ waitFor: async () => Promise.reject(new Error('away')) });
    expect(await away.signOut.end(away.cookie, 'c')).toBe('soon');
  });

  it('of somebody who was erased is over: there is nobody to be', async () => {
    const write = async () => Promise.reject(new Refused([createBuiltInReason('NOT_FOUND')]));
    const { signOut, cookie } = await signedIn({ write });
    expect(await signOut.end(cookie, 'c')).toBe('over');
  });

  it('that cannot be written is over here at once, and tried until it is written, as the same command', async () => {
    let away = 3;
    let written: () => void = () => {};
    const done = new Promise<void>((resolve) => (written = resolve));
    const write = async () => {
      if (away-- > 0) throw new EventStoreUnavailable('gone');
      written();
      return WRITTEN;
    };
    const { signOut, cookie, commands, sessions } = await signedIn({ write });
    expect(await signOut.end(cookie, 'c')).toBe('here');
    expect(await sessions.of(cookie)).toBeUndefined();
    await done;
    expect(new Set(commands.map(({ data }) => data.context.commandId)).size).toBe(1);
    signOut.onModuleDestroy();
  }, 20_000);
});
