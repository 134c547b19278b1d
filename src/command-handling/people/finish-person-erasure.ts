import type { CommandResult } from '#domain/command.js';
import type { FoldableEvent } from '#domain/event.js';
import type { UserEvent } from '#domain/user/user-events.js';
import { foldUser } from '../pipeline/acting-person.js';
import { finishErasure } from '../erasure/finish-erasure.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';
import { releaseIdentity } from './identities/claimed-identities.js';
import { releaseSignInName } from './sign-in-names.js';

export const finishPersonErasure = (ports: CommandDependencies, id: string): Promise<CommandResult> =>
  finishErasure(ports, id, async (events, context) => {
    const shown = (await ports.personalData.openForDisplay(
      events,
    )) as unknown as readonly FoldableEvent<UserEvent>[];
    const state = foldUser(shown);
    if (state.status === 'not registered') return;
    const moment = { context, recordedAt: ports.clock() };
    const why = 'The person was erased.';
    await releaseSignInName(ports, state, id, moment, why);
    for (const { identity } of state.identities) await releaseIdentity(ports, identity, id, moment, why);
  });
