// Which connection is asked now: one that did not answer is left, and the next call has another.
import { EventStoreUnavailable } from '../event-store.js';
import type { Address } from './address.js';
import { ServerConnection } from './client.js';
import { isWorthAnotherConnection } from './failures.js';

/** Milliseconds for which nodes of a cluster may go on naming a leader that has just not answered, and are not believed. */
const DISTRUST = 2_000;

export class Connections {
  private readonly open = new Set<ServerConnection>();
  private readonly listeners = new Set<() => void>();
  private now: ServerConnection | undefined;
  private distrusted: { readonly node: string; readonly until: number } | undefined;
  private isClosed = false;

  constructor(private readonly address: Address) {}

  /** Connects when it is first asked. */
  current(): ServerConnection {
    if (this.isClosed) throw new EventStoreUnavailable('The event store is closed.');
    return (this.now ??= this.connect());
  }

  /** Runs a call; after a failure that another connection may mend, the next call has another. */
  async call<T>(work: (connection: ServerConnection) => Promise<T>): Promise<T> {
    const connection = this.current();
    try {
      return await work(connection);
    } catch (error) {
      this.leaveAfter(error, connection);
      throw error;
    }
  }

  /** What is under way through it goes on. Does nothing after a failure that no other connection would mend. */
  leaveAfter(error: unknown, connection: ServerConnection): void {
    if (connection !== this.now || !isWorthAnotherConnection(error)) return;
    this.now = undefined;
    const { node } = connection;
    if (node !== undefined && isCluster(this.address))
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

  private connect(): ServerConnection {
    const distrusted = this.distrusted && this.distrusted.until > performance.now();
    const connection = new ServerConnection(this.address, {
      distrusted: distrusted ? this.distrusted!.node : undefined,
      onClose: () => this.open.delete(connection),
    });
    this.open.add(connection);
    for (const listener of this.listeners) listener();
    return connection;
  }
}

const isCluster = ({ seeds, discover }: Address): boolean => seeds.length > 1 || discover;
