// Is it there, does it let us in, and can the log in it be read? Asked once, when the store is opened.
import type { Codec } from '../codec.js';
import { EventStoreUnavailable, EventStoreUnusable } from '../event-store.js';
import type { Address } from './address.js';
import { Denied, deniedInWords, isWorthAnotherConnection, mayPass, Silence, UnfitLog } from './failures.js';
import { patiently, within, type Timing } from './patience.js';
import type { Server } from './rights-in-words.js';
import { mustHaveRights } from './rights.js';
import { fromStored, isDaybooks, toPosition } from './stored-event.js';
import { createStreamReader } from './stream-reader.js';
import { subscribe } from './subscription.js';
import type { Cluster } from './node.js';

interface Parts {
  readonly address: Address;
  readonly server: Server;
  readonly cluster: Cluster;
  readonly codec: Codec;
  /** Whether it is going to be written to. */
  readonly writes: boolean;
  /** `patience`: for so long it is tried. */
  readonly timing: Timing;
}

/** Throws `EventStoreUnusable`, `DamagedEvent`, or `EventStoreUnavailable` when `patience` is over. */
export async function checkDatabase({
  address,
  server,
  cluster,
  codec,
  writes,
  timing,
}: Parts): Promise<void> {
  const { shown } = address;
  try {
    await patiently(timing, (longest) => reach(cluster, longest));
    await mustHaveRights(cluster, timing, writes);
    await checkLog(cluster, codec, timing);
  } catch (error) {
    if (error instanceof UnfitLog) throw new EventStoreUnusable(error.message, { cause: error });
    if (error instanceof Denied) throw new EventStoreUnusable(deniedInWords(error, server), { cause: error });
    if (!mayPass(error)) throw error;
    throw new EventStoreUnavailable(
      `EventStoreDB at ${shown} cannot be reached (${error.message}). ${whatToDo(address, error)}`,
      { cause: error },
    );
  }
}

function whatToDo(address: Address, error: Error): string {
  if (error instanceof Silence)
    return (
      'It says nothing at all: check whether it hangs or is only starting (its own log tells), that host and port are right, ' +
      'and that no firewall or proxy in between keeps what is sent to itself.'
    );
  return `Check that it runs, that host and port are right, and whether it speaks TLS: ${aboutTls(address, error)}.`;
}

const OF_CERTIFICATES = /certificate|altnames|self.signed|CERT|SSL|TLS/i;

function aboutTls({ tls }: Address, { message }: Error): string {
  if (!tls) return 'it is asked without, so if it was started with TLS, leave ?tls=false out';
  if (OF_CERTIFICATES.test(message))
    return 'name the authority of its certificate with ?tlsCAFile=PATH, and the host as the certificate does';
  return 'if it was started without, add ?tls=false';
}

async function reach(cluster: Cluster, longest: number): Promise<void> {
  const node = await within(longest, cluster.node());
  const subscription = subscribe(node, 0, longest);
  try {
    await subscription.confirmed();
  } catch (error) {
    if (isWorthAnotherConnection(error)) cluster.leave(node, error);
    throw error;
  } finally {
    subscription.end();
  }
}

async function checkLog(cluster: Cluster, codec: Codec, timing: Timing): Promise<void> {
  const reader = createStreamReader(cluster, timing);
  const [last] = await reader.back(undefined, 1);
  // Others' streams are not ours to read, and a stream that was deleted for good ends with an event that can be read in no stream.
  if (!last || !isDaybooks(last)) return;
  fromStored(last, codec);
  toPosition(last.position);
  // Only reading a stream shows whether this version tells positions there.
  for (const event of (await reader.forwards(last.stream, last.revision, 1)) ?? [])
    toPosition(event.position);
}
