import { getSealedBlobPrefix } from '#event-store/files/stored-file.js';
import type { KeyOwner } from '#event-store/personal-data/personal-data.js';
import type { CommandContext, CommandResult } from '#domain/command.js';
import {
  createErasureCertificate,
  isErasureCertified,
  findOpenErasureIntent,
  type ErasureCertificate,
} from '#domain/erasure-events.js';
import type { RecordedEvent } from '#domain/event.js';
import { streams, type RecordRef } from '#domain/stream-names.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';
import { createPayloadHasher, deriveUuid } from '../pipeline/command-digests.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';

/** Further effects before certification; idempotent. */
export type ErasureSideEffect = (events: readonly RecordedEvent[], context: CommandContext) => Promise<void>;

/** Idempotent; destroys a restored key again. Throws `EventStoreUnavailable`, and `Error` without a recorded intent. */
export async function finishErasure(
  ports: CommandDependencies,
  owner: KeyOwner,
  goesAlong: ErasureSideEffect = async () => {},
): Promise<CommandResult> {
  const stream = typeof owner === 'string' ? streams.user(owner) : streams.record(owner);
  const { events, version } = await ports.store.read(stream);
  const intent = findOpenErasureIntent(events);
  if (!intent && !isErasureCertified(events)) throw new Error(`no erasure of ${stream} was begun`);
  const keyFingerprint = await destroyKeys(ports, owner);
  if (!intent) return { version, position: events.at(-1)!.position, already: true };
  const context = contextOf(intent);
  await goesAlong(events, context);
  return decideAndAppend<boolean, ErasureCertificate>(ports, {
    stream,
    context,
    hashPayload: createPayloadHasher(ports, certify(intent.id, context)),
    readsWithoutKeys: true,
    fold: isErasureCertified,
    decide: (certified) => (certified ? [] : [createErasureCertificate(owner, keyFingerprint, intent)]),
  });
}

const certify = (intent: string, context: CommandContext) => ({
  type: 'CertifyErasure',
  data: { intent, context },
});

function contextOf({ id, metadata }: RecordedEvent): CommandContext {
  const { actor, correlationId, commandLine } = metadata;
  return {
    actor,
    commandId: deriveUuid(`erased ${id}`),
    correlationId,
    causationId: id,
    ...(commandLine && { commandLine }),
  };
}

async function destroyKeys(ports: CommandDependencies, owner: KeyOwner): Promise<string | null> {
  const { personalData, files } = ports;
  const { keyFingerprint } = await personalData.erase(owner);
  // The bytes are unreadable without the key.
  await files.removeWithPrefix(getSealedBlobPrefix(typeof owner === 'string' ? owner : owner.name));
  if (typeof owner === 'string') return keyFingerprint;
  const former = await destroyFormer(ports, owner);
  return keyFingerprint ?? former;
}

/** Older versions stored a record's key under its id, which may be a person's. */
async function destroyFormer(
  { personalData, store }: CommandDependencies,
  { id }: RecordRef,
): Promise<string | null> {
  if ((await store.read(streams.user(id))).version > 0) return null;
  return (await personalData.erase(id)).keyFingerprint;
}
