// Example people sign in by one click, until a real person is registered.
import { Injectable } from '@nestjs/common';
import { createBuiltInReason } from '../../domain/create-reason.js';
import { Refused } from '../../domain/refusal.js';
import { IdentityCommands } from '../identity-commands.js';
import { People } from '../people.js';
import type { SignedInPerson } from '../signed-in-person.js';
import { SessionStart } from './session-start.js';
import type { SignInRequest, StartedSession } from './sign-in-attempt.js';

@Injectable()
export class ExampleSignIn {
  constructor(
    private readonly people: People,
    private readonly commands: IdentityCommands,
    private readonly sessions: SessionStart,
  ) {}

  async listPeople(): Promise<readonly SignedInPerson[]> {
    return (await this.people.isDemoOn()) ? this.people.demo() : [];
  }

  /** Throws `Refused` NOT_FOUND unless example people are offered, and this is one. */
  async signIn(id: string, request: SignInRequest): Promise<StartedSession> {
    // Registering a real person ends these sign-ins, so read models must be current.
    await this.commands.waitForHead();
    const person = (await this.people.isDemoOn()) ? await this.people.byId(id) : undefined;
    if (!person?.demo || person.erasedAt !== null) throw new Refused([createBuiltInReason('NOT_FOUND')]);
    return this.sessions.start({ person, by: 'demo' }, request);
  }
}
