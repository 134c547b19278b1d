// Which connection calls go through: one that did not answer is left, and the next call has another.
import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreUnavailable } from '../event-store.js';
import type { Address, Endpoint } from './connection-string.js';
import { ServerConnection } from './server-connection.js';
import { isWorthAnotherConnection, NoTimelyAnswer, NoTimelyConnection, NotLeader } from './server-errors.js';
import { knock } from './probe-node.js';
import { within } from './retry-until-deadline.js';

/** Milliseconds for which nodes of a cluster may go on naming a leader that has just not answered, and are not believed. */
const DISTRUST = 2_000;

/** The last attempt of a call waits for a little less than the others. */
const ALMOST = 0.9;

export class Connections {
  private readonly open = new Set<ServerConnection>();
  private readonly listeners = new Set<() => void>();
  private connecting: Promise<ServerConnection> | undefined;
  private latest: ServerConnection | undefined;
  /** Where the leader is, as a node has answered that does not lead. */
  private pointedTo: Endpoint | undefined;
  private distrusted: { readonly node: string; readonly until: number } | undefined;
  /** The latest connection leads to a node that others named as their leader. */
  private isNamed = false;
  private isClosed = false;

  /** `silence`: milliseconds without an answer after which a connection is left; a call that could wait for less says nothing of it. */
  constructor(
    private readonly address: Address,
    private readonly silence: number,
  ) {}

  /** Made when it is first needed. Throws why no node can be reached; the next call tries anew. */
  current(): Promise<ServerConnection> {
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
    const connection = await within(longest, this.current());
    try {
      return await work(connection, Math.max(1, end - performance.now()));
    } catch (error) {
      this.leaveAfter(error, connection);
      throw error;
    }
  }

  /** What is under way through it goes on. Does nothing after a failure that no other connection would mend. */
  leaveAfter(error: unknown, connection: ServerConnection): void {
    if (connection !== this.latest || !isWorthAnotherConnection(error) || this.isTooSoon(error)) return;
    this.latest = this.connecting = undefined;
    const { node } = connection;
    if (error instanceof NotLeader) this.pointedTo = error.leader;
    else if (
      error instanceof NoTimelyAnswer &&
      node !== undefined &&
      this.isNamed &&
      !this.isDistrusted(node)
    )
      this.distrusted = { node, until: performance.now() + DISTRUST };
    connection.leave();
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
    const address = await this.addressNow();
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

  private isTooSoon(error: Error): boolean {
    const isOfCall = error instanceof NoTimelyAnswer && !(error instanceof NoTimelyConnection);
    return isOfCall && error.milliseconds < this.silence * ALMOST;
  }

  private isDistrusted(node: string): boolean {
    return this.distrusted?.node === node && performance.now() < this.distrusted.until;
  }

  private async addressNow(): Promise<Address> {
    const { address, pointedTo } = this;
    this.pointedTo = undefined;
    this.isNamed = address.isCluster || pointedTo !== undefined;
    if (pointedTo) return { ...address, seeds: [pointedTo], isCluster: false, discover: false };
    return address.isCluster ? reachable(address) : address;
  }
}

/** Milliseconds for which the other seeds are waited for once one has taken a connection: a node without power never answers. */
const GRACE = 100;

/** With the seeds alone that soon take a connection. Throws why the first does not, where none does. */
async function reachable(address: Address): Promise<Address> {
  const reached = new Set<Endpoint>();
  const knocks = address.seeds.map(async (seed) => {
    await knock(seed);
    reached.add(seed);
  });
  await Promise.any(knocks).catch(({ errors }: AggregateError) => {
    throw errors[0];
  });
  await Promise.race([Promise.allSettled(knocks), sleep(GRACE)]);
  return { ...address, seeds: address.seeds.filter((seed) => reached.has(seed)) };
}
