// Which connection calls go through: one that did not answer is left, and the next call has another.
import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreUnavailable } from '../event-store.js';
import type { ServerAddress, Endpoint } from './connection-string.js';
import { ServerConnection } from './server-connection.js';
import { shouldReconnect, AnswerTimeout, ConnectionTimeout, NotLeader } from './server-errors.js';
import { probeNode } from './probe-node.js';
import { withAnswerTimeout } from './retry-until-deadline.js';

/** Milliseconds for which nodes of a cluster may go on naming a leader that has just not answered, and are not believed. */
const DISTRUST_LEADER_FOR_MS = 2_000;

/** The last attempt of a call waits for a little less than the others. */
const LAST_ATTEMPT_SHARE = 0.9;

export class ConnectionManager {
  private readonly open = new Set<ServerConnection>();
  private readonly listeners = new Set<() => void>();
  private connecting: Promise<ServerConnection> | undefined;
  private latest: ServerConnection | undefined;
  /** Where the leader is, as a node has answered that does not lead. */
  private namedLeader: Endpoint | undefined;
  private distrusted: { readonly node: string; readonly until: number } | undefined;
  /** The latest connection leads to a node that others named as their leader. */
  private isNamedLeader = false;
  private isClosed = false;

  /** `silence`: milliseconds without an answer after which a connection is left; a call that could wait for less says nothing of it. */
  constructor(
    private readonly address: ServerAddress,
    private readonly silenceLimit: number,
  ) {}

  /** Made when it is first needed. Throws why no node can be reached; the next call tries anew. */
  getConnection(): Promise<ServerConnection> {
    this.connecting ??= this.connect().catch((error: unknown) => {
      this.connecting = undefined;
      throw error;
    });
    return this.connecting;
  }

  /**
   * Runs a call, which is given its connection and what is left of `longest` (milliseconds); after a failure that another connection
   * may mend, the next call has another.
   */
  async call<T>(
    longest: number,
    work: (connection: ServerConnection, longest: number) => Promise<T>,
  ): Promise<T> {
    const end = performance.now() + longest;
    const connection = await withAnswerTimeout(longest, this.getConnection());
    try {
      return await work(connection, Math.max(1, end - performance.now()));
    } catch (error) {
      this.retireAfter(error, connection);
      throw error;
    }
  }

  /** What is under way through it goes on. Does nothing after a failure that no other connection would mend. */
  retireAfter(error: unknown, connection: ServerConnection): void {
    if (connection !== this.latest || !shouldReconnect(error) || this.isInconclusive(error)) return;
    this.latest = this.connecting = undefined;
    const { node } = connection;
    if (error instanceof NotLeader) this.namedLeader = error.leader;
    else if (
      error instanceof AnswerTimeout &&
      node !== undefined &&
      this.isNamedLeader &&
      !this.isDistrusted(node)
    )
      this.distrusted = { node, until: performance.now() + DISTRUST_LEADER_FOR_MS };
    connection.retire();
  }

  /** Called whenever another connection is made: what is known of the log may be another log's. */
  onConnect(listener: () => void): void {
    this.listeners.add(listener);
  }

  close(): void {
    this.isClosed = true;
    for (const connection of this.open) connection.close();
  }

  private async connect(): Promise<ServerConnection> {
    const address = await this.resolveAddress();
    if (this.isClosed) throw new EventStoreUnavailable('The event store is closed.');
    const connection = new ServerConnection(address, {
      isDistrusted: (node) => this.isDistrusted(node),
      onClose: () => this.open.delete(connection),
    });
    this.open.add(connection);
    this.latest = connection;
    for (const listener of this.listeners) listener();
    return connection;
  }

  private isInconclusive(error: Error): boolean {
    const isOfCall = error instanceof AnswerTimeout && !(error instanceof ConnectionTimeout);
    return isOfCall && error.milliseconds < this.silenceLimit * LAST_ATTEMPT_SHARE;
  }

  private isDistrusted(node: string): boolean {
    return this.distrusted?.node === node && performance.now() < this.distrusted.until;
  }

  private async resolveAddress(): Promise<ServerAddress> {
    const { address, namedLeader } = this;
    this.namedLeader = undefined;
    this.isNamedLeader = address.isCluster || namedLeader !== undefined;
    if (namedLeader) return { ...address, seeds: [namedLeader], isCluster: false, discover: false };
    return address.isCluster ? keepReachableSeeds(address) : address;
  }
}

/** Milliseconds for which the other seeds are waited for once one has taken a connection: a node without power never answers. */
const SEED_GRACE_MS = 100;

/** With the seeds alone that soon take a connection. Throws why the first does not, where none does. */
async function keepReachableSeeds(address: ServerAddress): Promise<ServerAddress> {
  const reached = new Set<Endpoint>();
  const knocks = address.seeds.map(async (seed) => {
    await probeNode(seed);
    reached.add(seed);
  });
  await Promise.any(knocks).catch(({ errors }: AggregateError) => {
    throw errors[0];
  });
  await Promise.race([Promise.allSettled(knocks), sleep(SEED_GRACE_MS)]);
  return { ...address, seeds: address.seeds.filter((seed) => reached.has(seed)) };
}
