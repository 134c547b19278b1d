// A connection to a node: every call has a time limit, and a connection that was left is closed once its calls have ended.
import type { ServerAddress } from './connection-string.js';
import {
  GrpcClient,
  APPLICATION_EVENTS,
  type AppendResponse,
  type LogFilter,
  type LogRange,
  type ReadEvent,
  type StreamingCall,
  type StreamAppend,
  type StreamRange,
} from './grpc-client.js';
import { toServerError, isStreamMissing, NoAnswer } from './server-errors.js';
import { withAnswerTimeout } from './retry-until-deadline.js';
import { readCallEvents } from './read-call-events.js';

interface ConnectionSettings {
  /** Of a node, `host:port`: nothing is sent to it, also where other nodes name it as their leader. */
  readonly isDistrusted?: (node: string) => boolean;
  readonly onClose?: () => void;
}

/** Everything throws the failures of failures.ts. Where a call takes milliseconds, each event of its answer is waited for so long. */
export class ServerConnection {
  private readonly client: GrpcClient;
  private inFlight = 0;
  private isRetired = false;
  private isClosed = false;

  constructor(
    address: ServerAddress,
    private readonly settings: ConnectionSettings = {},
  ) {
    this.client = new GrpcClient(address, settings.isDistrusted);
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
  follow(after: number): StreamingCall {
    this.beginCall();
    const { source, cancel } = this.client.subscribe(APPLICATION_EVENTS, after, { requiresLeader: false });
    let isOver = false;
    return {
      source,
      cancel: async () => {
        if (isOver) return;
        isOver = true;
        source.destroy();
        // Where it was never opened, that is its failure once more.
        cancel().catch(() => {});
        this.finishCall();
      },
    };
  }

  /** After `NoTimelyAnswer` and a broken connection it may have been written. */
  async append(append: StreamAppend, milliseconds: number): Promise<AppendResponse> {
    this.beginCall();
    try {
      // Our own limit ends first, so that the failure has our words; the other one ends the call.
      return await withAnswerTimeout(milliseconds, this.client.append(append, milliseconds + 1_000));
    } catch (error) {
      throw toServerError(error);
    } finally {
      this.finishCall();
    }
  }

  /** No new calls go through it; those under way end. */
  retire(): void {
    this.isRetired = true;
    this.client.stopSharing();
    this.closeIfIdle();
  }

  /** Whatever is under way fails. */
  close(): void {
    if (this.isClosed) return;
    this.isRetired = this.isClosed = true;
    this.client.close();
    this.settings.onClose?.();
  }

  /** false: there is no such stream. */
  private async read(
    open: () => StreamingCall,
    milliseconds: number,
    onEvent: (event: ReadEvent) => void,
  ): Promise<boolean> {
    this.beginCall();
    try {
      await readCallEvents(open(), milliseconds, onEvent);
      // What was cancelled has simply ended, and may lack its rest.
      if (this.isClosed) throw new NoAnswer('the connection is closed');
      return true;
    } catch (error) {
      if (isStreamMissing(error)) return false;
      throw toServerError(error);
    } finally {
      this.finishCall();
    }
  }

  private beginCall(): void {
    if (this.isClosed) throw new NoAnswer('the connection is closed');
    this.inFlight++;
  }

  private finishCall(): void {
    this.inFlight--;
    this.closeIfIdle();
  }

  private closeIfIdle(): void {
    if (this.isRetired && this.inFlight === 0) this.close();
  }
}
