// Chooses the connection for calls: an unresponsive one is retired, and the next call opens another.
import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreUnavailable } from '../event-store.js';
import type { ServerAddress, Endpoint } from './connection-string.js';
import { ServerConnection } from './server-connection.js';
import { shouldReconnect, AnswerTimeout, ConnectionTimeout, NotLeader } from './server-errors.js';
import { probeNode } from './probe-node.js';
import { withAnswerTimeout } from './retry-until-deadline.js';

/** Time for which an unresponsive leader is avoided, although other nodes still name it. */
const DISTRUST_LEADER_FOR_MS = 2_000;

/** A call's last attempt may wait slightly less than the others. */
const LAST_ATTEMPT_SHARE = 0.9;

export class ConnectionManager {
  private readonly open = new Set<ServerConnection>();
  private readonly listeners = new Set<() => void>();
  private connecting: Promise<ServerConnection> | undefined;
  private latest: ServerConnection | undefined;
  /** The leader, as named by a node that does not lead. */
  private namedLeader: Endpoint | undefined;
  private distrusted: { readonly node: string; readonly until: number } | undefined;
  /** Whether other nodes named the latest connection's node as leader. */
  private isNamedLeader = false;
  private isClosed = false;

  /** `silenceLimit`: milliseconds without an answer after which a connection is retired; calls with a shorter timeout prove nothing. */
  constructor(
    private readonly address: ServerAddress,
    private readonly silenceLimit: number,
  ) {}

  /** Connects on first use. Throws where no node can be reached; the next call tries again. */
  getConnection(): Promise<ServerConnection> {
    this.connecting ??= this.connect().catch((error: unknown) => {
      this.connecting = undefined;
      throw error;
    });
    return this.connecting;
  }

  /**
   * Runs a call with a connection and the rest of `longest` (milliseconds). After an error that reconnecting may fix,
   * the next call gets another connection.
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

  /** Running calls continue. Ignores errors that reconnecting cannot fix. */
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

  /** Called for each new connection, which may lead to another log. */
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

/** Time the other seeds get once one is reachable: a node without power never answers. */
const SEED_GRACE_MS = 100;

/** Returns the address with reachable seeds only. Throws the first seed's error where none is. */
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
