// A connection to one node: every call has a time limit, and a retired connection closes once its calls have ended.
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
  /** Nodes (`host:port`) to which nothing is sent, even if others name them as leader. */
  readonly isDistrusted?: (node: string) => boolean;
  readonly onClose?: () => void;
}

/** Throws the errors of server-errors.ts. For reads, `milliseconds` limits the wait for each event. */
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

  /** `host:port` of the connected node; undefined: none yet. */
  get node(): string | undefined {
    return this.client.node;
  }

  /** undefined: no such stream. */
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

  /** Includes the system's events. Throws `NoEventAtPosition`. */
  async readLog(range: LogRange, milliseconds: number): Promise<readonly ReadEvent[]> {
    const events: ReadEvent[] = [];
    await this.read(
      () => this.client.readLog(range),
      milliseconds,
      (event) => events.push(event),
    );
    return events;
  }

  /** Events that pass the filter, up to the log's end. The server's checkpoints show progress while nothing matches. */
  async search(filter: LogFilter, milliseconds: number, onEvent: (event: ReadEvent) => void): Promise<void> {
    const open = () => this.client.subscribe(filter, 0, { requiresLeader: true });
    await this.read(open, milliseconds, onEvent);
  }

  /** Events of applications after a position, then live, until cancelled. */
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
        // Fails again where the call was never opened.
        cancel().catch(() => {});
        this.finishCall();
      },
    };
  }

  /** After `AnswerTimeout` or a broken connection, the append may have been written. */
  async append(append: StreamAppend, milliseconds: number): Promise<AppendResponse> {
    this.beginCall();
    try {
      // Our timeout comes first, for its message; the deadline then ends the call.
      return await withAnswerTimeout(milliseconds, this.client.append(append, milliseconds + 1_000));
    } catch (error) {
      throw toServerError(error);
    } finally {
      this.finishCall();
    }
  }

  retire(): void {
    this.isRetired = true;
    this.client.stopSharing();
    this.closeIfIdle();
  }

  close(): void {
    if (this.isClosed) return;
    this.isRetired = this.isClosed = true;
    this.client.close();
    this.settings.onClose?.();
  }

  /** false: no such stream. */
  private async read(
    open: () => StreamingCall,
    milliseconds: number,
    onEvent: (event: ReadEvent) => void,
  ): Promise<boolean> {
    this.beginCall();
    try {
      await readCallEvents(open(), milliseconds, onEvent);
      // A cancelled call ends without error and may be incomplete.
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
