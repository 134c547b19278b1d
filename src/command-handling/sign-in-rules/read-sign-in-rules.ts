import type { FoldableEvent } from '#domain/event.js';
import { foldSignInRules } from '#domain/sign-in-rules/sign-in-rules.js';
import type { SignInRules, SignInRulesChosen } from '#domain/sign-in-rules/sign-in-rules-events.js';
import { streams } from '#domain/stream-names.js';
import type { EventStore } from '#event-store/event-store.js';

export async function readSignInRules(store: Pick<EventStore, 'read'>): Promise<SignInRules> {
  const { events } = await store.read(streams.signInRules());
  return foldSignInRules(events as unknown as readonly FoldableEvent<SignInRulesChosen>[]);
}
