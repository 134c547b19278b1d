import { toLogReadMessage, type ReadEvent, type StreamingCall } from './grpc-client.js';
import { ServerUnresponsive, ServerTimeout } from './server-errors.js';

/** `milliseconds`: per event. Throws `NoAnswer` and client errors. Ending an iterator early would create an error stack per event. */
export function readGrpcCallEvents(
  { source, cancel }: StreamingCall,
  milliseconds: number,
  onEvent: (event: ReadEvent) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(silence);
      if (error === undefined) resolve();
      else reject(error as Error);
    };
    const leave = (error?: unknown) => {
      end(error);
      source.destroy();
      // Fails where the call was never opened.
      cancel().catch(() => {});
    };
    const silence = setTimeout(() => leave(new ServerTimeout(milliseconds)), milliseconds);
    source
      .on('data', (found: unknown) => {
        if (isOver) return;
        silence.refresh();
        const message = toLogReadMessage(found);
        if (!message) return;
        if ('isCaughtUp' in message) leave();
        else if ('revision' in message) onEvent(message);
      })
      .on('end', () => end())
      .on('error', end)
      .on('close', () => isOver || end(new ServerUnresponsive('the connection broke')));
  });
}
