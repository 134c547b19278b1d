import { Inject, Injectable } from '@nestjs/common';
import { readUser } from '../command-handling/pipeline/acting-person.js';
import { isSessionEnded } from '../domain/user/ended-sessions.js';
import type { EventStore } from '../event-store/event-store.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { EVENT_STORE, PERSONAL_DATA } from '../ports/storage-tokens.js';
import { Sessions, type Session } from './sessions.js';

@Injectable()
export class EndedSessionCheck {
  constructor(
    private readonly sessions: Sessions,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
  ) {}

  /** From the log, as read models may lag. The cookie of a session that is over is void here at once. */
  async isOver(session: Pick<Session, 'person' | 'begun'>): Promise<boolean> {
    const { store, personalData } = this;
    const state = await readUser({ store, personalData }, session.person);
    const isOver = state.status !== 'registered' || isSessionEnded(state.over, session.begun);
    if (isOver) this.sessions.end(session);
    return isOver;
  }
}
