import type { ServerAddress } from './connection-string.js';
import {
  GrpcClient,
  APPLICATION_EVENT_FILTER,
  type AppendResponse,
  type LogFilter,
  type LogReadRange,
  type ReadEvent,
  type StreamingCall,
  type StreamAppend,
  type StreamReadRange,
} from './grpc-client.js';
import { toServerError, isStreamMissingError, ServerUnresponsive } from './server-errors.js';
import { withAnswerTimeout } from './retry-until-deadline.js';
import { readGrpcCallEvents } from './read-grpc-call-events.js';

interface ConnectionSettings {
  /** Nodes (`host:port`) to which nothing is sent, even if named as leader. */
  readonly isDistrusted?: (node: string) => boolean;
  readonly onClose?: () => void;
}

/** Throws the errors of server-errors.ts. `milliseconds`: of reads, per event. */
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

  get node(): string | undefined {
    return this.client.node;
  }

  async readStream(
    stream: string,
    range: StreamReadRange,
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

  /** Includes system events. Throws `NoEventAtPosition`. */
  async readLog(range: LogReadRange, milliseconds: number): Promise<readonly ReadEvent[]> {
    const events: ReadEvent[] = [];
    await this.read(
      () => this.client.readLog(range),
      milliseconds,
      (event) => events.push(event),
    );
    return events;
  }

  async search(filter: LogFilter, milliseconds: number, onEvent: (event: ReadEvent) => void): Promise<void> {
    const open = () => this.client.subscribe(filter, 0, { requiresLeader: true });
    await this.read(open, milliseconds, onEvent);
  }

  follow(after: number): StreamingCall {
    this.beginCall();
    const { source, cancel } = this.client.subscribe(APPLICATION_EVENT_FILTER, after, {
      requiresLeader: false,
    });
    let isOver = false;
    return {
      source,
      cancel: async () => {
        if (isOver) return;
        isOver = true;
        source.destroy();
        cancel().catch(() => {});
        this.finishCall();
      },
    };
  }

  /** After `AnswerTimeout` or a broken connection, the append may have been written. */
  async append(append: StreamAppend, milliseconds: number): Promise<AppendResponse> {
    this.beginCall();
    try {
      // Our timeout comes first, for its message.
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

  private async read(
    open: () => StreamingCall,
    milliseconds: number,
    onEvent: (event: ReadEvent) => void,
  ): Promise<boolean> {
    this.beginCall();
    try {
      await readGrpcCallEvents(open(), milliseconds, onEvent);
      // A cancelled call ends without error, perhaps incomplete.
      if (this.isClosed) throw new ServerUnresponsive('the connection is closed');
      return true;
    } catch (error) {
      if (isStreamMissingError(error)) return false;
      throw toServerError(error);
    } finally {
      this.finishCall();
    }
  }

  private beginCall(): void {
    if (this.isClosed) throw new ServerUnresponsive('the connection is closed');
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
