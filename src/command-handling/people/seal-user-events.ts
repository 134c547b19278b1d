// Seals what identifies a person under the person's own key, before events reach the log.
import type { Decided } from '../../domain/decider.js';
import { builtInReason } from '../../domain/reason.js';
import { Refused } from '../../domain/refusal.js';
import type { UserEvent } from '../../domain/user/user-events.js';
import { PersonErased, type PersonalData } from '../../event-store/personal-data/personal-data.js';

/** Throws `Refused` ERASED where the person's key is destroyed. */
export async function sealUserEvents(
  personalData: PersonalData,
  person: string,
  events: readonly Decided<UserEvent>[],
): Promise<readonly Decided<UserEvent>[]> {
  try {
    return await Promise.all(events.map(async (event) => sealEvent(personalData, person, event)));
  } catch (error) {
    throw error instanceof PersonErased ? new Refused([builtInReason('ERASED')]) : error;
  }
}

async function sealEvent(
  personalData: PersonalData,
  person: string,
  event: Decided<UserEvent>,
): Promise<Decided<UserEvent>> {
  // What the log holds in a text's place is no value of the domain: only this file and the opening see it.
  const seal = async (text: unknown) => (await personalData.seal(person, text)) as unknown as string;
  switch (event.type) {
    case 'user.registered': {
      const { name, signInName, ...rest } = event.data;
      const identity = signInName === undefined ? {} : { signInName: await seal(signInName) };
      return { ...event, data: { ...rest, name: await seal(name), ...identity } };
    }
    case 'user.password-set':
      return { ...event, data: { hash: await seal(event.data.hash) } };
    case 'user.signed-in':
    case 'user.sign-in-failed':
      return { ...event, data: { ...event.data, ...(await sealedPlace(event.data, seal)) } } as typeof event;
    case 'user.link-issued':
    case 'user.role-granted':
    case 'user.role-revoked':
    case 'user.signed-out':
    case 'user.sessions-ended':
    case 'user.erased':
      return event;
  }
}

async function sealedPlace(
  data: object,
  seal: (text: unknown) => Promise<string>,
): Promise<Readonly<Record<string, string>>> {
  const place = Object.entries(data).filter(([key]) => key === 'browser' || key === 'from');
  return Object.fromEntries(
    await Promise.all(place.map(async ([key, text]) => [key, await seal(text)] as const)),
  );
}
