import { type DecidedEvent, toDescribedMember, type EventMember } from '#domain/event.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { userEventTypes, type UserEvent } from '#domain/user/user-events.js';
import { PersonErasedError, type PersonalData } from '#event-store/personal-data/personal-data.js';

/** Throws `Refused` ERASED. */
export async function sealUserEvents(
  personalData: PersonalData,
  person: string,
  events: readonly DecidedEvent<UserEvent>[],
): Promise<readonly DecidedEvent<UserEvent>[]> {
  try {
    return await Promise.all(events.map(async (event) => sealEvent(personalData, person, event)));
  } catch (error) {
    throw error instanceof PersonErasedError ? new Refused([createBuiltInReason('ERASED')]) : error;
  }
}

async function sealEvent(
  personalData: PersonalData,
  person: string,
  event: DecidedEvent<UserEvent>,
): Promise<DecidedEvent<UserEvent>> {
  const members: Readonly<Record<string, EventMember>> = userEventTypes[event.type].members;
  const toSeal = Object.entries(event.data).filter(
    ([key, value]) => value !== undefined && toDescribedMember(members[key]!).sealed,
  );
  if (toSeal.length === 0) return event;
  const sealed = await Promise.all(
    toSeal.map(async ([key, value]) => [key, await personalData.seal(person, value)] as const),
  );
  // Only this file and the opening know sealed values.
  return { ...event, data: { ...event.data, ...Object.fromEntries(sealed) } } as DecidedEvent<UserEvent>;
}
