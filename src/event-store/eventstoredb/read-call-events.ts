// Reads the events of one call.
import { toLogMessage, type ReadEvent, type StreamingCall } from './grpc-client.js';
import { NoAnswer, AnswerTimeout } from './server-errors.js';

/**
 * Ends with the answer, or when a subscription has caught up. `milliseconds` limits the wait for each event. Throws
 * `NoAnswer` and the client's errors. Uses stream events, because ending an iterator early creates an error with a
 * stack, which costs as much as reading an event.
 */
export function readCallEvents(
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
      // Fails again where the call was never opened.
      cancel().catch(() => {});
    };
    const silence = setTimeout(() => leave(new AnswerTimeout(milliseconds)), milliseconds);
    source
      .on('data', (found: unknown) => {
        if (isOver) return;
        silence.refresh();
        const message = toLogMessage(found);
        if (!message) return;
        if ('isCaughtUp' in message) leave();
        else if ('revision' in message) onEvent(message);
      })
      .on('end', () => end())
      .on('error', end)
      .on('close', () => isOver || end(new NoAnswer('the connection broke')));
  });
}
