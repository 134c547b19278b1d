// The end of every erasure, of a person or of a record: the key is destroyed and the certificate written, as the intent in the log wants it.
import { sealedPrefix } from '#event-store/files/stored-file.js';
import type { KeyOwner } from '#event-store/personal-data/personal-data.js';
import type { CommandContext, CommandResult } from '#domain/command.js';
import {
  createErasureCertificate,
  isErasureCertified,
  findOpenIntent,
  type ErasureCertificate,
} from '#domain/erasure-events.js';
import type { RecordedEvent } from '#domain/event.js';
import { streams, type RecordRef } from '#domain/stream-names.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';
import { payloadHasher, deriveUuid } from '../pipeline/command-digests.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';

/** What else goes with it, done before it is certified: as often as it is tried. */
export type ErasureCompanion = (events: readonly RecordedEvent[], context: CommandContext) => Promise<void>;

/**
 * Whoever comes first writes the certificate, and nobody a second one. Of an erasure that is certified, a key that came back is destroyed
 * again. Throws `EventStoreUnavailable`, and `Error` where no erasure was begun.
 */
export async function finishErasure(
  ports: CommandDependencies,
  owner: KeyOwner,
  goesAlong: ErasureCompanion = async () => {},
): Promise<CommandResult> {
  const stream = typeof owner === 'string' ? streams.user(owner) : streams.record(owner);
  const { events, version } = await ports.store.read(stream);
  const intent = findOpenIntent(events);
  if (!intent && !isErasureCertified(events)) throw new Error(`no erasure of ${stream} was begun`);
  const keyFingerprint = await destroyKeys(ports, owner);
  if (!intent) return { version, position: events.at(-1)!.position, already: true };
  const context = contextOf(intent);
  await goesAlong(events, context);
  return decideAndAppend<boolean, ErasureCertificate>(ports, {
    stream,
    context,
    hashPayload: payloadHasher(ports, certify(intent.id, context)),
    readsWithoutKeys: true,
    fold: isErasureCertified,
    decide: (certified) => (certified ? [] : [createErasureCertificate(owner, keyFingerprint, intent)]),
  });
}

const certify = (intent: string, context: CommandContext) => ({
  type: 'CertifyErasure',
  data: { intent, context },
});

/** The same for everybody who finishes it: its certificate is one event. */
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
  // Nobody can open them any more: what is left is only room they take.
  await files.removeWithPrefix(sealedPrefix(typeof owner === 'string' ? owner : owner.name));
  if (typeof owner === 'string') return keyFingerprint;
  const former = await destroyFormer(ports, owner);
  return keyFingerprint ?? former;
}

/** An older Daybook kept a record's key under its bare id: that is destroyed as well, unless a person has this id. */
async function destroyFormer(
  { personalData, store }: CommandDependencies,
  { id }: RecordRef,
): Promise<string | null> {
  if ((await store.read(streams.user(id))).version > 0) return null;
  return (await personalData.erase(id)).keyFingerprint;
}
