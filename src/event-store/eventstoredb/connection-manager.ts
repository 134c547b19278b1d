import { setTimeout as sleep } from 'node:timers/promises';
import { countReconnect } from '#platform/telemetry/count-reconnect.js';
import { EventStoreUnavailable } from '../event-store.js';
import type { ServerAddress, ServerEndpoint } from './connection-string.js';
import { ServerConnection } from './server-connection.js';
import { shouldReconnect, ServerTimeout, ConnectionTimeout, NodeNotLeader } from './server-errors.js';
import { probeClusterNode } from './probe-cluster-node.js';
import { withAnswerTimeout } from './retry-until-deadline.js';

const DISTRUST_LEADER_FOR_MS = 2_000;

const LAST_ATTEMPT_SHARE = 0.9;

export class ConnectionManager {
  private readonly open = new Set<ServerConnection>();
  private readonly listeners = new Set<() => void>();
  private connecting: Promise<ServerConnection> | undefined;
  private latest: ServerConnection | undefined;
  /** The leader, as named by a node that does not lead. */
  private namedLeader: ServerEndpoint | undefined;
  private distrusted: { readonly node: string; readonly until: number } | undefined;
  private isNamedLeader = false;
  private isClosed = false;
  private hasConnected = false;

  /** Milliseconds without an answer until a connection is retired. */
  constructor(
    private readonly address: ServerAddress,
    private readonly silenceLimit: number,
  ) {}

  getConnection(): Promise<ServerConnection> {
    this.connecting ??= this.connect().catch((error: unknown) => {
      this.connecting = undefined;
      throw error;
    });
    return this.connecting;
  }

  /** `longest`: milliseconds. */
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

  retireAfter(error: unknown, connection: ServerConnection): void {
    if (connection !== this.latest || !shouldReconnect(error) || this.isInconclusive(error)) return;
    this.latest = this.connecting = undefined;
    const { node } = connection;
    if (error instanceof NodeNotLeader) this.namedLeader = error.leader;
    else if (
      error instanceof ServerTimeout &&
      node !== undefined &&
      this.isNamedLeader &&
      !this.isDistrusted(node)
    )
      this.distrusted = { node, until: performance.now() + DISTRUST_LEADER_FOR_MS };
    connection.retire();
  }

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
    if (this.hasConnected) countReconnect('eventstoredb');
    this.hasConnected = true;
    this.open.add(connection);
    this.latest = connection;
    for (const listener of this.listeners) listener();
    return connection;
  }

  private isInconclusive(error: Error): boolean {
    const isOfCall = error instanceof ServerTimeout && !(error instanceof ConnectionTimeout);
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

/** Time for the other seeds once one is reachable: a node without power never answers. */
const SEED_GRACE_MS = 100;

/** Throws the first seed's error where none is reachable. */
async function keepReachableSeeds(address: ServerAddress): Promise<ServerAddress> {
  const reached = new Set<ServerEndpoint>();
  const knocks = address.seeds.map(async (seed) => {
    await probeClusterNode(seed);
    reached.add(seed);
  });
  await Promise.any(knocks).catch(({ errors }: AggregateError) => {
    throw errors[0];
  });
  await Promise.race([Promise.allSettled(knocks), sleep(SEED_GRACE_MS)]);
  return { ...address, seeds: address.seeds.filter((seed) => reached.has(seed)) };
}
