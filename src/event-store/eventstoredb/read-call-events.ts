// Reads the answer of one call to its end, event by event.
import { toLogMessage, type ReadEvent, type StreamingCall } from './grpc-client.js';
import { NoAnswer, AnswerTimeout } from './server-errors.js';

/**
 * Ends where the answer does, or where a subscription has caught up. Each event is waited for so many milliseconds. Throws `NoAnswer`,
 * and what the client emits. Listens to events of the stream, since an iterator that ends early makes an error and its stack, which
 * costs as much as reading an event.
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
      // Where it was never opened, that is its failure once more.
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
