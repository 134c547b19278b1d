// Seals what was sent and answered where it tells of people: once for each of them, so that whoever is erased takes it along.
import type { CallEvent } from '#domain/call/call-events.js';
import type { Decided } from '#domain/decided-event.js';
import { describedMember, type EventMember } from '#domain/event-type.js';
import { callEventTypes } from '#domain/call/call-events.js';
import { PersonErased, type KeyOwner, type PersonalData } from '#event-store/personal-data/personal-data.js';
import { ERASED } from '#specification/value.js';

/** Members that tell what is in the record. */
export async function sealCallEvents(
  personalData: PersonalData,
  owners: readonly KeyOwner[],
  events: readonly Decided<CallEvent>[],
): Promise<readonly Decided<CallEvent>[]> {
  if (owners.length === 0) return events;
  return Promise.all(
    events.map(async (event) => {
      const members: Readonly<Record<string, EventMember>> = callEventTypes[event.type].members;
      const data: Record<string, unknown> = { ...event.data };
      for (const [key, value] of Object.entries(data)) {
        const { shown, ids } = describedMember(members[key]!);
        if (value !== null && shown === 'whole' && !ids)
          data[key] = await sealedFor(personalData, owners, value);
      }
      return { ...event, data } as unknown as Decided<CallEvent>;
    }),
  );
}

async function sealedFor(
  personalData: PersonalData,
  owners: readonly KeyOwner[],
  value: unknown,
): Promise<unknown> {
  let content = value;
  try {
    for (const owner of new Set(owners)) content = await personalData.seal(owner, content);
    return content;
  } catch (error) {
    if (error instanceof PersonErased) return ERASED;
    throw error;
  }
}
