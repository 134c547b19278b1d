// A connection to a node: every call has a time limit, and a connection that was left is closed once its calls have ended.
import type { Address } from './connection-string.js';
import {
  Client,
  OF_APPLICATIONS,
  type AppendAnswer,
  type LogFilter,
  type LogRange,
  type ReadEvent,
  type Reading,
  type StreamAppend,
  type StreamRange,
} from './grpc-client.js';
import { asFailure, isStreamMissing, NoAnswer } from './server-errors.js';
import { within } from './retry-until-deadline.js';
import { readEvents } from './read-call-events.js';

interface ConnectionSettings {
  /** Of a node, `host:port`: nothing is sent to it, also where other nodes name it as their leader. */
  readonly isDistrusted?: (node: string) => boolean;
  readonly onClose?: () => void;
}

/** Everything throws the failures of failures.ts. Where a call takes milliseconds, each event of its answer is waited for so long. */
export class ServerConnection {
  private readonly client: Client;
  private underWay = 0;
  private isLeft = false;
  private isClosed = false;

  constructor(
    address: Address,
    private readonly settings: ConnectionSettings = {},
  ) {
    this.client = new Client(address, settings.isDistrusted);
  }

  /** `host:port` of the node it leads to; undefined: none was reached yet. */
  get node(): string | undefined {
    return this.client.node;
  }

  /** undefined: there is no such stream. */
  async readStream(
    stream: string,
    range: StreamRange,
    milliseconds: number,
  ): Promise<readonly ReadEvent[] | undefined> {
    const events: ReadEvent[] = [];
    const isThere = await this.read(
      () => this.client.readStream(stream, range),
      milliseconds,
      (event) => events.push(event),
    );
    return isThere ? events : undefined;
  }

  /** The log, the system's events too. Throws `NoEventThere` for a position of no event. */
  async readLog(range: LogRange, milliseconds: number): Promise<readonly ReadEvent[]> {
    const events: ReadEvent[] = [];
    await this.read(
      () => this.client.readLog(range),
      milliseconds,
      (event) => events.push(event),
    );
    return events;
  }

  /** What the filter lets through, up to the log's end. While nothing is found, the server's checkpoints show that it is at work. */
  async search(filter: LogFilter, milliseconds: number, onEvent: (event: ReadEvent) => void): Promise<void> {
    const open = () => this.client.subscribe(filter, 0, { requiresLeader: true });
    await this.read(open, milliseconds, onEvent);
  }

  /** Events of applications behind a position, then live, until it is cancelled. */
  follow(after: number): Reading {
    this.begin();
    const { source, cancel } = this.client.subscribe(OF_APPLICATIONS, after, { requiresLeader: false });
    let isOver = false;
    return {
      source,
      cancel: async () => {
        if (isOver) return;
        isOver = true;
        source.destroy();
        // Where it was never opened, that is its failure once more.
        cancel().catch(() => {});
        this.ended();
      },
    };
  }

  /** After `NoTimelyAnswer` and a broken connection it may have been written. */
  async append(append: StreamAppend, milliseconds: number): Promise<AppendAnswer> {
    this.begin();
    try {
      // Our own limit ends first, so that the failure has our words; the other one ends the call.
      return await within(milliseconds, this.client.append(append, milliseconds + 1_000));
    } catch (error) {
      throw asFailure(error);
    } finally {
      this.ended();
    }
  }

  /** No new calls go through it; those under way end. */
  leave(): void {
    this.isLeft = true;
    this.client.stopSharing();
    this.closeIfIdle();
  }

  /** Whatever is under way fails. */
  close(): void {
    if (this.isClosed) return;
    this.isLeft = this.isClosed = true;
    this.client.close();
    this.settings.onClose?.();
  }

  /** false: there is no such stream. */
  private async read(
    open: () => Reading,
    milliseconds: number,
    onEvent: (event: ReadEvent) => void,
  ): Promise<boolean> {
    this.begin();
    try {
      await readEvents(open(), milliseconds, onEvent);
      // What was cancelled has simply ended, and may lack its rest.
      if (this.isClosed) throw new NoAnswer('the connection is closed');
      return true;
    } catch (error) {
      if (isStreamMissing(error)) return false;
      throw asFailure(error);
    } finally {
      this.ended();
    }
  }

  private begin(): void {
    if (this.isClosed) throw new NoAnswer('the connection is closed');
    this.underWay++;
  }

  private ended(): void {
    this.underWay--;
    this.closeIfIdle();
  }

  private closeIfIdle(): void {
    if (this.isLeft && this.underWay === 0) this.close();
  }
}
